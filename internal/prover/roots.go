package prover

import (
	"fmt"
	"go/ast"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A Region is what a directive stands on, within a function.
type Region struct {
	Node ast.Node
	Fn   *ssa.Function
	Body *ssa.Function // of a loop over an iterator: what the body became
}

// has reports whether fn belongs to the region.
func (r Region) has(fn *ssa.Function) bool {
	return fn != nil && (fn == r.Fn || fn == r.Body)
}

// roots returns the calls in the object code that stand in the region.
func (p *Prover) roots(r Region) ([]Step, error) {
	funcs, err := p.own.Funcs()
	if err != nil {
		return nil, err
	}
	src, err := p.own.Source()
	if err != nil {
		return nil, err
	}
	var own, inlined []Step
	compiledAlone := false
	for _, fn := range funcs {
		if isWrapper(fn.Name) {
			continue
		}
		alone := r.has(hostOf(src, fn))
		compiledAlone = compiledAlone || alone
		n := &node{fn: fn, pkg: p.own, errors: true, region: r}
		for i := range fn.Calls {
			call := &fn.Calls[i]
			outer := outermost(src, call, r)
			if outer < 0 || alone && outer != len(call.Frames)-1 {
				continue
			}
			for _, s := range p.step(n, call, outer) {
				switch {
				case !r.contains(src, s):
				case alone:
					own = append(own, s)
				default:
					inlined = append(inlined, s)
				}
			}
		}
	}
	switch {
	case compiledAlone:
		return own, nil
	case len(inlined) > 0:
		return inlined, nil
	}
	return nil, fmt.Errorf("the compiler made no code for %s in this package: it is generic and not instantiated here, or never used", r.Fn.Name())
}

// hostOf returns the function that fn was compiled from, nil if unknown.
func hostOf(src *program.Source, fn *goobj.Func) *ssa.Function {
	return src.Func(fn.Name, fn.File, fn.Line)
}

// isWrapper reports whether symbol is what hands a dictionary to the instance of
// a generic function that is compiled: "F[int]" calls "F[go.shape.int]".
func isWrapper(symbol string) bool {
	return strings.Contains(symbol, "[") && !strings.Contains(symbol, "[go.shape.")
}

// outermost returns the index of the frame of call that is in the region,
// nearest to the host, or -1.
func outermost(src *program.Source, call *goobj.Call, r Region) int {
	for i := len(call.Frames) - 1; i >= 0; i-- {
		f := call.Frames[i]
		if f.Pkg == "" && r.has(src.Enclosing(f.Func, f.File, f.Line)) {
			return i
		}
	}
	return -1
}

// contains reports whether the step stands in what the directive covers: of a
// loop its body, condition and post statement.
func (r Region) contains(src *program.Source, s Step) bool {
	var parts []ast.Node
	switch n := r.Node.(type) {
	case *ast.ForStmt:
		parts = []ast.Node{n.Body}
		if n.Cond != nil {
			parts = append(parts, n.Cond)
		}
		if n.Post != nil {
			parts = append(parts, n.Post)
		}
	case *ast.RangeStmt:
		parts = []ast.Node{n.Body}
	default:
		return true
	}
	line := s.frames[len(s.frames)-1].Line
	for _, part := range parts {
		if part.Pos() <= s.pos && s.pos < part.End() {
			return true
		}
		if !s.exact && src.Fset.Position(part.Pos()).Line <= line && line <= src.Fset.Position(part.End()).Line {
			return true
		}
	}
	return false
}
