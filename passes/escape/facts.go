package escape

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A fact is what is known of an argument at a call.
type fact struct {
	value    constant.Value // nil unless constant
	kept     bool           // it refers to memory that outlives the annotated call
	replaced bool           // the caller puts the result in its place
	full     bool           // the call is made as it was found to have no room left
	room     int64          // elements that a slice has room for at least
	callee   callee         // the function that a func value is
}

// A callee is a function in the source of a package.
type callee struct {
	fn  *ssa.Function // nil if unknown
	src *program.Source
}

// writeFacts writes what tells apart the facts of two calls of a function.
func writeFacts(b *strings.Builder, facts []fact) {
	for _, f := range facts {
		b.WriteByte(0)
		if f.value != nil {
			b.WriteString(f.value.ExactString())
		}
		if f.kept {
			b.WriteString(" kept")
		}
		if f.replaced {
			b.WriteString(" replaced")
		}
		if f.full {
			b.WriteString(" full")
		}
		if f.room > 0 {
			b.WriteString(" room ")
			b.WriteString(strconv.FormatInt(f.room, 10))
		}
		if f.callee.fn != nil {
			b.WriteString(" calls ")
			b.WriteString(f.callee.fn.String())
			b.WriteString(strconv.Itoa(int(f.callee.fn.Pos())))
		}
	}
}

// facts returns what is known of the arguments of the call that v stands for.
func (v *view) factsOfCall() []fact {
	call := v.call()
	if call == nil {
		return nil
	}
	args := call.Args
	if call.IsInvoke() { // of a receiver whose type the compiler knew
		args = append([]ssa.Value{call.Value}, args...)
	}
	facts := make([]fact, len(args))
	for i, arg := range args {
		f := &facts[i]
		f.value = v.consts.Eval(arg)
		switch arg.Type().Underlying().(type) {
		case *types.Pointer, *types.Map, *types.Interface:
			f.kept = v.keeps(arg)
		case *types.Slice:
			f.kept = v.keeps(arg)
			f.room = v.room(arg, 0)
			f.replaced = f.kept && v.takesPlace(v.sites[0])
			f.full = f.replaced && v.isFull(v.sites[0].Block())
		case *types.Signature:
			f.callee = v.resolve(arg)
		}
	}
	return facts
}

// fact returns what is known of a parameter of v.fn.
func (v *view) fact(param *ssa.Parameter) fact {
	for i, p := range v.fn.Params {
		if p == param && i < len(v.facts) {
			return v.facts[i]
		}
	}
	return fact{}
}

// resolve returns the function that a func value is, if that is known.
func (v *view) resolve(f ssa.Value) callee {
	switch f := f.(type) {
	case *ssa.Function:
		return callee{f, v.src}
	case *ssa.MakeClosure:
		fn := f.Fn.(*ssa.Function)
		if fn.Synthetic != "" {
			return callee{} // a bound method
		}
		return callee{fn, v.src}
	case *ssa.ChangeType:
		return v.resolve(f.X)
	case *ssa.Parameter:
		return v.fact(f).callee
	}
	return callee{}
}

// room returns how many elements a slice has room for at least, behind its
// length.
func (v *view) room(x ssa.Value, depth int) int64 {
	const maxDepth = 20 // appends one after another
	if depth > maxDepth {
		return 0
	}
	switch x := x.(type) {
	case *ssa.Parameter:
		return v.fact(x).room
	case *ssa.ChangeType:
		return v.room(x.X, depth+1)
	case *ssa.Slice:
		return arrayRoom(x)
	case *ssa.Call:
		if !isAppend(x) {
			return 0
		}
		n, ok := maxLen(x.Call.Args[1])
		if !ok {
			return 0
		}
		return max(0, v.room(x.Call.Args[0], depth+1)-n)
	}
	return 0
}

// arrayRoom returns the room behind a slice of an array with constant bounds.
func arrayRoom(x *ssa.Slice) int64 {
	n, ok := arrayLen(x.X)
	if !ok {
		return 0
	}
	if x.Max != nil {
		if n, ok = intConst(x.Max); !ok {
			return 0
		}
	}
	high, ok := intConst(x.High)
	if x.High == nil || !ok {
		return 0
	}
	return n - high
}

// maxLen returns the greatest length that x, a slice or string, can have.
func maxLen(x ssa.Value) (int64, bool) {
	switch x := x.(type) {
	case *ssa.Const:
		if x.Value != nil && x.Value.Kind() == constant.String {
			return int64(len(constant.StringVal(x.Value))), true
		}
		return 0, x.IsNil()
	case *ssa.BinOp:
		a, okA := maxLen(x.X)
		b, okB := maxLen(x.Y)
		return a + b, x.Op == token.ADD && okA && okB
	case *ssa.Slice:
		low := int64(0)
		if x.Low != nil {
			n, ok := intConst(x.Low)
			if !ok {
				return 0, false
			}
			low = n
		}
		if x.High != nil {
			high, ok := intConst(x.High)
			return high - low, ok
		}
		n, ok := arrayLen(x.X)
		return n - low, ok
	}
	return 0, false
}

func arrayLen(x ssa.Value) (int64, bool) {
	p, ok := x.Type().Underlying().(*types.Pointer)
	if !ok {
		return 0, false
	}
	a, ok := p.Elem().Underlying().(*types.Array)
	if !ok {
		return 0, false
	}
	return a.Len(), true
}

func intConst(x ssa.Value) (int64, bool) {
	k, ok := x.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(k.Value)
}

func isAppend(call *ssa.Call) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "append"
}

// fits reports whether the append instr always finds room.
func (v *view) fits(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || !isAppend(call) {
		return false
	}
	n, ok := maxLen(call.Call.Args[1])
	return ok && n <= v.room(call.Call.Args[0], 0)
}

// isReplacement reports whether instr makes a larger slice for the elements of
// one whose capacity was found to be exceeded, and puts it in its place: a
// pedestrian append.
func (v *view) isReplacement(instr ssa.Instruction) bool {
	return v.takesPlace(instr) && v.isFull(instr.Block())
}

// isFull reports whether b runs only as the capacity of a slice was asked for,
// here or where the function was called.
func (v *view) isFull(b *ssa.BasicBlock) bool {
	return afterCap(b) || slices.ContainsFunc(v.facts, func(f fact) bool { return f.full })
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
	mayReturn := v.isRoot() || slices.ContainsFunc(v.facts, func(f fact) bool { return f.replaced })
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

// isMiss reports whether b runs only after a sync.Pool had nothing to give, or a
// sync.Map that the function fills had nothing for a key.
func isMiss(b *ssa.BasicBlock) bool {
	for d := b; d != nil; d = d.Idom() {
		if len(d.Preds) != 1 {
			continue
		}
		pred := d.Preds[0]
		cond, ok := pred.Instrs[len(pred.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		onTrue := pred.Succs[0] == d
		switch c := cond.Cond.(type) {
		case *ssa.BinOp:
			x := c.X
			if isNilConst(x) {
				x = c.Y
			}
			if (isNilConst(c.X) || isNilConst(c.Y)) && fromPool(x, 0) && (c.Op == token.EQL) == onTrue {
				return true
			}
		case *ssa.Extract: // v, ok := pool.Get().(T)
			if c.Index == 1 && !onTrue && (fromPool(c.Tuple, 0) || isCacheLoad(c.Tuple)) {
				return true
			}
		}
	}
	return false
}

// isCacheLoad reports whether v is the result of loading from a sync.Map to
// which the same function adds what it did not find.
func isCacheLoad(v ssa.Value) bool {
	load, ok := v.(*ssa.Call)
	if !ok || !isMapMethod(load, "Load") {
		return false
	}
	for _, b := range load.Parent().Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Call)
			if ok && isMapMethod(store, "Store", "LoadOrStore") && store.Call.Args[0] == load.Call.Args[0] {
				return true
			}
		}
	}
	return false
}

func isMapMethod(call *ssa.Call, names ...string) bool {
	fn := call.Call.StaticCallee()
	return fn != nil && strings.HasPrefix(fn.String(), "(*sync.Map).") && slices.Contains(names, fn.Name())
}

// fromPool reports whether v is what a sync.Pool gave.
func fromPool(v ssa.Value, depth int) bool {
	const maxDepth = 4 // conversions
	if depth > maxDepth {
		return false
	}
	switch v := v.(type) {
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		return fn != nil && fn.String() == "(*sync.Pool).Get"
	case *ssa.TypeAssert:
		return fromPool(v.X, depth+1)
	case *ssa.Extract:
		return v.Index == 0 && fromPool(v.Tuple, depth+1)
	case *ssa.ChangeInterface:
		return fromPool(v.X, depth+1)
	}
	return false
}
