package program

import (
	"go/ast"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A span is the lines of a func literal, of the body of a loop over an iterator,
// or of an init function. Their symbols tell no more than how deep they are nested.
type span struct {
	from, to int
	fn       *ssa.Function
	nesting
}

// addSpans adds the lines of fn: one span, or several if there are line directives in it.
func (s *Source) addSpans(fn *ssa.Function) {
	tok := s.Fset.File(fn.Syntax().Pos())
	first := tok.PositionFor(fn.Syntax().Pos(), false).Line
	last := tok.PositionFor(fn.Syntax().End(), false).Line
	file, current := "", span{fn: fn, nesting: nestingOfFunc(fn)}
	for line := first; line <= last; line++ {
		at := s.Fset.Position(max(tok.LineStart(line), fn.Syntax().Pos()))
		name := filepath.Base(at.Filename)
		if name == file && at.Line == current.to+1 {
			current.to++
			continue
		}
		if file != "" {
			s.spans[file] = append(s.spans[file], current)
		}
		file, current.from, current.to = name, at.Line, at.Line
	}
	s.spans[file] = append(s.spans[file], current)
}

// nesting is what the symbol of a function tells of its place: how many func
// literals are around it, itself included, and whether it is the body of a loop. All
// bodies of a function are numbered alike, however they are nested.
type nesting struct {
	depth  int
	isBody bool
}

// nestingOf returns the nesting that symbol has: that of "F.func1.2" is two, that of
// "F.func1-range3" is one. Inlined into G, the first is "G.F.func1.2".
func nestingOf(symbol string) nesting {
	var n nesting
	symbol, n.isBody = cutNumber(symbol, "-range")
	for {
		outer, isLiteral := cutNumber(symbol, ".func")
		if !isLiteral {
			outer, isLiteral = cutNumber(symbol, ".")
			isLiteral = isLiteral && !strings.HasSuffix(outer, ".init") // there are several, which are numbered
		}
		if !isLiteral {
			return n
		}
		n.depth++
		symbol, _ = cutNumber(outer, "-range")
	}
}

// cutNumber returns symbol without what and a number at its end, and whether it had
// them.
func cutNumber(symbol, what string) (string, bool) {
	before := strings.TrimRight(symbol, "0123456789")
	rest, ok := strings.CutSuffix(before, what)
	if !ok || len(before) == len(symbol) {
		return symbol, false
	}
	return rest, true
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// nestingOfFunc returns the nesting of a function in SSA form.
func nestingOfFunc(fn *ssa.Function) nesting {
	n := nesting{isBody: fn.Synthetic == "range-over-func yield"}
	for ; fn != nil; fn = fn.Parent() {
		if _, ok := fn.Syntax().(*ast.FuncLit); ok {
			n.depth++
		}
	}
	return n
}

// literal returns the literal with the symbol that begins at a line, nil if there is
// none or more than one that it could be.
func (s *Source) literal(symbol, file string, line int) *ssa.Function {
	at := s.literals[place{filepath.Base(file), line}]
	if len(at) == 1 {
		return at[0]
	}
	var found *ssa.Function
	want := nestingOf(symbol)
	for _, fn := range at {
		if nestingOfFunc(fn) != want {
			continue
		}
		if found != nil {
			return nil
		}
		found = fn
	}
	return found
}

// Distinct reports whether a literal cannot be taken for another one that begins in its
// line.
func (s *Source) Distinct(fn *ssa.Function) bool {
	pos := s.Fset.Position(fn.Syntax().Pos())
	for _, other := range s.literals[place{filepath.Base(pos.Filename), pos.Line}] {
		if other != fn && nestingOfFunc(other) == nestingOfFunc(fn) {
			return false
		}
	}
	return true
}

// Around returns what the frame symbol, which is at a line of file, can be: the
// declared function, or the literals around the line, innermost first. It is one but
// for lines that several literals share.
func (s *Source) Around(symbol, file string, line int) []*ssa.Function {
	symbol = wrapped(symbol)
	if fn := s.declared[Key(symbol)]; fn != nil && len(fn.Blocks) > 0 {
		return []*ssa.Function{fn}
	}
	want := nestingOf(Key(symbol))
	var alike, others []*ssa.Function
	for _, l := range s.spans[filepath.Base(file)] {
		switch {
		case line < l.from || line > l.to:
		case l.nesting == want:
			alike = append(alike, l.fn)
		default:
			others = append(others, l.fn)
		}
	}
	switch {
	case alike != nil:
	case want != nesting{}:
		alike = others // it is named by a rule not known here
	default:
		return s.declaredAround(file, line)
	}
	slices.SortFunc(alike, func(a, b *ssa.Function) int { return int(b.Syntax().Pos() - a.Syntax().Pos()) })
	return alike
}

// declaredAround returns the declared function around a line of file. Linkname gives
// functions symbols that say nothing of their place.
func (s *Source) declaredAround(file string, line int) []*ssa.Function {
	var best *ssa.Function
	for _, fn := range s.declared {
		if len(fn.Blocks) == 0 || best != nil && fn.Pos() < best.Pos() {
			continue
		}
		from, to := s.Fset.Position(fn.Syntax().Pos()), s.Fset.Position(fn.Syntax().End())
		if filepath.Base(from.Filename) == filepath.Base(file) && from.Line <= line && line <= to.Line {
			best = fn
		}
	}
	if best == nil {
		return nil
	}
	return []*ssa.Function{best}
}

// wrapped returns the symbol of the function that a go or defer statement stands in,
// for that of the function without parameters that the compiler makes of it.
func wrapped(symbol string) string {
	for _, kind := range []string{".gowrap", ".deferwrap"} {
		if i := strings.LastIndex(symbol, kind); i >= 0 && isNumber(symbol[i+len(kind):]) {
			return symbol[:i]
		}
	}
	return symbol
}
