package prover

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
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
