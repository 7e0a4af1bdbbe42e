package prover

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// deferred returns the steps for an indirect call that the compiler put at the
// end of a function to run what it deferred, and whether the call is one.
func (p *Prover) deferred(s Step, n *node, v *view) ([]Step, bool) {
	if v.exact || v.fn == nil {
		return nil, false
	}
	var steps []Step
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
			at := s
			if len(s.frames) == 1 && v.src.Types == p.ownTypes() {
				at.pos = p.index(v.src, v.fn).pos[d] // not where the function ends
			}
			steps = append(steps, p.start(at, n, &site, d)...)
		}
	}
	return steps, any
}

// spawned returns the steps for what a go statement, or a defer statement in a
// loop, starts.
func (p *Prover) spawned(s Step, n *node, v *view) []Step {
	if !v.exact {
		return []Step{s.unresolved(v)}
	}
	var steps []Step
	for _, instr := range v.sites {
		switch instr.(type) {
		case *ssa.Go, *ssa.Defer:
			steps = append(steps, p.start(s, n, v, instr.(ssa.CallInstruction))...)
		}
	}
	return steps
}

func (s Step) unresolved(v *view) Step {
	s.class = v.exempt
	s.setClass(Dynamic)
	s.what = v.indirectCall()
	return s
}

// start returns the steps that follow the function of a go or defer statement.
func (p *Prover) start(s Step, n *node, v *view, instr ssa.CallInstruction) []Step {
	static := instr.Common().StaticCallee()
	if static == nil {
		if isBuiltin(instr.Common()) {
			return nil
		}
		at := *v
		at.sites, at.exact = []ssa.Instruction{instr}, true
		if promised, ok := p.promised(s, &at); ok {
			return promised
		}
		return []Step{s.unresolved(v)}
	}
	at := *v
	at.sites = []ssa.Instruction{instr}
	steps, found := p.enter(s, n, &at, callee{fn: static, src: v.src}, false)
	if !found {
		return []Step{s.unresolved(v)}
	}
	return steps
}

// callees returns all functions that the call that v stands for can reach, none if
// there may be others.
func (v *view) callees() []callee {
	if !v.exact {
		return nil
	}
	var all []callee
	for _, site := range v.sites {
		callees, known := v.calleesOf(site)
		if !known {
			return nil
		}
		all = append(all, callees...)
	}
	return all
}

// calleesOf returns all functions that a call can reach, and whether they are known.
// There are none if what is called is nil.
func (v *view) calleesOf(site ssa.Instruction) (callees []callee, known bool) {
	call := callOf(site)
	if call == nil || isBuiltin(call) {
		return nil, false
	}
	f := v.resolved(call.Value)
	if !call.IsInvoke() {
		return f.callees, len(f.callees) > 0 || f.onlyNil
	}
	if t, ok := types.Unalias(call.Value.Type()).(*types.TypeParam); ok {
		f.types = []types.Type{v.typeArg(t)}
	}
	for _, t := range f.types {
		method := methodOf(t, call.Method)
		if method == nil {
			return nil, false
		}
		callees = append(callees, callee{method: method})
	}
	return callees, len(callees) > 0 || f.onlyNil
}

// known returns the steps for the call of a func value or interface method whose
// functions are known, and whether they are.
func (p *Prover) known(s Step, n *node, v *view) ([]Step, bool) {
	if !v.exact {
		return nil, false
	}
	var steps []Step
	for i, site := range v.sites {
		at := *v
		at.sites = v.sites[i : i+1]
		callees, known := at.calleesOf(site)
		if !known {
			return nil, false
		}
		for _, c := range callees {
			into, ok := p.enter(s, n, &at, c, at.errorFails())
			if !ok {
				return nil, false
			}
			steps = append(steps, into...)
		}
	}
	return steps, true
}

// enter returns the steps into the code of c, and whether there is any.
func (p *Prover) enter(s Step, n *node, v *view, c callee, errorFails bool) ([]Step, bool) {
	var steps []Step
	symbol := c.symbol()
	if why, ok := isFirstTimeFunc(symbol); ok {
		if v.isAnew || v.startsAnew(symbol) || len(c.bound) > 0 {
			return nil, false // of a method value it is not known
		}
		s.class, s.what = v.exempt, why
		s.setClass(FirstTime)
		return []Step{s}, true
	}
	given := v.givenOfCall()
	given.params = append(c.bound[:len(c.bound):len(c.bound)], given.params...)
	given.captured = c.captured
	if c.method != nil {
		given.types = nil // those of its receiver are not known
	}
	for _, pkg := range []*program.Package{n.pkg, p.prog.Package(program.PackagePath(symbol)), p.own} {
		if pkg == nil {
			continue
		}
		var compiled []*goobj.Func
		if c.method != nil {
			compiled = pkg.Instances(symbol)
		} else {
			compiled = pkg.Compiled(c.src, c.fn)
		}
		for _, fn := range compiled {
			if isWrapper(fn.Name) || p.isQuiet(fn, pkg) {
				continue
			}
			next := s
			next.class, next.what, next.target = v.exempt, "", p.node(fn, pkg, given, errorFails, v.recovers())
			steps = append(steps, next)
		}
		if len(compiled) > 0 {
			return steps, true
		}
	}
	return nil, false
}
