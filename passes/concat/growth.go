package concat

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// A growth is an assignment that stores in a variable what it held before
// together with something else.
type growth struct {
	assign   *ast.AssignStmt
	index    int      // of the variable in assign.Lhs
	target   ast.Expr // the variable, without parentheses
	category string
	call     string     // function that puts the string together; "" for +
	addends  []ast.Expr // of CategoryAccumulate: what comes behind the old value, in order
}

// growthOf returns the i-th assignment of assign as a growth, if it is one of
// a string.
func growthOf(info *types.Info, assign *ast.AssignStmt, i int) (growth, bool) {
	g := growth{assign: assign, index: i, target: ast.Unparen(assign.Lhs[i])}
	if assign.Tok != token.ADD_ASSIGN && assign.Tok != token.ASSIGN || len(assign.Lhs) != len(assign.Rhs) {
		return g, false
	}
	if !isString(info.TypeOf(g.target)) {
		return g, false
	}
	rhs := ast.Unparen(assign.Rhs[i])
	if assign.Tok == token.ADD_ASSIGN {
		g.category = CategoryAccumulate
		g.addends = leaves(info, rhs, nil)
		return g, !allEmpty(info, g.addends)
	}
	switch rhs := rhs.(type) {
	case *ast.BinaryExpr:
		return g.fromSum(info, leaves(info, rhs, nil))
	case *ast.CallExpr:
		return g.fromCall(info, rhs)
	}
	return g, false
}

func (g growth) fromSum(info *types.Info, terms []ast.Expr) (growth, bool) {
	for i, term := range terms {
		if !same(info, term, g.target) {
			continue
		}
		if i > 0 {
			g.category = CategoryPrepend
			return g, !allEmpty(info, terms[:i]) || !allEmpty(info, terms[i+1:])
		}
		g.category = CategoryAccumulate
		g.addends = terms[1:]
		return g, !allEmpty(info, g.addends)
	}
	return g, false
}

func (g growth) fromCall(info *types.Info, call *ast.CallExpr) (growth, bool) {
	args := call.Args
	g.category = CategorySprintf
	g.call = calleeName(info, call)
	switch g.call {
	case "fmt.Sprint", "fmt.Sprintln", "fmt.Sprintf":
		if len(args) < 2 || call.Ellipsis.IsValid() {
			return g, false // nothing is added, or it cannot be seen
		}
	case "strings.Join":
		lit, ok := ast.Unparen(args[0]).(*ast.CompositeLit)
		if !ok || len(lit.Elts) < 2 {
			return g, false
		}
		args = lit.Elts
	default:
		return g, false
	}
	for _, arg := range args {
		if same(info, arg, g.target) {
			return g, true
		}
	}
	return g, false
}

// leaves appends the terms of the sum e, from left to right, to list. A sum of
// constants is one term.
func leaves(info *types.Info, e ast.Expr, list []ast.Expr) []ast.Expr {
	e = ast.Unparen(e)
	sum, ok := e.(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD || info.Types[e].Value != nil {
		return append(list, e)
	}
	return leaves(info, sum.Y, leaves(info, sum.X, list))
}

// allEmpty reports whether all terms are the constant "".
func allEmpty(info *types.Info, terms []ast.Expr) bool {
	for _, e := range terms {
		if !isEmpty(info, e) {
			return false
		}
	}
	return true
}

// isEmpty reports whether e is the constant "".
func isEmpty(info *types.Info, e ast.Expr) bool {
	v := info.Types[e].Value
	return v != nil && v.Kind() == constant.String && constant.StringVal(v) == ""
}

// isString reports whether t is a string type, named ones and type parameters
// that can be nothing else included.
func isString(t types.Type) bool {
	if t == nil {
		return false
	}
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		return onlyStrings(p)
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// onlyStrings reports whether all types that p admits are string types.
func onlyStrings(p *types.TypeParam) bool {
	iface, ok := p.Constraint().Underlying().(*types.Interface)
	if !ok || iface.NumEmbeddeds() == 0 {
		return false
	}
	for embedded := range iface.EmbeddedTypes() {
		union, ok := embedded.(*types.Union)
		if !ok {
			if !isString(embedded) {
				return false
			}
			continue
		}
		for term := range union.Terms() {
			if !isString(term.Type()) {
				return false
			}
		}
	}
	return true
}

// same reports whether a and b, evaluated one after the other, denote the same
// variable.
func same(info *types.Info, a, b ast.Expr) bool {
	a, b = ast.Unparen(a), ast.Unparen(b)
	switch a := a.(type) {
	case *ast.Ident:
		b, ok := b.(*ast.Ident)
		return ok && info.ObjectOf(a) == info.ObjectOf(b)
	case *ast.SelectorExpr:
		b, ok := b.(*ast.SelectorExpr)
		return ok && info.Uses[a.Sel] == info.Uses[b.Sel] && same(info, a.X, b.X)
	case *ast.StarExpr:
		b, ok := b.(*ast.StarExpr)
		return ok && same(info, a.X, b.X)
	case *ast.IndexExpr:
		b, ok := b.(*ast.IndexExpr)
		return ok && same(info, a.X, b.X) && same(info, a.Index, b.Index)
	case *ast.BasicLit:
		b, ok := b.(*ast.BasicLit)
		return ok && a.Value == b.Value
	case *ast.BinaryExpr:
		b, ok := b.(*ast.BinaryExpr)
		return ok && a.Op == b.Op && same(info, a.X, b.X) && same(info, a.Y, b.Y)
	case *ast.CallExpr:
		b, ok := b.(*ast.CallExpr)
		return ok && isLen(info, a) && isLen(info, b) && same(info, a.Args[0], b.Args[0])
	}
	return false
}

// variable returns the local or package variable that e is, or nil.
func variable(info *types.Info, e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := info.ObjectOf(id).(*types.Var)
	return v
}

// calleeName returns the full name of the function that call calls: "fmt.Sprintf".
func calleeName(info *types.Info, call *ast.CallExpr) string {
	fn := typeutil.StaticCallee(info, call)
	if fn == nil {
		return ""
	}
	return fn.FullName()
}

// isLen reports whether call is one of the predeclared len.
func isLen(info *types.Info, call *ast.CallExpr) bool {
	b, ok := typeutil.Callee(info, call).(*types.Builtin)
	return ok && b.Name() == "len"
}
