package prover

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// declared returns the class that a directive gives the whole of v.fn.
func (v *view) declared() string {
	return v.prover.declaredOn(v.src, v.fn)
}

// declaredOn returns the class that a directive gives the whole of fn, a function
// of src.
func (p *Prover) declaredOn(src *program.Source, fn *ssa.Function) string {
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	if !ok || src.Directives == nil {
		return ""
	}
	if src.Directives.On(decl, directives.Cold) != nil {
		return Cold
	}
	if d := src.Directives.On(decl, directives.Assume); d != nil && d != p.ignored {
		return Assumed
	}
	return ""
}

// covered reports whether a directive on a statement concerns instr.
func (v *view) covered(instr ssa.Instruction, name string) bool {
	if v.src.Directives == nil {
		return false
	}
	for _, d := range v.src.Directives.All {
		if d.Name != name || d == v.prover.ignored {
			continue
		}
		if _, ok := d.Node.(*ast.FuncDecl); !ok && d.Covers(v.place(instr)) {
			return true
		}
	}
	return false
}

// place returns where instr stands; of a call, that is its parenthesis.
func (v *view) place(instr ssa.Instruction) token.Pos {
	return v.prover.index(v.src, v.fn).pos[instr]
}

// vouched returns the class that a directive gives the declaration of what v
// calls, which has no Go code of its own: the source of its body is not asked.
func (v *view) vouched(symbol string) string {
	class := ""
	if v.exact {
		for _, site := range v.sites {
			common := callOf(site)
			if common == nil || common.StaticCallee() == nil {
				return ""
			}
			next := v.prover.vouchedFor(v.src, common.StaticCallee())
			if next == "" {
				return ""
			}
			class = next
		}
		return class
	}
	if in := v.prover.prog.Package(program.PackagePath(symbol)); in != nil && !in.Standard() {
		if src, err := in.Source(); err == nil && src.Func(symbol, "", 0) != nil {
			return v.prover.declaredOn(src, src.Func(symbol, "", 0))
		}
	}
	return ""
}

// vouchedFor is vouched for a callee in the SSA form of src. That of a dependency
// has no syntax there.
func (p *Prover) vouchedFor(src *program.Source, callee *ssa.Function) string {
	if origin := callee.Origin(); origin != nil {
		callee = origin
	}
	if callee.Syntax() != nil {
		return p.declaredOn(src, callee)
	}
	symbol := program.Symbol(callee)
	in := p.prog.Package(program.PackagePath(symbol))
	if in == nil || in.Standard() {
		return ""
	}
	owner, err := in.Source()
	if err != nil {
		return ""
	}
	if fn := owner.Func(symbol, "", 0); fn != nil {
		return p.declaredOn(owner, fn)
	}
	return ""
}
