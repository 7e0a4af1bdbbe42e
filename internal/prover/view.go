package prover

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/paths"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A view is what the source says about a call in the object code: the
// instructions that it may have been made from.
type view struct {
	prover *Prover
	fn     *ssa.Function   // the innermost function of the stack, nil if unknown
	src    *program.Source // its source
	node   *node           // that is expanded
	consts paths.Consts    // of the parameters of fn
	given  given           // what is known of fn when it is called
	flow   *paths.Flow     // of fn
	errors bool            // a returned error of fn is a failure

	forwards  string            // symbol of the function, if it is one that the compiler made to call another
	recovered bool              // a caller of fn recovers from panics
	sites     []ssa.Instruction // that the call may stand for, in fn; none if unknown
	exact     bool              // sites are of the right kind, not just of the right line
	failed    string            // the failure on which alone the place is reached, or ""
	when      string            // the condition on which a called function gets there, or ""
	exempt    string            // class of the exemption that the place falls under, or ""
	pos       token.Pos         // of the site in the outermost function

	outerExact  bool        // pos is that of the site, not just its line
	isAnew      bool        // see startsAnew
	outerPlaces []token.Pos // of all sites that it can be, in a root
}

// descend goes from the frame outer of a call to the innermost one. At each it
// finds the instructions for the next, and whether the place is exempt.
func (p *Prover) descend(n *node, call *goobj.Call, outer int) view {
	return p.visit(n, call, outer, nil)
}

// visit descends and shows each frame, with the view that it has from there, to f
// if that is not nil.
func (p *Prover) visit(n *node, call *goobj.Call, outer int, f func(frame int, v *view)) view {
	v := view{prover: p, node: n, errors: n.errors, recovered: n.recovered}
	given := n.given
	var called []callee
	for i := outer; i >= 0; i-- {
		at := standOf(call, i)
		if i < outer {
			// The frame further in was inlined at the call that v stands at.
			called = v.callees()
			v.isAnew = v.isAnew || v.startsAnew(at.Func)
			given, v.errors, v.recovered = v.givenOfCall(), v.errorFails(), v.recovers()
		}
		v.enter(p.source(n, at.Frame, i == len(call.Frames)-1), at, given, called)
		v.locate(at)
		if i == outer {
			v.pos, v.outerExact = v.position(at.Frame), v.exact
			if n.region.Node != nil && v.exact {
				v.outerPlaces = v.places()
			}
		}
		if f != nil {
			f(i, &v)
		}
		class := v.exemption()
		if i < outer && class == "" && hasRoom(at.Func, given.params) {
			class = dead
		}
		if _, ok := isFirstTimeFunc(at.Func); ok && class == "" && !v.isAnew {
			class = FirstTime
		}
		if class != "" {
			v.exempt = class
			return v
		}
		v.noteFailure()
		v.noteCondition()
	}
	return v
}

// noteFailure notes the function after whose error alone the place of v is
// reached: that somebody goes on with something else does not make it the usual
// path.
func (v *view) noteFailure() {
	if !v.exact || v.failed != "" {
		return
	}
	if !v.errors || v.recovered {
		ifCounted := v.prover.flow(v.fn, v.consts, true, false)
		if v.all(func(site ssa.Instruction) bool { return ifCounted.Failing(site.Block()) }) {
			v.failed = "only when " + symbolName(program.Symbol(v.fn)) + " fails"
			return
		}
	}
	if !v.isRoot() && v.all(v.makesErrorSometimes) {
		v.failed = "only when " + symbolName(program.Symbol(v.fn)) + " makes an error"
		return
	}
	if !v.all(func(site ssa.Instruction) bool { return v.flow.AfterFailedCall(site.Block()) != nil }) {
		return
	}
	failed := "a call"
	call := v.flow.AfterFailedCall(v.sites[0].Block())
	if callee := call.Call.StaticCallee(); callee != nil {
		failed = symbolName(program.Symbol(callee))
	} else if call.Call.IsInvoke() {
		failed = call.Call.Method.Name()
	}
	v.failed = "only after an error of " + failed
}

// source returns the source of the package that declares the function of a
// frame, nil if it cannot be had.
func (p *Prover) source(n *node, frame goobj.Frame, isHost bool) *program.Source {
	path := frame.Pkg
	if path == "" {
		path = program.PackagePath(frame.Func)
	}
	pkg := p.prog.Package(path)
	if isHost && !strings.Contains(frame.Func, "[") {
		pkg = n.pkg // also of a symbol that linkname gave it
	}
	if isLiteral(frame.Func) {
		// Inlined, a literal is named after the function it was inlined into.
		if in := p.packageOf(frame.File); in != nil {
			pkg = in
		}
	}
	if pkg == nil && isHost {
		pkg = n.pkg
	}
	if pkg == nil || pkg.Path == "runtime" {
		return nil // what is inlined of the runtime is not worth reading all of it
	}
	src, err := pkg.SourceOf(frame.Func, frame.File, frame.Line)
	if err != nil {
		return nil // without source no path is exempt
	}
	return src
}

// isLiteral reports whether symbol is a func literal or the body of a loop over
// an iterator.
func isLiteral(symbol string) bool {
	return strings.Contains(symbol, ".func") || strings.Contains(symbol, "-range")
}

// enter makes the function of a frame the innermost one.
func (v *view) enter(src *program.Source, at stand, g given, called []callee) {
	v.src, v.fn, v.consts, v.given, v.flow = src, nil, nil, g, nil
	v.forwards = ""
	if isForwarder(at.Frame) {
		v.forwards = at.Func
		return
	}
	if src == nil {
		return
	}
	v.fn = v.function(at)
	if v.fn == nil {
		return
	}
	for _, c := range called {
		if program.Same(c.fn, v.fn) {
			v.given.captured = c.captured
		}
	}
	v.consts = make(paths.Consts)
	for i, param := range v.fn.Params {
		if i >= len(g.params) {
			break
		}
		known := paths.Known{Value: g.params[i].value}
		if !g.params[i].isNil {
			known.Types = g.params[i].types
		}
		v.consts[param] = known
	}
	v.flow = v.prover.flow(v.fn, v.consts, v.errors, v.recovered)
}

func (p *Prover) flow(fn *ssa.Function, consts paths.Consts, errors, recovered bool) *paths.Flow {
	var b strings.Builder
	fmt.Fprintf(&b, "%p %t %t", fn, errors, recovered)
	facts := make([]fact, len(fn.Params))
	for i, param := range fn.Params {
		facts[i] = fact{value: consts[param].Value, types: consts[param].Types}
	}
	writeFacts(&b, facts)
	k := b.String()
	f := p.flows[k]
	if f == nil {
		f = p.classifier.Flow(fn, consts, errors, !recovered)
		p.flows[k] = f
	}
	return f
}

// exemption returns the class of the exemption that the place of v falls
// under, or "". Where several instructions come into question, all must.
func (v *view) exemption() string {
	if v.fn == nil {
		return ""
	}
	if class := v.declared(); class != "" {
		return class
	}
	if len(v.sites) == 0 {
		return ""
	}
	class := ""
	for _, instr := range v.sites {
		switch {
		case v.flow.Dead(instr.Block()):
			if class == "" {
				class = dead
			}
		case v.flow.Failing(instr.Block()), paths.MakesError(instr.Block()), v.covered(instr, directives.Cold):
			class = Cold
		case v.covered(instr, directives.Assume):
			class = Assumed
		case v.isLazy(instr), v.isFirst(instr.Block()):
			class = FirstTime
		default:
			return ""
		}
	}
	return class
}

func (p *Prover) ownTypes() *types.Package {
	src, err := p.own.Source()
	if err != nil {
		return nil
	}
	return src.Types
}

func isNilConst(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.IsNil()
}

// position returns where in the source of the pass the call stands.
func (v *view) position(frame goobj.Frame) token.Pos {
	if v.fn == nil || v.src.Types != v.prover.ownTypes() {
		return token.NoPos
	}
	if v.exact {
		places := v.places()
		for _, pos := range places {
			if v.src.Fset.Position(pos).Line == frame.Line {
				return pos
			}
		}
		return places[0]
	}
	file := v.src.Fset.File(v.fn.Syntax().Pos())
	if file == nil || frame.Line < 1 || frame.Line > file.LineCount() {
		return v.fn.Syntax().Pos()
	}
	return file.LineStart(frame.Line)
}

// places returns where the instructions stand that v can stand for.
func (v *view) places() []token.Pos {
	index := v.prover.index(v.src, v.fn)
	places := make([]token.Pos, len(v.sites))
	for i, site := range v.sites {
		places[i] = index.pos[site]
	}
	return places
}

// call returns the call that v stands for, if there is but one.
func (v *view) call() *ssa.CallCommon {
	if !v.exact || len(v.sites) != 1 {
		return nil
	}
	return callOf(v.sites[0])
}

// errorFails reports whether the caller takes an error of the call that v
// stands for as one: it tests it, returns it or hands it on. Dropped, the error
// is no failure, and what making it allocates is allocated in normal work.
func (v *view) errorFails() bool {
	if v.forwards != "" {
		return v.errors
	}
	return v.all(func(site ssa.Instruction) bool {
		call, ok := site.(*ssa.Call)
		return ok && v.errorFailsAt(call) // go and defer drop their results
	})
}

func (v *view) errorFailsAt(call *ssa.Call) bool {
	results := call.Call.Signature().Results()
	n := results.Len()
	if n == 0 || !isError(results.At(n-1).Type()) {
		return true // fails by panic only
	}
	if own := v.fn.Signature.Results(); !v.errors && own.Len() > 0 && isError(own.At(own.Len()-1).Type()) {
		return false // passed on to a caller that drops it
	}
	if n == 1 {
		return isHeeded(call)
	}
	for _, ref := range *call.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Extract:
			if ref.Index == n-1 && isHeeded(ref) {
				return true
			}
		case *ssa.Return:
			return true
		}
	}
	return false
}

// isHeeded reports whether something is done about an error. That it is put away, in a
// field or a channel say, while the work goes on, is not enough.
func isHeeded(err ssa.Value) bool {
	for _, ref := range *err.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if _, ok := ref.Addr.(*ssa.Alloc); ok || isLoaded(ref.Parent(), ref.Addr) {
				return true
			}
		case *ssa.MapUpdate, *ssa.Send, *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}

// recovers reports whether a panic in what v.fn calls does not end the work.
func (v *view) recovers() bool {
	return v.recovered || v.fn != nil && v.prover.classifier.Recovers(v.fn, v.errors)
}

// indirectCall describes the call that cannot be followed, as the source has it.
func (v *view) indirectCall() string {
	call := v.call()
	switch {
	case call == nil:
		return "call of a func value or interface method"
	case call.IsInvoke():
		return fmt.Sprintf("call of interface method %s.%s", types.TypeString(call.Value.Type(), packageName), call.Method.Name())
	}
	return calledName(v.fn, v.sites[0].(ssa.CallInstruction))
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

func packageName(p *types.Package) string { return p.Name() }
