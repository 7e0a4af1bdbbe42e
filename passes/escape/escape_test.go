package escape_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/passes/escape"
)

func testdata(t *testing.T) string {
	dir, err := filepath.Abs("../../testdata/src")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestTruth(t *testing.T) {
	analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/truth")
}

func TestPlaces(t *testing.T) {
	analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/places")
}
