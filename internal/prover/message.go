package prover

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// Message says what is allocated, and through which calls.
func (f *Finding) Message() string {
	names := f.chain()
	text := f.text(names)
	isSubject := len(names) == 1 && strings.HasPrefix(text, names[0]+" ")
	if len(names) > 0 && !isSubject {
		text += ": " + strings.Join(shorten(names), " → ")
	}
	if f.Failed != "" {
		text += ", " + f.Failed
	}
	switch {
	case f.When == "":
	case f.saysResult(names):
		text += ", " + notAlways // the function may allocate in other places as well
	default:
		text += ", " + f.When
	}
	return text + f.instantiated()
}

// text says what is allocated. What a function of another package returns is said
// of the function: how it makes its result is not for the reader to change.
func (f *Finding) text(names []string) string {
	last := f.Steps[len(f.Steps)-1]
	switch {
	case f.Class == Dynamic && strings.HasPrefix(last.what, "call of "):
		return last.what + " cannot be followed"
	case f.Class == Assumed:
		return "code that may allocate is only assumed not to"
	case f.saysResult(names):
		return names[0] + " allocates " + result(f.first(), f.site().site)
	}
	what := last.what
	if r := f.reason(); r != nil && isInlined(f.site().site) {
		what = "variable " + r.Subject + " of an inlined function is moved to the heap"
	}
	return what + f.because()
}

// saysResult reports whether the message is about the first function of the chain, and not
// about the site.
func (f *Finding) saysResult(names []string) bool {
	return (f.Class == Allocates || f.Failed != "" || f.When != "") && len(names) > 0 && f.isResult()
}

// isResult reports whether what is allocated is the result of a function of
// another package, and of all those that the annotated one reaches it through.
func (f *Finding) isResult() bool {
	trail := f.trail()
	if len(trail) == 0 || f.first() == "" || f.isOwn(f.first()) {
		return false
	}
	for i, sights := range trail {
		for j, s := range sights {
			if i == 0 && j == len(sights)-1 {
				continue // the annotated function
			}
			if !s.returned {
				return false
			}
		}
	}
	return true
}

// first returns the symbol of the function that the annotated one calls, or "".
func (f *Finding) first() string {
	for _, s := range f.Steps {
		if n := len(s.frames); n > 1 {
			return s.frames[n-2].Func
		}
		if s.target != nil {
			return s.target.fn.Name
		}
	}
	return ""
}

func (f *Finding) isOwn(symbol string) bool {
	return f.prover.prog.Package(program.PackagePath(symbol)) == f.prover.own
}

// site returns what the source says of the allocation itself.
func (f *Finding) site() sight {
	trail := f.trail()
	if len(trail) == 0 || len(trail[len(trail)-1]) == 0 {
		return sight{}
	}
	return trail[len(trail)-1][0]
}

// Related returns the chain, nearest first: each call behind the one at Pos, and
// the site; then why the compiler put it on the heap. What has no source is left out.
func (f *Finding) Related() []analysis.RelatedInformation {
	src, err := f.prover.own.Source()
	if err != nil {
		return nil
	}
	if f.prover.files == nil {
		f.prover.files = &translator{src.Fset, make(map[string]*token.File)}
	}
	var list []analysis.RelatedInformation
	for i, sights := range f.trail() {
		step := f.Steps[i]
		for j := len(sights) - 1; j >= 0; j-- {
			s := sights[j]
			if i == 0 && j == len(sights)-1 || s.src == nil {
				continue
			}
			pos := f.prover.files.translate(s.src.Fset, s.pos)
			if !pos.IsValid() {
				continue
			}
			list = append(list, analysis.RelatedInformation{Pos: pos, Message: step.does(j, sights)})
		}
	}
	return append(list, f.flow()...)
}

// does says what the step does at a frame of it.
func (s *Step) does(frame int, sights []sight) string {
	switch {
	case frame > 0:
		return "calls " + frameName(s.frames[frame-1].Func, sights[frame-1])
	case s.target != nil:
		return "calls " + symbolName(s.target.fn.Name)
	}
	return s.what
}

// chain returns the functions between the annotated one and the site, inlined
// ones included, nearest first.
func (f *Finding) chain() []string {
	trail := f.trail()
	var names []string
	for i, s := range f.Steps {
		for j := len(s.frames) - 2; j >= 0; j-- {
			var of sight
			if i < len(trail) {
				of = trail[i][j]
			}
			names = appendName(names, frameName(s.frames[j].Func, of))
		}
		if s.target != nil {
			names = appendName(names, withInstance(s.target.fn.Name))
		}
	}
	return names
}

// frameName names the function of an inlined frame. The compiler names a literal after
// the function that it was inlined into: the source knows better.
func frameName(symbol string, s sight) string {
	if s.fn == nil || s.fn.Parent() == nil {
		return withInstance(symbol)
	}
	root := s.fn
	for root.Parent() != nil {
		root = root.Parent()
	}
	if isLoopBody(s.fn) {
		return symbolName(program.Symbol(root))
	}
	return symbolName(program.Symbol(root)) + ".func"
}

// isLoopBody reports whether fn is the body of a loop over an iterator.
func isLoopBody(fn *ssa.Function) bool {
	_, ok := fn.Syntax().(*ast.RangeStmt)
	return ok
}

func appendName(names []string, name string) []string {
	if name == "" || len(names) > 0 && names[len(names)-1] == name {
		return names
	}
	return append(names, name)
}

// shorten leaves out the middle of a long chain: Related has all of it.
func shorten(names []string) []string {
	const most, front, back = 5, 2, 2
	if len(names) <= most {
		return names
	}
	return append(append(names[:front:front], "…"), names[len(names)-back:]...)
}
