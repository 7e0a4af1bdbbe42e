package escape

import (
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// deferred returns the steps for an indirect call that the compiler put at the
// end of a function to run what it deferred, and whether the call is one.
func (p *prover) deferred(s step, n *node, v *view) ([]step, bool) {
	if v.exact || v.fn == nil {
		return nil, false
	}
	var steps []step
	any := false
	for _, b := range v.fn.Blocks {
		for _, instr := range b.Instrs {
			d, ok := instr.(*ssa.Defer)
			if !ok {
				continue
			}
			any = true
			site := *v
			site.sites, site.exact = []ssa.Instruction{d}, true
			steps = append(steps, p.start(s, n, &site, d)...)
		}
	}
	return steps, any
}

// spawned returns the steps for what a go statement, or a defer statement in a
// loop, starts.
func (p *prover) spawned(s step, n *node, v *view) []step {
	if !v.exact {
		return []step{s.unresolved(v)}
	}
	var steps []step
	for _, instr := range v.sites {
		switch instr.(type) {
		case *ssa.Go, *ssa.Defer:
			steps = append(steps, p.start(s, n, v, instr.(ssa.CallInstruction))...)
		}
	}
	return steps
}

func (s step) unresolved(v *view) step {
	s.class = v.exempt
	s.setClass(classDynamic)
	s.what = v.indirectCall()
	return s
}

// start returns the steps that follow the function of a go or defer statement.
func (p *prover) start(s step, n *node, v *view, instr ssa.CallInstruction) []step {
	static := instr.Common().StaticCallee()
	if static == nil {
		if isBuiltin(instr.Common()) {
			return nil
		}
		return []step{s.unresolved(v)}
	}
	at := *v
	at.sites = []ssa.Instruction{instr}
	steps, found := p.enter(s, n, &at, callee{static, v.src}, false)
	if !found {
		return []step{s.unresolved(v)}
	}
	return steps
}

// known returns the steps for the call of a func value whose function is known,
// and whether it is.
func (p *prover) known(s step, n *node, v *view) ([]step, bool) {
	call := v.call()
	if call == nil || call.IsInvoke() {
		return nil, false
	}
	c := v.resolve(call.Value)
	if c.fn == nil {
		return nil, false
	}
	return p.enter(s, n, v, c, v.errorFails())
}

// enter returns the steps into the code of c, and whether there is any.
func (p *prover) enter(s step, n *node, v *view, c callee, errorFails bool) ([]step, bool) {
	var steps []step
	if _, ok := isFirstTimeFunc(program.Symbol(c.fn)); ok {
		return nil, true
	}
	for _, pkg := range []*program.Package{n.pkg, p.prog.Package(program.PackagePath(program.Symbol(c.fn))), p.own} {
		if pkg == nil {
			continue
		}
		compiled := pkg.Compiled(c.src, c.fn)
		for _, fn := range compiled {
			if isWrapper(fn.Name) || p.isQuiet(fn, pkg) {
				continue
			}
			next := s
			next.class, next.what, next.target = v.exempt, "", p.node(fn, pkg, v.factsOfCall(), errorFails, v.recovers())
			steps = append(steps, next)
		}
		if len(compiled) > 0 {
			return steps, true
		}
	}
	return nil, false
}
