package prover_test

import (
	"go/ast"
	"path/filepath"
	"testing"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
	"github.com/zeroalloc/zeroalloc-lint/internal/prover"
)

// TestTreesAgree holds the trees of all functions in the test data against what is found
// in them: both search the same graph, in different ways.
func TestTreesAgree(t *testing.T) {
	for _, name := range []string{"truth", "dynamic", "places", "quiet", "contract"} {
		t.Run(name, func(t *testing.T) { testTreesAgree(t, name) })
	}
}

func testTreesAgree(t *testing.T, name string) {
	dir, err := filepath.Abs("../../testdata/src/escape/" + name)
	if err != nil {
		t.Fatal(err)
	}
	prog, err := program.Load(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	own := prog.Package("zeroalloc.test/escape/" + name)
	src, err := own.Source()
	if err != nil {
		t.Fatal(err)
	}
	set := src.Directives
	compared, counted, exempt := 0, 0, 0
	for _, fn := range src.Funcs {
		decl, ok := fn.Syntax().(*ast.FuncDecl)
		if !ok || set.On(decl, directives.Assume) != nil || len(own.Compiled(src, fn)) != 1 {
			continue
		}
		region := prover.Region{Node: decl, Fn: fn}
		_, trees, err := prover.New(prog, own, set).Trees(region, fn.Name(), nil)
		if err != nil {
			t.Fatal(err)
		}
		tree := trees[0]
		p := prover.New(prog, own, set)
		compare(t, fn.Name(), p, region, false, first(tree.Sites, (*prover.Site).Counted))
		compare(t, fn.Name(), p, region, true, first(tree.Sites, func(*prover.Site) bool { return true }))
		checkTree(t, fn.Name(), tree)
		compared++
		for _, s := range tree.Sites {
			if s.Counted() {
				counted++
			} else {
				exempt++
			}
		}
	}
	t.Logf("%d functions, %d sites that count, %d exempt", compared, counted, exempt)
	if compared < 2 || counted+exempt == 0 {
		t.Error("too little to compare")
	}
}

func first(sites []*prover.Site, f func(*prover.Site) bool) *prover.Site {
	for _, s := range sites {
		if f(s) {
			return s
		}
	}
	return nil
}

// compare compares the surest finding with the surest site.
func compare(t *testing.T, name string, p *prover.Prover, r prover.Region, strict bool, site *prover.Site) {
	findings, err := p.Check(r, strict)
	if err != nil {
		t.Fatal(err)
	}
	found := ""
	for _, f := range findings {
		if site != nil && f.Class == site.Class {
			found = f.Class
		} else if found == "" {
			found = f.Class
		}
	}
	want := ""
	if site != nil {
		want = site.Class
	}
	if found != want {
		t.Errorf("%s, strict %t: found %q, in the tree %q", name, strict, found, want)
	}
}

// checkTree checks that each site is in the tree once, at the end of its chain.
func checkTree(t *testing.T, name string, tree *prover.Tree) {
	seen := make(map[*prover.Site]int)
	var walk func(b *prover.Branch, depth int)
	walk = func(b *prover.Branch, depth int) {
		for _, s := range b.Sites {
			seen[s]++
			if len(s.Chain) != depth {
				t.Errorf("%s: %s has a chain of %d and is %d deep", name, s.What, len(s.Chain), depth)
			}
			if s.What == "" || s.Class == "" {
				t.Errorf("%s: a site says nothing: %+v", name, s)
			}
		}
		for _, c := range b.Calls {
			if len(c.Calls)+len(c.Sites) == 0 && !c.Again {
				t.Errorf("%s: the call of %s leads nowhere", name, c.Func)
			}
			walk(c, depth+1)
		}
	}
	walk(tree.Root, 1)
	for _, s := range tree.Sites {
		if seen[s] != 1 {
			t.Errorf("%s: %s is %d times in the tree", name, s.What, seen[s])
		}
	}
	if len(seen) != len(tree.Sites) {
		t.Errorf("%s: %d sites, %d in the tree", name, len(tree.Sites), len(seen))
	}
}
