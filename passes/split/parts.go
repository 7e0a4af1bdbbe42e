package split

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// checkIndex reports s if an element that Cut finds is taken from it at once by the
// expression under cur.
//
//	x := strings.Split(s, ":")[0]
//	-            -----        ---
//	x, _, _ := strings.Cut(s, ":")
func (c *checker) checkIndex(s split, cur inspector.Cursor) {
	n, ok := c.constInt(cur.Node().(*ast.IndexExpr).Index)
	if !ok || n < 0 || n > 1 || !c.canCut(s, cur) || isWritten(cur) && s.pkg == "strings" {
		return
	}
	f := finding{category: CategoryCut, slice: "of which only the first element is used", remedy: s.pkg + ".Cut"}
	switch {
	case n == 1 && s.max == 2:
		f.slice = "of two"
	case n == 1:
		f.slice, f.remedy = "of which only the second element is used", s.pkg+".Cut twice"
	case s.pkg == "strings":
		f.fix = c.firstFix(s, cur)
	}
	c.report(s, f)
}

// canCut reports whether Cut finds the first two of the parts. SplitAfter leaves the
// separator.
func (c *checker) canCut(s split, cur inspector.Cursor) bool {
	return s.kind == "Split" && s.max != 1 && c.separator(s) != "" && c.hasVersion(cur, "go1.18")
}

func (c *checker) firstFix(s split, cur inspector.Cursor) *analysis.SuggestedFix {
	var lhs ast.Expr
	switch parent := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(parent.Lhs) != 1 || parent.Tok != token.DEFINE && parent.Tok != token.ASSIGN || isBlank(parent.Lhs[0]) {
			return nil
		}
		lhs = parent.Lhs[0]
	case *ast.ValueSpec:
		if len(parent.Names) != 1 || parent.Type != nil {
			return nil
		}
		lhs = parent.Names[0]
	default:
		return nil
	}
	if hasComment(fileAround(cur), s.call.Args[1].End(), cur.Node().End()) {
		return nil
	}
	edits := append(c.cutEdits(s),
		analysis.TextEdit{Pos: lhs.End(), End: lhs.End(), NewText: []byte(", _, _")},
		analysis.TextEdit{Pos: s.call.End(), End: cur.Node().End()})
	return &analysis.SuggestedFix{Message: "Use strings.Cut", TextEdits: edits}
}

// cutEdits makes the call one of Cut.
func (c *checker) cutEdits(s split) []analysis.TextEdit {
	edits := []analysis.TextEdit{replace(s.name, "Cut")}
	if len(s.call.Args) == 3 {
		edits = append(edits, analysis.TextEdit{Pos: s.call.Args[1].End(), End: s.call.Args[2].End()})
	}
	return edits
}

// checkParts reports s, which is assigned to the variable id names, if no more than the
// first two elements of it are used, and its length only to see whether there are two.
func (c *checker) checkParts(s split, decl inspector.Cursor, id *ast.Ident, u uses) {
	if !c.canCut(s, decl) || s.pkg != "strings" {
		return // what bytes.Cut returns can be appended to, to the damage of what follows it
	}
	for _, cur := range u.lens {
		if !c.asksForTwo(cur) {
			return
		}
	}
	f := finding{category: CategoryCut, slice: "of two", remedy: s.pkg + ".Cut"}
	switch {
	case len(u.elems[1]) == 0 && len(u.lens) == 0:
		f.slice, f.fix = "of which only the first element is used", c.firstVarFix(s, id, u)
	case s.max == 2:
		f.fix = c.cutFix(s, decl, id, u)
	case s.max > 0:
		return // Cut finds no more than two
	case c.wantsTwo(u):
		f.slice, f.fix = "of which two elements are used", c.cutFix(s, decl, id, u)
	case len(u.elems[0])+len(u.elems[1]) == 0:
		return
	default:
		f.slice, f.remedy = "of which no more than two elements are used", s.pkg+".Cut twice"
	}
	c.report(s, f)
}

// firstVarFix uses Cut where only the first element is used.
func (c *checker) firstVarFix(s split, id *ast.Ident, u uses) *analysis.SuggestedFix {
	edits := append(c.cutEdits(s), analysis.TextEdit{Pos: id.End(), End: id.End(), NewText: []byte(", _, _")})
	for _, elem := range u.elems[0] {
		edits = append(edits, replace(elem.Node(), id.Name))
	}
	return &analysis.SuggestedFix{Message: "Use strings.Cut", TextEdits: edits}
}

// cutFix uses Cut where both elements are used.
//
//	kv := strings.SplitN(s, "=", 2)
//	if len(kv) != 2 {
//		return
//	}
//	use(kv[0], kv[1])
//	-----
//	before, after, found := strings.Cut(s, "=")
//	if !found {
//		return
//	}
//	use(before, after)
//
// If Split is to find exactly two, the rest must not hold the separator either. The
// second element must not be used where there may be none: that panics.
func (c *checker) cutFix(s split, decl inspector.Cursor, id *ast.Ident, u uses) *analysis.SuggestedFix {
	for _, elem := range u.elems[1] {
		if !c.isGuarded(elem, id) {
			return nil
		}
	}
	exact := s.max < 0
	qualifier, ok := c.qualifier(s)
	names, fresh := c.names(decl, u, exact)
	if !ok || !fresh {
		return nil
	}
	edits := append(c.cutEdits(s), replace(id, names[0]+", "+names[1]+", "+names[2]))
	for i, elems := range u.elems {
		for _, elem := range elems {
			edits = append(edits, replace(elem.Node(), names[i]))
		}
	}
	for _, length := range u.lens {
		binary := compared(length)
		cond := names[2]
		positive, _ := c.comparesTwo(binary, length.Node())
		contains := qualifier + "Contains(" + names[1] + ", " + strconv.Quote(c.separator(s)) + ")"
		switch {
		case exact && positive:
			cond = cond + " && !" + contains
		case exact:
			cond = "!" + cond + " || " + contains
		case !positive:
			cond = "!" + cond
		}
		if exact && needsParens(length, positive) {
			cond = "(" + cond + ")"
		}
		edits = append(edits, replace(binary, cond))
	}
	return &analysis.SuggestedFix{Message: "Use strings.Cut", TextEdits: edits}
}

// names returns names for what Cut returns, blank for what is not used, and whether
// they mean nothing yet.
func (c *checker) names(decl inspector.Cursor, u uses, exact bool) (names [3]string, fresh bool) {
	names = [3]string{"before", "after", "found"}
	top := declarationAround(decl)
	if c.named[top.Node()] {
		return names, false
	}
	for cur := range top.Preorder((*ast.Ident)(nil)) {
		for _, name := range names {
			if cur.Node().(*ast.Ident).Name == name {
				return names, false
			}
		}
	}
	for _, name := range names {
		if c.pass.Pkg.Scope().Lookup(name) != nil {
			return names, false
		}
	}
	c.named[top.Node()] = true
	if len(u.elems[0]) == 0 {
		names[0] = "_"
	}
	if len(u.elems[1]) == 0 && (!exact || len(u.lens) == 0) {
		names[1] = "_"
	}
	if len(u.lens) == 0 {
		names[2] = "_"
	}
	return names, true
}

// asksForTwo reports whether the length under cur is compared to see whether there are
// two elements.
func (c *checker) asksForTwo(cur inspector.Cursor) bool {
	binary := compared(cur)
	if binary == nil {
		return false
	}
	_, ok := c.comparesTwo(binary, cur.Node())
	return ok
}

// wantsTwo reports whether each length is compared with 2 itself.
func (c *checker) wantsTwo(u uses) bool {
	for _, cur := range u.lens {
		binary := compared(cur)
		if binary.Op != token.EQL && binary.Op != token.NEQ {
			return false
		}
		x, isX := c.constInt(binary.X)
		y, isY := c.constInt(binary.Y)
		if !(isX && x == 2 || isY && y == 2) {
			return false
		}
	}
	return len(u.lens) > 0
}

// comparesTwo is comparesWithTwo, for a length that is no more than 2, or not to be.
func (c *checker) comparesTwo(e *ast.BinaryExpr, length ast.Node) (positive, ok bool) {
	other := e.Y
	if ast.Node(e.X) != length {
		other = e.X
	}
	if n, isConst := c.constInt(other); isConst && n == 2 && (e.Op == token.EQL || e.Op == token.NEQ) {
		return e.Op == token.EQL, true
	}
	return c.comparesWithTwo(e, length)
}

// compared returns the comparison of which the call under cur is an operand.
func compared(cur inspector.Cursor) *ast.BinaryExpr {
	binary, _ := cur.Parent().Node().(*ast.BinaryExpr)
	return binary
}

// needsParens reports whether the comparison of the call under cur, in place of which
// there will be a conjunction or a disjunction, is part of a larger expression of another
// kind.
func needsParens(cur inspector.Cursor, conjunction bool) bool {
	switch parent := cur.Parent().Parent().Node().(type) {
	case *ast.BinaryExpr:
		return conjunction != (parent.Op == token.LAND)
	case *ast.UnaryExpr:
		return true
	}
	return false
}

// isGuarded reports whether the expression under cur is evaluated only if the variable
// that id defines has two elements.
func (c *checker) isGuarded(cur inspector.Cursor, id *ast.Ident) bool {
	v := c.info.Defs[id].(*types.Var)
	for ; cur.ParentEdgeKind() != edge.File_Decls; cur = cur.Parent() {
		switch parent := cur.Parent().Node().(type) {
		case *ast.BinaryExpr:
			if cur.ParentEdgeKind() != edge.BinaryExpr_Y {
				continue
			}
			if parent.Op == token.LAND && c.implies(parent.X, v, true) || parent.Op == token.LOR && c.implies(parent.X, v, false) {
				return true
			}
		case *ast.IfStmt:
			if cur.ParentEdgeKind() == edge.IfStmt_Body && c.implies(parent.Cond, v, true) ||
				cur.ParentEdgeKind() == edge.IfStmt_Else && c.implies(parent.Cond, v, false) {
				return true
			}
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			for prev, ok := cur.PrevSibling(); ok && prev.ParentEdgeKind() == cur.ParentEdgeKind(); prev, ok = prev.PrevSibling() {
				stmt, isIf := prev.Node().(*ast.IfStmt)
				if isIf && id.Pos() < stmt.Pos() && c.implies(stmt.Cond, v, false) && leaves(stmt.Body) {
					return true
				}
			}
		}
	}
	return false
}

// implies reports whether v has two elements if cond is as told.
func (c *checker) implies(cond ast.Expr, v *types.Var, is bool) bool {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.NOT && c.implies(e.X, v, !is)
	case *ast.BinaryExpr:
		if is && e.Op == token.LAND || !is && e.Op == token.LOR {
			return c.implies(e.X, v, is) || c.implies(e.Y, v, is)
		}
		for _, length := range []ast.Expr{e.X, e.Y} {
			call, ok := length.(*ast.CallExpr)
			if !ok || !c.isLen(call) || !c.is(call.Args[0], v) {
				continue
			}
			positive, ok := c.comparesTwo(e, call)
			return ok && positive == is
		}
	}
	return false
}

// leaves reports whether body ends elsewhere than behind its statement.
func leaves(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch last := body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok != token.FALLTHROUGH
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "panic"
	}
	return false
}

// checkLast reports s if only its last element is used.
//
//	parts := strings.Split(s, "/")
//	name := parts[len(parts)-1]
//	-----
//	parts := s[strings.LastIndex(s, "/")+1:]
//	name := parts
func (c *checker) checkLast(s split, id *ast.Ident, u uses) {
	sep := c.separator(s)
	if s.kind != "Split" || s.max > 0 || len(sep) != 1 {
		return // a longer separator may overlap with itself
	}
	c.report(s, finding{
		category: CategoryLast,
		slice:    "of which only the last element is used",
		remedy:   s.pkg + ".LastIndex",
		fix:      c.lastFix(s, id, u),
	})
}

func (c *checker) lastFix(s split, id *ast.Ident, u uses) *analysis.SuggestedFix {
	source := ast.Unparen(s.call.Args[0])
	qualifier, ok := c.qualifier(s)
	want := types.Type(types.Typ[types.String])
	if s.pkg == "bytes" {
		want = types.NewSlice(types.Universe.Lookup("byte").Type())
	}
	if !ok || !isPath(source) || !types.Identical(c.info.TypeOf(source), want) {
		return nil
	}
	args, ok := c.text(s.call.Lparen, s.call.Args[1].End())
	if !ok {
		return nil
	}
	text := types.ExprString(source) + "[" + qualifier + "LastIndex" + args + ")+1:]"
	edits := []analysis.TextEdit{replace(s.call, text)}
	for _, elem := range u.last {
		edits = append(edits, replace(elem.Node(), id.Name))
	}
	return &analysis.SuggestedFix{Message: "Use " + s.pkg + ".LastIndex", TextEdits: edits}
}

// isPath reports whether e is a variable or a field of one.
func isPath(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isPath(e.X)
	}
	return false
}
