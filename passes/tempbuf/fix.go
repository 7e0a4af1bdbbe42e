package tempbuf

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A hoist moves the declaration of a variable out of a loop.
type hoist struct {
	c     *checker
	r     round
	decl  inspector.Cursor // the statement that declares the variable
	v     *types.Var
	loop  ast.Stmt         // the outermost one around it in its function
	outer inspector.Cursor // the statement to put it before: the loop, or its label
}

// hoistMake makes a slice or map before the loop, and empties it in each round.
//
//   - m := make(map[string]int, n)
//     for _, x := range xs {
//   - m := make(map[string]int, n)
//   - clear(m)
//
// That is the same as long as the variable keeps its value. One that starts without
// length and grows is cut instead.
func (c *checker) hoistMake(r round, cur inspector.Cursor, call *ast.CallExpr) (analysis.SuggestedFix, bool) {
	none := analysis.SuggestedFix{}
	h, ok := c.newHoist(r, cur.Parent())
	if !ok {
		return none, false
	}
	for _, arg := range call.Args[1:] {
		if !h.isSize(arg) {
			return none, false
		}
	}
	if c.mentions(h.loop, call.Args[0]) {
		return none, false
	}
	name := h.v.Name()
	again := "clear(" + name + ")"
	if _, isSlice := h.v.Type().Underlying().(*types.Slice); isSlice && len(call.Args) == 3 {
		if n, ok := c.constInt(call.Args[1]); !ok || n != 0 || !h.onlyAppends() {
			return none, false
		}
		again = name + " = " + name + "[:0]"
	} else if h.isReassigned() || !c.hasClear(h.decl) {
		return none, false
	}
	text, ok := c.source(h.decl.Node())
	if !ok {
		return none, false
	}
	return h.fix(fmt.Sprintf("Make %s before the loop", name), text, again)
}

// hoistBuffer declares a bytes.Buffer before the loop, and resets it in each round.
//
//   - var buf bytes.Buffer
//     for _, x := range xs {
//   - var buf bytes.Buffer
//   - buf.Reset()
func (c *checker) hoistBuffer(r round, cur inspector.Cursor) (analysis.SuggestedFix, bool) {
	none := analysis.SuggestedFix{}
	spec, ok := cur.Parent().Node().(*ast.ValueSpec)
	if !ok || len(spec.Values) > 0 {
		return none, false
	}
	h, ok := c.newHoist(r, cur.Parent())
	if !ok || h.isReassigned() {
		return none, false
	}
	text, ok := c.source(h.decl.Node())
	if !ok {
		return none, false
	}
	return h.fix(fmt.Sprintf("Declare %s before the loop", h.v.Name()), text, h.v.Name()+".Reset()")
}

// hoistConstant makes a regular expression or a replacer before the loop.
//
//   - re := regexp.MustCompile(`^a`)
//     for _, x := range xs {
//   - re := regexp.MustCompile(`^a`)
//
// The expression is known to compile, so it cannot be told when that is done.
func (c *checker) hoistConstant(r round, cur inspector.Cursor, call *ast.CallExpr, fn *types.Func) (analysis.SuggestedFix, bool) {
	none := analysis.SuggestedFix{}
	switch fn.FullName() {
	case "regexp.MustCompile", "regexp.MustCompilePOSIX":
	case "strings.NewReplacer":
		if len(call.Args)%2 != 0 {
			return none, false // it panics
		}
	default:
		return none, false
	}
	h, ok := c.newHoist(r, cur.Parent())
	if !ok || !c.isConstant(call.Args...) || c.mentions(h.loop, call) || h.isReassigned() {
		return none, false
	}
	line, comment, ok := c.wholeLine(h.decl.Node())
	if !ok {
		return none, false
	}
	text, ok := c.source(span{h.decl.Node().Pos(), comment})
	if !ok {
		return none, false
	}
	return h.move(fmt.Sprintf("Make %s before the loop", h.v.Name()), text, analysis.TextEdit{Pos: line.pos, End: line.end})
}

// newHoist returns how to move the declaration that contains the one under cur, an
// assignment or a specification, if it is a statement of the loop itself that
// declares one variable.
func (c *checker) newHoist(r round, cur inspector.Cursor) (*hoist, bool) {
	if r.whole() {
		return nil, false
	}
	h := &hoist{c: c, r: r, decl: cur}
	var id *ast.Ident
	switch n := cur.Node().(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE || len(n.Lhs) != 1 || len(n.Rhs) != 1 {
			return nil, false
		}
		id, _ = n.Lhs[0].(*ast.Ident)
	case *ast.ValueSpec:
		if len(n.Names) != 1 || len(cur.Parent().Node().(*ast.GenDecl).Specs) != 1 || cur.Parent().Node().(*ast.GenDecl).Lparen.IsValid() {
			return nil, false
		}
		id, h.decl = n.Names[0], cur.Parent().Parent()
	}
	if id == nil || h.decl.ParentEdgeKind() != edge.BlockStmt_List || h.decl.Parent().Parent().Node() != r.loop {
		return nil, false
	}
	v, ok := c.info.Defs[id].(*types.Var)
	if !ok {
		return nil, false
	}
	h.v = v
	if !h.findOuter() || !h.isSole() {
		return nil, false
	}
	return h, true
}

// findOuter finds the outermost loop of the function around the declaration.
func (h *hoist) findOuter() bool {
	found := false
	for cur := range h.decl.Enclosing() {
		switch n := cur.Node().(type) {
		case *ast.ForStmt:
			h.outer, found = cur, true
		case *ast.RangeStmt:
			if h.c.form.Func(n) != nil {
				return false // the body is a func, which would capture the variable
			}
			h.outer, found = cur, true
		case *ast.FuncDecl, *ast.FuncLit:
			if !found {
				return false
			}
			h.loop = h.outer.Node().(ast.Stmt)
			if h.outer.ParentEdgeKind() == edge.LabeledStmt_Stmt {
				h.outer = h.outer.Parent()
			}
			return isListed(h.outer)
		}
	}
	return false
}

// isSize reports whether e is the same before the loop as in all rounds, and no less than
// 0: with another number make panics, and there may be no round at all.
func (h *hoist) isSize(e ast.Expr) bool {
	e = ast.Unparen(e)
	if h.c.info.Types[e].Value != nil {
		return true
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return (e.Op == token.ADD || e.Op == token.MUL) && h.isSize(e.X) && h.isSize(e.Y)
	case *ast.CallExpr:
		if name := calleeName(h.c.info, e); name != "len" && name != "cap" {
			return false
		}
		id, ok := ast.Unparen(e.Args[0]).(*ast.Ident)
		if !ok {
			return false
		}
		v, ok := h.c.info.Uses[id].(*types.Var)
		return ok && isLocal(v) && !within(v.Pos(), h.loop) && !h.c.assigns(h.loop, v) && !h.isShared(v)
	}
	return false
}

// isShared reports whether a func literal mentions v, or its address is taken.
func (h *hoist) isShared(v *types.Var) bool {
	for cur := range h.top().Preorder((*ast.Ident)(nil)) {
		if h.c.info.Uses[cur.Node().(*ast.Ident)] != v {
			continue
		}
		if unary, ok := cur.Parent().Node().(*ast.UnaryExpr); ok && unary.Op == token.AND {
			return true
		}
		//zeroalloc:allow capture of the few uses of one variable
		for lit := range cur.Enclosing((*ast.FuncLit)(nil)) {
			if !within(v.Pos(), lit.Node()) {
				return true
			}
		}
	}
	return false
}

// top returns the declaration around.
func (h *hoist) top() inspector.Cursor {
	top := h.decl
	for top.ParentEdgeKind() != edge.File_Decls {
		top = top.Parent()
	}
	return top
}

func isListed(cur inspector.Cursor) bool {
	switch cur.ParentEdgeKind() {
	case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body:
		return true
	}
	return false
}

// isSole reports whether nothing else in the declaration around has the name of the
// variable, and no goto could jump over it.
func (h *hoist) isSole() bool {
	for cur := range h.top().Preorder((*ast.Ident)(nil), (*ast.BranchStmt)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.BranchStmt:
			if n.Tok == token.GOTO {
				return false
			}
		case *ast.Ident:
			obj := h.c.info.ObjectOf(n)
			if n.Name == h.v.Name() && obj != h.v && cur.ParentEdgeKind() != edge.SelectorExpr_Sel {
				if v, ok := obj.(*types.Var); !ok || !v.IsField() {
					return false
				}
			}
		}
	}
	return true
}

// isReassigned reports whether the variable may get another value in the loop.
func (h *hoist) isReassigned() bool {
	return h.anyAssigned(func(*ast.AssignStmt) bool { return false })
}

// onlyAppends reports whether all that the variable gets is x = append(x, ...), and
// what lies beyond its length is not looked at.
func (h *hoist) onlyAppends() bool {
	if h.anyAssigned(h.isAppend) {
		return false
	}
	for cur := range h.outer.Preorder((*ast.SliceExpr)(nil), (*ast.CallExpr)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.SliceExpr:
			if h.is(n.X) && n.High != nil {
				return false
			}
		case *ast.CallExpr:
			if calleeName(h.c.info, n) == "cap" && h.is(n.Args[0]) {
				return false
			}
		}
	}
	return true
}

func (h *hoist) isAppend(assign *ast.AssignStmt) bool {
	if len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return false
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	return ok && calleeName(h.c.info, call) == "append" && h.is(call.Args[0])
}

func (h *hoist) is(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && h.c.info.Uses[id] == h.v
}

func (h *hoist) anyAssigned(but func(*ast.AssignStmt) bool) bool {
	found := false
	ast.Inspect(h.loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				found = found || h.is(lhs) && !but(n)
			}
		case *ast.RangeStmt:
			found = found || n.Key != nil && h.is(n.Key) || n.Value != nil && h.is(n.Value)
		case *ast.UnaryExpr:
			_, isStruct := h.v.Type().Underlying().(*types.Struct)
			found = found || n.Op == token.AND && h.is(n.X) && !isStruct
		}
		return !found
	})
	return found
}

// mentions reports whether e uses something that the loop declares.
func (c *checker) mentions(loop ast.Stmt, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if obj := c.info.Uses[id]; obj != nil && obj.Pkg() == c.pass.Pkg && within(obj.Pos(), loop) {
				found = true
			}
		}
		return !found
	})
	return found
}

// hasClear reports whether the language has clear at the statement under cur.
func (c *checker) hasClear(cur inspector.Cursor) bool {
	for f := range cur.Enclosing((*ast.File)(nil)) {
		file := f.Node().(*ast.File)
		v := c.info.FileVersions[file]
		if v == "" {
			v = c.pass.Pkg.GoVersion()
		}
		if v != "" && version.Compare(v, "go1.21") < 0 {
			return false
		}
		inner := c.info.Scopes[file].Innermost(cur.Node().Pos())
		if inner == nil {
			return false
		}
		_, obj := inner.LookupParent("clear", cur.Node().Pos())
		return obj != nil && obj.Parent() == types.Universe
	}
	return false
}

// fix returns the fix that makes the variable before the loop, as text says, and has
// again where it was made.
func (h *hoist) fix(message, text, again string) (analysis.SuggestedFix, bool) {
	n := h.decl.Node()
	return h.move(message, text, analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(again)})
}

// move returns the fix that has text before the loop, besides edit.
func (h *hoist) move(message, text string, edit analysis.TextEdit) (analysis.SuggestedFix, bool) {
	before, _, ok := h.c.lineStart(h.c.start(h.outer))
	_, indent, listed := h.c.lineStart(h.loop.Pos()) // a label is not indented like its loop
	if !ok || !listed || strings.Contains(text, "\n") {
		return analysis.SuggestedFix{}, false
	}
	insert := analysis.TextEdit{Pos: before, End: before, NewText: []byte(indent + text + "\n")}
	return analysis.SuggestedFix{Message: message, TextEdits: []analysis.TextEdit{insert, edit}}, true
}

// start returns where the statement under cur begins, with the comments directly
// above it: they may be directives, which must not be parted from it.
func (c *checker) start(cur inspector.Cursor) token.Pos {
	pos := cur.Node().Pos()
	file := c.pass.Fset.File(pos)
	for f := range cur.Enclosing((*ast.File)(nil)) {
		for _, group := range f.Node().(*ast.File).Comments {
			if group.End() < pos && file.Line(group.End())+1 == file.Line(pos) {
				if _, _, ok := c.lineStart(group.Pos()); ok {
					return group.Pos()
				}
			}
		}
	}
	return pos
}

// lineStart returns the start of the line of pos and its indentation, if nothing
// else stands before pos.
func (c *checker) lineStart(pos token.Pos) (token.Pos, string, bool) {
	file := c.pass.Fset.File(pos)
	start := file.LineStart(file.Line(pos))
	indent, ok := c.source(span{start, pos})
	return start, indent, ok && strings.Trim(indent, "\t ") == ""
}

// wholeLine returns the range of the line of n, with the empty line behind it, and the
// end of what stands there, if that is n and a comment.
func (c *checker) wholeLine(n ast.Node) (line span, last token.Pos, ok bool) {
	file := c.pass.Fset.File(n.Pos())
	number := file.Line(n.End())
	if file.Line(n.Pos()) != number || number+1 >= file.LineCount() {
		return span{}, 0, false
	}
	if line.pos, _, ok = c.lineStart(n.Pos()); !ok {
		return span{}, 0, false
	}
	line.end = file.LineStart(number + 1)
	rest, ok := c.source(span{n.End(), line.end})
	comment := strings.TrimRight(rest, "\r\n")
	if !ok || comment != "" && !strings.HasPrefix(strings.TrimLeft(comment, "\t "), "//") {
		return span{}, 0, false
	}
	next := file.LineStart(number + 2)
	if text, _ := c.source(span{line.end, next}); strings.TrimSpace(text) == "" {
		line.end = next
	}
	return line, n.End() + token.Pos(len(comment)), true
}

// source returns the text of a range of a file.
func (c *checker) source(rng analysis.Range) (string, bool) {
	file := c.pass.Fset.File(rng.Pos())
	content, err := c.pass.ReadFile(file.Name())
	if err != nil || file.Size() != len(content) {
		return "", false
	}
	return string(content[file.Offset(rng.Pos()):file.Offset(rng.End())]), true
}
