package sprint

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// keepsOrder reports whether it makes no difference when the operands are read. An operand
// of package fmt is copied before the next one is evaluated, a term of a concatenation
// after all calls: a function called for a later operand might change a variable.
func (c *checker) keepsOrder(s sprint) bool {
	for i, p := range s.parts {
		if p.operand == nil || !c.hasEffect(p.operand) {
			continue
		}
		for _, before := range s.parts[:i] {
			if before.operand != nil && !c.isFixed(s.cur, before.operand) {
				return false
			}
		}
	}
	return true
}

// hasEffect reports whether evaluating e may change a variable: it calls something other
// than a conversion, a predeclared function or one of packages that change nothing, or
// it receives.
func (c *checker) hasEffect(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.CallExpr:
			found = found || !c.isHarmless(n)
		}
		return !found
	})
	return found
}

func (c *checker) isHarmless(call *ast.CallExpr) bool {
	if c.info.Types[call.Fun].IsType() {
		return true
	}
	switch fn := typeutil.Callee(c.info, call).(type) {
	case *types.Builtin:
		return fn.Name() == "len" || fn.Name() == "cap" || fn.Name() == "min" || fn.Name() == "max"
	case *types.Func:
		if fn.Pkg() == nil {
			return false
		}
		switch fn.Pkg().Path() {
		case "strconv", "time", "path", "path/filepath", "net/netip", "math":
			return true
		case "strings":
			return fn.Signature().Recv() == nil
		}
	}
	return false
}

// isFixed reports whether no function called can change what e is: it is a constant, a
// call, or a local variable that is its function's own.
func (c *checker) isFixed(cur inspector.Cursor, e ast.Expr) bool {
	e = ast.Unparen(e)
	if c.info.Types[e].Value != nil {
		return true
	}
	if _, ok := e.(*ast.CallExpr); ok {
		return !c.info.Types[e.(*ast.CallExpr).Fun].IsType()
	}
	id, ok := e.(*ast.Ident)
	return ok && c.isPrivate(cur, id)
}

// isPrivate reports whether id is a local variable that no func literal captures and
// whose address is not taken.
func (c *checker) isPrivate(cur inspector.Cursor, id *ast.Ident) bool {
	v, ok := c.info.Uses[id].(*types.Var)
	if !ok || v.IsField() || v.Parent() == nil || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return false
	}
	for cur.ParentEdgeKind() != edge.File_Decls {
		cur = cur.Parent()
	}
	for use := range cur.Preorder((*ast.Ident)(nil)) {
		if c.info.Uses[use.Node().(*ast.Ident)] != v {
			continue
		}
		//zeroalloc:allow capture of the few uses of one variable
		for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
			if v.Pos() < lit.Node().Pos() {
				return false
			}
		}
		if unary, ok := use.Parent().Node().(*ast.UnaryExpr); ok && unary.Op == token.AND {
			return false
		}
	}
	return true
}
