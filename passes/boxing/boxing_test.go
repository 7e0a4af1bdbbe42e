package boxing_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/passtest"
	"github.com/zeroalloc/zeroalloc-lint/passes/boxing"
)

func TestBoxing(t *testing.T) {
	analysistest.Run(t, passtest.Testdata(t), boxing.Analyzer,
		"./boxing/allowed", "./boxing/contexts", "./boxing/doc", "./boxing/generic", "./boxing/guard", "./boxing/lines", "./boxing/lists", "./boxing/measured",
		"./boxing/trouble")
}

// TestMeasured holds the counts that the package measured names against the
// toolchain in use.
func TestMeasured(t *testing.T) { passtest.Measured(t, "./boxing/measured") }

func TestWithoutCompiler(t *testing.T) {
	passtest.SetCompiler(t, "off")
	analysistest.Run(t, passtest.Testdata(t), boxing.Analyzer, "./boxing/fallback")
}

// TestRelated checks what analysistest does not: that an argument is shown with the
// parameter it is for, where that is declared in the package.
func TestRelated(t *testing.T) {
	results := analysistest.Run(t, passtest.Testdata(t), boxing.Analyzer, "./boxing/doc")
	var got []string
	for _, result := range results {
		for _, d := range result.Action.Diagnostics {
			got = append(got, d.Category+": "+related(d))
		}
	}
	const want = "argument: parameter item has type any; key: ; argument: int value of 8 bytes, string value of 16 bytes"
	if got := strings.Join(got, "; "); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestRelatedList checks the range of a finding about several arguments, and that
// each is shown.
func TestRelatedList(t *testing.T) {
	results := analysistest.Run(t, passtest.Testdata(t), boxing.Analyzer, "./boxing/lists")
	var got []string
	for _, result := range results {
		for _, d := range result.Action.Diagnostics {
			if strings.Contains(d.Message, "3 arguments of fmt.Fprintf") {
				from, to := result.Action.Package.Fset.Position(d.Pos), result.Action.Package.Fset.Position(d.End)
				got = append(got, fmt.Sprintf("%d columns: %s", to.Column-from.Column, related(d)))
			}
		}
	}
	const want = "7 columns: int value of 8 bytes, float64 value of 8 bytes, point value of 16 bytes"
	if got := strings.Join(got, "; "); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func related(d analysis.Diagnostic) string {
	var messages []string
	for _, r := range d.Related {
		messages = append(messages, r.Message)
	}
	return strings.Join(messages, ", ")
}
