package capture

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

// hoist returns the fix that makes the func literal of s before the loop:
//
//   - fn := func() { done <- true }
//     for range n {
//   - start(func() { done <- true })
//   - start(fn)
//     }
//
// All that the literal mentions is declared before the loop, making it has no
// effect, and func values cannot be compared, so nothing can tell the
// difference. It is offered only where each round makes the literal.
func (c *checker) hoist(s *site, place scope.Place) (analysis.SuggestedFix, bool) {
	none := analysis.SuggestedFix{}
	lit := s.node.(*ast.FuncLit)
	if !c.isInvariant(s, place.Loop) || !isEachRound(s.cur, place.Loop) || c.mentionsLoop(lit, place.Loop) {
		return none, false
	}
	loop, ok := enclosing(s.cur, place.Loop)
	if !ok || !isListed(loop) || hasGoto(s.writes.decl.Node()) {
		return none, false
	}
	tabs, ok := c.indent(loop.Node().Pos())
	if !ok {
		return none, false
	}
	own, ok := c.indent(lit.Pos())
	if !ok {
		return none, false
	}
	text, ok := c.text(lit, own-tabs)
	if !ok {
		return none, false
	}
	before := c.start(loop)
	name := s.writes.freshName()
	return analysis.SuggestedFix{
		Message: "Make the func literal before the loop",
		TextEdits: []analysis.TextEdit{{
			Pos:     before,
			End:     before,
			NewText: fmt.Appendf(nil, "%s := %s\n%s", name, text, strings.Repeat("\t", tabs)),
		}, {
			Pos:     lit.Pos(),
			End:     lit.End(),
			NewText: []byte(name),
		}},
	}, true
}

// start returns where the statement under cur begins, the comment directly above
// it included: that may be a directive, which must not be parted from it.
func (c *checker) start(cur inspector.Cursor) token.Pos {
	pos := cur.Node().Pos()
	file := c.pass.Fset.File(pos)
	for f := range cur.Enclosing((*ast.File)(nil)) {
		for _, group := range f.Node().(*ast.File).Comments {
			if group.End() >= pos || file.Line(group.End())+1 != file.Line(pos) {
				continue
			}
			if prefix, ok := c.indent(group.Pos()); ok && file.LineStart(file.Line(group.Pos()))+token.Pos(prefix) == group.Pos() {
				return group.Pos()
			}
		}
	}
	return pos
}

// isEachRound reports whether the expression under cur belongs to a statement of
// the body of loop itself, and is what a call there takes or calls.
func isEachRound(cur inspector.Cursor, loop ast.Stmt) bool {
	if _, ok := cur.Parent().Node().(*ast.CallExpr); !ok {
		return false
	}
	for c := range cur.Parent().Enclosing() {
		switch c.Node().(type) {
		case *ast.BinaryExpr:
			return false // may be cut short
		case ast.Expr:
			continue
		case *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt, *ast.AssignStmt:
			return c.ParentEdgeKind() == edge.BlockStmt_List && c.Parent().Parent().Node() == loop
		default:
			return false
		}
	}
	return false
}

// mentionsLoop reports whether expr uses anything that loop declares.
func (c *checker) mentionsLoop(expr ast.Expr, loop ast.Stmt) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := c.pass.TypesInfo.Uses[id]
		if obj == nil || obj.Pos() < loop.Pos() || obj.Pos() >= loop.End() {
			return true
		}
		if obj.Pos() < expr.Pos() || obj.Pos() >= expr.End() {
			found = true
		}
		return true
	})
	return found
}

// enclosing returns the cursor of loop, which contains cur.
func enclosing(cur inspector.Cursor, loop ast.Stmt) (inspector.Cursor, bool) {
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if c.Node() == loop {
			return c, true
		}
	}
	return cur, false
}

// isListed reports whether the statement under cur stands in a list of
// statements, so that another can be put before it.
func isListed(cur inspector.Cursor) bool {
	switch cur.ParentEdgeKind() {
	case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body:
		return true
	}
	return false
}

// hasGoto reports whether n contains a goto, which must not jump over a new
// declaration.
func hasGoto(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO {
			found = true
		}
		return !found
	})
	return found
}

// indent returns the number of tabs that the line of pos begins with, if tabs
// are all its indentation.
func (c *checker) indent(pos token.Pos) (int, bool) {
	content, file, ok := c.source(pos)
	if !ok {
		return 0, false
	}
	line := content[file.Offset(file.LineStart(file.Line(pos))):]
	rest := bytes.TrimLeft(line, "\t")
	return len(line) - len(rest), len(rest) > 0 && rest[0] != ' '
}

// text returns the source of n with dedent tabs fewer before each line but the
// first. It refuses where a string or comment of several lines would change.
func (c *checker) text(n ast.Node, dedent int) (string, bool) {
	content, file, ok := c.source(n.Pos())
	if !ok {
		return "", false
	}
	src := string(content[file.Offset(n.Pos()):file.Offset(n.End())])
	if strings.Contains(src, "/*") || c.hasLongString(n) {
		return "", false
	}
	lines := strings.Split(src, "\n")
	for i, line := range lines[1:] {
		if line == "" {
			continue
		}
		line, ok := strings.CutPrefix(line, strings.Repeat("\t", dedent))
		if !ok {
			return "", false
		}
		lines[i+1] = line
	}
	return strings.Join(lines, "\n"), true
}

// hasLongString reports whether n contains a string literal of several lines.
func (c *checker) hasLongString(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && strings.Contains(lit.Value, "\n") {
			found = true
		}
		return !found
	})
	return found
}

func (c *checker) source(pos token.Pos) ([]byte, *token.File, bool) {
	file := c.pass.Fset.File(pos)
	if file == nil {
		return nil, nil, false
	}
	content, err := c.pass.ReadFile(file.Name())
	return content, file, err == nil && len(content) == file.Size()
}

// freshName returns a name that the declaration does not mention, another one
// each time.
func (w *writes) freshName() string {
	if w.names == nil {
		w.names = make(map[string]bool)
		ast.Inspect(w.decl.Node(), func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				w.names[id.Name] = true
			}
			return true
		})
	}
	name := "fn"
	for i := 2; w.names[name]; i++ {
		name = "fn" + strconv.Itoa(i)
	}
	w.names[name] = true
	return name
}
