package prover

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
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
	cut      bool           // but not from its start
	replaced bool           // the caller puts the result in its place
	scratch  bool           // it was cut to [:0]
	moves    bool           // it points to something else each time
	full     bool           // the call is made as it was found to have no room left
	room     int64          // elements that a slice has room for at least
	callees  []callee       // all functions that a func value can be
	types    []types.Type   // all types that an interface value can hold
	isNil    bool           // unless it is nil
	onlyNil  bool           // it is nil
	fields   map[int]fact   // fields of the struct that it is, points to or holds
}

// given is what is known of a function when it is called.
type given struct {
	params   []fact
	captured []fact
	types    []types.Type // by type parameter; none or nil if unknown
}

// write writes what tells g from what another call gives.
func (g given) write(b *strings.Builder) {
	writeFacts(b, g.params)
	b.WriteByte(1)
	writeFacts(b, g.captured)
	for _, t := range g.types {
		b.WriteByte(0)
		if t != nil {
			b.WriteString(types.TypeString(t, nil))
		}
	}
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
		if f.cut {
			b.WriteString(" cut")
		}
		if f.replaced {
			b.WriteString(" replaced")
		}
		if f.scratch {
			b.WriteString(" scratch")
		}
		if f.moves {
			b.WriteString(" moves")
		}
		if f.full {
			b.WriteString(" full")
		}
		if f.room > 0 {
			b.WriteString(" room ")
			b.WriteString(strconv.FormatInt(f.room, 10))
		}
		for _, c := range f.callees {
			b.WriteString(" calls ")
			b.WriteString(c.key())
		}
		for _, t := range f.types {
			b.WriteString(" holds ")
			b.WriteString(types.TypeString(t, nil))
		}
		if len(f.types) > 0 && f.isNil {
			b.WriteString(" or nil")
		}
		if f.onlyNil {
			b.WriteString(" nil")
		}
		for _, i := range slices.Sorted(maps.Keys(f.fields)) {
			b.WriteString(" field ")
			b.WriteString(strconv.Itoa(i))
			b.WriteString(" (")
			writeFacts(b, []fact{f.fields[i]})
			b.WriteString(")")
		}
	}
}

// givenOfCall returns what is known of the function that is called where v stands.
func (v *view) givenOfCall() given {
	if v.forwards != "" {
		return v.given.forwarded(v.forwards)
	}
	return given{params: v.factsOfCall(), types: v.typesOfCall()}
}

// factsOfCall returns what is known of the arguments of the call that v stands
// for. If it may be one of several, that is what holds for all.
func (v *view) factsOfCall() []fact {
	if !v.exact {
		return nil
	}
	var facts []fact
	for i, site := range v.sites {
		at := *v
		at.sites = v.sites[i : i+1]
		if more := at.factsOfSite(site); i == 0 {
			facts = more
		} else {
			facts = meet(facts, more)
		}
	}
	return facts
}

func (v *view) factsOfSite(site ssa.Instruction) []fact {
	call := callOf(site)
	if call == nil {
		return nil
	}
	args := call.Args
	if call.IsInvoke() { // of a receiver whose type the compiler knew
		args = append([]ssa.Value{call.Value}, args...)
	}
	facts := make([]fact, len(args))
	for i, arg := range args {
		f, o := v.factOf(arg)
		if _, isPointer := arg.Type().Underlying().(*types.Pointer); isPointer {
			f.moves = v.moves(arg)
		}
		if o != nil {
			f.scratch = o.isScratch()
			f.replaced = v.putBack(site, *o) || f.scratch && v.dropsResult(site)
			f.full = f.replaced && v.isFull(site.Block(), o.addrs)
		}
		facts[i] = f
	}
	return facts
}

// dropsResult reports whether the slice that a call returns is dropped.
func (v *view) dropsResult(site ssa.Instruction) bool {
	call, ok := site.(*ssa.Call)
	return ok && isDropped(call)
}

// meet returns what is known if either of two lists of facts holds.
func meet(a, b []fact) []fact {
	facts := make([]fact, min(len(a), len(b)))
	for i := range facts {
		x, y := a[i], b[i]
		f := fact{
			kept: x.kept && y.kept, replaced: x.replaced && y.replaced, scratch: x.scratch && y.scratch, full: x.full && y.full,
			cut: x.cut || y.cut, moves: x.moves || y.moves, isNil: x.isNil || y.isNil,
			room: min(x.room, y.room),
		}
		if x.value != nil && y.value != nil && x.value.ExactString() == y.value.ExactString() {
			f.value = x.value
		}
		r := resolver{}
		if r.fact(x) && r.fact(y) {
			r.tell(&f)
		}
		facts[i] = f
	}
	return facts
}

// factsOf returns what is known of values in v.fn.
func (v *view) factsOf(values []ssa.Value) []fact {
	facts := make([]fact, len(values))
	for i, x := range values {
		facts[i], _ = v.factOf(x)
	}
	return facts
}

// factOf returns what is known of a value in v.fn, and of a slice that is kept where it
// comes from. Of the address of a local variable, as func literals capture it, it is about
// what the variable holds.
func (v *view) factOf(x ssa.Value) (fact, *origin) {
	f := fact{value: v.consts.Eval(x)}
	var from *origin
	t := x.Type().Underlying()
	switch t.(type) {
	case *types.Pointer, *types.Map, *types.Interface:
		f.kept = v.keeps(x)
	case *types.Slice:
		o, isKept := v.origin(x)
		f.kept, f.cut = isKept, o.cut
		f.room = v.room(x, 0)
		if isKept {
			from = &o
		}
	}
	pointer, isPointer := t.(*types.Pointer)
	switch {
	case holdsMore(t):
		v.resolve(x, &f)
	case isPointer && holdsMore(pointer.Elem()):
		v.resolveStored(x, &f)
	}
	return f, from
}

// capturedFact returns what is known of a captured variable.
func (v *view) capturedFact(free *ssa.FreeVar) fact {
	captured := v.given.captured
	if captured == nil && v.isRoot() {
		captured = v.prover.capturedBy(v.src, v.fn)
	}
	for i, f := range v.fn.FreeVars {
		if f == free && i < len(captured) {
			return captured[i]
		}
	}
	return fact{}
}

// capturedBy returns what is known of the variables that fn, an annotated func
// literal, captures where it is made.
func (p *Prover) capturedBy(src *program.Source, fn *ssa.Function) []fact {
	parent := fn.Parent()
	if parent == nil {
		return nil
	}
	for _, b := range parent.Blocks {
		for _, instr := range b.Instrs {
			if m, ok := instr.(*ssa.MakeClosure); ok && m.Fn == fn {
				around := p.outside(src, parent)
				around.given.captured = p.capturedBy(src, parent)
				return around.factsOf(m.Bindings)
			}
		}
	}
	return nil
}

// fact returns what is known of a parameter of v.fn.
func (v *view) fact(param *ssa.Parameter) fact {
	for i, p := range v.fn.Params {
		if p == param && i < len(v.given.params) {
			return v.given.params[i]
		}
	}
	return fact{}
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
	const maxDepth = 12 // of an expression; a loop that lengthens a string goes on and on
	return maxLenAt(x, maxDepth)
}

func maxLenAt(x ssa.Value, depth int) (int64, bool) {
	if depth == 0 {
		return 0, false
	}
	switch x := x.(type) {
	case *ssa.Const:
		if x.Value != nil && x.Value.Kind() == constant.String {
			return int64(len(constant.StringVal(x.Value))), true
		}
		return 0, x.IsNil()
	case *ssa.BinOp:
		a, okA := maxLenAt(x.X, depth-1)
		b, okB := maxLenAt(x.Y, depth-1)
		return a + b, x.Op == token.ADD && okA && okB
	case *ssa.Phi:
		longest := int64(0)
		for _, e := range x.Edges {
			n, ok := maxLenAt(e, depth-1)
			if !ok {
				return 0, false
			}
			longest = max(longest, n)
		}
		return longest, true
	case *ssa.Slice:
		return maxLenOfSlice(x, depth)
	case *ssa.Convert:
		if isBytes(x.X.Type()) && isString(x.Type()) || isString(x.X.Type()) && isBytes(x.Type()) {
			return maxLenAt(x.X, depth-1)
		}
	}
	return 0, false
}

// maxLenOfSlice takes bounds that are not constant for the least and the most
// that they can be.
func maxLenOfSlice(x *ssa.Slice, depth int) (int64, bool) {
	low, _ := intConst(x.Low)
	if high, ok := intConst(x.High); ok {
		return high - low, true
	}
	if n, ok := arrayLen(x.X); ok {
		return n - low, true
	}
	if x.High != nil {
		return 0, false // it may reach up to the capacity
	}
	n, ok := maxLenAt(x.X, depth-1)
	return n - low, ok
}

func isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(s.Elem().Underlying(), types.Typ[types.Byte])
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
	if !ok {
		n, ok = v.appendBound()
	}
	return ok && n <= v.room(call.Call.Args[0], 0)
}

// appendBound returns the most elements that v.fn appends to its result, if a table and
// what is known of a parameter tell.
func (v *view) appendBound() (int64, bool) {
	name := lengthParams[program.Symbol(v.fn)]
	for _, param := range v.fn.Params {
		if value := v.fact(param).value; name != "" && param.Name() == name && value != nil && value.Kind() == constant.Int {
			return constant.Int64Val(value)
		}
	}
	return 0, false
}
