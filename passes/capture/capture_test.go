package capture_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/passes/capture"
)

func testdata(t *testing.T) string {
	dir, err := filepath.Abs("../../testdata/src")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func Test(t *testing.T) {
	analysistest.Run(t, testdata(t), capture.Analyzer, "./capture/a", "./capture/doc", "./capture/generic", "./capture/hot")
}

func TestWithoutCompiler(t *testing.T) {
	flag := compiled.Analyzer.Flags.Lookup("compiler")
	if flag == nil {
		t.Fatal("no flag -compiler")
	}
	before := flag.Value.String()
	if err := flag.Value.Set("off"); err != nil {
		t.Fatal(err)
	}
	defer flag.Value.Set(before)
	analysistest.Run(t, testdata(t), capture.Analyzer, "./capture/fallback")
}

// TestMeasured holds the examples of the documentation, good and bad, against
// counts of what they allocate.
func TestMeasured(t *testing.T) {
	cmd := exec.Command("go", "test", "./capture/doc")
	cmd.Dir = testdata(t)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestRelated checks what analysistest does not: the category, and that each
// variable that moves to the heap is shown where it is declared, with the reason.
func TestRelated(t *testing.T) {
	var got []string
	for _, result := range analysistest.Run(t, testdata(t), capture.Analyzer, "./capture/related") {
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

func TestHoist(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, testdata(t), capture.Analyzer, "./capture/hoist")
}
