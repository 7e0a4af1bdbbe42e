package escape_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/passes/escape"
)

// TestCommand: for directives in the tests of a command it was said that the compiler had
// made no code.
func TestCommand(t *testing.T) {
	analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/command")
}
