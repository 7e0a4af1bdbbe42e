package prover

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A callee is a function that a func value can be, or a method that a call
// through an interface can reach.
type callee struct {
	fn       *ssa.Function   // a func literal or declared function, in the source
	src      *program.Source // of fn
	method   *types.Func     // otherwise: a method
	captured []fact          // of a func literal: about the captured variables
	bound    []fact          // of a method value: about its receiver
}

// symbol returns the linker symbol of a declared function or method.
func (c callee) symbol() string {
	if c.method != nil {
		return program.FuncSymbol(c.method)
	}
	return program.Symbol(c.fn)
}

// key tells callees apart.
func (c callee) key() string {
	var b strings.Builder
	if c.method != nil {
		b.WriteString(c.method.FullName())
	} else {
		b.WriteString(c.fn.String())
		b.WriteString(c.src.Fset.Position(c.fn.Pos()).String())
	}
	writeFacts(&b, c.captured)
	b.WriteByte(1)
	writeFacts(&b, c.bound)
	return b.String()
}

// maxNesting bounds how deep facts about captured variables nest: a recursive
// function can wrap a func value at each level.
const maxNesting = 3

func nesting(facts []fact) int {
	deepest := 0
	for _, f := range facts {
		for _, c := range f.callees {
			deepest = max(deepest, 1+nesting(c.captured), 1+nesting(c.bound))
		}
		for _, field := range f.fields {
			deepest = max(deepest, 1+nesting([]fact{field}))
		}
	}
	return deepest
}

// A resolver finds what a func value or the dynamic type of an interface value
// can be. It gives up unless it finds all that it can be.
type resolver struct {
	view  *view
	seen  map[ssa.Value]bool
	funcs []callee
	types []types.Type
	isNil bool // or nil

	fields  map[int]fact // of the structs, of which there are so many
	structs int
}

// resolve adds to f what x can be, if that is all known.
func (v *view) resolve(x ssa.Value, f *fact) {
	r := resolver{view: v, seen: make(map[ssa.Value]bool)}
	if r.value(x) {
		r.tell(f)
	} else if types.IsInterface(x.Type()) {
		f.types, f.isNil = v.prover.implementers(v.src, x.Type()), true
	}
}

// resolved returns what x can be, nothing if there may be more.
func (v *view) resolved(x ssa.Value) fact {
	var f fact
	v.resolve(x, &f)
	return f
}

// resolveStored adds to f what the variable at addr can hold, if that is all known.
func (v *view) resolveStored(addr ssa.Value, f *fact) {
	r := resolver{view: v, seen: make(map[ssa.Value]bool)}
	if r.stored(addr) {
		r.isNil = true // before
		r.tell(f)
	}
}

// tell adds to f what was found, which is all.
func (r *resolver) tell(f *fact) {
	f.callees, f.types, f.isNil, f.fields = r.funcs, r.types, r.isNil, r.fields
	f.onlyNil = r.isNil && len(r.funcs)+len(r.types)+r.structs == 0
}

func (r *resolver) addFunc(c callee) bool {
	const most = 64 // of different functions that are worth following
	if max(nesting(c.captured), nesting(c.bound)) >= maxNesting || len(r.funcs) == most {
		return false
	}
	if !slices.ContainsFunc(r.funcs, func(old callee) bool { return old.key() == c.key() }) {
		r.funcs = append(r.funcs, c)
	}
	return true
}

func (r *resolver) addType(t types.Type) bool {
	const most = 8 // of different types that are worth following
	if t == nil || hasTypeParam(t) || len(r.types) == most {
		return false
	}
	if !slices.ContainsFunc(r.types, func(old types.Type) bool { return types.Identical(old, t) }) {
		r.types = append(r.types, t)
	}
	return true
}

// value adds what x can be, and reports whether that is all known.
func (r *resolver) value(x ssa.Value) bool {
	if r.seen[x] {
		return true // around a loop: the other ways in decide
	}
	r.seen[x] = true
	// What is known of its operands can lead back to it.
	if r.view.prover.resolving[x] {
		return false
	}
	r.view.prover.resolving[x] = true
	defer delete(r.view.prover.resolving, x)
	switch x := x.(type) {
	case *ssa.Const:
		r.isNil = true // a call of it panics
		return x.IsNil()
	case *ssa.Function:
		return r.addFunc(callee{fn: x, src: r.view.src})
	case *ssa.MakeClosure:
		return r.closure(x)
	case *ssa.MakeInterface:
		if holdsMore(x.X.Type()) {
			r.addFields(r.view.resolved(x.X).fields)
		}
		return r.addType(r.view.substitute(x.X.Type()))
	case *ssa.Alloc:
		r.addFields(r.view.structMade(x))
		return true
	case *ssa.FreeVar:
		return r.fact(r.view.capturedFact(x))
	case *ssa.Field:
		return r.field(x.X, x.Field)
	case *ssa.ChangeType:
		return r.value(x.X)
	case *ssa.ChangeInterface:
		return r.value(x.X)
	case *ssa.TypeAssert:
		return types.IsInterface(x.AssertedType) && !x.CommaOk && r.value(x.X)
	case *ssa.Extract:
		switch tuple := x.Tuple.(type) {
		case *ssa.TypeAssert:
			r.isNil = true
			return x.Index == 0 && types.IsInterface(tuple.AssertedType) && r.value(tuple.X)
		case *ssa.Call:
			return r.result(tuple, x.Index)
		}
	case *ssa.Phi:
		return r.all(x.Edges)
	case *ssa.Call:
		return r.result(x, 0)
	case *ssa.Parameter:
		return r.fact(r.view.fact(x))
	case *ssa.UnOp:
		return x.Op == token.MUL && r.stored(x.X)
	}
	return false
}

func (r *resolver) all(values []ssa.Value) bool {
	for _, x := range values {
		if !r.value(x) {
			return false
		}
	}
	return true
}

// result adds what a result of a call of a declared function can be.
func (r *resolver) result(call *ssa.Call, index int) bool {
	callee := call.Call.StaticCallee()
	if callee == nil || callee.Parent() != nil || !r.view.prover.deeper() {
		return false
	}
	defer r.view.prover.back()
	in := r.view.prover.declared(program.Symbol(callee))
	if in == nil {
		return false
	}
	at := *r.view
	at.sites, at.exact = []ssa.Instruction{call}, true
	in.given = at.givenOfCall()
	inside := resolver{view: in, seen: make(map[ssa.Value]bool)}
	for _, b := range in.fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !inside.value(ret.Results[index]) {
			return false
		}
	}
	return r.join(&inside)
}

// deeper reports whether resolving may follow one more call or struct to where it is
// made. Each can lead to several others.
func (p *Prover) deeper() bool {
	const most = 3
	if p.depth == most {
		return false
	}
	p.depth++
	return true
}

func (p *Prover) back() { p.depth-- }

// join adds what other found.
func (r *resolver) join(other *resolver) bool {
	var f fact
	other.tell(&f)
	return r.fact(f) || other.structs > 0
}

// fact adds what is known from the caller.
func (r *resolver) fact(f fact) bool {
	for _, c := range f.callees {
		if !r.addFunc(c) {
			return false
		}
	}
	for _, t := range f.types {
		if !r.addType(t) {
			return false
		}
	}
	if f.fields != nil || r.structs > 0 {
		r.addFields(f.fields)
	}
	r.isNil = r.isNil || f.isNil
	return f.isKnown()
}

// closure adds a func literal with captured variables, or a method value.
func (r *resolver) closure(m *ssa.MakeClosure) bool {
	fn := m.Fn.(*ssa.Function)
	if fn.Synthetic == "" || fn.Parent() != nil {
		return r.addFunc(callee{fn: fn, src: r.view.src, captured: r.view.factsOf(m.Bindings)})
	}
	method, ok := fn.Object().(*types.Func)
	if !ok || len(m.Bindings) != 1 {
		return false
	}
	receiver := m.Bindings[0]
	if !types.IsInterface(receiver.Type()) {
		return r.addFunc(callee{method: method, bound: r.view.factsOf(m.Bindings)})
	}
	for _, t := range r.view.resolved(receiver).types { // the method value of nil panics
		method := methodOf(t, method)
		if method == nil || !r.addFunc(callee{method: method, bound: r.view.factsOf(m.Bindings)}) {
			return false
		}
	}
	return len(r.funcs) > 0
}

// stored adds what a variable can hold.
func (r *resolver) stored(addr ssa.Value) bool {
	switch addr := addr.(type) {
	case *ssa.Alloc:
		if _, ok := deref(addr.Type()).Underlying().(*types.Struct); ok {
			return r.value(addr)
		}
		values, ok := valuesOf(addr)
		r.isNil = true // before
		return ok && r.all(values)
	case *ssa.FreeVar:
		return r.fact(r.view.capturedFact(addr))
	case *ssa.Global:
		return r.closed(addr.Object())
	case *ssa.FieldAddr:
		return r.field(addr.X, addr.Field) || r.closed(fieldOf(addr))
	}
	return false
}

// closed adds what a package ever stores in one of its unexported variables or
// fields.
func (r *resolver) closed(obj types.Object) bool {
	if obj == nil || obj.Exported() {
		return false
	}
	w, v := r.view.prover.variable(r.view.src, obj)
	if v == nil || v.open {
		return false
	}
	// What is stored can depend on what is stored, through the arguments of a
	// call: that is asked for anew, once for each store, and so on.
	p := r.view.prover
	if len(v.stores) > 0 && !r.seen[v.stores[0].Val] {
		if p.closing[v] {
			return false
		}
		p.closing[v] = true
		defer delete(p.closing, v)
	}
	for _, s := range v.stores {
		r.isNil = true // before
		in := resolver{view: r.view.prover.outside(w.src, s.Parent()), seen: r.seen}
		if !in.value(s.Val) || !r.join(&in) {
			return false
		}
	}
	return true
}

// valuesOf returns what is ever stored in a local variable, and whether that is
// all: its address goes nowhere but into func literals that only read it.
func valuesOf(v *ssa.Alloc) (values []ssa.Value, ok bool) {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Val == v {
				return nil, false
			}
			values = append(values, ref.Val)
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			if !onlyReads(ref, v) {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return values, true
}

// onlyReads reports whether the func literal that m makes, with the literals in
// it, only reads the variable that it captures.
func onlyReads(m *ssa.MakeClosure, v ssa.Value) bool {
	fn := m.Fn.(*ssa.Function)
	for i, b := range m.Bindings {
		if b != v {
			continue
		}
		for _, ref := range *fn.FreeVars[i].Referrers() {
			switch ref := ref.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.MakeClosure:
				if !onlyReads(ref, fn.FreeVars[i]) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// methodOf returns the method that a call of an interface's method reaches for a
// value of type t, or nil if that is behind an embedded interface.
func methodOf(t types.Type, method *types.Func) *types.Func {
	if t == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, method.Pkg(), method.Name())
	fn, ok := obj.(*types.Func)
	if !ok || fn.Pkg() == nil || types.IsInterface(fn.Signature().Recv().Type()) {
		return nil
	}
	return fn.Origin()
}

// fieldOf returns the field that addr is the address of.
func fieldOf(addr *ssa.FieldAddr) *types.Var {
	s, ok := deref(addr.X.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return s.Field(addr.Field).Origin()
}

// callsHash reports whether instr calls one of the functions that the compiler
// makes for the key type of a map, to hash and to compare. The tries behind sync.Map
// and package unique keep them in fields. They call nothing that allocates.
func callsHash(instr ssa.Instruction) bool {
	call := callOf(instr)
	if call == nil || call.IsInvoke() {
		return false
	}
	load, ok := call.Value.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	field := fieldOf(addr)
	if field == nil || field.Pkg() == nil || field.Pkg().Path() != "internal/sync" && field.Pkg().Path() != "unique" {
		return false
	}
	return slices.Contains([]string{"keyHash", "valEqual", "hash"}, field.Name())
}
