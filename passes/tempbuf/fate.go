package tempbuf

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A fate is what becomes of a value.
type fate struct {
	kept     bool // it may be in use after the round, or by another goroutine
	returned bool // a result of the function may refer to it
	heavy    bool // it is handed to a function that costs far more than an allocation
}

// A tracer follows values to where they go.
type tracer struct {
	params map[*ssa.Parameter]*fate
}

// A trail is the way of one value through its function.
type trail struct {
	*tracer
	origin ssa.Value
	block  *ssa.BasicBlock // where the value is made

	// whole tells that a call is the round, so that what is deferred belongs to it.
	whole bool

	seen    map[ssa.Value]bool
	holders map[ssa.Value]bool // lead to memory in which the value, or a reference to it, is stored
	work    []ssa.Value
	fate
}

// isDropped reports whether nothing can refer to what was followed, or to what it
// points to, once the round is over that made it. It errs on the side of no.
func (f fate) isDropped() bool { return !f.kept && !f.returned }

// ofParam returns what a function does with a parameter.
func (t *tracer) ofParam(p *ssa.Parameter) fate {
	if f := t.params[p]; f != nil {
		return *f
	}
	t.params[p] = &fate{kept: true} // in a recursion
	f := t.follow(p, p.Parent().Blocks[0], true, true)
	t.params[p] = &f
	return f
}

// follow follows v, which is made in block. What is read through it is followed, too, if
// that shares memory with it: with a bytes.Buffer, a copy of it does.
func (t *tracer) follow(v ssa.Value, block *ssa.BasicBlock, whole, shares bool) fate {
	tr := &trail{
		tracer: t, origin: v, block: block, whole: whole,
		seen: make(map[ssa.Value]bool), holders: make(map[ssa.Value]bool),
	}
	tr.add(v, shares)
	for len(tr.work) > 0 && !tr.kept {
		v := tr.work[len(tr.work)-1]
		tr.work = tr.work[:len(tr.work)-1]
		for _, instr := range *v.Referrers() {
			tr.step(v, instr)
		}
	}
	return tr.fate
}

// add has v followed, too.
func (tr *trail) add(v ssa.Value, holder bool) {
	if tr.seen[v] && (!holder || tr.holders[v]) {
		return
	}
	if v.Referrers() == nil {
		tr.kept = true
		return
	}
	tr.seen[v] = true
	if holder {
		tr.holders[v] = true
	}
	tr.work = append(tr.work, v)
}

// derive has a value made of v followed, if one of its type can refer to v.
func (tr *trail) derive(v ssa.Value, from ssa.Value) {
	if canRefer(v.Type()) {
		tr.add(v, tr.holders[from])
	}
}

// step looks at what instr does with v.
func (tr *trail) step(v ssa.Value, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.If:
	case *ssa.Phi:
		if instr.Block().Dominates(tr.block) {
			tr.kept = true // into the next round
			return
		}
		tr.derive(instr, v)
	case *ssa.Slice, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.ChangeType, *ssa.ChangeInterface,
		*ssa.MakeInterface, *ssa.TypeAssert, *ssa.SliceToArrayPointer, *ssa.Field, *ssa.Index, *ssa.Extract:
		tr.derive(instr.(ssa.Value), v)
	case *ssa.Convert:
		if b, ok := instr.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString == 0 {
			tr.kept = true // unsafe.Pointer
			return
		}
		if _, ok := v.Type().Underlying().(*types.Slice); !ok {
			tr.kept = true
		}
	case *ssa.UnOp:
		if tr.holders[v] {
			tr.derive(instr, v)
		}
	case *ssa.Lookup:
		if instr.X == v && tr.holders[v] {
			tr.derive(instr, v)
		}
	case *ssa.Range:
		tr.kept = tr.kept || tr.holders[v]
	case *ssa.Store:
		if instr.Val == v {
			tr.store(instr.Addr)
		}
	case *ssa.MapUpdate:
		tr.kept = tr.kept || instr.Key == v && canRefer(v.Type()) || instr.Value == v
	case *ssa.Return:
		tr.returned = true
	case *ssa.Call:
		tr.call(v, &instr.Call, instr)
	case *ssa.Defer:
		if !tr.whole {
			tr.kept = true
			return
		}
		tr.call(v, &instr.Call, nil)
	default:
		tr.kept = true // sent, captured, handed to a goroutine
	}
}

// store follows a value that is stored at addr.
func (tr *trail) store(addr ssa.Value) {
	root := rootOf(addr)
	alloc, ok := root.(*ssa.Alloc)
	if !ok || root == tr.origin || !tr.isRenewed(alloc.Block()) {
		tr.kept = true
		return
	}
	tr.add(root, true)
}

// rootOf returns what addr is the address of a part of.
func rootOf(addr ssa.Value) ssa.Value {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		default:
			return addr
		}
	}
}

// isRenewed reports whether what block makes is made anew between any two rounds
// of the value: no way leads from its block back to it but through block.
func (tr *trail) isRenewed(block *ssa.BasicBlock) bool {
	if block == tr.block {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{block: true}
	work := []*ssa.BasicBlock{tr.block}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, succ := range b.Succs {
			if succ == tr.block {
				return false
			}
			if !seen[succ] {
				seen[succ] = true
				work = append(work, succ)
			}
		}
	}
	return true
}

// call looks at what a call does with v; result is nil if it is deferred.
func (tr *trail) call(v ssa.Value, call *ssa.CallCommon, result ssa.Value) {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		tr.builtin(v, b.Name(), call.Args, result)
		return
	}
	callee := call.StaticCallee()
	if callee != nil && callee.Blocks != nil {
		for i, arg := range call.Args {
			if arg != v {
				continue
			}
			if i >= len(callee.Params) {
				tr.kept = true
				return
			}
			f := tr.ofParam(callee.Params[i])
			tr.kept = tr.kept || f.kept
			tr.heavy = tr.heavy || f.heavy
			if f.returned && result != nil {
				tr.derive(result, v)
			}
		}
		return
	}
	var fn *types.Func
	switch {
	case call.IsInvoke():
		fn = call.Method
	case callee != nil:
		fn, _ = callee.Object().(*types.Func)
	}
	if fn == nil || !borrows(fn, isReceiver(v, call)) {
		tr.kept = true
		return
	}
	tr.heavy = tr.heavy || fn.Pkg() != nil && heavy[fn.Pkg().Path()]
	if !returnsNew[fn.FullName()] && !(isReceiver(v, call) && returnsArgument[fn.Name()]) {
		tr.result(result)
	}
}

// result follows what a function without source returns: it may refer to what the
// function was given. An error does not, of those functions.
func (tr *trail) result(result ssa.Value) {
	if result == nil || isError(result.Type()) || !canRefer(result.Type()) {
		return
	}
	if _, ok := result.Type().(*types.Tuple); !ok {
		tr.add(result, true)
		return
	}
	for _, instr := range *result.Referrers() {
		if extract, ok := instr.(*ssa.Extract); ok && !isError(extract.Type()) && canRefer(extract.Type()) {
			tr.add(extract, true)
		}
	}
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// isReceiver reports whether v is what the method called belongs to, and nothing
// more.
func isReceiver(v ssa.Value, call *ssa.CallCommon) bool {
	args := call.Args
	if call.IsInvoke() {
		if call.Value != v {
			return false
		}
	} else {
		if call.Signature().Recv() == nil || len(args) == 0 || args[0] != v {
			return false
		}
		args = args[1:]
	}
	for _, arg := range args {
		if arg == v {
			return false
		}
	}
	return true
}

func (tr *trail) builtin(v ssa.Value, name string, args []ssa.Value, result ssa.Value) {
	switch name {
	case "append":
		if args[0] == v {
			tr.derive(result, v)
		}
		// Its elements are copied: those of a holder are references.
		if len(args) > 1 && args[1] == v && tr.copies(v) {
			tr.kept = true
		}
	case "copy":
		if args[1] == v && tr.copies(v) {
			tr.kept = true
		}
	case "len", "cap", "clear", "delete", "print", "println", "min", "max", "close":
	default:
		tr.kept = true
	}
}

// copies reports whether a copy of the elements of v can refer to the value.
func (tr *trail) copies(v ssa.Value) bool {
	s, ok := v.Type().Underlying().(*types.Slice)
	return tr.holders[v] && ok && canRefer(s.Elem())
}

// canRefer reports whether a value of type t can refer to memory that changes. What a
// string refers to does not.
func canRefer(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Array:
		return canRefer(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if canRefer(f.Type()) {
				return true
			}
		}
		return false
	case *types.Tuple:
		for v := range u.Variables() {
			if canRefer(v.Type()) {
				return true
			}
		}
		return false
	}
	return true
}
