package zeroalloc_test

import (
	"go/ast"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	zeroalloc "github.com/zeroalloc/zeroalloc-lint"
	"github.com/zeroalloc/zeroalloc-lint/internal/passtest"
)

// TestRecall runs the suite over functions that each have one cause of allocations, and
// over ones that allocate nothing. The packages themselves measure that.
func TestRecall(t *testing.T) {
	passtest.GoTest(t, "testdata/src", "./recall/found", "./recall/clean")
	found, missed := findingsByFunc(t, "./recall/found")
	t.Logf("%d of %d found; missed: %q", len(found), len(found)+len(missed), missed)
	if total := len(found) + len(missed); total < 60 || len(found)*10 < total*9 {
		t.Errorf("%d of %d functions found, want 60 and nine in ten; missed: %q", len(found), total, missed)
	}
	for fn, messages := range found {
		if len(messages) > 2 {
			t.Errorf("%s: one cause, and %d findings: %q", fn, len(messages), messages)
		}
	}
	reported, _ := findingsByFunc(t, "./recall/clean")
	for fn, messages := range reported {
		t.Errorf("%s allocates nothing: %q", fn, messages)
	}
}

// findingsByFunc returns what the suite reports of functions that take a list of records,
// and the names of those of which it reports nothing.
func findingsByFunc(t *testing.T, pattern string) (found map[string][]string, missed []string) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "testdata/src"}, pattern)
	if err != nil || len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		t.Fatalf("%s: %v, %v", pattern, pkgs, err)
	}
	graph, err := checker.Analyze(zeroalloc.Suite, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	found = make(map[string][]string)
	for _, decl := range pkgs[0].Syntax[0].Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		for _, act := range graph.Roots {
			if act.Err != nil {
				t.Errorf("%s: %v", act, act.Err)
			}
			for _, d := range act.Diagnostics {
				if fn.Pos() <= d.Pos && d.Pos < fn.End() {
					found[fn.Name.Name] = append(found[fn.Name.Name], act.Analyzer.Name+": "+d.Message)
				}
			}
		}
		params := fn.Type.Params.List
		if found[fn.Name.Name] == nil && len(params) == 1 && params[0].Names[0].Name == "rs" {
			missed = append(missed, fn.Name.Name)
		}
	}
	slices.Sort(missed)
	return found, missed
}
