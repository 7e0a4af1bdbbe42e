package pool

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// root returns the value that v is, behind conversions to and from interfaces, and
// behind a variable that is assigned once.
func root(v ssa.Value) ssa.Value {
	for range 20 {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.Extract:
			assert, ok := x.Tuple.(*ssa.TypeAssert)
			if !ok || x.Index != 0 {
				return v
			}
			v = assert.X
		case *ssa.UnOp:
			stored := onlyStored(x)
			if stored == nil {
				return v
			}
			v = stored
		default:
			return v
		}
	}
	return v
}

// onlyStored returns the only value that is stored in the variable that load reads, nil
// if there are several, or the variable is not one of the function or of one around it.
func onlyStored(load *ssa.UnOp) ssa.Value {
	if load.Op != token.MUL {
		return nil
	}
	addr := load.X
	if free, ok := addr.(*ssa.FreeVar); ok {
		addr = binding(free)
	}
	alloc, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var stored ssa.Value
	for _, ref := range *alloc.Referrers() {
		store, ok := ref.(*ssa.Store)
		if !ok || store.Addr != alloc {
			continue
		}
		if stored != nil {
			return nil
		}
		stored = store.Val
	}
	return stored
}

// binding returns what a func literal that is made once has for a captured variable.
func binding(free *ssa.FreeVar) ssa.Value {
	lit := free.Parent()
	if lit.Referrers() == nil || lit.Parent() == nil {
		return nil
	}
	var bound ssa.Value
	for _, b := range lit.Parent().Blocks {
		for _, instr := range b.Instrs {
			mc, ok := instr.(*ssa.MakeClosure)
			if !ok || mc.Fn != lit {
				continue
			}
			if bound != nil {
				return nil
			}
			for i, f := range lit.FreeVars {
				if f == free {
					bound = mc.Bindings[i]
				}
			}
		}
	}
	return bound
}

// anyRoot reports whether ok holds for the root of v, or where v is one of several values,
// for one of theirs.
func anyRoot(v ssa.Value, ok func(ssa.Value) bool) bool {
	seen := make(map[ssa.Value]bool)
	var visit func(v ssa.Value) bool
	visit = func(v ssa.Value) bool {
		v = root(v)
		if seen[v] {
			return false
		}
		seen[v] = true
		if ok(v) {
			return true
		}
		phi, isPhi := v.(*ssa.Phi)
		if !isPhi {
			return false
		}
		for _, edge := range phi.Edges {
			if visit(edge) {
				return true
			}
		}
		return false
	}
	return visit(v)
}

// aliases returns the values by which the memory of v, one taken from a pool, can be
// reached in the function: v itself, its fields, slices of it, and what methods return of
// it. What a pointer or interface in it refers to is not its memory. With may, there are
// also values that are v on some ways only.
func aliases(v ssa.Value, may bool) map[ssa.Value]bool {
	set := map[ssa.Value]bool{v: true}
	work := []ssa.Value{v}
	add := func(x ssa.Value) {
		if !set[x] && refers(x.Type()) {
			set[x] = true
			work = append(work, x)
		}
	}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x.Referrers() == nil {
			continue
		}
		for _, ref := range *x.Referrers() {
			switch ref := ref.(type) {
			case *ssa.TypeAssert:
				if !ref.CommaOk {
					add(ref)
					continue
				}
				for _, r := range *ref.Referrers() {
					if e, ok := r.(*ssa.Extract); ok && e.Index == 0 {
						add(e)
					}
				}
			case *ssa.MakeInterface:
				add(ref)
			case *ssa.ChangeInterface:
				add(ref)
			case *ssa.ChangeType:
				add(ref)
			case *ssa.FieldAddr:
				add(ref)
			case *ssa.IndexAddr:
				add(ref)
			case *ssa.Slice:
				add(ref)
			case *ssa.UnOp:
				_, isVar := x.(*ssa.Alloc)
				if _, isSlice := ref.Type().Underlying().(*types.Slice); ref.Op == token.MUL && (isSlice || isVar) {
					add(ref)
				}
			case *ssa.Phi:
				if may || all(ref.Edges, set) {
					add(ref)
				}
			case *ssa.Call:
				if returnsPart(ref.Common(), x) {
					add(ref)
				}
			case *ssa.Store:
				if alloc, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == x && onceStored(alloc) {
					add(alloc)
				}
			}
		}
	}
	return set
}

func all(edges []ssa.Value, set map[ssa.Value]bool) bool {
	for _, e := range edges {
		if !set[e] {
			return false
		}
	}
	return true
}

// onceStored reports whether a variable has one value only.
func onceStored(alloc *ssa.Alloc) bool {
	n := 0
	for _, ref := range *alloc.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == alloc {
			n++
		}
	}
	return n == 1
}

// refers reports whether a value of the type can give access to memory that is not its own.
func refers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface, *types.Chan:
		return true
	case *types.Struct:
		for f := range u.Fields() {
			if refers(f.Type()) {
				return true
			}
		}
	}
	return false
}

// returnsPart reports whether the call returns memory of x: append, and methods of package
// bytes and bufio that say so.
func returnsPart(call *ssa.CallCommon, x ssa.Value) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return b.Name() == "append" && call.Args[0] == x
	}
	fn := call.StaticCallee()
	return fn != nil && len(call.Args) > 0 && call.Args[0] == x && parts[fullName(fn)]
}

var parts = map[string]bool{
	"(*bytes.Buffer).Bytes": true, "(*bytes.Buffer).Next": true, "(*bytes.Buffer).AvailableBuffer": true,
	"(*bufio.Scanner).Bytes": true, "(*bufio.Writer).AvailableBuffer": true,
}
