package concat_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/passes/concat"
)

func testdata(t *testing.T) string {
	dir, err := filepath.Abs("../../testdata/src")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func Test(t *testing.T) {
	analysistest.Run(t, testdata(t), concat.Analyzer, "./concat/grow")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, testdata(t), concat.Analyzer, "./concat/builder", "./concat/imports")
}

// TestNoFix checks that nothing is offered for what must stay as it is.
func TestNoFix(t *testing.T) {
	results := analysistest.Run(t, testdata(t), concat.Analyzer, "./concat/plain")
	for _, r := range results {
		for _, d := range r.Diagnostics {
			for _, fix := range d.SuggestedFixes {
				t.Errorf("%s: fix %q", r.Pass.Fset.Position(d.Pos), fix.Message)
			}
		}
	}
}
