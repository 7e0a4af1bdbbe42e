package timer

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// staysIn reports whether what the call under cur makes is of use to one round of the
// loop alone: it is assigned to a variable that is declared in the loop, and of that only
// methods are called and fields read, or it is handed to functions that are called at once.
func (c *checker) staysIn(cur inspector.Cursor, loop ast.Stmt) bool {
	if loop == nil {
		return false
	}
	v := c.variable(cur)
	if v == nil || v.Pos() < loop.Pos() || loop.End() <= v.Pos() {
		return false
	}
	isContext := types.IsInterface(v.Type())
	for outer := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if outer.Node() != loop {
			continue
		}
		for use := range outer.Preorder((*ast.Ident)(nil)) {
			if c.pass.TypesInfo.Uses[use.Node().(*ast.Ident)] == v && !isPassing(use, outer, isContext) {
				return false
			}
		}
		return true
	}
	return false
}

// variable returns the variable that the first result of the call under cur is assigned
// to, nil if it is not declared there.
func (c *checker) variable(cur inspector.Cursor) *types.Var {
	if cur.ParentEdgeKind() != edge.AssignStmt_Rhs {
		return nil
	}
	assign := cur.Parent().Node().(*ast.AssignStmt)
	if assign.Tok != token.DEFINE || len(assign.Rhs) != 1 {
		return nil
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := c.pass.TypesInfo.Defs[id].(*types.Var)
	return v
}

// isPassing reports whether a use of the variable lets it go again: it is in front of a
// dot, or it is a context and an argument of a call that is waited for. A func literal, a goroutine or a
// deferred call may keep it.
func isPassing(use, loop inspector.Cursor, isContext bool) bool {
	for outer := range use.Enclosing((*ast.FuncLit)(nil), (*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
		if loop.Node().Pos() <= outer.Node().Pos() && outer.Node().End() <= loop.Node().End() {
			return false
		}
	}
	switch use.ParentEdgeKind() {
	case edge.SelectorExpr_X:
		return use.Parent().ParentEdgeKind() != edge.UnaryExpr_X || use.Parent().Parent().Node().(*ast.UnaryExpr).Op != token.AND
	case edge.CallExpr_Args:
		return isContext // functions keep no contexts, by convention
	}
	return false
}
