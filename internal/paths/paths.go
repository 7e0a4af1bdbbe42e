// Package paths classifies the basic blocks of a function by when they run.
package paths

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Consts are the values of parameters that are constant at a call.
type Consts map[*ssa.Parameter]constant.Value

// A Flow is the classification of the blocks of one function.
type Flow struct {
	consts                  Consts
	dead, failing, repeated []bool // by ssa.BasicBlock.Index
}

// Dead reports whether b can never run: it lies behind a constant condition.
func (f *Flow) Dead(b *ssa.BasicBlock) bool { return f.dead[b.Index] }

// Failing reports whether every continuation from b ends in a panic, in the
// end of the goroutine or process, or in the return of an error that is
// certainly not nil.
func (f *Flow) Failing(b *ssa.BasicBlock) bool { return f.failing[b.Index] }

// Repeated reports whether b can run more than once in a call without a
// failure in between.
func (f *Flow) Repeated(b *ssa.BasicBlock) bool { return f.repeated[b.Index] }

// Continues reports whether the body of a loop over an iterator, which is the
// function of f, can go on to another round from b: it then returns true.
func (f *Flow) Continues(b *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	for work := []*ssa.BasicBlock{b}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) == 1 {
			more := f.consts.Eval(ret.Results[0])
			if more == nil || more.Kind() != constant.Bool || constant.BoolVal(more) {
				return true
			}
		}
		work = append(work, f.successors(b)...)
	}
	return false
}

// AfterError reports whether b runs only after an error was found not to be
// nil: whatever is done about it there, it is not the steady state.
func (f *Flow) AfterError(b *ssa.BasicBlock) bool {
	for d := b; d != nil; d = d.Idom() {
		if len(d.Preds) != 1 {
			continue
		}
		pred := d.Preds[0]
		tested, whenTrue := nilTest(pred)
		if tested != nil && isErrorType(tested.Type()) && (pred.Succs[0] == d) == whenTrue {
			return true
		}
	}
	return false
}

// A Classifier computes flows. It remembers what it learned about callees, and
// is not safe for concurrent use.
type Classifier struct {
	// Lenient takes an error for non-nil also where only convention says so:
	// the result of a call that was handed a non-nil error to wrap, a named
	// result that a deferred call could still change.
	Lenient bool

	fails  map[*ssa.Function]bool // never returns
	errors map[*ssa.Function]bool // returns no nil error
}

// Flow classifies the blocks of fn when it is called with consts, which may be
// nil. Unless errors is set, the return of an error is no failure, and unless
// panics is set a panic is none: the caller goes on as if nothing had happened.
func (c *Classifier) Flow(fn *ssa.Function, consts Consts, errors, panics bool) *Flow {
	n := len(fn.Blocks)
	f := &Flow{consts: consts, dead: make([]bool, n), failing: make([]bool, n), repeated: make([]bool, n)}
	if n == 0 {
		return f
	}
	c.markDead(fn, f)
	c.markFailing(fn, f, errors, panics)
	if errors && f.failing[0] {
		// A function that only ever returns errors makes them for a living:
		// for it they are no failure. A panic is one everywhere.
		clear(f.failing)
		c.markFailing(fn, f, false, panics)
	}
	markRepeated(fn, f)
	return f
}

// successors returns the successors of b that a constant condition leaves.
func (f *Flow) successors(b *ssa.BasicBlock) []*ssa.BasicBlock {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return b.Succs
	}
	v := f.consts.Eval(cond.Cond)
	if v == nil || v.Kind() != constant.Bool {
		return b.Succs
	}
	if constant.BoolVal(v) {
		return b.Succs[:1]
	}
	return b.Succs[1:]
}

// Eval returns the constant value of v where the parameters have the values c,
// or nil.
func (c Consts) Eval(v ssa.Value) constant.Value {
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value
	case *ssa.Parameter:
		return c[v]
	case *ssa.Convert:
		x := c.Eval(v.X)
		if x == nil || !isInteger(v.X.Type()) || !isInteger(v.Type()) || !fits(x, v.Type()) {
			return nil
		}
		return x
	case *ssa.ChangeType:
		return c.Eval(v.X)
	case *ssa.UnOp:
		if x := c.Eval(v.X); x != nil && v.Op == token.NOT {
			return constant.UnaryOp(token.NOT, x, 0)
		}
	case *ssa.BinOp:
		x, y := c.Eval(v.X), c.Eval(v.Y)
		if x == nil || y == nil {
			return nil
		}
		switch v.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return constant.MakeBool(constant.Compare(x, v.Op, y))
		}
	}
	return nil
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// fits reports whether the integer x converts to t without loss, by the
// narrowest reading of t: 7 bits for int8 and uint8, 31 for int.
func fits(x constant.Value, t types.Type) bool {
	n, ok := constant.Int64Val(x)
	if !ok || n < 0 {
		return false
	}
	switch t.Underlying().(*types.Basic).Kind() {
	case types.Int8, types.Uint8:
		return n < 1<<7
	case types.Int16, types.Uint16:
		return n < 1<<15
	}
	return n < 1<<31
}

func (c *Classifier) markDead(fn *ssa.Function, f *Flow) {
	for i := range f.dead {
		f.dead[i] = true
	}
	work := []*ssa.BasicBlock{fn.Blocks[0]}
	if fn.Recover != nil {
		work = append(work, fn.Recover)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !f.dead[b.Index] {
			continue
		}
		f.dead[b.Index] = false
		work = append(work, f.successors(b)...)
	}
}

// markFailing computes the least fixed point: a loop that never ends is not a
// failure.
func (c *Classifier) markFailing(fn *ssa.Function, f *Flow, errors, panics bool) {
	panics = panics && !c.Recovers(fn, errors)
	for changed := true; changed; {
		changed = false
		for i := len(fn.Blocks) - 1; i >= 0; i-- {
			b := fn.Blocks[i]
			if f.failing[i] || f.dead[i] || !c.blockFails(b, f, panics, errors) {
				continue
			}
			f.failing[i] = true
			changed = true
		}
	}
}

func (c *Classifier) blockFails(b *ssa.BasicBlock, f *Flow, panics, errors bool) bool {
	for _, instr := range b.Instrs {
		if call, ok := instr.(*ssa.Call); ok && panics && c.neverReturns(call.Call.StaticCallee()) {
			return true
		}
	}
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Panic:
		return panics
	case *ssa.Return:
		return errors && c.returnsError(last)
	}
	succs := f.successors(b)
	for _, s := range succs {
		if !f.failing[s.Index] {
			return false
		}
	}
	return len(succs) > 0
}

// neverReturns reports whether no path through fn returns.
func (c *Classifier) neverReturns(fn *ssa.Function) bool {
	if fn == nil || len(fn.Blocks) == 0 {
		return false
	}
	if known, ok := c.fails[fn]; ok {
		return known
	}
	if c.fails == nil {
		c.fails = make(map[*ssa.Function]bool)
	}
	c.fails[fn] = false // while in progress: recursion alone is no failure
	f := &Flow{dead: make([]bool, len(fn.Blocks)), failing: make([]bool, len(fn.Blocks))}
	c.markDead(fn, f)
	c.markFailing(fn, f, false, true)
	c.fails[fn] = f.failing[0]
	return f.failing[0]
}

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
		if tested, whenTrue := nilTest(pred); tested != nil {
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
	for d := b; d != nil; d = d.Idom() {
		if len(d.Preds) != 1 {
			continue
		}
		pred := d.Preds[0]
		tested, whenTrue := nilTest(pred)
		if tested == v && pred.Succs[0] != pred.Succs[1] && (pred.Succs[0] == d) == whenTrue {
			return true
		}
	}
	return false
}

// nilTest returns the value that the end of b compares with nil, and whether
// it is not nil when the comparison holds.
func nilTest(b *ssa.BasicBlock) (tested ssa.Value, whenTrue bool) {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil, false
	}
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
	for d := b; d != nil; d = d.Idom() {
		if len(d.Preds) != 1 {
			continue
		}
		pred := d.Preds[0]
		tested, whenTrue := nilTest(pred)
		if isRecover(tested) && (pred.Succs[0] == d) == whenTrue {
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
