package prover

import (
	"go/ast"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
)

// Needs reports whether an assume directive, which stands on fn or in it, says what
// is not proved without it. That is so whenever in doubt: if the code was not
// compiled, if there is none here; if it depends on the caller, who may drop an
// error or hand over memory of no further use.
func (p *Prover) Needs(fn *ssa.Function, d *directives.Directive) bool {
	without := *p
	without.ignored, without.nodes = d, make(map[string]*node)
	r := Region{Node: d.Node, Fn: fn, anyCaller: true}
	if _, ok := d.Node.(*ast.FuncDecl); ok {
		return without.allocates(r)
	}
	r.from, r.to = d.From, d.To
	for _, lit := range fn.AnonFuncs {
		if d.Covers(lit.Pos()) {
			return true // what it covers depends on who calls it
		}
	}
	return !p.calls(fn, d) || without.allocates(r)
}

// calls reports whether there is a call in fn that d covers, and that can be reached.
func (p *Prover) calls(fn *ssa.Function, d *directives.Directive) bool {
	src, err := p.own.Source()
	if err != nil {
		return false
	}
	flow := p.flow(fn, nil, false, true)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if callOf(instr) != nil && !flow.Dead(b) && d.Covers(p.index(src, fn).pos[instr]) {
				return true
			}
		}
	}
	return false
}

// allocates reports whether anything in the region may allocate, for whatever
// caller.
func (p *Prover) allocates(r Region) bool {
	roots, err := p.roots(r)
	if err != nil {
		return true
	}
	for _, s := range roots {
		f, found := p.reach(s, true)
		if found && f.Class != FirstTime && f.Class != Cold {
			return true
		}
	}
	return false
}
