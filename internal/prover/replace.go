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
	return v.takesPlace(instr) && v.isFull(instr.Block())
}

// isFull reports whether b runs only as the capacity of a slice was asked for,
// here or where the function was called.
func (v *view) isFull(b *ssa.BasicBlock) bool {
	return afterCap(b) || slices.ContainsFunc(v.given.params, func(f fact) bool { return f.full })
}

// takesPlace reports whether the slice that instr makes is stored where the
// memory is kept; or gets the elements of a kept slice, or joins it as the
// other value of a variable, and is returned to a caller that puts it in its
// place. The caller of the annotated function is trusted to.
func (v *view) takesPlace(instr ssa.Instruction) bool {
	x, ok := instr.(ssa.Value)
	if !ok || v.prover.deciding[instr] {
		return false // asked for while it is decided: other values decide
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
				if ref.Val == y && v.keeps(ref.Addr) && isLoaded(v.fn, ref.Addr) {
					return true
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
	return returned && follows && mayReturn
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

// isSamePlace reports whether two addresses are of the same package variable, or
// field of the same struct.
func isSamePlace(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	fa, okA := a.(*ssa.FieldAddr)
	fb, okB := b.(*ssa.FieldAddr)
	return okA && okB && fa.Field == fb.Field && isSamePlace(fa.X, fb.X)
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

// afterCap reports whether b runs only after a condition that depends on the
// capacity of a slice.
func afterCap(b *ssa.BasicBlock) bool {
	for d := b.Idom(); d != nil; d = d.Idom() {
		cond, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if ok && dependsOnCap(cond.Cond, 0) {
			return true
		}
	}
	return false
}

func dependsOnCap(v ssa.Value, depth int) bool {
	const maxDepth = 6 // of an arithmetic expression
	if depth > maxDepth {
		return false
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return dependsOnCap(v.X, depth+1) || dependsOnCap(v.Y, depth+1)
	case *ssa.UnOp:
		return v.Op != token.MUL && dependsOnCap(v.X, depth+1)
	case *ssa.Convert:
		return dependsOnCap(v.X, depth+1)
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "cap"
	}
	return false
}
