package prealloc_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/passes/prealloc"
)

func testdata(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../testdata/src")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestPrealloc(t *testing.T) {
	analysistest.Run(t, testdata(t), prealloc.Analyzer,
		"./prealloc/bounds", "./prealloc/makeempty", "./prealloc/maps", "./prealloc/nope", "./prealloc/writers")
}

func TestFix(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, testdata(t), prealloc.Analyzer,
		"./prealloc/fix", "./prealloc/fiximport")
}
