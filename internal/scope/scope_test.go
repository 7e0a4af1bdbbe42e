package scope_test

import (
	"go/ast"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

// places reports at each call of here why the place counts.
var places = &analysis.Analyzer{
	Name:     "capture", // a pass that an allow directive may name
	Doc:      "report the places of calls of here",
	Requires: []*analysis.Analyzer{inspect.Analyzer, scope.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		p := pass.ResultOf[scope.Analyzer].(*scope.Places)
		r := p.Reporter(pass)
		for c := range pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			if fun, ok := call.Fun.(*ast.Ident); !ok || fun.Name != "here" {
				continue
			}
			if place, ok := p.At(c); ok {
				r.Report(analysis.Diagnostic{Pos: call.Pos(), Message: place.Why})
			}
		}
		r.ReportUnused()
		return nil, nil
	},
}

func testdata(t *testing.T) string {
	dir, err := filepath.Abs("../../testdata/src")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestLoops(t *testing.T) {
	analysistest.Run(t, testdata(t), places, "./scope/a")
}

func TestCommand(t *testing.T) {
	analysistest.Run(t, testdata(t), places, "./scope/command", "./scope/examples/x")
}

func TestAnnotated(t *testing.T) {
	analysistest.Run(t, testdata(t), places, "./scope/annotated")
}

func TestModes(t *testing.T) {
	for mode, want := range map[string]int{"annotated": 7, "loops": 11, "all": 11} {
		if err := scope.Analyzer.Flags.Set("scope", mode); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, result := range analysistest.Run(ignore{}, testdata(t), places, "./scope/annotated") {
			n += len(result.Diagnostics)
		}
		if n != want {
			t.Errorf("-scope=%s: %d findings, want %d", mode, n, want)
		}
	}
	if err := scope.Analyzer.Flags.Set("scope", "some"); err == nil {
		t.Error("-scope=some is accepted")
	}
	if err := scope.Analyzer.Flags.Set("scope", "loops"); err != nil {
		t.Fatal(err)
	}
}

// ignore ignores the expectations, which are those of another mode.
type ignore struct{}

func (ignore) Errorf(string, ...any) {}
