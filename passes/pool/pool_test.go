package pool_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/passtest"
	"github.com/zeroalloc/zeroalloc-lint/passes/pool"
)

func Test(t *testing.T) {
	analysistest.Run(t, passtest.Testdata(t), pool.Analyzer, "./pool/uses", "./pool/idioms", "./pool/stale")
}

// TestWithoutCompiler: what Put converts is seen in the source.
func TestWithoutCompiler(t *testing.T) {
	passtest.SetCompiler(t, "off")
	analysistest.Run(t, passtest.Testdata(t), pool.Analyzer, "./pool/uses", "./pool/idioms")
}

func TestGrowth(t *testing.T) {
	if err := pool.Analyzer.Flags.Set("growth", "true"); err != nil {
		t.Fatal(err)
	}
	defer pool.Analyzer.Flags.Set("growth", "false")
	analysistest.Run(t, passtest.Testdata(t), pool.Analyzer, "./pool/growth")
}

func TestDocumented(t *testing.T) { passtest.Documented(t, pool.Analyzer) }

func TestMeasured(t *testing.T) { passtest.Measured(t, "./pool/doc") }
