package prover

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/paths"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A trace follows slices back to what they are the longer, or shorter, form of: same
// start, and no less room.
type trace struct {
	prover *Prover
	isEnd  func(ssa.Value) bool
	seen   map[ssa.Value]bool
	flow   *paths.Flow // nil if all ways count
}

// lengthens reports whether x is a slice or struct with all the room that one for which
// isEnd holds has.
func (p *Prover) lengthens(x ssa.Value, isEnd func(ssa.Value) bool) bool {
	t := trace{prover: p, isEnd: isEnd, seen: make(map[ssa.Value]bool)}
	return t.value(x)
}

func (t *trace) value(x ssa.Value) bool {
	if t.seen[x] {
		return true // around a loop: the other ways in decide
	}
	t.seen[x] = true
	if t.isEnd(x) {
		return true
	}
	switch x := x.(type) {
	case *ssa.Slice:
		return isZero(x.Low) && x.Max == nil && t.value(x.X)
	case *ssa.ChangeType:
		return t.value(x.X)
	case *ssa.MultiConvert:
		return isSlice(x.Type()) && isSlice(x.X.Type()) && t.value(x.X)
	case *ssa.Phi:
		return t.edges(x)
	case *ssa.Call:
		return t.result(x)
	case *ssa.Extract:
		call, ok := x.Tuple.(*ssa.Call)
		return ok && x.Index == 0 && t.result(call)
	case *ssa.UnOp:
		alloc, ok := x.X.(*ssa.Alloc)
		if !ok || x.Op != token.MUL {
			return false
		}
		return t.variable(alloc)
	}
	return false
}

// variable follows all that is stored in a local variable. What func literals store there
// must be a form of what they find there.
func (t *trace) variable(alloc *ssa.Alloc) bool {
	stored := false
	for _, ref := range *alloc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != alloc || !t.value(ref.Val) {
				return false
			}
			stored = true
		case *ssa.MakeClosure:
			if !t.prover.lengthensCaptured(ref, alloc) {
				return false
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return stored
}

func (p *Prover) lengthensCaptured(m *ssa.MakeClosure, v ssa.Value) bool {
	fn := m.Fn.(*ssa.Function)
	for i, b := range m.Bindings {
		if b != v {
			continue
		}
		free := fn.FreeVars[i]
		//zeroalloc:allow capture one for each captured variable
		isEnd := func(x ssa.Value) bool {
			load, ok := x.(*ssa.UnOp)
			return ok && load.Op == token.MUL && load.X == free
		}
		for _, ref := range *free.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Addr != free || !p.lengthens(ref.Val, isEnd) {
					return false
				}
			case *ssa.MakeClosure:
				if !p.lengthensCaptured(ref, free) {
					return false
				}
			case *ssa.UnOp, *ssa.DebugRef:
			default:
				return false
			}
		}
	}
	return true
}

func (t *trace) edges(phi *ssa.Phi) bool {
	for i, x := range phi.Edges {
		if pred := phi.Block().Preds[i]; t.flow != nil && t.flow.Dead(pred) {
			continue
		}
		if !t.value(x) {
			return false
		}
	}
	return true
}

func (t *trace) result(call *ssa.Call) bool {
	args := call.Call.Args
	if isBuiltin(&call.Call) {
		return isAppend(call) && t.value(args[0])
	}
	if call.Call.StaticCallee() == nil { // trusted, like a contract
		return len(args) > 0 && sameResult(call, args[0]) && t.value(args[0])
	}
	i := t.prover.threaded(&call.Call)
	return i >= 0 && i < len(args) && t.value(args[i])
}

// threaded returns the index of the parameter that the function which is called returns
// a longer or shorter form of, as its first result, unless it fails; -1 if there is none.
func (p *Prover) threaded(call *ssa.CallCommon) int {
	v := p.bodyOf(call.StaticCallee())
	if v == nil {
		return -1
	}
	consts := make(paths.Consts)
	facts := make([]fact, len(v.fn.Params))
	for i, param := range v.fn.Params {
		if k, ok := call.Args[i].(*ssa.Const); ok {
			consts[param] = paths.Known{Value: k.Value}
			facts[i].value = k.Value
		}
	}
	var b strings.Builder
	writeFacts(&b, facts)
	k := threadKey{v.fn, b.String()}
	if i, ok := p.threads[k]; ok {
		return i
	}
	p.threads[k] = -1 // while it is decided: a recursive call
	flow := p.flow(v.fn, consts, true, false)
	for i, param := range v.fn.Params {
		if p.isThreaded(flow, param) {
			p.threads[k] = i
			break
		}
	}
	return p.threads[k]
}

// A threadKey is a function as called with certain constants.
type threadKey struct {
	fn     *ssa.Function
	consts string
}

func (p *Prover) isThreaded(flow *paths.Flow, param *ssa.Parameter) bool {
	if !isSlice(param.Type()) {
		return false
	}
	isParam := func(x ssa.Value) bool {
		if x == param {
			return true
		}
		return isFresh(x) && isFullBlock(x.(ssa.Instruction).Block(), func(s ssa.Value) bool {
			return s != nil && p.lengthens(s, func(y ssa.Value) bool { return y == param })
		})
	}
	returned := false
	for _, b := range param.Parent().Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || flow.Dead(b) || flow.Failing(b) {
			continue
		}
		t := trace{prover: p, isEnd: isParam, seen: make(map[ssa.Value]bool), flow: flow}
		if len(ret.Results) == 0 || !t.value(ret.Results[0]) {
			return false
		}
		returned = true
	}
	return returned
}

// bodyOf returns a view of the function that is called as callee, nil if its source
// cannot be had.
func (p *Prover) bodyOf(callee *ssa.Function) *view {
	if origin := callee.Origin(); origin != nil {
		callee = origin
	}
	if len(callee.Blocks) == 0 || callee.Synthetic != "" && callee.Parent() == nil {
		return p.declared(program.Symbol(callee))
	}
	return &view{prover: p, fn: callee, node: &node{}}
}

// storesParam reports whether a call puts the slice that is its i-th argument into the field
// at addr, whatever happens: into that of a struct which it is handed as well.
func (p *Prover) storesParam(call *ssa.Call, i int, addr ssa.Value) bool {
	v := p.bodyOf(call.Call.StaticCallee())
	field, ok := addr.(*ssa.FieldAddr)
	if v == nil || !ok || i >= len(v.fn.Params) {
		return false
	}
	for _, instr := range v.fn.Blocks[0].Instrs {
		store, ok := instr.(*ssa.Store)
		if !ok || store.Val != v.fn.Params[i] {
			continue
		}
		to, ok := store.Addr.(*ssa.FieldAddr)
		if !ok || !homeAt(to).is(homeAt(field)) {
			continue
		}
		if j := paramIndexOf(to.X); j >= 0 && isSamePlace(call.Call.Args[j], field.X) {
			return true
		}
	}
	return false
}

// paramIndexOf returns which parameter x is, -1 if it is none.
func paramIndexOf(x ssa.Value) int {
	param, ok := x.(*ssa.Parameter)
	if !ok {
		return -1
	}
	return slices.Index(param.Parent().Params, param)
}

// isFresh reports whether x is memory that was made just now.
func isFresh(x ssa.Value) bool {
	switch x := x.(type) {
	case *ssa.MakeSlice, *ssa.MakeMap:
		return true
	case *ssa.Slice:
		_, ok := x.X.(*ssa.Alloc)
		return ok || isFresh(x.X)
	}
	return false
}

// isFullBlock reports whether b runs only after the capacity of a slice was found to be
// too small: of one for which of holds, unless that is nil.
func isFullBlock(b *ssa.BasicBlock, of func(ssa.Value) bool) bool {
	return testedFull(b, of) != nil
}

// fullTest returns the comparison that found a capacity to be too small before b runs, or
// nil.
func fullTest(b *ssa.BasicBlock) *ssa.BinOp { return testedFull(b, nil) }

func testedFull(b *ssa.BasicBlock, of func(ssa.Value) bool) *ssa.BinOp {
	for cond, holds := range paths.Conditions(b) {
		cmp, ok := cond.Cond.(*ssa.BinOp)
		if ok && isTooSmall(cmp, holds) && (of == nil || of(capIn(cmp.X, 0)) || of(capIn(cmp.Y, 0))) {
			return cmp
		}
	}
	return nil
}

// isTooSmall reports whether a comparison that holds, or does not, says that a capacity is
// no greater than something.
func isTooSmall(cmp *ssa.BinOp, holds bool) bool {
	x, y := signOfCap(cmp.X, 0), signOfCap(cmp.Y, 0)
	if x == 0 && y == 0 {
		return false
	}
	if x != 0 && y != 0 {
		return true // as in cap < 2*cap - n
	}
	less := x > 0 || y < 0 // that the left one is less says that the capacity is
	switch cmp.Op {
	case token.LSS, token.LEQ:
		return less == holds
	case token.GTR, token.GEQ:
		return less != holds
	case token.EQL:
		return holds // with a length
	case token.NEQ:
		return !holds
	}
	return false
}

// signOfCap returns whether an expression is the greater (1) or the less (-1) the greater a
// capacity is; 0 if it does not depend on one.
func signOfCap(x ssa.Value, depth int) int {
	const maxDepth = 6 // of an arithmetic expression
	if depth > maxDepth {
		return 0
	}
	switch x := x.(type) {
	case *ssa.BinOp:
		if s := signOfCap(x.X, depth+1); s != 0 {
			return s
		}
		s := signOfCap(x.Y, depth+1)
		if x.Op == token.SUB {
			s = -s
		}
		return s
	case *ssa.Convert:
		return signOfCap(x.X, depth+1)
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "cap" {
			return 1
		}
	}
	return 0
}

// capIn returns the slice whose capacity an expression depends on, or nil.
func capIn(x ssa.Value, depth int) ssa.Value {
	const maxDepth = 6 // of an arithmetic expression
	if depth > maxDepth {
		return nil
	}
	switch x := x.(type) {
	case *ssa.BinOp:
		if s := capIn(x.X, depth+1); s != nil {
			return s
		}
		return capIn(x.Y, depth+1)
	case *ssa.Convert:
		return capIn(x.X, depth+1)
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "cap" {
			return x.Call.Args[0]
		}
	}
	return nil
}
