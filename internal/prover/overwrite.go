package prover

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/paths"
)

// builtin notes what clear, delete and copies do to elements.
func (w *lossWalk) builtin(name string, call *ssa.CallCommon) {
	switch name {
	case "clear", "delete":
		switch t := call.Args[0].Type().Underlying().(type) {
		case *types.Map:
			w.lose(mapElement, t.Elem())
		case *types.Slice:
			w.lose(element, t.Elem())
		}
	case "copy", "append":
		if t, ok := call.Args[0].Type().Underlying().(*types.Slice); ok && len(call.Args) > 1 {
			if _, isList := call.Args[1].(*ssa.Slice); !isList || name == "copy" {
				w.lose(element, t.Elem())
			}
		}
	}
}

// lose notes that elements of type t are thrown away.
func (w *lossWalk) lose(name string, t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Struct, *types.Array:
		w.loseWhole(t)
	case *types.Slice, *types.Map, *types.Pointer, *types.Interface:
		if _, isParam := types.Unalias(t).(*types.TypeParam); isParam {
			w.found = addHome(w.found, home{name: name, typ: anyType})
			return
		}
		w.found = addHome(w.found, home{name: name, typ: typeKey(t)})
	default:
		_ = u
	}
}

// loseWhole notes that all fields of a struct, or elements of an array, are overwritten.
func (w *lossWalk) loseWhole(t types.Type) {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
		w.found = addHome(w.found, wholeHome(named.Obj().Pkg().Path(), named.Obj().Name()))
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			switch ft := u.Field(i).Type(); ft.Underlying().(type) {
			case *types.Struct, *types.Array:
				w.found = addHome(w.found, fieldHome(t, i))
				w.loseWhole(ft)
			case *types.Slice, *types.Map, *types.Pointer, *types.Interface, *types.Chan, *types.Signature:
				w.found = addHome(w.found, fieldHome(t, i))
			}
		}
	case *types.Array:
		w.lose(element, u.Elem())
	}
}

// store notes what s throws away.
func (w *lossWalk) store(v *view, s *ssa.Store) {
	if alloc, ok := rootOf(s.Addr).(*ssa.Alloc); ok && v.isOwn(s.Addr) {
		if alloc.Comment == "varargs" || alloc.Comment == "slicelit" {
			w.element(v, s)
		}
		return
	}
	switch s.Val.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		w.whole(v, s)
	default:
		w.put(v, s, s.Val, homeAt(s.Addr), ownerOf(s.Addr), func(from ssa.Value) bool { return isSamePlace(from, s.Addr) })
	}
}

// ownerOf returns the pointer to the struct that the field at addr is of, or nil.
func ownerOf(addr ssa.Value) ssa.Value {
	if field, ok := addr.(*ssa.FieldAddr); ok {
		return field.X
	}
	return nil
}

// whole notes what a store of a whole struct throws away: all fields but those of a
// literal that keep what is there.
func (w *lossWalk) whole(v *view, s *ssa.Store) {
	load, ok := s.Val.(*ssa.UnOp)
	if ok && load.Op == token.MUL && isSamePlace(load.X, s.Addr) {
		return
	}
	t, isStruct := s.Val.Type().Underlying().(*types.Struct)
	var alloc *ssa.Alloc
	if ok {
		alloc, _ = load.X.(*ssa.Alloc)
	}
	if !isStruct || alloc == nil || !v.isOwn(alloc) || !isStructLiteral(alloc) {
		w.loseWhole(s.Val.Type())
		return
	}
	for i := range t.NumFields() {
		w.field(v, alloc, i, s)
	}
}

// isStructLiteral reports whether alloc holds a struct literal: its fields are set once at the
// most.
func isStructLiteral(alloc *ssa.Alloc) bool {
	seen := make(map[int]bool)
	for _, ref := range *alloc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
		case *ssa.FieldAddr:
			if seen[ref.Field] || len(*ref.Referrers()) != len(storesTo(ref)) {
				return false
			}
			seen[ref.Field] = true
		default:
			return false
		}
	}
	return true
}

// field notes what becomes of a field that is overwritten with that of a literal.
func (w *lossWalk) field(v *view, literal *ssa.Alloc, i int, s *ssa.Store) {
	t := deref(literal.Type())
	h := fieldHome(t, i)
	for _, ref := range *literal.Referrers() {
		addr, ok := ref.(*ssa.FieldAddr)
		if !ok || addr.Field != i {
			continue
		}
		for _, store := range storesTo(addr) {
			switch store.Val.Type().Underlying().(type) {
			case *types.Struct, *types.Array:
				w.found = addHome(w.found, h)
				w.loseWhole(store.Val.Type())
			default:
				w.putField(v, store, h, s.Addr)
			}
			return
		}
	}
	switch t := t.Underlying().(*types.Struct).Field(i).Type(); t.Underlying().(type) {
	case *types.Struct, *types.Array:
		w.loseWhole(t)
	}
	w.found = addHome(w.found, h)
}

// putField notes that a field of the struct at addr gets what store puts in that of a
// literal.
func (w *lossWalk) putField(v *view, store *ssa.Store, h home, addr ssa.Value) {
	w.put(v, store, store.Val, h, addr, func(from ssa.Value) bool {
		field, ok := from.(*ssa.FieldAddr)
		return ok && isSamePlace(field.X, addr) && h.is(homeAt(field))
	})
}

// element notes an element of a list of arguments or of a literal: append puts it where
// another one may have been.
func (w *lossWalk) element(v *view, s *ssa.Store) {
	if appendsBehind(rootOf(s.Addr).(*ssa.Alloc), s.Block()) {
		return
	}
	switch s.Val.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		w.loseWhole(s.Val.Type())
	case *types.Slice, *types.Map, *types.Pointer:
		h := home{name: element, typ: typeKey(s.Val.Type())}
		w.put(v, s, s.Val, h, nil, func(from ssa.Value) bool { return h.is(homeAt(from)) })
	}
}

// appendsBehind reports whether the list is only appended, in b, to a slice that was found to
// have no room left: there was no element yet where those of the list go.
func appendsBehind(list *ssa.Alloc, b *ssa.BasicBlock) bool {
	for _, ref := range *list.Referrers() {
		elems, ok := ref.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, use := range *elems.Referrers() {
			call, ok := use.(*ssa.Call)
			if !ok || !isBuiltin(&call.Call) || !isAppend(call) || call.Call.Args[1] != elems {
				return false
			}
			base := call.Call.Args[0]
			if !isFullBlock(b, func(s ssa.Value) bool { return s != nil && isSamePlace(s, base) }) {
				return false
			}
		}
	}
	return true
}

// put notes that x is stored in h, unless it keeps what is there: what isThere holds of
// addresses for.
func (w *lossWalk) put(v *view, at ssa.Instruction, x ssa.Value, h home, owner ssa.Value, isThere func(ssa.Value) bool) {
	switch x.Type().Underlying().(type) {
	case *types.Slice, *types.Map:
	case *types.Pointer, *types.Interface, *types.Chan, *types.Signature:
		if !isGuarded(at, x, isThere) {
			w.moved = addHome(w.moved, h)
		}
		if w.prover.isSomething(x) {
			return
		}
	default:
		return
	}
	if isGuarded(at, x, isThere) {
		return
	}
	var params []int
	isEnd := func(y ssa.Value) bool {
		if load, ok := y.(*ssa.UnOp); ok && load.Op == token.MUL {
			return isThere(load.X) || isSwapped(at, load.X, isThere)
		}
		if isElementOf(y, at) {
			return true
		}
		if param, ok := y.(*ssa.Parameter); ok && param.Parent() == v.fn && !w.region.has(v.fn) && !isReference(param.Type()) {
			params = append(params, paramIndexOf(param))
			return true
		}
		return isFresh(y) && isFullOf(y.(ssa.Instruction).Block(), isThere)
	}
	if !w.prover.lengthens(x, isEnd) {
		w.found = addHome(w.found, h)
		return
	}
	for _, i := range params {
		w.stored = append(w.stored, storedParam{v.fn, i, h, paramIndexOf(owner)})
	}
}

// isFullOf reports whether b runs only after the slice that is there was found to have too
// little room.
func isFullOf(b *ssa.BasicBlock, isThere func(ssa.Value) bool) bool {
	return isFullBlock(b, func(s ssa.Value) bool {
		load, ok := s.(*ssa.UnOp)
		return ok && load.Op == token.MUL && isThere(load.X)
	})
}

// isElementOf reports whether x is the element of a map that at sets again.
func isElementOf(x ssa.Value, at ssa.Instruction) bool {
	if extract, ok := x.(*ssa.Extract); ok && extract.Index == 0 {
		x = extract.Tuple
	}
	lookup, isLookup := x.(*ssa.Lookup)
	update, isUpdate := at.(*ssa.MapUpdate)
	return isLookup && isUpdate && isSameValue(lookup.Index, update.Key) && isSamePlace(lookup.X, update.Map)
}

// isGuarded reports whether at puts x somewhere only if there is nothing, or too little
// room, or a great deal of it.
func isGuarded(at ssa.Instruction, x ssa.Value, isThere func(ssa.Value) bool) bool {
	b := at.Block()
	return !isNilConst(x) && isFullOf(b, isThere) || isLargeBlock(b) || isMissOf(b, func(tested ssa.Value) bool {
		load, ok := tested.(*ssa.UnOp)
		return ok && load.Op == token.MUL && isThere(load.X)
	})
}

// isLargeBlock reports whether b runs only when a slice has room for more than so many
// elements, a number in the source: that buffers which became very large are given up is
// taken for the exception.
func isLargeBlock(b *ssa.BasicBlock) bool {
	const large = 1024
	for cond, holds := range paths.Conditions(b) {
		cmp, ok := cond.Cond.(*ssa.BinOp)
		if !ok || capIn(cmp.X, 0) == nil {
			continue
		}
		n, ok := intConst(cmp.Y)
		if !ok || n < large {
			continue
		}
		switch cmp.Op {
		case token.GTR, token.GEQ:
			if holds {
				return true
			}
		case token.LSS, token.LEQ:
			if !holds {
				return true
			}
		}
	}
	return false
}

// isSwapped reports whether the same block puts what is there into from, too: two
// buffers change places.
func isSwapped(at ssa.Instruction, from ssa.Value, isThere func(ssa.Value) bool) bool {
	for _, instr := range at.Block().Instrs {
		store, ok := instr.(*ssa.Store)
		if !ok || instr == at || !isSamePlace(store.Addr, from) {
			continue
		}
		x := store.Val
		for {
			slice, ok := x.(*ssa.Slice)
			if !ok || !isZero(slice.Low) || slice.Max != nil {
				break
			}
			x = slice.X
		}
		if load, ok := x.(*ssa.UnOp); ok && load.Op == token.MUL && isThere(load.X) {
			return true
		}
	}
	return false
}
