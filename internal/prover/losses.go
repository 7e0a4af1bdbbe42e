package prover

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/paths"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// What grows, or is made for the first time, has to stay where it is put. The losses of a
// region are the homes in which anything that it runs puts something else: nil, a slice
// with less room, a whole struct. Which functions it runs is known by the source, as most
// that throw something away allocate nothing, or are inlined: all that are called by name,
// all that are used as values, and of the types that are converted to interfaces the
// methods that are called through one.

// losses are what the code of a region throws away.
type losses struct {
	walk  *lossWalk // nil once done
	found []home
	moved []home
	known map[question]bool
}

// A question is whether a home is lost, or moved.
type question struct {
	home  home
	moved bool
}

// begin has the prover speak of the code of r from now on.
func (p *Prover) begin(r Region) {
	p.losses = &losses{walk: newLossWalk(p, r), known: make(map[question]bool)}
}

// isLost reports whether the code of the region throws away what a home has.
func (p *Prover) isLost(h home) bool { return p.answer(question{home: h}) }

// isMoved reports whether the code of the region puts another pointer into a home.
func (p *Prover) isMoved(h home) bool { return p.answer(question{home: h, moved: true}) }

func (p *Prover) answer(q question) bool {
	if p.losses == nil {
		return false
	}
	if p.losses.walk != nil {
		w := p.losses.walk
		asked := p.asked
		p.losses.walk, p.asked = nil, nil // what is asked for meanwhile is not so
		w.run()
		p.asked = asked
		p.losses.found, p.losses.moved = w.found, w.moved
		clear(p.losses.known)
	}
	if _, ok := q.home.local.(*ssa.Parameter); ok {
		return false
	}
	yes, ok := p.losses.known[q]
	if !ok {
		homes := p.losses.found
		if q.moved {
			homes = p.losses.moved
		}
		yes = slices.ContainsFunc(homes, q.home.mayBe)
		p.losses.known[q] = yes
	}
	if p.asked != nil {
		p.asked[q] = yes
	}
	return yes
}

// holds reports whether the answers are still those that were given.
func (p *Prover) holds(asked map[question]bool) bool {
	for q, yes := range asked {
		if p.answer(q) != yes {
			return false
		}
	}
	return true
}

// A lossWalk goes through all functions that a region may run.
type lossWalk struct {
	prover  *Prover
	region  Region
	seen    map[visited]bool
	work    []*view
	found   []home
	moved   []home // that get another pointer
	stored  []storedParam
	calls   map[*ssa.Function][]callSite
	values  map[*ssa.Function]bool // used as values
	made    []types.Type           // converted to interfaces
	invoked []*types.Func
	paired  map[pair]bool
}

type visited struct {
	fn                *ssa.Function
	errors, recovered bool
}

type pair struct {
	t      string
	method string
}

// A storedParam is a parameter of a function that is put into a home: what it is depends
// on the caller.
type storedParam struct {
	fn    *ssa.Function
	index int
	home  home
	owner int // which parameter points to the struct with the field; -1 if that is not known
}

// A callSite is a call of a function by its name.
type callSite struct {
	view *view
	args []ssa.Value
}

func newLossWalk(p *Prover, r Region) *lossWalk {
	return &lossWalk{
		prover: p, region: r, seen: make(map[visited]bool), calls: make(map[*ssa.Function][]callSite),
		values: make(map[*ssa.Function]bool), paired: make(map[pair]bool),
	}
}

func (w *lossWalk) run() {
	src, err := w.prover.own.Source()
	if err != nil {
		return
	}
	fns := []*ssa.Function{w.region.Fn}
	if w.region.hasBody() {
		fns = []*ssa.Function{w.region.Body}
	}
	for _, fn := range fns {
		w.add(fn, src, !w.region.anyCaller, w.region.anyCaller)
	}
	for len(w.work) > 0 {
		v := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		w.function(v)
	}
	w.settle()
}

func (w *lossWalk) add(fn *ssa.Function, src *program.Source, errors, recovered bool) {
	k := visited{fn, errors, recovered}
	if len(fn.Blocks) == 0 || w.seen[k] || src == nil || w.prover.declaredOn(src, fn) == Cold {
		return
	}
	w.seen[k] = true
	v := &view{prover: w.prover, fn: fn, src: src, node: &node{region: Region{}}, errors: errors, recovered: recovered}
	if w.region.has(fn) {
		v.node = &node{region: w.region}
	}
	v.flow = w.prover.flow(fn, nil, errors, recovered)
	w.work = append(w.work, v)
}

// function goes through the instructions of v.fn.
func (w *lossWalk) function(v *view) {
	for _, b := range v.fn.Blocks {
		if v.flow.Dead(b) || v.flow.Failing(b) || paths.MakesError(b) {
			continue
		}
		for _, instr := range b.Instrs {
			if w.isOutside(v, instr) || v.covered(instr, directives.Cold) {
				continue
			}
			w.instr(v, instr)
		}
	}
}

// isOutside reports whether instr stands in the annotated function, but not in the loop
// that is annotated.
func (w *lossWalk) isOutside(v *view, instr ssa.Instruction) bool {
	parts := w.region.parts()
	if parts == nil || v.fn != w.region.Fn {
		return false
	}
	pos := v.place(instr)
	for _, part := range parts {
		if !pos.IsValid() || part.from <= pos && pos < part.to {
			return false
		}
	}
	return true
}

func (w *lossWalk) instr(v *view, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		w.store(v, instr)
	case *ssa.MapUpdate:
		h := home{name: mapElement, typ: typeKey(instr.Value.Type())}
		w.put(v, instr, instr.Value, h, nil, func(ssa.Value) bool { return false })
	case *ssa.MakeInterface:
		w.convert(instr.X.Type())
	case *ssa.MakeClosure:
		w.literal(v, instr)
	}
	call, isCall := instr.(ssa.CallInstruction)
	if isCall {
		w.call(v, call)
	}
	for _, op := range instr.Operands(nil) {
		if fn, ok := (*op).(*ssa.Function); ok && (!isCall || call.Common().Value != fn) && !isOnce(instr) {
			w.value(v, fn)
		}
	}
}

// literal adds the body of a func literal, or the method of a method value, unless it
// is run once only.
func (w *lossWalk) literal(v *view, m *ssa.MakeClosure) {
	for _, ref := range *m.Referrers() {
		if isOnce(ref) && len(*m.Referrers()) == 1 {
			return
		}
	}
	w.value(v, m.Fn.(*ssa.Function))
}

// isOnce reports whether instr calls what runs its arguments the first time only.
func isOnce(instr ssa.Instruction) bool {
	call := callOf(instr)
	if call == nil || call.StaticCallee() == nil {
		return false
	}
	_, ok := isFirstTimeFunc(program.Symbol(call.StaticCallee()))
	return ok
}

// value adds a function that is used as a value: nothing is known of its calls.
func (w *lossWalk) value(v *view, fn *ssa.Function) {
	method, ok := fn.Object().(*types.Func)
	if ok && fn.Synthetic != "" && method.Signature().Recv() != nil { // a method value
		if types.IsInterface(method.Signature().Recv().Type()) {
			w.invoke(method)
		} else if in := w.prover.declared(program.FuncSymbol(method.Origin())); in != nil {
			w.values[in.fn] = true
			w.add(in.fn, in.src, false, true)
		}
		return
	}
	if in := w.resolve(v, fn); in != nil {
		w.values[in.fn] = true
		w.add(in.fn, in.src, false, true)
	}
}

// resolve returns a view of the function with its body.
func (w *lossWalk) resolve(v *view, fn *ssa.Function) *view {
	in := w.prover.bodyOf(fn)
	if in != nil && in.src == nil {
		in.src = v.src
	}
	return in
}

func (w *lossWalk) call(v *view, instr ssa.CallInstruction) {
	call := instr.Common()
	if b, ok := call.Value.(*ssa.Builtin); ok {
		w.builtin(b.Name(), call)
		return
	}
	if isOnce(instr) {
		return
	}
	if emptiesCache(call) {
		w.found = addHome(w.found, homeAt(call.Args[0]))
	}
	for _, arg := range call.Args {
		w.argument(v, arg)
	}
	if call.IsInvoke() {
		w.invoke(call.Method)
		w.argument(v, call.Value)
		return
	}
	callee := call.StaticCallee()
	if callee == nil {
		w.argument(v, call.Value)
		return
	}
	in := w.resolve(v, callee)
	if in == nil {
		if w.prover.isUnreadable(program.Symbol(callee)) {
			w.found = addHome(w.found, home{typ: anyType}) // it may be anything
		}
		return
	}
	w.calls[in.fn] = append(w.calls[in.fn], callSite{v, call.Args})
	errors := false
	if made, ok := instr.(*ssa.Call); ok {
		errors = v.errorFailsAt(made)
	}
	w.add(in.fn, in.src, errors, v.recovers())
}

// argument adds what a func or interface value can be that was made elsewhere.
func (w *lossWalk) argument(v *view, arg ssa.Value) {
	switch arg.(type) {
	case *ssa.UnOp, *ssa.Call, *ssa.Field, *ssa.Extract, *ssa.TypeAssert, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Phi:
	default:
		return // it is made here, or known to the caller
	}
	switch arg.Type().Underlying().(type) {
	case *types.Signature, *types.Interface:
	default:
		return
	}
	known := v.resolved(arg)
	for _, c := range known.callees {
		if c.method != nil {
			if in := w.prover.declared(c.symbol()); in != nil {
				w.values[in.fn] = true
				w.add(in.fn, in.src, false, true)
			}
		} else if in := w.prover.bodyOf(c.fn); in != nil {
			if in.src == nil {
				in.src = c.src
			}
			w.values[in.fn] = true
			w.add(in.fn, in.src, false, true)
		}
	}
	for _, t := range known.types {
		w.convert(t)
	}
}

// convert adds the methods of t that are called through an interface.
func (w *lossWalk) convert(t types.Type) {
	w.made = append(w.made, t)
	for _, m := range w.invoked {
		w.pair(t, m)
	}
}

func (w *lossWalk) invoke(m *types.Func) {
	for _, old := range w.invoked {
		if old.Id() == m.Id() {
			return
		}
	}
	w.invoked = append(w.invoked, m)
	for _, t := range w.made {
		w.pair(t, m)
	}
}

func (w *lossWalk) pair(t types.Type, m *types.Func) {
	k := pair{types.TypeString(t, nil), m.Id()}
	if w.paired[k] {
		return
	}
	w.paired[k] = true
	method := methodOf(t, m)
	if method == nil {
		return
	}
	if in := w.prover.declared(program.FuncSymbol(method)); in != nil {
		w.values[in.fn] = true
		w.add(in.fn, in.src, false, true)
	}
}

// settle looks at what the parameters are that functions store.
func (w *lossWalk) settle() {
	done := make(map[storedParam]bool)
	for len(w.stored) > 0 {
		s := w.stored[len(w.stored)-1]
		w.stored = w.stored[:len(w.stored)-1]
		if done[s] {
			continue
		}
		done[s] = true
		if w.values[s.fn] {
			w.found = addHome(w.found, s.home)
			continue
		}
		for _, c := range w.calls[s.fn] {
			w.settleCall(c, s)
		}
	}
}

func (w *lossWalk) settleCall(c callSite, s storedParam) {
	if s.index >= len(c.args) || s.owner >= len(c.args) {
		w.found = addHome(w.found, s.home)
		return
	}
	isEnd := func(y ssa.Value) bool {
		if load, ok := y.(*ssa.UnOp); ok && load.Op == token.MUL {
			owner := ownerOf(load.X)
			return s.home.is(homeAt(load.X)) && (owner == nil || s.owner >= 0 && isSamePlace(owner, c.args[s.owner]))
		}
		param, ok := y.(*ssa.Parameter)
		if !ok || param.Parent() != c.view.fn || w.region.has(c.view.fn) {
			return false
		}
		owner := -1
		if s.owner >= 0 {
			owner = paramIndexOf(c.args[s.owner])
		}
		w.stored = append(w.stored, storedParam{c.view.fn, paramIndexOf(param), s.home, owner})
		return true
	}
	if !w.prover.lengthens(c.args[s.index], isEnd) {
		w.found = addHome(w.found, s.home)
	}
}
