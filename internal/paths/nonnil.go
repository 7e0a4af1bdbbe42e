package paths

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// returnsError reports whether ret returns an error that is certainly not nil.
func (c *Classifier) returnsError(ret *ssa.Return) bool {
	if len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	return isErrorType(last.Type()) && c.nonNil(last, ret.Block(), nil)
}

// nonNil reports whether v is certainly not nil when control is in block b.
func (c *Classifier) nonNil(v ssa.Value, b *ssa.BasicBlock, seen map[ssa.Value]bool) bool {
	if seen[v] {
		// Around a loop: the other edges of the phi decide. A variable is
		// not known by what was read from it.
		_, ok := v.(*ssa.Phi)
		return ok
	}
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.ChangeInterface:
		return c.nonNil(v.X, b, seen)
	case *ssa.Phi:
		if checkedNonNil(v, b) {
			return true
		}
		deeper := with(seen, v)
		for i, e := range v.Edges {
			if !c.nonNil(e, v.Block().Preds[i], deeper) {
				return false
			}
		}
		return true
	case *ssa.Call:
		return c.callNonNil(v, b, with(seen, v)) || checkedNonNil(v, b)
	case *ssa.UnOp:
		return checkedNonNil(v, b) || c.Lenient && c.storedNonNil(v, b, with(seen, v))
	}
	return checkedNonNil(v, b)
}

// with returns seen and v.
func with(seen map[ssa.Value]bool, v ssa.Value) map[ssa.Value]bool {
	more := map[ssa.Value]bool{v: true}
	for s := range seen {
		more[s] = true
	}
	return more
}

// callNonNil reports whether the call returns an error that is not nil.
func (c *Classifier) callNonNil(call *ssa.Call, b *ssa.BasicBlock, seen map[ssa.Value]bool) bool {
	callee := call.Call.StaticCallee()
	if callee != nil && (makesError(callee) || c.alwaysErrors(callee)) {
		return true
	}
	if !c.Lenient {
		return false
	}
	for _, arg := range call.Call.Args {
		if isErrorType(arg.Type()) && c.nonNil(arg, b, seen) {
			return true
		}
	}
	return false
}

// alwaysErrors reports whether fn, a function of this package, returns a
// non-nil error on every path.
func (c *Classifier) alwaysErrors(fn *ssa.Function) bool {
	if len(fn.Blocks) == 0 || fn.Signature.Results().Len() != 1 {
		return false
	}
	if known, ok := c.errors[fn]; ok {
		return known
	}
	if c.errors == nil {
		c.errors = make(map[*ssa.Function]bool)
	}
	c.errors[fn] = false // while in progress
	all := true
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !c.returnsError(ret) {
			all = false
		}
	}
	c.errors[fn] = all && !c.Recovers(fn, false)
	return c.errors[fn]
}

// storedNonNil reports whether the variable that load reads holds an error that
// the same block, or the only way to it, stored or tested.
func (c *Classifier) storedNonNil(load *ssa.UnOp, b *ssa.BasicBlock, seen map[ssa.Value]bool) bool {
	if load.Op != token.MUL {
		return false
	}
	for b != nil {
		for i := len(b.Instrs) - 1; i >= 0; i-- {
			if s, ok := b.Instrs[i].(*ssa.Store); ok && s.Addr == load.X {
				return c.nonNil(s.Val, b, seen)
			}
		}
		if len(b.Preds) != 1 {
			return false
		}
		pred := b.Preds[0]
		if cond, ok := pred.Instrs[len(pred.Instrs)-1].(*ssa.If); ok {
			tested, whenTrue := nilTest(cond)
			u, ok := tested.(*ssa.UnOp)
			if ok && u.Op == token.MUL && u.X == load.X {
				return pred.Succs[0] == b == whenTrue
			}
		}
		b = pred
	}
	return false
}

// checkedNonNil reports whether b is only reached after a test that found v
// not to be nil.
func checkedNonNil(v ssa.Value, b *ssa.BasicBlock) bool {
	for cond, holds := range Conditions(b) {
		if tested, whenTrue := nilTest(cond); tested == v && holds == whenTrue {
			return true
		}
	}
	return false
}

// nilTest returns the value that a condition compares with nil, and whether it is not
// nil when the condition holds.
func nilTest(cond *ssa.If) (tested ssa.Value, whenTrue bool) {
	cmp, ok := cond.Cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return nil, false
	}
	switch {
	case isNil(cmp.Y):
		return cmp.X, cmp.Op == token.NEQ
	case isNil(cmp.X):
		return cmp.Y, cmp.Op == token.NEQ
	}
	return nil, false
}

// makesError reports whether fn is a function of the standard library that
// never returns a nil error.
func makesError(fn *ssa.Function) bool {
	switch fn.String() {
	case "errors.New", "fmt.Errorf":
		return true
	}
	return false
}

func isErrorType(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

func isNil(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.IsNil()
}
