package escape_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
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
	results := analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/truth")
	found := make(map[string]bool)
	for _, result := range results {
		for _, d := range result.Diagnostics {
			if name := function(result.Pass, d.Pos); d.Category != "dynamic" {
				found[name] = true
			}
		}
	}
	wrong := map[string]string{
		// Values that the analysis does not follow.
		"matches": "what is appended to the result is empty",
	}
	for name, allocs := range measure(t) {
		switch {
		case name == "holder.strictUpdate":
		case allocs > 0 && !found[name]:
			t.Errorf("%s allocates %v times, and nothing is found", name, allocs)
		case allocs == 0 && found[name] && wrong[name] == "":
			t.Errorf("%s allocates nothing, and something is found", name)
		}
	}
}

// measure runs the test that measures the functions of package truth.
func measure(t *testing.T) map[string]float64 {
	cmd := exec.Command("go", "test", "-count=1", "-run=TestMeasure", "-v", "./escape/truth")
	cmd.Dir = testdata(t)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	allocs := make(map[string]float64)
	for line := range strings.Lines(string(out)) {
		var name string
		var n float64
		if _, err := fmt.Sscanf(line, "measured %s %g", &name, &n); err == nil {
			allocs[name] = n
		}
	}
	if len(allocs) < 40 {
		t.Fatalf("%d functions measured:\n%s", len(allocs), out)
	}
	return allocs
}

// function names the function around pos.
func function(pass *analysis.Pass, pos token.Pos) string {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || pos < fn.Pos() || pos >= fn.End() {
				continue
			}
			if fn.Recv == nil {
				return fn.Name.Name
			}
			t := fn.Recv.List[0].Type
			if star, ok := t.(*ast.StarExpr); ok {
				t = star.X
			}
			return types.ExprString(t) + "." + fn.Name.Name
		}
	}
	return ""
}

func TestPlaces(t *testing.T) {
	analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/places")
}
