package prealloc

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// isPure reports whether e is a name, a path of fields, a dereference, an
// element of a slice or array, or a part of one: cheap to evaluate, and the same when evaluated again.
func isPure(info *types.Info, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		_, ok := info.Uses[e].(*types.Var)
		return ok
	case *ast.SelectorExpr:
		if sel := info.Selections[e]; sel != nil {
			return sel.Kind() == types.FieldVal && isPure(info, e.X)
		}
		_, ok := info.Uses[e.Sel].(*types.Var)
		return ok
	case *ast.StarExpr:
		return isPure(info, e.X)
	case *ast.IndexExpr:
		if tv, ok := info.Types[e.X]; !ok || !tv.IsValue() {
			return false
		}
		switch info.TypeOf(e.X).Underlying().(type) {
		case *types.Slice, *types.Array, *types.Pointer:
			return isPure(info, e.X) && isSimple(info, e.Index)
		}
	case *ast.SliceExpr:
		return !e.Slice3 && isPure(info, e.X) && isSimple(info, e.Low) && isSimple(info, e.High)
	}
	return false
}

// isSimple reports whether e is missing, a literal or a name.
func isSimple(info *types.Info, e ast.Expr) bool {
	switch e := e.(type) {
	case nil, *ast.BasicLit:
		return true
	case *ast.Ident:
		return info.Types[e].IsValue()
	}
	return false
}

// vars returns the variables that e names.
func vars(info *types.Info, e ast.Expr) []*types.Var {
	var list []*types.Var
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := info.Uses[id].(*types.Var); ok && !v.IsField() {
				list = append(list, v)
			}
		}
		return true
	})
	return list
}

// modified reports whether body assigns to e or to what e is a part of, or
// may do so through an address.
func modified(info *types.Info, body ast.Node, e ast.Expr) bool {
	text := types.ExprString(e)
	found := false
	mark := func(lhs ast.Expr) {
		lhs = ast.Unparen(lhs)
		if star, ok := lhs.(*ast.StarExpr); ok {
			lhs = star.X
		}
		prefix := types.ExprString(lhs)
		if rest, ok := strings.CutPrefix(text, prefix); ok && (rest == "" || strings.ContainsAny(rest[:1], ".[")) {
			found = true
		}
		for _, v := range vars(info, e) {
			if isVar(info, lhs, v) {
				found = true // an index, or a pointer in a parenthesis
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if n != nil {
			assignedIn(info, n, mark)
		}
		return !found
	})
	return found
}

// assignedIn calls mark for each expression that n itself gives another value
// or takes the address of.
func assignedIn(info *types.Info, n ast.Node, mark func(ast.Expr)) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, lhs := range n.Lhs {
			if id, ok := lhs.(*ast.Ident); ok && info.Defs[id] != nil {
				continue
			}
			mark(lhs)
		}
	case *ast.IncDecStmt:
		mark(n.X)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			mark(n.Key)
			if n.Value != nil {
				mark(n.Value)
			}
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			mark(n.X)
		}
	case *ast.SelectorExpr:
		if isPointerMethod(info, n) || isMethodOfPointer(info, n) {
			mark(n.X)
		}
	}
}

// isMethodOfPointer reports whether sel calls a method that gets a pointer as it is.
func isMethodOfPointer(info *types.Info, sel *ast.SelectorExpr) bool {
	s := info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return false
	}
	_, ok := s.Recv().Underlying().(*types.Pointer)
	return ok
}

// rootVar returns the variable that e is, or is a field of.
func rootVar(info *types.Info, e ast.Expr) *types.Var {
	switch e := e.(type) {
	case *ast.Ident:
		v, _ := info.ObjectOf(e).(*types.Var)
		return v
	case *ast.ParenExpr:
		return rootVar(info, e.X)
	case *ast.StarExpr:
		return rootVar(info, e.X)
	case *ast.SelectorExpr:
		if sel := info.Selections[e]; sel != nil && sel.Kind() == types.FieldVal {
			return rootVar(info, e.X)
		}
		v, _ := info.Uses[e.Sel].(*types.Var)
		return v
	}
	return nil
}
