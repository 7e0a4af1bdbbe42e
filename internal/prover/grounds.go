package prover

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// An exemption says why a step is exempt, and in which of its frames that is decided.
type exemption struct {
	why   string
	frame int // -1 if it is not exempt
}

// exemption says why a step is exempt, and notes the directive that says so.
func (w *walk) exemption(s *Step) exemption {
	if !exempt(s.class) || s.call == nil {
		return exemption{frame: -1}
	}
	var e exemption
	v := w.prover.visit(s.node, s.call, len(s.frames)-1, func(frame int, _ *view) { e.frame = frame })
	switch {
	case v.fn == nil:
	case v.exempt != "":
		e.why = w.whyExempt(s.class, &v)
	default:
		e.why = w.whyVouched(&v)
	}
	return e
}

// whyExempt says why v exempts what it stands for, if there is more to say than the class
// does.
func (w *walk) whyExempt(class string, v *view) string {
	name := map[string]string{Cold: directives.Cold, Assumed: directives.Assume}[class]
	if name == "" {
		return ""
	}
	d := v.directive(name)
	if d == nil {
		if class == Cold {
			return "on a failing path"
		}
		return ""
	}
	about := ""
	if d.Node == v.fn.Syntax() {
		about = symbolName(program.Symbol(v.fn))
	}
	w.restOn(v.src.Fset, d, about)
	return "//zeroalloc:" + d.Name + " " + d.Reason
}

// whyVouched says what a directive says on the declaration of a function without Go
// code, which v stands for.
func (w *walk) whyVouched(v *view) string {
	why := ""
	for _, site := range v.sites {
		common := callOf(site)
		if common == nil || common.StaticCallee() == nil || common.StaticCallee().Object() == nil {
			continue
		}
		callee := common.StaticCallee()
		d, ok := w.prover.finder.On(v.src.Fset, callee.Object(), directives.Assume, directives.Cold)
		if !ok {
			continue
		}
		w.restOn(d.Fset, d.Directive, symbolName(program.Symbol(callee)))
		why = "//zeroalloc:" + d.Name + " " + d.Reason
	}
	return why
}

// restOn notes a directive that is believed.
func (w *walk) restOn(fset *token.FileSet, d *directives.Directive, about string) {
	at := fset.Position(d.Pos)
	g := Ground{d.Name, about, d.Reason, Place{at.Filename, at.Line}}
	if !slices.Contains(w.grounds, g) {
		w.grounds = append(w.grounds, g)
	}
}

// noteContracts notes the contracts that a call through an interface or func type is trusted
// for, given the steps of the function. A contract that exempts nothing leaves no step.
func (w *walk) noteContracts(n *node, call *goobj.Call, outer int, steps []Step) {
	isDoubted := func(s Step) bool { return s.call == call && s.class == Dynamic }
	if !call.Indirect() || slices.ContainsFunc(steps, isDoubted) {
		return
	}
	v := w.prover.descend(n, call, outer)
	if !v.exact || v.exempt != "" {
		return
	}
	if _, ok := w.prover.known(Step{node: n, call: call, frames: call.Frames[:outer+1]}, n, &v); ok {
		return
	}
	for _, site := range v.sites {
		made, ok := site.(ssa.CallInstruction)
		if !ok {
			continue
		}
		about := contracted(made.Common())
		if d, ok := w.prover.finder.On(v.src.Fset, about, directives.Check, directives.Strict); ok {
			w.restOn(d.Fset, d.Directive, "contract "+contractName(about))
		}
	}
}

// contractName names the method of an interface, or the func type, that has a
// contract.
func contractName(obj types.Object) string {
	if fn, ok := obj.(*types.Func); ok {
		return symbolName(program.FuncSymbol(fn))
	}
	return obj.Pkg().Name() + "." + obj.Name()
}

// directive returns the directive of the name that concerns what v stands for, or nil.
func (v *view) directive(name string) *directives.Directive {
	if v.src.Directives == nil {
		return nil
	}
	if syntax := v.fn.Syntax(); syntax != nil {
		if d := v.src.Directives.On(syntax, name); d != nil {
			return d
		}
	}
	for _, d := range v.src.Directives.All {
		if d.Name != name {
			continue
		}
		for _, site := range v.sites {
			if d.Covers(v.place(site)) {
				return d
			}
		}
	}
	return nil
}
