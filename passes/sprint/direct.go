package sprint

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/imports"
)

// direct returns the expression that makes the text without package fmt, if it allocates
// less.
//
//	fmt.Sprintf("%s=%d", key, n)
//	----------------------------
//	key + "=" + strconv.Itoa(n)
//
// Package fmt allocates the text and what operands are converted to; an expression the
// text of each number, and all of it if it has several parts.
func (c *checker) direct(s sprint) (remedy, bool) {
	switch {
	case !s.plain:
		return c.hexadecimal(s)
	case isTemplate(s.parts):
		return remedy{}, false
	}
	r := remedy{category: CategoryText, before: s.boxes + 1}
	for _, p := range s.parts {
		own, after, ok := c.cost(p, len(s.parts) == 1)
		if !ok {
			return remedy{}, false
		}
		r.before += own
		r.after += after
	}
	if len(s.parts) > 1 {
		r.after++
	}
	if r.after >= r.before || isShort(s.parts) {
		return remedy{}, false
	}
	terms, ok := c.terms(s)
	if r.name = shortened(strings.Join(terms, " + ")); len(terms) == 1 && r.name == "a concatenation" {
		r.name = "its operand"
	}
	if ok {
		plus := " + "
		if depth(s.cur) > 1 {
			plus = "+"
		}
		r.fix = c.directFix(s, strings.Join(terms, plus))
	}
	return r, true
}

// isTemplate reports whether the text is laid out in several lines, for people who are to
// read it: pieces of it would be hard to read.
func isTemplate(parts []part) bool {
	for i, p := range parts {
		text := p.literal
		if i == len(parts)-1 {
			text = strings.TrimRight(text, "\n")
		}
		if strings.Contains(text, "\n") {
			return true
		}
	}
	return false
}

// isShort reports whether the text has no more than one byte, whatever the operands: there
// is one in memory for each of these.
func isShort(parts []part) bool {
	return len(parts) == 0 || len(parts) == 1 && parts[0].operand == nil && len(parts[0].literal) < 2
}

// cost returns how often a part allocates: its own method, with package fmt or without,
// and the expression for it. It returns false if that depends on its value too much to
// be sure of a gain: strconv.Quote makes more than a short text twice.
func (c *checker) cost(p part, alone bool) (own, after int, ok bool) {
	if p.operand == nil {
		return 0, 0, true
	}
	expr := c.expression(p)
	name, _, _ := strings.Cut(expr, "(")
	switch name {
	case "strconv.Quote":
		return 0, 0, false
	case "strconv.Itoa", "strconv.FormatInt", "strconv.FormatUint", "strconv.FormatFloat":
		return 0, 1, true
	case "$.String":
		return 1, 1, true
	case "string":
		if !isStringType(p.typ) && alone {
			return 0, 1, true
		}
	}
	return 0, 0, true
}

// terms returns the terms of the sum that is the text, and whether they are valid as they
// are.
func (c *checker) terms(s sprint) (terms []string, valid bool) {
	valid = true
	terms = slices.Grow(terms, len(s.parts))
	for _, p := range s.parts {
		if p.operand == nil {
			terms = append(terms, quoted(p.literal, s))
			continue
		}
		term, ok := c.term(p, c.expression(p))
		valid = valid && ok
		terms = append(terms, term)
	}
	return terms, valid
}

// depth returns what gofmt calls the depth of the expression under cur: beyond 1 it sets
// no space around the plus signs of a sum.
func depth(cur inspector.Cursor) int {
	switch cur.ParentEdgeKind() {
	case edge.IndexExpr_X, edge.SliceExpr_X:
		return max(depthIn(cur)-1, 1) // will be in parentheses
	}
	for {
		binary, ok := cur.Parent().Node().(*ast.BinaryExpr)
		if !ok || binary.Op != token.ADD {
			return depthIn(cur)
		}
		cur = cur.Parent() // will be one sum
	}
}

func depthIn(cur inspector.Cursor) int {
	switch parent := cur.Parent().Node().(type) {
	case *ast.CallExpr:
		if cur.ParentEdgeKind() == edge.CallExpr_Args && len(parent.Args) > 1 {
			return depthIn(cur.Parent()) + 1
		}
		return depthIn(cur.Parent())
	case *ast.BinaryExpr:
		return depthIn(cur.Parent()) + 1
	case *ast.IndexExpr:
		if cur.ParentEdgeKind() == edge.IndexExpr_Index {
			return depthIn(cur.Parent()) + 1
		}
		return depthIn(cur.Parent())
	case *ast.SliceExpr:
		if cur.ParentEdgeKind() != edge.SliceExpr_X {
			return depthIn(cur.Parent()) + 1
		}
		return depthIn(cur.Parent())
	case *ast.ParenExpr:
		return max(depthIn(cur.Parent())-1, 1)
	case *ast.SelectorExpr, *ast.StarExpr, *ast.UnaryExpr, *ast.TypeAssertExpr:
		return depthIn(cur.Parent())
	case *ast.AssignStmt:
		if len(parent.Lhs) > 1 && len(parent.Rhs) > 1 {
			return 2
		}
	}
	return 1
}

// quoted returns text as a literal, in back quotes if the format is.
func quoted(text string, s sprint) string {
	if s.kind == "f" && strconv.CanBackquote(text) {
		lit, ok := ast.Unparen(s.call.Args[0]).(*ast.BasicLit)
		if ok && lit.Value[0] == '`' {
			return "`" + text + "`"
		}
	}
	return strconv.Quote(text)
}

// term puts the operand into a pattern.
func (c *checker) term(p part, pattern string) (string, bool) {
	text, ok := c.source(p.operand.Pos(), p.operand.End())
	if !ok {
		return types.ExprString(p.operand), false
	}
	if strings.HasPrefix(pattern, "$.") && !isPrimary(p.operand) {
		text = "(" + text + ")"
	}
	return strings.Replace(pattern, "$", text, 1), !strings.Contains(text, "\n")
}

// isPrimary reports whether a selector may follow e.
func isPrimary(e ast.Expr) bool {
	switch e.(type) {
	case *ast.BinaryExpr, *ast.UnaryExpr, *ast.StarExpr, *ast.FuncLit:
		return false
	}
	return true
}

// directFix replaces the call by expr.
func (c *checker) directFix(s sprint, expr string) *analysis.SuggestedFix {
	if hasComment(s.file, s.call.Pos(), s.call.End()) || !c.keepsOrder(s) || !c.mayStand(s) || s.kind == "f" && !isLiteral(s.call.Args[0]) {
		return nil
	}
	for _, name := range []string{"string", "bool", "int64", "uint64", "float64"} {
		if strings.Contains(expr, name+"(") && !c.isPredeclared(name, s) {
			return nil
		}
	}
	expr, edits, ok := c.qualify(s, expr)
	if !ok {
		return nil
	}
	if len(s.parts) > 1 || isSum(s.parts) {
		switch s.cur.ParentEdgeKind() {
		case edge.IndexExpr_X, edge.SliceExpr_X:
			expr = "(" + expr + ")"
		}
	}
	edits = append(edits, analysis.TextEdit{Pos: s.call.Pos(), End: s.call.End(), NewText: []byte(expr)})
	return &analysis.SuggestedFix{Message: "Replace by " + shortened(expr), TextEdits: edits}
}

// isLiteral reports whether e is a literal. Another constant has a name for a reason.
func isLiteral(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.BasicLit)
	return ok
}

// isSum reports whether the only part is an expression with a binary operator.
func isSum(parts []part) bool {
	if len(parts) != 1 || parts[0].operand == nil {
		return false
	}
	_, ok := parts[0].operand.(*ast.BinaryExpr)
	return ok
}

// mayStand reports whether the expression may stand where the call does: not every place
// for a call is one for a constant.
func (c *checker) mayStand(s sprint) bool {
	for _, p := range s.parts {
		if p.operand != nil && c.info.Types[p.operand].Value == nil {
			return true
		}
	}
	switch s.cur.ParentEdgeKind() {
	case edge.CaseClause_List, edge.IndexExpr_X, edge.SliceExpr_X, edge.BinaryExpr_X, edge.BinaryExpr_Y, edge.KeyValueExpr_Key, edge.RangeStmt_X, edge.SwitchStmt_Tag:
		return false
	}
	return true
}

// qualify imports the packages that expr names, strconv and hex.
func (c *checker) qualify(s sprint, expr string) (string, []analysis.TextEdit, bool) {
	var edits []analysis.TextEdit
	for _, pkg := range []string{"strconv", "encoding/hex"} {
		name := pkg[strings.LastIndexByte(pkg, '/')+1:] + "."
		at := strings.Index(expr, name)
		if at < 0 || at > 0 && isNameByte(expr[at-1]) {
			continue
		}
		qualifier, added, ok := imports.Add(c.pass, s.file, s.call.Pos(), pkg)
		if !ok || qualifier != name {
			return "", nil, false // a name of its own is too rare to be worth it
		}
		edits = append(edits, added...)
	}
	return expr, edits, true
}

func isNameByte(b byte) bool {
	return b == '_' || b == '.' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// isPredeclared reports whether name means at s what the language says.
func (c *checker) isPredeclared(name string, s sprint) bool {
	scope := c.pass.Pkg.Scope().Innermost(s.call.Pos())
	if scope == nil {
		return false
	}
	_, obj := scope.LookupParent(name, s.call.Pos())
	return obj != nil && obj.Parent() == types.Universe
}

// hexadecimal returns what formats an array of bytes, which package fmt copies twice.
//
//	fmt.Sprintf("%x", sum)
//	----------------------
//	hex.EncodeToString(sum[:])
//
// It is no gain for a slice: EncodeToString makes the text twice, once as bytes.
func (c *checker) hexadecimal(s sprint) (remedy, bool) {
	if s.kind != "f" || len(s.call.Args) != 2 || s.call.Ellipsis.IsValid() || s.boxes == 0 {
		return remedy{}, false
	}
	format, ok := c.text(s.call.Args[0])
	arg := ast.Unparen(s.call.Args[1])
	t := c.info.TypeOf(arg)
	array, isArray := t.Underlying().(*types.Array)
	if !ok || format != "%x" || !isArray || !isByte(array.Elem()) || array.Len() == 0 || !c.info.Types[arg].Addressable() ||
		hasMethod(t, "Format") || hasMethod(t, "String") || hasMethod(t, "Error") {
		return remedy{}, false
	}
	r := remedy{category: CategoryText, before: 3, after: 2}
	if array.Len() <= 16 {
		r.after = 1 // up to 32 bytes stay on the stack
	}
	text, ok := c.source(arg.Pos(), arg.End())
	expr := "hex.EncodeToString(" + text + "[:])"
	if _, isStar := arg.(*ast.StarExpr); isStar || !ok {
		return remedy{}, false
	}
	r.name = shortened(expr)
	r.fix = c.directFix(s, expr)
	return r, true
}

// shortened returns expr, or what it begins with if it is too long for a line.
func shortened(expr string) string {
	if len(expr) <= 60 && !strings.Contains(expr, "\n") {
		return expr
	}
	name, _, _ := strings.Cut(expr, "(")
	if strings.HasPrefix(name, "strconv.") || strings.HasPrefix(name, "hex.") {
		return name
	}
	return "a concatenation"
}

func (c *checker) source(from, to token.Pos) (string, bool) {
	tok := c.pass.Fset.File(from)
	src, err := c.pass.ReadFile(tok.Name())
	if err != nil || len(src) != tok.Size() {
		return "", false
	}
	return string(src[tok.Offset(from):tok.Offset(to)]), true
}

// hasComment reports whether there is a comment between from and to.
func hasComment(file *ast.File, from, to token.Pos) bool {
	for _, group := range file.Comments {
		if group.Pos() < to && from < group.End() {
			return true
		}
	}
	return false
}
