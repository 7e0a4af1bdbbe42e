package escape_test

import (
	"os/exec"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/passes/escape"
)

// TestBenchmarks has loops of benchmarks, and runs them.
func TestBenchmarks(t *testing.T) {
	analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/benchmarks")
	cmd := exec.Command("go", "test", "-count=1", "./escape/benchmarks", "-test.benchtime=2000x")
	cmd.Dir = testdata(t)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
