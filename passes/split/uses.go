package split

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// uses is what is done with a variable that holds the parts.
type uses struct {
	total  int                // identifiers in all
	ranged inspector.Cursor   // the identifier, where it is ranged over
	lens   []inspector.Cursor // len(v), but for those in last
	elems  [2][]inspector.Cursor
	last   []inspector.Cursor // v[len(v)-1]
}

// usesOf returns the uses of v in the declaration under top. It returns false if there is
// one of another kind.
func (c *checker) usesOf(v *types.Var, top inspector.Cursor) (uses, bool) {
	var u uses
	for cur := range top.Preorder((*ast.Ident)(nil)) {
		if c.info.Uses[cur.Node().(*ast.Ident)] != v {
			continue
		}
		u.total++
		for cur.ParentEdgeKind() == edge.ParenExpr_X {
			cur = cur.Parent()
		}
		parent := cur.Parent()
		switch cur.ParentEdgeKind() {
		case edge.RangeStmt_X:
			if u.ranged.Valid() {
				return u, false
			}
			u.ranged = cur
		case edge.CallExpr_Args:
			if !c.isLen(parent.Node()) {
				return u, false
			}
			if !c.isLastIndex(parent, v) {
				u.lens = append(u.lens, parent)
			}
		case edge.IndexExpr_X:
			if isWritten(parent) {
				return u, false
			}
			index := parent.Node().(*ast.IndexExpr).Index
			if binary, ok := ast.Unparen(index).(*ast.BinaryExpr); ok && c.isLenMinusOne(binary, v) {
				u.last = append(u.last, parent)
				continue
			}
			n, ok := c.constInt(index)
			if !ok || n < 0 || n >= len(u.elems) {
				return u, false
			}
			u.elems[n] = append(u.elems[n], parent)
		default:
			return u, false
		}
	}
	return u, u.total > 0
}

func (c *checker) isLen(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	return ok && c.info.Uses[id] == types.Universe.Lookup("len")
}

// isLastIndex reports whether the len(v) under cur belongs to v[len(v)-1].
func (c *checker) isLastIndex(cur inspector.Cursor, v *types.Var) bool {
	for cur.ParentEdgeKind() == edge.ParenExpr_X || cur.ParentEdgeKind() == edge.BinaryExpr_X {
		cur = cur.Parent()
	}
	if cur.ParentEdgeKind() != edge.IndexExpr_Index {
		return false
	}
	binary, ok := ast.Unparen(cur.Node().(ast.Expr)).(*ast.BinaryExpr)
	return ok && c.isLenMinusOne(binary, v) && c.is(cur.Parent().Node().(*ast.IndexExpr).X, v)
}

func (c *checker) isLenMinusOne(e *ast.BinaryExpr, v *types.Var) bool {
	if e.Op != token.SUB || !c.isLen(ast.Unparen(e.X)) {
		return false
	}
	n, ok := c.constInt(e.Y)
	return ok && n == 1 && c.is(ast.Unparen(e.X).(*ast.CallExpr).Args[0], v)
}

func (c *checker) is(e ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && c.info.Uses[id] == v
}

// isWritten reports whether the expression under cur is assigned to, or its address
// taken.
func isWritten(cur inspector.Cursor) bool {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	switch cur.ParentEdgeKind() {
	case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
		return true
	case edge.UnaryExpr_X:
		return cur.Parent().Node().(*ast.UnaryExpr).Op == token.AND
	}
	return false
}
