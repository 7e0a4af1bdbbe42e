package escape_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/passes/escape"
)

// TestQuiet: strict mode once reported, without a word, clean calls on exempt paths.
func TestQuiet(t *testing.T) {
	analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/quiet")
}
