package capture_test

import (
	"path/filepath"
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

func TestHoist(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, testdata(t), capture.Analyzer, "./capture/hoist")
}
