package deferloop_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/passtest"
	"github.com/zeroalloc/zeroalloc-lint/passes/deferloop"
)

func Test(t *testing.T) {
	analysistest.Run(t, passtest.Testdata(t), deferloop.Analyzer, "./deferloop/uses")
}

// TestWithoutCompiler: what a call needs is seen in the source.
func TestWithoutCompiler(t *testing.T) {
	passtest.SetCompiler(t, "off")
	analysistest.Run(t, passtest.Testdata(t), deferloop.Analyzer, "./deferloop/uses")
}

func TestDocumented(t *testing.T) { passtest.Documented(t, deferloop.Analyzer) }

func TestMeasured(t *testing.T) { passtest.Measured(t, "./deferloop/doc") }
