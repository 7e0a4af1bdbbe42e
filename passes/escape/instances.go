package escape

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/prover"
)

// A use is where a generic function or method of another package is instantiated.
type use struct {
	id   *ast.Ident
	fn   *types.Func // the generic one
	args []types.Type
}

// checkInstances checks the instances that this package makes of annotated generic
// functions of other packages: where those are declared there is no code of them.
func (c *checker) checkInstances() {
	for _, u := range c.uses() {
		d, ok := c.finder.On(c.pass.Fset, u.fn, directives.Check, directives.Strict)
		if !ok {
			continue
		}
		i := prover.Instance(u.fn, u.args)
		if key := "instance " + i.Key(); !c.checked[key] {
			c.checked[key] = true
			c.checkInstance(u, i, contract{d, u.fn})
		}
	}
}

func (c *checker) checkInstance(u use, i prover.Implementation, k contract) {
	p, err := c.prover(u.id.Pos())
	if err != nil {
		c.uncheckedAt(u.id.Pos(), k, err.Error())
		return
	}
	findings, err := p.CheckImplementation(u.id.Pos(), i, k.strict())
	if err != nil && !errors.Is(err, prover.ErrNoCode) { // without code it is never called
		c.uncheckedAt(u.id.Pos(), k, err.Error())
	}
	for _, f := range findings {
		if c.found[c.line(f.Pos, f)] {
			continue // for a directive on what it is called in
		}
		c.reporter.Report(analysis.Diagnostic{
			Pos: u.id.Pos(), End: u.id.End(),
			Category: category(f),
			Message:  f.Message() + ", annotated //zeroalloc:" + k.Name,
			Related:  append(f.Related(), k.related(p)...),
		})
	}
}

// uses returns the instantiations of generic functions and methods of other packages,
// in source order but first those outside of tests.
func (c *checker) uses() []use {
	var list []use
	add := func(id *ast.Ident, fn *types.Func, args *types.TypeList) {
		if fn.Pkg() == nil || fn.Pkg() == c.pass.Pkg || args.Len() == 0 {
			return
		}
		list = append(list, use{id, fn.Origin(), slices.Collect(args.Types())})
	}
	for id, inst := range c.pass.TypesInfo.Instances {
		if fn, ok := c.pass.TypesInfo.Uses[id].(*types.Func); ok {
			add(id, fn, inst.TypeArgs)
		}
	}
	for sel, selection := range c.pass.TypesInfo.Selections {
		fn, ok := selection.Obj().(*types.Func)
		if !ok || fn == fn.Origin() {
			continue
		}
		if named := receiver(fn); named != nil {
			add(sel.Sel, fn, named.TypeArgs())
		}
	}
	slices.SortFunc(list, func(a, b use) int {
		if isTest(c.pass, a.id.Pos()) != isTest(c.pass, b.id.Pos()) {
			if isTest(c.pass, a.id.Pos()) {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.id.Pos(), b.id.Pos())
	})
	return list
}

// receiver returns the type that fn is a method of, nil if that has no name.
func receiver(fn *types.Func) *types.Named {
	t := fn.Signature().Recv().Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, _ := types.Unalias(t).(*types.Named)
	return named
}

// line tells findings of the same line apart.
func (c *checker) line(pos token.Pos, f prover.Finding) string {
	at := c.pass.Fset.Position(pos)
	return fmt.Sprintf("%s:%d %s", at.Filename, at.Line, f.Message())
}
