package zeroalloc_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	zeroalloc "github.com/zeroalloc/zeroalloc-lint"
)

// TestWithoutGoCommand runs the suite where no go command can be had, as in an action of
// Bazel: directives are unchecked, not clean, and the passes report what is certain.
func TestWithoutGoCommand(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: "examples/tour"}, ".")
	if err != nil || len(pkgs) != 1 {
		t.Fatalf("%v, %v", pkgs, err)
	}
	t.Setenv("PATH", t.TempDir())
	graph, err := checker.Analyze(zeroalloc.Suite, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string][]string) // categories by pass
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Errorf("%s: %v", act, act.Err)
		}
		for _, d := range act.Diagnostics {
			found[act.Analyzer.Name] = append(found[act.Analyzer.Name], d.Category)
		}
	}
	if escape := found["escape"]; len(escape) == 0 || slices.ContainsFunc(escape, func(c string) bool { return c != "unchecked" }) {
		t.Errorf("escape reports %q, want unchecked directives alone", escape)
	}
	for _, pass := range []string{"concat", "directive", "prealloc"} {
		if len(found[pass]) == 0 {
			t.Errorf("%s reports nothing", pass)
		}
	}
}
