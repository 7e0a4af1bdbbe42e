package concat

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/imports"
)

// A rewrite replaces a string variable by a strings.Builder.
//
//	var s string                  var sb strings.Builder
//	for _, x := range xs {        for _, x := range xs {
//		s += x + ","          	sb.WriteString(x)
//	                              	sb.WriteString(",")
//	}                             }
//	                              s := sb.String()
//	use(s)                        use(s)
//
// The builder takes the place of the variable up to the end of the last statement
// that makes it grow, in a loop or right behind it. There the variable is declared anew, so that
// what follows stays as it is, whatever it does with it.
type rewrite struct {
	info *types.Info
	text text
	v    *types.Var
	name string // of the builder

	decl  declaration
	list  []ast.Stmt // that the declaration is in
	last  int        // index in list of the last statement that is rewritten
	owner inspector.Cursor
	uses  []use // in source order

	edits []analysis.TextEdit
}

// A use is an identifier that refers to the variable.
type use struct {
	cur    inspector.Cursor // not within parentheses
	index  int              // in the statement list, of the statement around
	inLit  bool             // between it and the list: a func literal
	inLoop bool             // ... a loop
}

// A declaration of a single string variable: s := e, var s string, var s = e,
// var s string = e.
type declaration struct {
	stmt  ast.Stmt
	value ast.Expr // nil if there is none or it is ""
}

// builderFix returns the fix that replaces v, which grows by the assignment
// under cur, by a strings.Builder. It returns false unless the program provably
// does the same afterwards.
func builderFix(c *checker, cur inspector.Cursor, v *types.Var) (analysis.SuggestedFix, bool) {
	none := analysis.SuggestedFix{}
	if v.Kind() != types.LocalVar || !types.Identical(v.Type(), types.Typ[types.String]) {
		return none, false
	}
	top := declarationAround(cur)
	if hasGoto(top) {
		return none, false
	}
	r := &rewrite{info: c.pass.TypesInfo, v: v}
	text, ok := textOf(c.pass, top)
	if !ok || !r.findDeclaration(top, text) || !r.findUses(top) {
		return none, false
	}
	qualifier, added, ok := imports.Add(c.pass, text.file, r.decl.stmt.Pos(), "strings")
	if !ok {
		return none, false
	}
	r.name = c.freshName(top, text.file)
	if !r.editDeclaration(qualifier) || !r.editUses() {
		return none, false
	}
	c.names[top.Node()][r.name] = true
	return analysis.SuggestedFix{
		Message:   fmt.Sprintf("Replace %s by a strings.Builder", v.Name()),
		TextEdits: append(added, r.edits...),
	}, true
}

// findDeclaration finds the statement that declares the variable, and checks
// that it can be replaced by several.
func (r *rewrite) findDeclaration(top inspector.Cursor, text text) bool {
	r.text = text
	for cur := range top.Preorder((*ast.Ident)(nil)) {
		if r.info.Defs[cur.Node().(*ast.Ident)] != r.v {
			continue
		}
		stmt, value, ok := declares(cur)
		if !ok || !text.startsLine(stmt.Node()) {
			return false
		}
		if value != nil && !isEmpty(r.info, value) {
			r.decl.value = value
		}
		r.decl.stmt = stmt.Node().(ast.Stmt)
		r.owner = stmt.Parent()
		r.list = statements(r.owner.Node())
		return stmt.ParentEdgeIndex() >= 0 && r.list != nil
	}
	return false
}

// declares returns the statement that declares the variable whose name
// is under cur, and nothing else, with the initial value.
func declares(cur inspector.Cursor) (stmt inspector.Cursor, value ast.Expr, ok bool) {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
			return parent, nil, false
		}
		return parent, n.Rhs[0], isListEdge(parent.ParentEdgeKind())
	case *ast.ValueSpec:
		gen := parent.Parent()
		stmt := gen.Parent()
		if len(n.Names) != 1 || gen.Node().(*ast.GenDecl).Lparen.IsValid() || !isListEdge(stmt.ParentEdgeKind()) {
			return stmt, nil, false
		}
		if len(n.Values) == 1 {
			value = n.Values[0]
		}
		return stmt, value, true
	}
	return parent, nil, false
}

func isListEdge(kind edge.Kind) bool {
	return kind == edge.BlockStmt_List || kind == edge.CaseClause_Body || kind == edge.CommClause_Body
}

// statements returns the statement list that n consists of.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// findUses gathers the uses of the variable and finds the last statement to be
// rewritten.
func (r *rewrite) findUses(top inspector.Cursor) bool {
	r.last = -1
	for cur := range top.Preorder((*ast.Ident)(nil)) {
		if r.info.Uses[cur.Node().(*ast.Ident)] != r.v {
			continue
		}
		u := use{cur: cur}
		for u.cur.ParentEdgeKind() == edge.ParenExpr_X {
			u.cur = u.cur.Parent()
		}
		child := cur
		for ; child.Parent() != r.owner; child = child.Parent() {
			switch child.Parent().Node().(type) {
			case *ast.FuncLit:
				u.inLit = true
			case *ast.ForStmt, *ast.RangeStmt:
				u.inLoop = true
			}
		}
		u.index = child.ParentEdgeIndex()
		r.uses = append(r.uses, u)
		if _, grows := r.growth(u); grows && u.inLoop {
			r.last = max(r.last, u.index)
		}
	}
	if r.last < 0 {
		return false
	}
	r.last = r.lastGrowth()
	return true
}

// lastGrowth returns the index of the last of the assignments behind the loop that go
// on adding to the variable, or of the loop.
func (r *rewrite) lastGrowth() int {
	last := r.last
	for _, u := range r.uses {
		if u.index <= last {
			continue
		}
		if _, grows := r.growth(u); !grows || u.cur.Parent().Node() != r.list[u.index] {
			break
		}
		last = u.index
	}
	return last
}

// growth returns the assignment that u is the left side of, if that makes the
// variable grow at its end.
func (r *rewrite) growth(u use) (growth, bool) {
	assign, ok := u.cur.Parent().Node().(*ast.AssignStmt)
	if !ok || u.cur.ParentEdgeKind() != edge.AssignStmt_Lhs || len(assign.Lhs) != 1 {
		return growth{}, false
	}
	g, ok := growthOf(r.info, assign, 0)
	return g, ok && g.category == CategoryAccumulate
}

// editDeclaration replaces the declaration.
//
//	s := e    var sb strings.Builder
//	          sb.WriteString(e)
func (r *rewrite) editDeclaration(qualifier string) bool {
	stmt := r.decl.stmt
	indent := r.text.indent(stmt)
	text := fmt.Sprintf("var %s %sBuilder", r.name, qualifier)
	if r.decl.value == nil {
		if n := r.size(); n != "" {
			text += fmt.Sprintf("\n%s%s.Grow(%s)", indent, r.name, n)
		}
		return r.replace(stmt.Pos(), stmt.End(), text)
	}
	text += fmt.Sprintf("\n%s%s.WriteString(", indent, r.name)
	return r.replace(stmt.Pos(), r.decl.value.Pos(), text) && r.replace(r.decl.value.End(), stmt.End(), ")")
}

// editUses rewrites all uses up to the last loop, and hands what the builder
// holds to those behind it.
func (r *rewrite) editUses() bool {
	var within, behind []use
	for _, u := range r.uses {
		if u.index <= r.last {
			within = append(within, u)
		} else {
			behind = append(behind, u)
		}
	}
	read := false
	for _, u := range within {
		if u.inLit {
			return false
		}
		if g, ok := r.growth(u); ok {
			if !r.editGrowth(u, g) {
				return false
			}
			continue
		}
		if r.isOldValue(u) {
			continue // of an s = s + x, dealt with there
		}
		if !r.editRead(u) {
			return false
		}
		read = read || isReturned(u.cur)
	}
	if len(behind) == 0 {
		return read // else it is built for nothing, or for its length
	}
	return r.editBehind(behind)
}

// editBehind makes the string for the uses behind the loop.
//
//	}             }
//	              s := sb.String()
//	use(s)        use(s)
//
// Where all they do is return it the variable is done without.
func (r *rewrite) editBehind(uses []use) bool {
	if !slices.ContainsFunc(uses, func(u use) bool { return u.inLit || !isReturned(u.cur) }) {
		for _, u := range uses {
			r.editReturned(u)
		}
		return true
	}
	if !slices.ContainsFunc(uses, func(u use) bool { return !isStore(u.cur) }) {
		return false // it would not compile: declared and not used
	}
	end, ok := r.text.lineEnd(r.list[r.last].End())
	if !ok {
		return false
	}
	text := fmt.Sprintf("\n%s%s := %s.String()", r.text.indent(r.decl.stmt), r.v.Name(), r.name)
	return r.replace(end, end, text)
}

// editRead rewrites a use that only reads the variable.
//
//	return s        return sb.String()
//	len(s)          sb.Len()
//	s != ""         sb.Len() != 0
//
// Elsewhere sb.String() would be right, too, but the more of them the less the
// fix makes the code any better.
func (r *rewrite) editRead(u use) bool {
	if r.inGrowth(u) {
		return false // the addends are written one by one
	}
	parent := u.cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.CallExpr:
		if isLen(r.info, n) {
			return r.replace(n.Pos(), n.End(), r.name+".Len()")
		}
	case *ast.BinaryExpr:
		if (n.Op == token.EQL || n.Op == token.NEQ) && u.cur.ParentEdgeKind() == edge.BinaryExpr_X && isLiteralEmpty(n.Y) {
			return r.replace(n.X.Pos(), n.X.End(), r.name+".Len()") && r.replace(n.Y.Pos(), n.Y.End(), "0")
		}
	}
	return isReturned(u.cur) && r.editReturned(u)
}

func (r *rewrite) editReturned(u use) bool {
	n := u.cur.Node()
	return r.replace(n.Pos(), n.End(), r.name+".String()")
}

// isOldValue reports whether u is the s on the right of an s = s + x.
func (r *rewrite) isOldValue(u use) bool {
	for outer := range u.cur.Enclosing((*ast.AssignStmt)(nil)) {
		assign := outer.Node().(*ast.AssignStmt)
		if assign.Tok != token.ASSIGN || len(assign.Rhs) != 1 {
			return false
		}
		g, ok := growthOf(r.info, assign, 0)
		first := leaves(r.info, assign.Rhs[0], nil)[0]
		return ok && g.category == CategoryAccumulate && variable(r.info, g.target) == r.v && first == ast.Unparen(u.cur.Node().(ast.Expr))
	}
	return false
}

// inGrowth reports whether u is part of an assignment that makes the variable
// grow.
func (r *rewrite) inGrowth(u use) bool {
	for outer := range u.cur.Enclosing((*ast.AssignStmt)(nil)) {
		assign := outer.Node().(*ast.AssignStmt)
		if len(assign.Lhs) == 1 && variable(r.info, assign.Lhs[0]) == r.v {
			return true
		}
	}
	return false
}

// isReturned reports whether the expression under cur is read by a return
// statement of the function that it stands in.
func isReturned(cur inspector.Cursor) bool {
	if unary, ok := cur.Parent().Node().(*ast.UnaryExpr); ok && unary.Op == token.AND {
		return false
	}
	for outer := range cur.Enclosing((*ast.ReturnStmt)(nil), (*ast.FuncLit)(nil)) {
		_, ok := outer.Node().(*ast.ReturnStmt)
		return ok
	}
	return false
}

// isStore reports whether the variable under cur is assigned to without being read.
func isStore(cur inspector.Cursor) bool {
	switch parent := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		return cur.ParentEdgeKind() == edge.AssignStmt_Lhs && (parent.Tok == token.ASSIGN || parent.Tok == token.DEFINE)
	case *ast.RangeStmt:
		return cur.ParentEdgeKind() != edge.RangeStmt_X
	}
	return false
}

func isLiteralEmpty(e ast.Expr) bool {
	lit, ok := ast.Unparen(e).(*ast.BasicLit)
	return ok && (lit.Value == `""` || lit.Value == "``")
}

func hasGoto(top inspector.Cursor) bool {
	for cur := range top.Preorder((*ast.BranchStmt)(nil)) {
		if cur.Node().(*ast.BranchStmt).Tok == token.GOTO {
			return true
		}
	}
	return false
}

// replace adds an edit, unless it would drop a comment.
func (r *rewrite) replace(pos, end token.Pos, text string) bool {
	if r.text.hasComment(pos, end) {
		return false
	}
	r.edits = append(r.edits, analysis.TextEdit{Pos: pos, End: end, NewText: []byte(text)})
	return true
}

// freshName returns a name for a builder that means nothing so far in the
// declaration under top, nor in the file or package.
func (c *checker) freshName(top inspector.Cursor, file *ast.File) string {
	taken := c.names[top.Node()]
	if taken == nil {
		taken = make(map[string]bool)
		for cur := range top.Preorder((*ast.Ident)(nil)) {
			taken[cur.Node().(*ast.Ident).Name] = true
		}
		c.names[top.Node()] = taken
	}
	name := "sb"
	for n := 2; ; n++ {
		if !taken[name] && c.pass.Pkg.Scope().Lookup(name) == nil && c.pass.TypesInfo.Scopes[file].Lookup(name) == nil {
			return name
		}
		name = "sb" + strconv.Itoa(n)
	}
}
