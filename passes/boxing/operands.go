package boxing

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
)

// isInterface reports whether typ is an interface; a type parameter is none.
func isInterface(typ types.Type) bool {
	_, param := types.Unalias(typ).(*types.TypeParam)
	return !param && types.IsInterface(typ)
}

// isStatic reports whether expr is the nil of some type, or a struct or array
// literal of constants: the interface refers to read-only data then.
func isStatic(info *types.Info, expr ast.Expr) bool {
	expr = ast.Unparen(expr)
	if tv := info.Types[expr]; tv.Value != nil || tv.IsNil() {
		return true
	}
	if conv, ok := expr.(*ast.CallExpr); ok && len(conv.Args) == 1 {
		return info.Types[conv.Fun].IsType() && info.Types[ast.Unparen(conv.Args[0])].IsNil()
	}
	lit, ok := expr.(*ast.CompositeLit)
	if !ok {
		return false
	}
	switch info.TypeOf(lit).Underlying().(type) {
	case *types.Struct, *types.Array:
	default:
		return false
	}
	for _, elt := range lit.Elts {
		if pair, ok := elt.(*ast.KeyValueExpr); ok {
			elt = pair.Value
		}
		if !isStatic(info, elt) {
			return false
		}
	}
	return true
}

// syntaxPos returns the position that expr has in the compiler, whose
// syntax trees put it at the operator rather than at the first operand.
func syntaxPos(expr ast.Expr) token.Pos {
	switch expr := expr.(type) {
	case *ast.BinaryExpr:
		return expr.OpPos
	case *ast.CallExpr:
		return expr.Lparen
	case *ast.IndexExpr:
		return expr.Lbrack
	case *ast.IndexListExpr:
		return expr.Lbrack
	case *ast.SliceExpr:
		return expr.Lbrack
	case *ast.CompositeLit:
		return expr.Lbrace
	case *ast.SelectorExpr:
		return expr.X.End() // the dot
	case *ast.TypeAssertExpr:
		return expr.X.End()
	}
	return expr.Pos()
}

// fixedVars returns the local variables under root that are declared with a constant
// value and never changed.
func fixedVars(root inspector.Cursor, info *types.Info) map[types.Object]bool {
	fixed := make(map[types.Object]bool)
	declare := func(name, value ast.Expr) {
		id, ok := name.(*ast.Ident)
		if !ok || info.Types[value].Value == nil {
			return
		}
		if v, ok := info.Defs[id].(*types.Var); ok && v.Kind() == types.LocalVar {
			fixed[v] = true
		}
	}
	var changed []ast.Expr
	for cur := range root.Preorder(
		(*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.IncDecStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.UnaryExpr)(nil), (*ast.SelectorExpr)(nil),
	) {
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			changed = append(changed, n.Lhs...)
			for i := range min(len(n.Lhs), len(n.Rhs)) {
				declare(n.Lhs[i], n.Rhs[i])
			}
		case *ast.ValueSpec:
			for i := range min(len(n.Names), len(n.Values)) {
				declare(n.Names[i], n.Values[i])
			}
		case *ast.IncDecStmt:
			changed = append(changed, n.X)
		case *ast.RangeStmt:
			changed = append(changed, n.Key, n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				changed = append(changed, n.X)
			}
		case *ast.SelectorExpr:
			changed = append(changed, n.X) // a method could have a pointer receiver
		}
	}
	for _, expr := range changed {
		if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
			delete(fixed, info.Uses[id])
		}
	}
	return fixed
}
