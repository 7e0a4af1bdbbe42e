// Package paths classifies the basic blocks of a function by when they run.
package paths

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Consts is what is known of parameters at a call.
type Consts map[*ssa.Parameter]Known

// Known is what is known of a parameter.
type Known struct {
	Value constant.Value // nil unless constant
	Types []types.Type   // all that an interface value can hold, which is not nil; none if unknown
}

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
	for cond, holds := range Conditions(b) {
		tested, whenTrue := nilTest(cond)
		if tested != nil && isErrorType(tested.Type()) && holds == whenTrue {
			return true
		}
	}
	return false
}

// AfterFailedCall returns the call that failed if b runs only after a call of this
// function was found to have returned an error, or nil. An error that the function
// was handed, or found in a field, is not one: it is what the function works on.
func (f *Flow) AfterFailedCall(b *ssa.BasicBlock) *ssa.Call {
	for cond, holds := range Conditions(b) {
		tested, whenTrue := nilTest(cond)
		if tested == nil || !isErrorType(tested.Type()) || holds != whenTrue {
			continue
		}
		if call := callThatMade(tested, 0); call != nil {
			return call
		}
	}
	return nil
}

// callThatMade returns the call whose error v is, one of several if v can be that
// of any of them, or nil.
func callThatMade(v ssa.Value, depth int) *ssa.Call {
	const maxDepth = 4 // variables that are joined
	if depth > maxDepth {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Call:
		return v
	case *ssa.Extract:
		call, _ := v.Tuple.(*ssa.Call)
		return call
	case *ssa.Phi:
		var call *ssa.Call
		for _, e := range v.Edges {
			if isNil(e) {
				continue
			}
			if call = callThatMade(e, depth+1); call == nil {
				return nil
			}
		}
		return call
	case *ssa.UnOp:
		return callStored(v, depth)
	}
	return nil
}

// callStored returns the call whose error is stored in the local variable that
// load reads, if the function stores nothing else there. What func literals that
// capture it store, or who has its address, does not count.
func callStored(load *ssa.UnOp, depth int) *ssa.Call {
	v, ok := load.X.(*ssa.Alloc)
	if load.Op != token.MUL || !ok {
		return nil
	}
	var call *ssa.Call
	for _, ref := range *v.Referrers() {
		store, ok := ref.(*ssa.Store)
		if !ok || store.Addr != v || isNil(store.Val) {
			continue
		}
		if call = callThatMade(store.Val, depth+1); call == nil {
			return nil
		}
	}
	return call
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
		return c[v].Value
	case *ssa.Convert:
		x := c.Eval(v.X)
		if x == nil || !isInteger(v.X.Type()) || !isInteger(v.Type()) || !fits(x, v.Type()) {
			return nil
		}
		return x
	case *ssa.ChangeType:
		return c.Eval(v.X)
	case *ssa.Extract:
		assert, ok := v.Tuple.(*ssa.TypeAssert)
		if !ok || v.Index != 1 {
			return nil
		}
		holds, known := c.asserts(assert)
		if !known {
			return nil
		}
		return constant.MakeBool(holds)
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && g.Name() == "_Cgo_always_false" {
			return constant.MakeBool(false) // cgo makes arguments escape behind it
		}
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
