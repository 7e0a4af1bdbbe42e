package prover

import (
	"go/types"
	"runtime"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/paths"
)

// Classes of allocation sites; the categories of findings.
const (
	Allocates   = "allocates"    // always when reached
	MayAllocate = "may-allocate" // depends on a size or value at run time
	Growth      = "growth"       // of memory that outlives the call
	FirstTime   = "first-time"   // set up once, then reused
	Cold        = "cold"         // only on a path that fails or is declared cold
	Dynamic     = "dynamic"      // a call that cannot be resolved
	Unknown     = "unknown"      // code that cannot be followed
	Assumed     = "assumed"      // an assume directive vouches for it
	Promised    = "promised"     // a contract with check vouches for it
	dead        = "dead"         // behind a constant condition: never reached
)

// judge gives the class of an allocating call and says what it allocates.
func (p *Prover) judge(kind compiled.Kind, call *goobj.Call, v view) (class, what string) {
	class, what = p.judgeKind(kind, call, v)
	if (class == Allocates || class == MayAllocate) && v.all(isForOthers) {
		return Dynamic, what + " for types without the method that is asked for"
	}
	return class, what
}

// isForOthers reports whether instr runs only after an interface value was found
// not to have a method that saves the work, as io.WriteString does: whether it
// runs is known no better than what a call of the value does.
func isForOthers(instr ssa.Instruction) bool {
	for cond, holds := range paths.Conditions(instr.Block()) {
		found, ok := cond.Cond.(*ssa.Extract)
		if !ok || found.Index != 1 || holds {
			continue
		}
		assert, ok := found.Tuple.(*ssa.TypeAssert)
		if ok && types.IsInterface(assert.AssertedType) {
			return true
		}
	}
	return false
}

func (p *Prover) judgeKind(kind compiled.Kind, call *goobj.Call, v view) (class, what string) {
	switch kind {
	case compiled.Object:
		return Allocates, v.object(call)
	case compiled.Box:
		return Allocates, v.box(call)
	case compiled.Slice:
		if v.all(isOfNothing) {
			return dead, ""
		}
		if v.all(v.isReplacement) {
			return Growth, "make replaces a buffer that outlives the call"
		}
		if v.all(hasVariableSize) {
			return MayAllocate, "make of a slice of variable size allocates"
		}
		return Allocates, v.made(call)
	case compiled.Grow:
		if v.all(v.fits) {
			return dead, ""
		}
		if v.all(v.growsKept) {
			return Growth, "append grows memory that outlives the call"
		}
		if strings.HasPrefix(call.Target, "runtime.moveSlice") {
			return MayAllocate, "slice that append made is moved to the heap where it is handed on"
		}
		return MayAllocate, "append allocates when it exceeds the capacity"
	case compiled.Map:
		return Allocates, "make allocates a map"
	case compiled.MapAssign:
		if !strings.HasPrefix(call.Target, "runtime.mapassign_fast") && v.exact && hasLargeElems(v.sites[0]) {
			return Allocates, "assignment of a new key allocates the element of over 128 bytes"
		}
		if v.all(v.isFew) {
			return dead, ""
		}
		if v.all(v.updatesKept) {
			return Growth, "assignment of a new key grows a map that outlives the call"
		}
		return MayAllocate, "assignment of a new key allocates when the map grows"
	case compiled.Chan:
		return Allocates, "make allocates a channel"
	case compiled.Concat:
		if v.all(addsNothing) {
			return dead, ""
		}
		return v.result(call, "string concatenation", concatLen)
	case compiled.Conversion:
		return v.result(call, v.conversion(), convertedLen)
	case compiled.Go:
		return FirstTime, "go statement makes a goroutine, which the runtime reuses"
	case compiled.Defer:
		if call.Target == "runtime.deferrangefunc" {
			return Allocates, "defer in a loop over an iterator allocates a list of records"
		}
		return FirstTime, "defer in a loop makes a record, which the runtime reuses"
	}
	return Allocates, otherEntry(call.Target) + " allocates"
}

// all reports whether f holds for what v stands for, which must be known.
func (v *view) all(f func(ssa.Instruction) bool) bool {
	if !v.exact {
		return false
	}
	for _, instr := range v.sites {
		if !f(instr) {
			return false
		}
	}
	return true
}

// result judges a call that makes a string or slice of bytes or runes.
func (v *view) result(call *goobj.Call, what string, length func(ssa.Instruction) (int64, bool)) (class, text string) {
	const room = 32 // runtime.tmpStringBufSize
	unit := "bytes"
	if call.Target == "runtime.stringtoslicerune" {
		unit = "runes"
	}
	if call.Target == "runtime.slicebytetostring" && v.all(func(instr ssa.Instruction) bool { n, ok := length(instr); return ok && n <= 1 }) {
		return dead, "" // strings of one byte are static
	}
	switch call.Buffer {
	case goobj.NoBuffer:
		return Allocates, what + " allocates its result"
	case goobj.StackBuffer:
		if call.Target == "runtime.intstring" {
			return dead, "" // one rune fits its buffer
		}
		if v.all(func(instr ssa.Instruction) bool { n, ok := length(instr); return ok && n <= room }) {
			return dead, ""
		}
		return MayAllocate, what + " allocates when the result is longer than 32 " + unit
	}
	return MayAllocate, what + " allocates when the result is longer than 32 " + unit + " or is kept"
}

// concatLen returns the greatest length of what instr, an addition of strings,
// makes.
func concatLen(instr ssa.Instruction) (int64, bool) {
	add, ok := instr.(*ssa.BinOp)
	if !ok {
		return 0, false
	}
	return maxLen(add)
}

// convertedLen returns the greatest length of what instr, a conversion, makes.
func convertedLen(instr ssa.Instruction) (int64, bool) {
	c, ok := instr.(*ssa.Convert)
	if !ok {
		return 0, false
	}
	return maxLen(c.X)
}

// hasLargeElems reports whether instr sets an element of a map whose keys or
// elements are, or may be, too large for its tables: they are allocated one by
// one. Maps for which the compiler calls a fast variant have none.
func hasLargeElems(instr ssa.Instruction) bool {
	update, ok := instr.(*ssa.MapUpdate)
	if !ok {
		return false
	}
	m, ok := update.Map.Type().Underlying().(*types.Map)
	return !ok || isLarge(m.Key()) || isLarge(m.Elem())
}

func isLarge(t types.Type) bool {
	if hasTypeParam(t) {
		return true
	}
	const maxInTable = 128 // internal/abi.MapMaxKeyBytes, MapMaxElemBytes
	return types.SizesFor("gc", runtime.GOARCH).Sizeof(t) > maxInTable
}

// hasTypeParam reports whether the size of t depends on a type parameter.
func hasTypeParam(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		return hasTypeParam(t.Underlying())
	case *types.Array:
		return hasTypeParam(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if hasTypeParam(f.Type()) {
				return true
			}
		}
	}
	return false
}

// isFew reports whether instr sets an element of a map that was made in the
// function and only ever gets as many keys as the first table holds. A map that
// is not on the stack is reported where it is made.
func (v *view) isFew(instr ssa.Instruction) bool {
	const firstTable = 8 // internal/abi.MapGroupSlots
	update, ok := instr.(*ssa.MapUpdate)
	if !ok {
		return false
	}
	m, ok := update.Map.(*ssa.MakeMap)
	if !ok || m.Reserve != nil {
		return false
	}
	updates := 0
	for _, ref := range *m.Referrers() {
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			if ref.Map != m || v.flow.Repeated(ref.Block()) {
				return false
			}
			updates++
		case *ssa.Lookup, *ssa.Range:
		case *ssa.Call:
			if b, ok := ref.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" && b.Name() != "delete" && b.Name() != "clear" {
				return false
			}
		default:
			return false
		}
	}
	return updates <= firstTable
}

// isOfNothing reports whether instr makes a slice whose elements have no size.
func isOfNothing(instr ssa.Instruction) bool {
	mk, ok := instr.(*ssa.MakeSlice)
	if !ok {
		return false
	}
	elem := mk.Type().Underlying().(*types.Slice).Elem()
	return !hasTypeParam(elem) && types.SizesFor("gc", runtime.GOARCH).Sizeof(elem) == 0
}

// addsNothing reports whether instr adds the empty constant to a string: the
// runtime then returns the other one.
func addsNothing(instr ssa.Instruction) bool {
	add, ok := instr.(*ssa.BinOp)
	if !ok {
		return false
	}
	for _, operand := range []ssa.Value{add.X, add.Y} {
		if n, ok := maxLen(operand); ok && n == 0 {
			return true
		}
	}
	return false
}

func hasVariableSize(instr ssa.Instruction) bool {
	mk, ok := instr.(*ssa.MakeSlice)
	if !ok {
		return false
	}
	_, constLen := mk.Len.(*ssa.Const)
	_, constCap := mk.Cap.(*ssa.Const)
	return !constLen || !constCap
}
