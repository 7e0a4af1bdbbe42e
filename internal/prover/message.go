package prover

import (
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Message says what is allocated, and through which calls.
func (f *Finding) Message() string {
	text := f.Steps[len(f.Steps)-1].what
	names := chain(f.Steps)
	switch f.Class {
	case Dynamic:
		text += " cannot be followed"
	case Assumed:
		text = "code that may allocate is only assumed not to"
	}
	if len(names) > 0 {
		text += ": " + strings.Join(names, " → ")
	}
	return text
}

// Related returns the chain, nearest first, as far as it stands in files of the
// pass.
func (f *Finding) Related() []analysis.RelatedInformation {
	var list []analysis.RelatedInformation
	for _, s := range f.Steps[1:] {
		if !s.pos.IsValid() {
			break
		}
		what := s.what
		if s.target != nil {
			what = "calls " + symbolName(s.target.fn.Name)
		}
		list = append(list, analysis.RelatedInformation{Pos: s.pos, Message: what})
	}
	return list
}

// chain returns the functions between the annotated one and the site, inlined
// ones included, nearest first.
func chain(steps []Step) []string {
	var names []string
	for _, s := range steps {
		for i := len(s.frames) - 2; i >= 0; i-- {
			names = appendName(names, s.frames[i].Func)
		}
		if s.target != nil {
			names = appendName(names, s.target.fn.Name)
		}
	}
	return names
}

func appendName(names []string, symbol string) []string {
	name := symbolName(symbol)
	if symbol == "" || len(names) > 0 && names[len(names)-1] == name {
		return names
	}
	return append(names, name)
}
