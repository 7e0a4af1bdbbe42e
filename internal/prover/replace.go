package prover

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// isReplacement reports whether instr makes a larger slice for the elements of
// one whose capacity was found to be exceeded, and puts it in its place: a
// pedestrian append.
func (v *view) isReplacement(instr ssa.Instruction) bool {
	r := v.replacementOf(instr)
	return r.takesPlace && v.isFull(instr.Block(), r.addrs) && isEnough(instr)
}

// isFull reports whether b runs only as the capacity of a slice was found to be too small,
// here or where the function was called. If it is known whose place is taken, it must be
// the capacity of that.
func (v *view) isFull(b *ssa.BasicBlock, addrs []ssa.Value) bool {
	if slices.ContainsFunc(v.given.params, func(f fact) bool { return f.full }) {
		return true
	}
	if len(addrs) == 0 {
		return isFullBlock(b, nil)
	}
	return isFullBlock(b, func(s ssa.Value) bool {
		if s == nil {
			return false
		}
		k := keeper{view: v, origin: origin{seen: make(map[ssa.Value]bool)}}
		if !k.value(s) {
			return false
		}
		return slices.ContainsFunc(addrs, func(addr ssa.Value) bool {
			return addr == nil || slices.ContainsFunc(k.addrs, func(x ssa.Value) bool { return x != nil && isSamePlace(x, addr) })
		})
	})
}

// A replacement is what becomes of a slice that was made.
type replacement struct {
	takesPlace bool
	homes      []home      // where it is stored; none if the caller puts it in its place
	addrs      []ssa.Value // of them
}

// replacementOf reports whether the slice that instr makes is stored where the
// memory is kept; or gets the elements of a kept slice, or joins it as the
// other value of a variable, and is returned to a caller that puts it in its
// place. The caller of the annotated function is trusted to.
func (v *view) replacementOf(instr ssa.Instruction) replacement {
	x, ok := instr.(ssa.Value)
	if !ok || v.prover.deciding[instr] {
		return replacement{} // asked for while it is decided: other values decide
	}
	v.prover.deciding[instr] = true
	defer delete(v.prover.deciding, instr)
	mayReturn := v.isRoot() || slices.ContainsFunc(v.given.params, func(f fact) bool { return f.replaced })
	follows, returned := v.joinsKept(instr), false
	seen := map[ssa.Value]bool{x: true}
	for work := []ssa.Value{x}; len(work) > 0; {
		y := work[len(work)-1]
		work = work[:len(work)-1]
		for _, ref := range *y.Referrers() {
			var next []ssa.Value
			switch ref := ref.(type) {
			case *ssa.Store:
				if h := homeAt(ref.Addr); ref.Val == y && !v.isOwn(ref.Addr) && v.keeps(ref.Addr) && isLoaded(v.fn, ref.Addr) && !v.prover.isLost(h) {
					return replacement{true, []home{h}, []ssa.Value{ref.Addr}}
				}
				next = resultLoads(ref, y)
			case *ssa.Return:
				returned = true
			case *ssa.Phi:
				follows = follows || slices.ContainsFunc(ref.Edges, func(e ssa.Value) bool { return !seen[e] && v.keeps(e) })
				next = []ssa.Value{ref}
			case *ssa.Call:
				follows = follows || v.copiesKept(ref, y)
				if threads(ref, y) {
					next = []ssa.Value{ref}
				}
			case *ssa.Slice:
				next = []ssa.Value{ref}
			case *ssa.ChangeType:
				next = []ssa.Value{ref}
			}
			for _, n := range next {
				if !seen[n] {
					seen[n] = true
					work = append(work, n)
				}
			}
		}
	}
	return replacement{takesPlace: returned && follows && mayReturn}
}

// threads reports whether call is handed the slice y to append to and returns it:
// append itself, or dst = f(dst, ...).
func threads(call *ssa.Call, y ssa.Value) bool {
	if isBuiltin(&call.Call) {
		return isAppend(call) && call.Call.Args[0] == y
	}
	return types.Identical(call.Type(), y.Type()) && slices.Contains(call.Call.Args, y)
}

// isLoaded reports whether fn reads what is stored at addr, a field or package
// variable: then what it stores there takes the place of something.
func isLoaded(fn *ssa.Function, addr ssa.Value) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if load, ok := instr.(*ssa.UnOp); ok && load.Op == token.MUL && isSamePlace(load.X, addr) {
				return true
			}
		}
	}
	return false
}

// isSamePlace reports whether two addresses are of the same variable, or of the same
// field or element of it, as far as nothing in between has changed a pointer.
func isSamePlace(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ssa.FieldAddr:
		b, ok := b.(*ssa.FieldAddr)
		return ok && a.Field == b.Field && isSamePlace(a.X, b.X)
	case *ssa.IndexAddr:
		b, ok := b.(*ssa.IndexAddr)
		return ok && isSameValue(a.Index, b.Index) && isSamePlace(a.X, b.X)
	case *ssa.UnOp:
		b, ok := b.(*ssa.UnOp)
		return ok && a.Op == token.MUL && b.Op == token.MUL && isSamePlace(a.X, b.X)
	}
	return false
}

func isSameValue(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	n, okA := intConst(a)
	m, okB := intConst(b)
	return okA && okB && n == m
}

// joinsKept reports whether instr is a call that was handed a kept slice.
func (v *view) joinsKept(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || isBuiltin(&call.Call) {
		return false
	}
	return slices.ContainsFunc(call.Call.Args, func(arg ssa.Value) bool {
		_, isSlice := arg.Type().Underlying().(*types.Slice)
		return isSlice && v.keeps(arg)
	})
}

// copiesKept reports whether call copies or appends elements of a kept slice to
// dst.
func (v *view) copiesKept(call *ssa.Call, dst ssa.Value) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && (b.Name() == "copy" || b.Name() == "append") && call.Call.Args[0] == dst && v.keeps(call.Call.Args[1])
}

// resultLoads returns the loads of a local variable that store puts y in. A
// function that defers returns what it stored in a variable for its result.
func resultLoads(store *ssa.Store, y ssa.Value) []ssa.Value {
	result, ok := store.Addr.(*ssa.Alloc)
	if !ok || store.Val != y {
		return nil
	}
	var loads []ssa.Value
	for _, ref := range *result.Referrers() {
		if load, ok := ref.(*ssa.UnOp); ok {
			loads = append(loads, load)
		}
	}
	return loads
}

// isEnough reports whether the size of the slice that instr makes has to do with the size
// that was asked for, as far as both are seen: one of a fixed size that is still too small
// is made time and again.
func isEnough(instr ssa.Instruction) bool {
	cmp := fullTest(instr.Block())
	if cmp == nil {
		return true // the caller's is not seen here
	}
	asked := make(map[ssa.Value]bool)
	addLeaves(asked, cmp.X, 0)
	addLeaves(asked, cmp.Y, 0)
	made := make(map[ssa.Value]bool)
	switch instr := instr.(type) {
	case *ssa.Alloc: // of an array: the capacity is constant, the length need not be
		array, ok := deref(instr.Type()).Underlying().(*types.Array)
		if !ok {
			return false
		}
		if n, ok := constIn(cmp); ok && n <= array.Len() {
			return true
		}
		for _, ref := range *instr.Referrers() {
			if s, ok := ref.(*ssa.Slice); ok && s.High != nil {
				addLeaves(made, s.High, 0)
			}
		}
	case *ssa.MakeSlice:
		addLeaves(made, instr.Len, 0)
		addLeaves(made, instr.Cap, 0)
	default:
		return true
	}
	for x := range made {
		if asked[x] {
			return true
		}
	}
	return false
}

// constIn returns the constant that a capacity is compared with.
func constIn(cmp *ssa.BinOp) (int64, bool) {
	if n, ok := intConst(cmp.X); ok {
		return n, true
	}
	return intConst(cmp.Y)
}

// addLeaves adds what an expression is made from. The lengths and capacities of slices
// count as the slices.
func addLeaves(leaves map[ssa.Value]bool, x ssa.Value, depth int) {
	const maxDepth = 8 // of an arithmetic expression
	if depth > maxDepth {
		return
	}
	switch x := x.(type) {
	case *ssa.Const:
	case *ssa.BinOp:
		addLeaves(leaves, x.X, depth+1)
		addLeaves(leaves, x.Y, depth+1)
	case *ssa.Convert:
		addLeaves(leaves, x.X, depth+1)
	case *ssa.Phi:
		for _, e := range x.Edges {
			addLeaves(leaves, e, depth+1)
		}
	case *ssa.Call:
		leaves[x] = true
		for _, arg := range x.Call.Args {
			addLeaves(leaves, arg, depth+1)
		}
	default:
		leaves[x] = true
	}
}
