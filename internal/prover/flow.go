package prover

import (
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
	"github.com/zeroalloc/zeroalloc-lint/internal/reasons"
)

// because says in a few words why what the finding is about is on the heap, as
// " as its address is returned", or "".
func (f *Finding) because() string {
	r := f.reason()
	if r == nil || len(r.Flow) == 0 {
		return ""
	}
	subject := "it"
	if site := f.site().site; isInlined(site) || isVariable(site) {
		subject = "its address"
	}
	last := r.Flow[len(r.Flow)-1]
	left, _, isAssigned := strings.Cut(last.Expr, " = ")
	switch last.How {
	case "return":
		return " as " + subject + " is returned"
	case "call parameter":
		if to := f.passedTo(last); to != "" {
			return " as " + subject + " is passed to " + to
		}
	case "send":
		if ch, _, ok := strings.Cut(last.Expr, " <- "); ok && isShort(ch) {
			return " as " + subject + " is sent to " + ch
		}
	case "captured by a closure", "reference":
		return " as a func literal that escapes captures it"
	case "too large for stack":
		return " as it is too large for the stack"
	case "assign", "assign-pair":
		if isAssigned && isShort(left) && !f.isOfInlined(left) {
			return " as " + subject + " is assigned to " + left
		}
	}
	return ""
}

// isShort reports whether an expression fits into a message, and is of the source.
func isShort(expr string) bool {
	const most = 30
	return len(expr) <= most && !strings.ContainsAny(expr, "{}\n") && isSource(expr)
}

// isSource reports whether the compiler writes an expression as the source has it,
// without names of its own.
func isSource(expr string) bool {
	return !slices.ContainsFunc([]string{"~", "#", "<node", ".autotmp", ".dict", "go.shape."}, func(mark string) bool {
		return strings.Contains(expr, mark)
	})
}

const (
	interfaceMethod = "interface method "
	funcValue       = "func value "
)

// isOfInlined reports whether an expression is of a variable of a function that was
// inlined: the compiler writes ctx of package fasthttp as fasthttp.ctx.
func (f *Finding) isOfInlined(expr string) bool {
	name, rest, ok := strings.Cut(strings.TrimLeft(expr, "*&("), ".")
	if !ok {
		return false
	}
	own := f.prover.ownTypes()
	if name == own.Name() {
		return true
	}
	for _, pkg := range own.Imports() {
		if pkg.Name() == name {
			return !token.IsExported(rest)
		}
	}
	return false
}

// passedTo names what an argument is passed to, or returns "".
func (f *Finding) passedTo(e reasons.Edge) string {
	for _, sights := range f.trail() {
		for _, s := range sights {
			if s.fn == nil || s.src.Types != f.prover.ownTypes() {
				continue
			}
			switch call := callAt(s, e.At); {
			case call == nil, f.isInlinedAt(call):
			case call.Common().IsInvoke():
				return interfaceMethod + called(s.fn, call)
			case call.Common().StaticCallee() == nil:
				return funcValue + called(s.fn, call)
			case call.Common().StaticCallee().Object() != nil:
				return symbolName(program.Symbol(call.Common().StaticCallee()))
			}
		}
	}
	name, _, _ := strings.Cut(e.Expr, "(")
	if !isShort(name) {
		return ""
	}
	return name
}

// isInlinedAt reports whether the finding is in a function that was inlined at call. Then
// the compiler places there what that function does, and does not mean the call.
func (f *Finding) isInlinedAt(call ssa.CallInstruction) bool {
	for _, sights := range f.trail() {
		for i, s := range sights {
			if i > 0 && s.site == ssa.Instruction(call) {
				return true
			}
		}
	}
	return false
}

// callAt returns the call at a place in the function of s, or nil.
func callAt(s sight, at reasons.Position) ssa.CallInstruction {
	for _, b := range s.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || isBuiltin(call.Common()) {
				continue
			}
			pos := s.src.Fset.Position(instr.Pos())
			if pos.Line == at.Line && pos.Column == at.Col && filepath.Base(pos.Filename) == at.File {
				return call
			}
		}
	}
	return nil
}

// flow returns the way to the place where what the finding is about escapes.
func (f *Finding) flow() []analysis.RelatedInformation {
	r := f.reason()
	if r == nil {
		return nil
	}
	site := f.site()
	var list []analysis.RelatedInformation
	for i, e := range r.Flow {
		last := i == len(r.Flow)-1
		what := f.edgeText(e)
		if what == "" && !last {
			continue // where the way begins, or turns
		}
		pos := positionIn(site, e.At)
		if !pos.IsValid() {
			continue
		}
		if last {
			what = strings.TrimSuffix("escapes here: "+what, ": ")
		}
		list = append(list, analysis.RelatedInformation{Pos: pos, Message: what})
	}
	return list
}

// edgeText says what happens at an edge, or "" if it only takes an address.
func (f *Finding) edgeText(e reasons.Edge) string {
	switch e.How {
	case "address-of", "spill", "reference", "interface-converted", "slice":
		return ""
	case "captured by a closure":
		return e.Expr + " is captured by a func literal"
	case "too large for stack":
		return "too large for the stack"
	}
	if !isSource(e.Expr) || f.isOfInlined(e.Expr) {
		switch e.How {
		case "return", "assign-pair":
			return "returned by what is inlined here"
		case "call parameter":
			return "passed to what is called here"
		}
		return "assigned"
	}
	const most = 60
	if r := []rune(e.Expr); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return e.Expr
}

// positionIn returns the position in the file set of s that the compiler gives for a
// file of the package, or NoPos.
func positionIn(s sight, at reasons.Position) token.Pos {
	dir := filepath.Dir(s.src.Fset.File(s.fn.Syntax().Pos()).Name())
	var found *token.File
	s.src.Fset.Iterate(func(f *token.File) bool {
		if filepath.Base(f.Name()) == at.File && filepath.Dir(f.Name()) == dir {
			found = f
		}
		return found == nil
	})
	if found == nil || at.Line < 1 || at.Line > found.LineCount() {
		return token.NoPos
	}
	pos := found.LineStart(at.Line)
	if s.src.Fset.Position(pos).Line != at.Line {
		return token.NoPos // of a file that line directives name
	}
	if offset := found.Offset(pos) + max(at.Col-1, 0); offset <= found.Size() {
		return found.Pos(offset)
	}
	return pos
}
