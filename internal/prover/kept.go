package prover

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// growsKept reports whether instr appends to memory that outlives the call, and that
// nothing in the annotated code throws away.
func (v *view) growsKept(instr ssa.Instruction) bool {
	if v.isBuilder() {
		return false
	}
	if call, ok := instr.(*ssa.Call); ok && isBuiltin(&call.Call) {
		o, ok := v.origin(call.Call.Args[0])
		return ok && !o.cut && (v.putBack(call, o) || o.isScratch() && isDropped(call)) || v.isReplacement(instr)
	}
	moved := slicesMoved(instr)
	for _, x := range moved {
		if o, ok := v.origin(x); !ok || o.cut {
			return false
		}
	}
	return len(moved) > 0
}

// isBuilder reports whether v.fn is a method of strings.Builder: its memory goes
// to the string that it makes, and Reset drops it.
func (v *view) isBuilder() bool {
	return strings.HasPrefix(program.Symbol(v.fn), "strings.(*Builder).")
}

// updatesKept reports whether instr sets an element of a map that outlives
// the call.
func (v *view) updatesKept(instr ssa.Instruction) bool {
	update, ok := instr.(*ssa.MapUpdate)
	return ok && v.keeps(update.Map)
}

// keeps reports whether the memory that x, a value in v.fn, refers to outlives
// the annotated call.
func (v *view) keeps(x ssa.Value) bool {
	_, ok := v.origin(x)
	return ok
}

// origin is keeps with where the memory comes from.
func (v *view) origin(x ssa.Value) (origin, bool) {
	k := keeper{view: v, origin: origin{seen: make(map[ssa.Value]bool)}}
	if _, ok := x.Type().Underlying().(*types.Pointer); ok {
		return k.origin, k.at(x) && v.boundBack(x, k.origin) && !v.anyLost(k.origin)
	}
	return k.origin, k.value(x) && !v.anyLost(k.origin)
}

// anyLost reports whether the annotated code throws away what a home has.
func (v *view) anyLost(o origin) bool {
	for _, h := range o.homes {
		if v.prover.isLost(h) {
			return true
		}
	}
	return false
}

// A keeper decides whether memory outlives the annotated call: it comes from a
// parameter, a field or a package variable, or it was made with room
// before the annotated loop.
type keeper struct {
	view *view
	origin
	emptied int // how many cuts to [:0] are around what is looked at
}

// note adds the home of a slice or map, at addr if that is known.
func (k *keeper) note(h home, addr ssa.Value) {
	k.homes = append(k.homes, h)
	k.addrs = append(k.addrs, addr)
	k.used = k.used || k.emptied == 0
}

// isScratch reports whether the memory is a buffer that a caller hands over to be used
// from its start: whether it has room is for the caller to care. A field that is used so,
// and never gets the longer slice, may never have room.
func (o *origin) isScratch() bool {
	for _, h := range o.homes {
		if _, ok := h.local.(*ssa.Parameter); !ok {
			return false
		}
	}
	return len(o.homes) > 0 && !o.used
}

// isDropped reports whether the slice that call makes is only looked at, and handed to
// what is called.
func isDropped(call *ssa.Call) bool {
	seen := map[ssa.Value]bool{call: true}
	for work := []ssa.Value{call}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, ref := range *x.Referrers() {
			var next ssa.Value
			switch ref := ref.(type) {
			case *ssa.Store, *ssa.Return, *ssa.MapUpdate, *ssa.Send, *ssa.MakeClosure:
				return false
			case *ssa.Call:
				if isSlice(ref.Type()) {
					next = ref
				}
			case *ssa.Slice:
				next = ref
			case *ssa.Phi:
				next = ref
			case *ssa.ChangeType:
				next = ref
			}
			if next != nil && !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
	return true
}

// value reports whether the memory behind v, a slice or map, is kept.
func (k *keeper) value(v ssa.Value) bool {
	if k.seen[v] {
		return true // around a loop: the other ways in decide
	}
	k.seen[v] = true
	switch v := v.(type) {
	case *ssa.Parameter:
		if k.view.fact(v).scratch {
			k.emptied++
			defer func() { k.emptied-- }()
		}
		if !isReference(v.Type()) {
			k.note(home{local: v}, nil)
		}
		k.cut = k.cut || k.view.fact(v).cut
		return k.parameter(v)
	case *ssa.FreeVar:
		return k.captured(v)
	case *ssa.Global:
		return true
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !k.value(e) {
				return false
			}
		}
		return true
	case *ssa.ChangeType:
		return k.value(v.X)
	case *ssa.MultiConvert:
		return isSlice(v.Type()) && k.value(v.X)
	case *ssa.Slice:
		if v.Max != nil {
			return false // s[:0:0] has no room, s[:n:n] none behind n
		}
		k.cut = k.cut || !isZero(v.Low)
		if v.High != nil && isZero(v.High) {
			k.emptied++
			defer func() { k.emptied-- }()
		}
		if _, ok := v.X.Type().Underlying().(*types.Pointer); ok {
			k.note(homeAt(v.X), v.X) // where no slice can be put back
			return k.at(v.X)
		}
		return k.value(v.X)
	case *ssa.MakeSlice:
		capacity, ok := v.Cap.(*ssa.Const)
		if k.outside(v.Pos()) && !(ok && capacity.Int64() == 0) {
			k.note(home{local: v}, nil)
			return true
		}
		return k.replacement(v)
	case *ssa.MakeMap:
		return k.outside(v.Pos())
	case *ssa.UnOp:
		return v.Op == token.MUL && k.load(v)
	case *ssa.Call:
		return k.result(v)
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.Call:
			return k.result(tuple)
		case *ssa.TypeAssert:
			return k.asserted(tuple, v.Type())
		case *ssa.Lookup:
			return v.Index == 0 && k.value(tuple)
		}
		return false
	case *ssa.MakeInterface:
		_, isPointer := v.X.Type().Underlying().(*types.Pointer)
		return isPointer && k.at(v.X)
	case *ssa.ChangeInterface:
		return k.value(v.X)
	case *ssa.Alloc:
		return k.view.isFirst(v.Block())
	case *ssa.Lookup:
		m, ok := v.X.Type().Underlying().(*types.Map)
		if !ok {
			return false
		}
		inside := keeper{view: k.view, origin: origin{seen: k.seen}}
		k.note(home{name: mapElement, typ: typeKey(m.Elem())}, v)
		return inside.value(v.X)
	case *ssa.TypeAssert:
		return k.asserted(v, v.AssertedType)
	}
	return false
}

// isReference reports whether a value of type t refers to variables with homes of
// their own.
func isReference(t types.Type) bool {
	if isSlice(t) {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

// asserted reports whether what an interface value held is kept.
func (k *keeper) asserted(assert *ssa.TypeAssert, t types.Type) bool {
	if !isReference(t) {
		k.note(home{local: assert}, nil)
	}
	return k.value(assert.X)
}

// load reports whether what load reads is kept. Its home is where it is read from, but
// for a variable of the function: there it is what is stored in that.
func (k *keeper) load(load *ssa.UnOp) bool {
	if isCleared(load) {
		return false
	}
	if isReference(load.Type()) {
		return k.at(load.X)
	}
	if k.view.isOwn(load.X) && !isMiss(rootOf(load.X).(*ssa.Alloc).Block()) {
		return k.at(load.X)
	}
	k.note(homeAt(load.X), load.X)
	inside := keeper{view: k.view, origin: origin{seen: k.seen}}
	isKept := inside.at(load.X)
	k.cut = k.cut || inside.cut
	return isKept
}

// replacement reports whether v takes the place of a kept slice that had too little room.
func (k *keeper) replacement(v *ssa.MakeSlice) bool {
	if !k.view.isReplacement(v) {
		return false
	}
	r := k.view.replacementOf(v)
	for i, h := range r.homes {
		k.note(h, r.addrs[i])
	}
	return true
}

// isCleared reports whether the function set to nil what load reads, a field or
// package variable, on every way to it.
func isCleared(load *ssa.UnOp) bool {
	for _, b := range load.Parent().Blocks {
		if !b.Dominates(load.Block()) {
			continue
		}
		for _, instr := range b.Instrs {
			if instr == load {
				break
			}
			store, ok := instr.(*ssa.Store)
			if ok && isNilConst(store.Val) && isSamePlace(store.Addr, load.X) {
				return true
			}
		}
	}
	return false
}

// at reports whether what is stored at addr is kept.
func (k *keeper) at(addr ssa.Value) bool {
	switch addr := addr.(type) {
	case *ssa.Global:
		return true
	case *ssa.FreeVar:
		return k.captured(addr)
	case *ssa.Parameter:
		return k.parameter(addr)
	case *ssa.FieldAddr:
		if alloc, ok := addr.X.(*ssa.Alloc); ok && k.view.isOwn(alloc) && !isMiss(alloc.Block()) {
			return k.field(alloc, addr.Field)
		}
		return k.at(addr.X)
	case *ssa.IndexAddr:
		if _, ok := addr.X.Type().Underlying().(*types.Pointer); ok {
			return k.at(addr.X)
		}
		return k.value(addr.X)
	case *ssa.UnOp:
		return addr.Op == token.MUL && k.at(addr.X)
	case *ssa.TypeAssert, *ssa.Call, *ssa.Phi, *ssa.Extract:
		return k.value(addr)
	case *ssa.Alloc:
		return k.variable(addr)
	}
	return false
}

// variable reports whether a local variable is kept: it was made before the
// annotated loop, or all that is stored in it is kept.
func (k *keeper) variable(v *ssa.Alloc) bool {
	if _, isSlice := deref(v.Type()).Underlying().(*types.Slice); !isSlice && k.outside(v.Pos()) {
		return true
	}
	if k.seen[v] {
		return true
	}
	k.seen[v] = true
	if k.outside(v.Pos()) {
		k.note(home{local: v}, nil)
		inside := &keeper{view: k.view, origin: origin{seen: k.seen}}
		defer func(k *keeper) { k.cut = k.cut || inside.cut }(k)
		k = inside
	}
	stored := false
	for _, ref := range *v.Referrers() {
		if m, ok := ref.(*ssa.MakeClosure); ok && !k.storedInside(m, v) {
			return false
		}
		store, ok := ref.(*ssa.Store)
		if !ok || store.Addr != v {
			continue
		}
		stored = true
		if !k.value(store.Val) {
			return false
		}
	}
	return stored
}

// field reports whether what a field of a local struct holds is kept: all that is stored
// in it.
func (k *keeper) field(alloc *ssa.Alloc, field int) bool {
	stored := false
	for _, ref := range *alloc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != alloc {
				return false
			}
			stored = true
			if load, ok := ref.Val.(*ssa.UnOp); ok && load.Op == token.MUL && !k.view.isOwn(load.X) {
				k.note(fieldHome(deref(alloc.Type()), field), load.X)
				inside := keeper{view: k.view, origin: origin{seen: k.seen}}
				if !inside.at(load.X) {
					return false
				}
				continue
			}
			if !k.value(ref.Val) {
				return false
			}
		case *ssa.FieldAddr:
			if ref.Field != field {
				continue
			}
			for _, store := range storesTo(ref) {
				stored = true
				if !k.value(store.Val) {
					return false
				}
			}
		}
	}
	return stored
}

// result reports whether a call returns memory that is kept: a slice that it
// was handed to append to, or what a sync.Pool keeps.
func (k *keeper) result(call *ssa.Call) bool {
	args := call.Call.Args
	if k.outside(call.Pos()) {
		if !isReference(call.Type()) {
			k.note(home{local: call}, nil)
		}
		return true
	}
	if isBuiltin(&call.Call) {
		return isAppend(call) && k.value(args[0])
	}
	callee := call.Call.StaticCallee()
	if callee == nil { // trusted, like a contract
		return len(args) > 0 && sameResult(call, args[0]) && k.value(args[0])
	}
	if callee.String() == "(*sync.Pool).Get" || givesPooled(callee) {
		return true
	}
	if spareBuffers[program.Symbol(callee)] != "" {
		k.note(home{local: call}, nil)
		return k.at(args[0])
	}
	i := k.view.prover.threaded(&call.Call)
	return i >= 0 && i < len(args) && k.value(args[i])
}

// parameter reports whether the caller of the function handed it memory that
// is kept.
func (k *keeper) parameter(param *ssa.Parameter) bool {
	if k.view.isRoot() {
		return true
	}
	return k.view.fact(param).kept
}

// captured reports whether what a captured variable holds is kept: that of an
// annotated func literal is, that of another one if it was where the literal was
// made.
func (k *keeper) captured(v *ssa.FreeVar) bool {
	return k.view.isRoot() || k.view.capturedFact(v).kept
}

// storedInside reports whether all that the func literal which m makes stores in
// the variable v is kept, given that what v holds is.
func (k *keeper) storedInside(m *ssa.MakeClosure, v ssa.Value) bool {
	fn := m.Fn.(*ssa.Function)
	for i, b := range m.Bindings {
		if b != v {
			continue
		}
		captured := make([]fact, len(fn.FreeVars))
		captured[i].kept = true
		inside := keeper{view: &view{prover: k.view.prover, fn: fn, src: k.view.src, node: &node{}, given: given{captured: captured}}, origin: origin{seen: make(map[ssa.Value]bool)}}
		for _, ref := range *fn.FreeVars[i].Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Val == fn.FreeVars[i] || !inside.value(ref.Val) || inside.cut {
					return false
				}
			case *ssa.MakeClosure:
				if !inside.storedInside(ref, fn.FreeVars[i]) {
					return false
				}
			}
		}
	}
	return true
}

// outside reports whether pos lies before the annotated loop.
func (k *keeper) outside(pos token.Pos) bool {
	if !k.view.isRoot() || !pos.IsValid() {
		return false
	}
	loop := k.view.node.region.Node
	switch loop.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return pos < loop.Pos() || pos >= loop.End()
	}
	return false
}

// isRoot reports whether the innermost function is the annotated one.
func (v *view) isRoot() bool {
	return v.node.region.has(v.fn)
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
