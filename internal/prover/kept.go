package prover

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// growsKept reports whether instr appends to memory that outlives the call.
func (v *view) growsKept(instr ssa.Instruction) bool {
	if v.isBuilder() {
		return false
	}
	if call, ok := instr.(*ssa.Call); ok && isBuiltin(&call.Call) {
		return v.keeps(call.Call.Args[0]) && leaves(call) || v.isReplacement(instr)
	}
	moved := slicesMoved(instr)
	for _, x := range moved {
		if !v.keeps(x) {
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

// leaves reports whether the slice that call makes, or a slice of it, is more
// than looked at: what is appended to a kept slice and then dropped may be
// allocated each time.
func leaves(call *ssa.Call) bool {
	seen := map[ssa.Value]bool{call: true}
	for work := []ssa.Value{call}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, ref := range *x.Referrers() {
			var next ssa.Value
			switch ref := ref.(type) {
			case *ssa.Store, *ssa.Return, *ssa.MapUpdate, *ssa.Send, *ssa.MakeInterface, *ssa.MakeClosure:
				return true
			case *ssa.Call:
				if !isBuiltin(&ref.Call) {
					return true
				}
				if isAppend(ref) && ref.Call.Args[0] == x {
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
	return false
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
	k := keeper{view: v, seen: make(map[ssa.Value]bool)}
	if _, ok := x.Type().Underlying().(*types.Pointer); ok {
		return k.at(x)
	}
	return k.value(x)
}

// A keeper decides whether memory outlives the annotated call: it comes from a
// parameter, a field or a package variable, or it was made with room
// before the annotated loop.
type keeper struct {
	view *view
	seen map[ssa.Value]bool
}

// value reports whether the memory behind v, a slice or map, is kept.
func (k *keeper) value(v ssa.Value) bool {
	if k.seen[v] {
		return true // around a loop: the other ways in decide
	}
	k.seen[v] = true
	switch v := v.(type) {
	case *ssa.Parameter:
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
	case *ssa.Slice:
		if v.Max != nil {
			return false // s[:0:0] has no room, s[:n:n] none behind n
		}
		if _, ok := v.X.Type().Underlying().(*types.Pointer); ok {
			return k.at(v.X)
		}
		return k.value(v.X)
	case *ssa.MakeSlice:
		capacity, ok := v.Cap.(*ssa.Const)
		return k.outside(v.Pos()) && !(ok && capacity.Int64() == 0) || k.view.isReplacement(v)
	case *ssa.MakeMap:
		return k.outside(v.Pos())
	case *ssa.UnOp:
		return v.Op == token.MUL && !isCleared(v) && k.at(v.X)
	case *ssa.Call:
		return k.result(v)
	case *ssa.Extract:
		switch tuple := v.Tuple.(type) {
		case *ssa.Call:
			return k.result(tuple)
		case *ssa.TypeAssert:
			return k.value(tuple.X)
		}
		return false
	case *ssa.MakeInterface:
		_, isPointer := v.X.Type().Underlying().(*types.Pointer)
		return isPointer && k.at(v.X)
	case *ssa.ChangeInterface:
		return k.value(v.X)
	case *ssa.Alloc:
		return isMiss(v.Block())
	case *ssa.Lookup:
		return k.value(v.X)
	case *ssa.TypeAssert:
		return k.value(v.X)
	}
	return false
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

// result reports whether a call returns memory that is kept: a slice that it
// was handed to append to, or what a sync.Pool keeps.
func (k *keeper) result(call *ssa.Call) bool {
	if k.outside(call.Pos()) {
		return true
	}
	callee := call.Call.StaticCallee()
	switch {
	case callee == nil:
	case callee.String() == "(*sync.Pool).Get":
		return true
	case program.SameFunc(program.Symbol(callee), "slices.Clip"):
		return false
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() != "append" {
		return false
	}
	if callee != nil && givesPooled(callee) {
		return true
	}
	args := call.Call.Args
	if call.Call.Signature().Recv() != nil && !call.Call.IsInvoke() && len(args) > 0 {
		args = args[1:]
	}
	if len(args) == 0 {
		return false
	}
	result := call.Type()
	if tuple, ok := result.(*types.Tuple); ok && tuple.Len() > 0 {
		result = tuple.At(0).Type()
	}
	return types.Identical(args[0].Type(), result) && k.value(args[0])
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
		inside := keeper{view: &view{prover: k.view.prover, fn: fn, src: k.view.src, node: &node{}, given: given{captured: captured}}, seen: make(map[ssa.Value]bool)}
		for _, ref := range *fn.FreeVars[i].Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				if ref.Val == fn.FreeVars[i] || !inside.value(ref.Val) {
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
