package prealloc

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/imports"
)

// fix returns the fix that sizes g for n, if it changes nothing else: neither
// whether g is nil, at any time when that can be seen, nor what else shares its
// array, nor in which order things are evaluated.
func (c *checker) fix(g *container, n count) (analysis.SuggestedFix, bool) {
	if !n.sure() || g.captured || g.capped || isIn(g.nest, g.seen) || isIn(g.nest, g.held) || c.mayPanic(n) {
		return analysis.SuggestedFix{}, false
	}
	var edits []analysis.TextEdit
	var ok bool
	message := fmt.Sprintf("Size %s for %s elements", g.v.Name(), n.text(false))
	switch g.kind {
	case kindSlice:
		edits, ok = c.sliceEdits(g, n)
	case kindMap:
		message = fmt.Sprintf("Size %s for %s entries", g.v.Name(), n.text(false))
		edits, ok = c.mapEdits(g, n)
	default:
		message = fmt.Sprintf("Grow %s by %s bytes", g.v.Name(), n.text(false))
		edits, ok = c.writerEdits(g, n)
	}
	return analysis.SuggestedFix{Message: message, TextEdits: edits}, ok
}

// sliceEdits sizes a slice where it is declared, if nothing that matters
// happens between there and the loop, else in front of the loop. A nil slice
// that may be seen must be nil again if nothing is appended: slices.Grow(nil, 0)
// is nil, make([]T, 0, 0) is not.
func (c *checker) sliceEdits(g *container, n count) ([]analysis.TextEdit, bool) {
	nilSeen := g.start == startZero && (len(g.seen) > 0 || g.v.Kind() == types.ResultVar)
	if nilSeen && (!c.isStable(n) || g.v.Kind() == types.ResultVar && c.returnsImplicitly(g)) {
		return nil, false
	}
	v, known := n.value()
	filled := known && v > 0 // in any case, so never nil when it is seen
	if edits, ok := c.declEdits(g, n, nilSeen && !filled); ok {
		return edits, true
	}
	// for _, x := range xs {
	// -
	// r = slices.Grow(r, len(xs))
	// for _, x := range xs {
	qualifier, added, ok := c.importSlices(g.nest.Pos())
	if !ok {
		return nil, false
	}
	stmt := fmt.Sprintf("%[1]s = %[2]sGrow(%[1]s, %[3]s)", g.v.Name(), qualifier, n.text(false))
	return c.before(g, n, stmt, added)
}

// declEdits replaces the first value of a slice by one with capacity.
func (c *checker) declEdits(g *container, n count, nilSeen bool) ([]analysis.TextEdit, bool) {
	typ, ok := c.source(g.typ)
	if !ok || !c.reachesNest(g) || !c.resolves(n, g.def.Node().Pos()) {
		return nil, false
	}
	var value string
	var added []analysis.TextEdit
	if nilSeen {
		qualifier, edits, ok := c.importSlices(g.def.Node().Pos())
		if !ok || !convertsPlainly(g.typ) {
			return nil, false
		}
		added = edits
		value = fmt.Sprintf("%sGrow(%s(nil), %s)", qualifier, typ, n.text(false))
	} else {
		if !c.isPredeclared("make", g.def.Node().Pos()) {
			return nil, false
		}
		value = fmt.Sprintf("make(%s, 0, %s)", typ, n.text(false))
	}
	edit := analysis.TextEdit{NewText: []byte(value)}
	if g.init != nil {
		// r := []T{}
		//      -----
		// r := make([]T, 0, len(xs))
		edit.Pos, edit.End = g.init.Pos(), g.init.End()
	} else {
		// var r []T
		// ---------
		// r := make([]T, 0, len(xs))
		decl, ok := g.def.Parent().Parent().Node().(*ast.GenDecl)
		if !ok || decl.Lparen.IsValid() || len(decl.Specs) != 1 || len(decl.Specs[0].(*ast.ValueSpec).Names) != 1 {
			return nil, false
		}
		edit.Pos, edit.End = decl.Pos(), decl.End()
		edit.NewText = []byte(g.v.Name() + " := " + value)
	}
	if c.hasCommentOnLine(edit.Pos, edit.End) {
		return nil, false // gofmt would align it anew
	}
	return append(added, edit), true
}

func (c *checker) mapEdits(g *container, n count) ([]analysis.TextEdit, bool) {
	typ, ok := c.source(g.typ)
	pos := g.def.Node().Pos()
	if !ok || !g.fills[0].exact || !c.reachesNest(g) || !c.resolves(n, pos) || !c.isPredeclared("make", pos) {
		return nil, false
	}
	if c.hasCommentOnLine(g.init.Pos(), g.init.End()) {
		return nil, false
	}
	// m := map[K]V{}
	//      ---------
	// m := make(map[K]V, len(src))
	return []analysis.TextEdit{{
		Pos: g.init.Pos(), End: g.init.End(),
		NewText: fmt.Appendf(nil, "make(%s, %s)", typ, n.text(false)),
	}}, true
}

func (c *checker) writerEdits(g *container, n count) ([]analysis.TextEdit, bool) {
	if g.kind == kindBuffer && len(g.seen) > 0 {
		return nil, false // Bytes tells a Buffer that was grown from one that was not
	}
	return c.before(g, n, fmt.Sprintf("%s.Grow(%s)", g.v.Name(), n.text(true)), nil)
}

// before puts stmt in front of the loops of g, above what comment stands directly above them.
func (c *checker) before(g *container, n count, stmt string, edits []analysis.TextEdit) ([]analysis.TextEdit, bool) {
	cur, ok := c.root.FindNode(g.nest)
	if !ok {
		return nil, false
	}
	if cur.ParentEdgeKind() == edge.LabeledStmt_Stmt {
		cur = cur.Parent()
	}
	switch cur.ParentEdgeKind() {
	case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body:
	default:
		return nil, false
	}
	pos := g.nest.Pos()
	if !c.resolves(n, pos) {
		return nil, false
	}
	if _, isLabel := cur.Node().(*ast.LabeledStmt); isLabel {
		// A label stands one step to the left, the loop on a line of its own.
		prev, ok := cur.PrevSibling()
		if !ok || cur.ParentEdgeIndex() == 0 {
			return nil, false
		}
		indent, ok := c.indent(prev.Node().Pos())
		if !ok || c.hasCommentOnLine(prev.Node().Pos(), prev.Node().End()) {
			return nil, false
		}
		edits = append(edits, analysis.TextEdit{Pos: prev.Node().End(), End: prev.Node().End(), NewText: []byte("\n" + indent + stmt)})
		return edits, true
	}
	start := c.aboveComment(pos)
	indent, ok := c.indent(start)
	if !ok {
		return nil, false
	}
	return append(edits, analysis.TextEdit{Pos: start, End: start, NewText: []byte(stmt + "\n" + indent)}), true
}

// isStable reports whether n, evaluated in front of the loops, is zero just
// if nothing is appended: the inner lengths cannot have changed when they are evaluated.
func (c *checker) isStable(n count) bool {
	if len(n.bounds) == 1 {
		return true
	}
	for _, b := range n.bounds[1:] {
		for _, operand := range b.operands {
			id, ok := ast.Unparen(operand).(*ast.Ident)
			if !ok {
				return false
			}
			v, isVar := c.pass.TypesInfo.Uses[id].(*types.Var)
			if isVar && (c.isReassigned(v) || v.Kind() == types.PackageVar) {
				return false
			}
		}
	}
	return true
}

// mayPanic reports whether n, evaluated in front of the loops, may panic where
// the loops do not: the inner lengths are never evaluated if the outer one is
// zero. A pointer that the outer length goes through is not nil.
func (c *checker) mayPanic(n count) bool {
	var outer []string
	for i, b := range n.bounds {
		for _, operand := range b.operands {
			pointers, ok := c.pointers(operand)
			switch {
			case i == 0:
				outer = append(outer, pointers...)
			case !ok, slices.ContainsFunc(pointers, func(p string) bool { return !slices.Contains(outer, p) }):
				return true
			}
		}
	}
	return false
}

// pointers returns the pointers that operand goes through, and whether it can
// panic for no other reason.
func (c *checker) pointers(operand ast.Expr) (pointers []string, ok bool) {
	ok = true
	for node := range ast.Preorder(operand) {
		pointer, safe := c.dereferenced(node)
		ok = ok && safe
		if pointer != nil {
			pointers = append(pointers, types.ExprString(pointer))
		}
	}
	return pointers, ok
}

// dereferenced returns the pointer that node goes through, nil if there is
// none. It is not ok if node may panic otherwise.
func (c *checker) dereferenced(node ast.Node) (pointer ast.Expr, ok bool) {
	switch x := node.(type) {
	case *ast.StarExpr:
		return ast.Unparen(x.X), true
	case *ast.SelectorExpr:
		sel := c.pass.TypesInfo.Selections[x]
		if sel == nil || !sel.Indirect() {
			return nil, true // qualified, or a field of a value
		}
		return ast.Unparen(x.X), len(sel.Index()) == 1 // else the pointer may be an embedded one
	case *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr, *ast.CallExpr:
		return nil, false
	case *ast.BinaryExpr:
		switch x.Op {
		case token.QUO, token.REM, token.SHL, token.SHR:
			return nil, false
		}
	}
	return nil, true
}

// returnsImplicitly reports whether the named result g may reach the caller
// while its loop is not complete, without being mentioned.
func (c *checker) returnsImplicitly(g *container) bool {
	for fn := range g.def.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		for cur := range fn.Preorder((*ast.DeferStmt)(nil), (*ast.ReturnStmt)(nil)) {
			switch n := cur.Node().(type) {
			case *ast.DeferStmt:
				return true // recover
			case *ast.ReturnStmt:
				if len(n.Results) == 0 && g.nest.Pos() <= n.Pos() && n.Pos() < g.nest.End() {
					return true
				}
			}
		}
		return false
	}
	return true
}

// reachesNest reports whether the loops of g follow its declaration with
// nothing but declarations of other variables in between, which call nothing.
func (c *checker) reachesNest(g *container) bool {
	var decl inspector.Cursor
	for cur := range g.def.Enclosing((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		decl = cur
		break
	}
	if !decl.Valid() || decl.ParentEdgeKind() != edge.BlockStmt_List && decl.ParentEdgeKind() != edge.CaseClause_Body {
		return false
	}
	for cur := decl; ; {
		if !c.isHarmless(cur.Node()) {
			return false
		}
		next, ok := cur.NextSibling()
		if !ok {
			return false
		}
		stmt := next.Node()
		if labeled, ok := stmt.(*ast.LabeledStmt); ok {
			stmt = labeled.Stmt
		}
		if stmt == g.nest {
			return true
		}
		cur = next
	}
}

// isHarmless reports whether stmt only declares variables, with values that
// are calculated without a call.
func (c *checker) isHarmless(stmt ast.Node) bool {
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			return false
		}
		for _, lhs := range s.Lhs {
			if id, ok := lhs.(*ast.Ident); !ok || id.Name != "_" && c.pass.TypesInfo.Defs[id] == nil {
				return false
			}
		}
	case *ast.DeclStmt:
	default:
		return false
	}
	harmless := true
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			harmless = false
		case *ast.UnaryExpr:
			harmless = harmless && n.Op != token.ARROW && n.Op != token.AND
		case *ast.CallExpr:
			tv := c.pass.TypesInfo.Types[n.Fun]
			harmless = harmless && (tv.IsBuiltin() || tv.IsType())
		}
		return harmless
	})
	return harmless
}

// resolves reports whether the text of n means at pos what it means in the loops.
func (c *checker) resolves(n count, pos token.Pos) bool {
	for _, b := range n.bounds {
		if strings.HasPrefix(b.text, "len(") && !c.isPredeclared("len", pos) {
			return false
		}
		for _, operand := range b.operands {
			if !c.resolvesOperand(operand, pos) {
				return false
			}
		}
	}
	return true
}

// resolvesOperand reports whether the names in operand, but for selected ones,
// mean at pos what they mean in the loops.
func (c *checker) resolvesOperand(operand ast.Expr, pos token.Pos) bool {
	selected := make(map[*ast.Ident]bool)
	for node := range ast.Preorder(operand) {
		if sel, ok := node.(*ast.SelectorExpr); ok {
			selected[sel.Sel] = true
		}
		if id, ok := node.(*ast.Ident); ok && !selected[id] && !c.isSame(id, pos) {
			return false
		}
	}
	return true
}

// isSame reports whether node, if it is a name, means the same at pos.
func (c *checker) isSame(node ast.Node, pos token.Pos) bool {
	id, ok := node.(*ast.Ident)
	if !ok {
		return true
	}
	obj := c.pass.TypesInfo.Uses[id]
	if v, ok := obj.(*types.Var); ok && v.IsField() {
		return true
	}
	return c.lookup(id.Name, pos) == obj
}

func (c *checker) lookup(name string, pos token.Pos) types.Object {
	scope := c.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return nil
	}
	_, obj := scope.LookupParent(name, pos)
	return obj
}

func (c *checker) isPredeclared(name string, pos token.Pos) bool {
	return c.lookup(name, pos) == types.Universe.Lookup(name)
}

// convertsPlainly reports whether T(nil) can be written with the type t as it is.
func convertsPlainly(t ast.Expr) bool {
	array, ok := t.(*ast.ArrayType)
	if !ok {
		return true
	}
	elem := array.Elt
	for {
		switch e := elem.(type) {
		case *ast.StarExpr:
			elem = e.X
		case *ast.Ident, *ast.SelectorExpr:
			return true
		case *ast.ArrayType:
			elem = e.Elt
		default:
			return false // []func() T(nil) is a call of something else
		}
	}
}

// importSlices returns what stands in front of the names of package slices at pos and the
// edits that import it.
func (c *checker) importSlices(pos token.Pos) (qualifier string, edits []analysis.TextEdit, ok bool) {
	file := c.file(pos)
	goVersion := c.pass.TypesInfo.FileVersions[file]
	if goVersion != "" && version.Compare(goVersion, "go1.21") < 0 {
		return "", nil, false
	}
	return imports.Add(c.pass, file, pos, "slices")
}

// file returns the syntax tree that holds pos.
func (c *checker) file(pos token.Pos) *ast.File {
	i := slices.IndexFunc(c.pass.Files, func(f *ast.File) bool { return f.FileStart <= pos && pos <= f.FileEnd })
	return c.pass.Files[i]
}

func (c *checker) hasComment(n ast.Node) bool { return c.hasCommentIn(n.Pos(), n.End()) }

func (c *checker) hasCommentIn(pos, end token.Pos) bool {
	return slices.ContainsFunc(c.file(pos).Comments, func(g *ast.CommentGroup) bool { return pos <= g.Pos() && g.Pos() < end })
}

// hasCommentOnLine reports whether a comment stands in the range or behind it.
func (c *checker) hasCommentOnLine(pos, end token.Pos) bool {
	line := func(pos token.Pos) int { return c.pass.Fset.PositionFor(pos, false).Line }
	return slices.ContainsFunc(c.file(pos).Comments, func(g *ast.CommentGroup) bool {
		return pos <= g.Pos() && line(g.Pos()) <= line(end)
	})
}

// aboveComment returns the start of the comment that ends on the line above
// pos, or else pos.
func (c *checker) aboveComment(pos token.Pos) token.Pos {
	line := func(pos token.Pos) int { return c.pass.Fset.PositionFor(pos, false).Line }
	for _, g := range c.file(pos).Comments {
		if line(g.End()) != line(pos)-1 {
			continue
		}
		if _, ok := c.indent(g.Pos()); ok {
			return g.Pos()
		}
	}
	return pos
}

// indent returns what stands before pos on its line, if that is only white
// space and lines end as gofmt ends them.
func (c *checker) indent(pos token.Pos) (string, bool) {
	file := c.pass.Fset.File(pos)
	content, err := c.pass.ReadFile(file.Name())
	if err != nil || file.Size() != len(content) || bytes.Contains(content, []byte("\r\n")) {
		return "", false
	}
	before := string(content[:file.Offset(pos)])
	before = before[strings.LastIndexByte(before, '\n')+1:]
	return before, strings.TrimSpace(before) == ""
}
