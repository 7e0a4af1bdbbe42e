package paths

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Recovers reports whether fn defers something that recovers, or might: a
// panic in it is then not the end. If errors count as failures, a recovery that
// makes an error of the panic is none.
func (c *Classifier) Recovers(fn *ssa.Function, errors bool) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			d, ok := instr.(*ssa.Defer)
			if ok && c.mayRecover(d.Call.StaticCallee()) && !(errors && setsError(d.Call.StaticCallee())) {
				return true
			}
		}
	}
	return false
}

// mayRecover reports whether the deferred callee recovers. A callee whose body
// is not at hand is taken to do so, but for those of the standard library,
// which has Unlock and Close and nothing that recovers for its caller.
func (c *Classifier) mayRecover(callee *ssa.Function) bool {
	if callee == nil {
		return !c.Lenient
	}
	if len(callee.Blocks) == 0 {
		return !c.Lenient && !isStandard(callee)
	}
	for _, b := range callee.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok && isRecover(v) {
				return true
			}
		}
	}
	return false
}

// setsError reports whether fn, a deferred func literal, stores in an error
// variable of the function around it.
func setsError(fn *ssa.Function) bool {
	if fn == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok || isNil(store.Val) {
				continue
			}
			if v, ok := store.Addr.(*ssa.FreeVar); ok && isErrorType(store.Val.Type()) && v.Parent() == fn {
				return true
			}
		}
	}
	return false
}

// MakesError reports whether b, in a deferred func literal, runs only after a
// panic, of which the literal makes an error.
func MakesError(b *ssa.BasicBlock) bool {
	if !setsError(b.Parent()) {
		return false
	}
	for cond, holds := range Conditions(b) {
		if tested, whenTrue := nilTest(cond); isRecover(tested) && holds == whenTrue {
			return true
		}
	}
	return false
}

// isRecover reports whether v is a call of recover.
func isRecover(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	builtin, ok := call.Call.Value.(*ssa.Builtin)
	return ok && builtin.Name() == "recover"
}

// isStandard reports whether fn belongs to the standard library, by the rule
// of the go command: no dot in the first element of the path.
func isStandard(fn *ssa.Function) bool {
	if fn.Object() == nil || fn.Object().Pkg() == nil {
		return false
	}
	first, _, _ := strings.Cut(fn.Object().Pkg().Path(), "/")
	return !strings.Contains(first, ".")
}
