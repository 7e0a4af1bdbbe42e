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

// TestTruth holds what is found against what is measured. The functions of the
// package dynamic are measured as well.
func TestTruth(t *testing.T) {
	for _, name := range []string{"truth", "dynamic", "growth"} {
		t.Run(name, func(t *testing.T) { testTruth(t, name) })
	}
}

func testTruth(t *testing.T, pkg string) {
	results := analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/"+pkg)
	found := make(map[string]bool)
	accused := make(map[string]bool) // not only of a call that cannot be followed
	for _, result := range results {
		for _, d := range result.Diagnostics {
			name := function(result.Pass, d.Pos)
			found[name] = true
			accused[name] = accused[name] || d.Category != "dynamic"
		}
	}
	for name, allocs := range measure(t, pkg) {
		switch {
		case name == "holder.strictUpdate":
		case allocs > 0 && !found[name]:
			t.Errorf("%s allocates %v times, and nothing is found", name, allocs)
		case allocs == 0 && accused[name]:
			t.Errorf("%s allocates nothing, and something is found", name)
		}
	}
}

// measure runs the test that measures the functions of a package.
func measure(t *testing.T, pkg string) map[string]float64 {
	cmd := exec.Command("go", "test", "-count=1", "-run=TestMeasure", "-v", "./escape/"+pkg)
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
	if len(allocs) < 20 {
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

func TestContracts(t *testing.T) {
	results := analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/contract")
	for _, result := range results {
		for _, d := range result.Diagnostics {
			if !strings.Contains(d.Message, "(*Boxes).Put, called as contractdep.Sink.Put") {
				continue
			}
			var related []string
			for _, r := range d.Related {
				at := result.Pass.Fset.Position(r.Pos)
				related = append(related, fmt.Sprintf("%s:%d: %s", filepath.Base(at.Filename), at.Line, r.Message))
			}
			want := "dep.go:38: int value allocates when converted to any (8 B)\ndep.go:10: contractdep.Sink.Put is annotated //zeroalloc:check"
			if got := strings.Join(related, "\n"); got != want {
				t.Errorf("%s is explained by\n%s\nwant\n%s", d.Message, got, want)
			}
		}
	}
}

func TestAssume(t *testing.T) {
	analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/assume", "./escape/assumedep")
}

func TestKinds(t *testing.T) {
	analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/kinds")
}

func TestGeneric(t *testing.T) {
	analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/generic", "./escape/genericdep")
}

func TestCrosstalk(t *testing.T) {
	analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/crosstalk")
}
