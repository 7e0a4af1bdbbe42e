package capture_test

import (
	"fmt"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/passtest"
	"github.com/zeroalloc/zeroalloc-lint/passes/capture"
)

func Test(t *testing.T) {
	analysistest.Run(t, passtest.Testdata(t), capture.Analyzer, "./capture/a", "./capture/doc", "./capture/generic", "./capture/given", "./capture/hot", "./capture/loopvar", "./capture/measured")
}

func TestWithoutCompiler(t *testing.T) {
	passtest.SetCompiler(t, "off")
	analysistest.Run(t, passtest.Testdata(t), capture.Analyzer, "./capture/fallback")
}

// TestMeasured holds the examples of the documentation, good and bad, against
// counts of what they allocate.
func TestMeasured(t *testing.T) { passtest.Measured(t, "./capture/doc", "./capture/measured") }

// TestRelated checks what analysistest does not: the category, and that each
// variable that moves to the heap is shown where it is declared, with the reason.
func TestRelated(t *testing.T) {
	var got []string
	for _, result := range analysistest.Run(t, passtest.Testdata(t), capture.Analyzer, "./capture/related") {
		if result.Action.Package.ForTest != "" {
			continue
		}
		for _, d := range result.Action.Diagnostics {
			got = append(got, d.Category)
			for _, r := range d.Related {
				line := result.Action.Package.Fset.Position(r.Pos).Line
				got = append(got, fmt.Sprintf("%d: %s", line, r.Message))
			}
		}
	}
	want := []string{
		"func-literal",
		"16: assigned is captured by reference, as it is assigned to after its declaration, and moves to the heap",
		"17: address is captured by reference, as its address is taken, and moves to the heap",
		"18: large is captured by reference, as it is larger than 128 bytes, and moves to the heap",
		"method-value",
		"33: c is captured by reference, as inc has a pointer receiver, and moves to the heap",
		"loop-body",
		"38: sum is captured by reference, as it is assigned to after its declaration, and moves to the heap",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHoist(t *testing.T) { passtest.Fixes(t, capture.Analyzer, "./capture/hoist") }
