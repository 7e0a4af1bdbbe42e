package prover

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
)

// A part is a range of source.
type part struct{ from, to token.Pos }

// parts returns what the directive of the region covers: of a loop its body,
// condition and post statement, and the variables that it declares. Each round has its
// own, since Go 1.22.
func (r Region) parts() []part {
	if r.from.IsValid() {
		return []part{{r.from, r.to}}
	}
	switch n := r.Node.(type) {
	case *ast.RangeStmt:
		parts := []part{{n.Body.Pos(), n.Body.End()}}
		if n.Tok == token.DEFINE {
			parts = appendParts(parts, n.Key, n.Value)
		}
		return parts
	case *ast.ForStmt:
		parts := []part{{n.Body.Pos(), n.Body.End()}}
		if init, ok := n.Init.(*ast.AssignStmt); ok && init.Tok == token.DEFINE {
			parts = appendParts(parts, init.Lhs...)
		}
		if n.Cond != nil {
			parts = append(parts, part{n.Cond.Pos(), n.Cond.End()})
		}
		if n.Post != nil {
			parts = append(parts, part{n.Post.Pos(), n.Post.End()})
		}
		return parts
	}
	return nil
}

func appendParts(parts []part, exprs ...ast.Expr) []part {
	for _, e := range exprs {
		if e != nil {
			parts = append(parts, part{e.Pos(), e.End()})
		}
	}
	return parts
}

// An extent is the lines of a part, as the object code has them. Line directives may
// number them in any order. Those that other code may share are true.
type extent struct {
	part
	lines map[fileLine]bool
}

type fileLine struct {
	file string // base name
	line int
}

// extents returns the parts with their lines, nil if the region is all of a function.
func (r Region) extents(fset *token.FileSet) []extent {
	if r.hasBody() {
		return nil
	}
	var list []extent
	for _, p := range r.parts() {
		e := extent{p, make(map[fileLine]bool)}
		file := fset.File(p.from)
		first, last := fset.PositionFor(p.from, false).Line, fset.PositionFor(p.to, false).Line
		for line := first; line <= last; line++ {
			at := fset.Position(max(file.LineStart(line), p.from))
			key := fileLine{filepath.Base(at.Filename), at.Line}
			inner, known := e.lines[key]
			e.lines[key] = (line == first || line == last) && (!known || inner)
		}
		list = append(list, e)
	}
	return list
}

// contains reports whether the step may stand in one of the extents.
func contains(extents []extent, fset *token.FileSet, s Step) bool {
	if extents == nil {
		return true
	}
	f := s.frames[len(s.frames)-1]
	at := fileLine{filepath.Base(f.File), f.Line}
	return slices.ContainsFunc(extents, func(e extent) bool { return e.holds(fset, at, s.places) })
}

// holds reports whether a call at the line may stand in the part, for one of the
// instructions at the places. Those tell only where other code shares the line.
func (e extent) holds(fset *token.FileSet, at fileLine, places []token.Pos) bool {
	shared, ok := e.lines[at]
	if !ok || !shared || len(places) == 0 {
		return ok
	}
	for _, pos := range places {
		if e.from <= pos && pos < e.to || fset.Position(pos).Line != at.line {
			return true
		}
	}
	return false
}
