package timer_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/passtest"
	"github.com/zeroalloc/zeroalloc-lint/passes/timer"
)

func Test(t *testing.T) {
	analysistest.Run(t, passtest.Testdata(t), timer.Analyzer, "./timer/uses", "./timer/old")
}

func TestOld(t *testing.T) { passtest.NoFixes(t, timer.Analyzer, "./timer/old") }

// TestWithoutCompiler: nothing is asked of it.
func TestWithoutCompiler(t *testing.T) {
	passtest.SetCompiler(t, "off")
	analysistest.Run(t, passtest.Testdata(t), timer.Analyzer, "./timer/uses")
}

func TestFix(t *testing.T) { passtest.Fixes(t, timer.Analyzer, "./timer/fix") }

func TestDocumented(t *testing.T) { passtest.Documented(t, timer.Analyzer) }

func TestMeasured(t *testing.T) { passtest.Measured(t, "./timer/doc") }
