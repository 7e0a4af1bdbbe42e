package prover

import (
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
	"github.com/zeroalloc/zeroalloc-lint/internal/reasons"
)

// Explain has the prover ask load why something in its package is on the heap, once
// and not before a finding needs it. Without, or if load fails, no reasons are given.
func (p *Prover) Explain(load func() (*reasons.Set, error)) { p.loadReasons = load }

// reason returns why the compiler put on the heap what the finding is about, or
// nil. It is known for code of the package only.
func (f *Finding) reason() *reasons.Reason {
	if f.reasonKnown {
		return f.why
	}
	f.reasonKnown = true
	trail := f.trail()
	if len(trail) == 0 || f.Class != Allocates {
		return nil
	}
	frames := trail[len(trail)-1]
	site := frames[0]
	if site.src == nil || site.src.Types != f.prover.ownTypes() {
		return nil
	}
	if isInlined(site.site) {
		f.why = f.prover.inlinedVariable(site, f.Steps[len(f.Steps)-1].call)
		return f.why
	}
	if subjectOf(site.site) == nil {
		return nil
	}
	// The compiler places what was inlined at the outermost call. There it knows
	// more than in the function itself.
	if host := frames[len(frames)-1]; host.src == site.src && host.pos.IsValid() {
		f.why = f.prover.reasonAt(host, site.site)
	}
	if f.why == nil {
		f.why = f.prover.reasonAt(site, site.site)
	}
	return f.why
}

// reasonsAt returns the reasons for things at s of which is holds, by what the compiler
// calls them.
func (p *Prover) reasonsAt(s sight, is func(subject string) bool) []*reasons.Reason {
	if !p.reasonsLoaded {
		p.reasonsLoaded = true
		if p.loadReasons != nil {
			p.reasons, _ = p.loadReasons() // a verdict has no need of them
		}
	}
	at := s.src.Fset.Position(s.pos)
	var found []*reasons.Reason
	for _, r := range p.reasons.At(at.Filename, at.Line) {
		if is(r.Subject) {
			found = append(found, r)
		}
	}
	return found
}

// inlinedVariable returns the reason for an object at s that is of no instruction there, nil
// if it is not known. A parameter of an inlined function is one: the compiler makes
// it where the function is called.
func (p *Prover) inlinedVariable(s sight, call *goobj.Call) *reasons.Reason {
	if kind, _ := compiled.KindOf(call.Target); kind != compiled.Object || !s.pos.IsValid() {
		return nil
	}
	if found := p.reasonsAt(s, token.IsIdentifier); len(found) == 1 {
		return found[0]
	}
	return nil
}

// reasonAt returns the reason for what instr makes that stands at s, or nil.
func (p *Prover) reasonAt(s sight, instr ssa.Instruction) *reasons.Reason {
	at := s.src.Fset.Position(s.pos)
	found := p.reasonsAt(s, subjectOf(instr))
	if exact := slices.DeleteFunc(slices.Clone(found), func(r *reasons.Reason) bool { return r.At.Col != at.Column }); len(exact) > 0 {
		found = exact
	}
	// Instances of a generic function have the same reasons.
	for _, r := range found {
		if r.Subject != found[0].Subject || r.At != found[0].At {
			return nil
		}
	}
	if len(found) == 0 {
		return nil
	}
	return found[0]
}

// subjectOf returns what tells whether the compiler may write so for what instr
// makes, or nil if it does not say why that is on the heap.
func subjectOf(instr ssa.Instruction) func(subject string) bool {
	prefix := func(prefixes ...string) func(string) bool {
		return func(subject string) bool {
			return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(subject, p) })
		}
	}
	switch instr := instr.(type) {
	case *ssa.MakeClosure:
		if name, ok := strings.CutSuffix(instr.Fn.Name(), "$bound"); ok {
			return func(subject string) bool { return strings.HasSuffix(subject, "."+name) }
		}
		return prefix("func literal")
	case *ssa.MakeSlice:
		return prefix("make(")
	case *ssa.Alloc:
		switch instr.Comment {
		case "new":
			return prefix("new(", "&")
		case "complit":
			return prefix("&")
		case "slicelit":
			return prefix("[]")
		case "makeslice":
			return prefix("make(")
		case "varargs":
			return prefix("... argument")
		}
		return func(subject string) bool { return subject == instr.Comment }
	}
	return nil
}

// isVariable reports whether instr is a variable of the source.
func isVariable(instr ssa.Instruction) bool {
	alloc, ok := instr.(*ssa.Alloc)
	if !ok || strings.ContainsAny(alloc.Comment, "$.") {
		return false
	}
	switch alloc.Comment {
	case "", "new", "complit", "slicelit", "makeslice", "varargs":
		return false
	}
	return true
}

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
