package prealloc

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/types/typeutil"
)

// A bound is how often a loop runs its body, at most and as a rule exactly.
type bound struct {
	text  string // as Go source
	sum   bool   // text must be put in parentheses in a product
	val   int64  // if known
	known bool
	sure  bool // may size memory: not negative, not read from outside

	operands []ast.Expr // what the text depends on
}

// bound returns the bound of loop, which is the nest of g or inside it.
func (c *checker) bound(loop ast.Stmt, g *container) (bound, bool) {
	var b bound
	var ok bool
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		b, ok = c.rangeBound(loop)
	case *ast.ForStmt:
		b, ok = c.forBound(loop)
	}
	if !ok {
		return bound{}, false
	}
	info := c.pass.TypesInfo
	_, isFor := loop.(*ast.ForStmt)
	for _, operand := range b.operands {
		if isFor && modified(info, loopBody(loop), operand) || loop != g.nest && modified(info, loopBody(g.nest), operand) {
			return bound{}, false // another length on each iteration
		}
		for _, v := range vars(info, operand) {
			if v == g.v || g.nest.Pos() <= v.Pos() && v.Pos() < g.nest.End() {
				return bound{}, false
			}
		}
	}
	return b, true
}

func (c *checker) rangeBound(loop *ast.RangeStmt) (bound, bool) {
	info := c.pass.TypesInfo
	x := ast.Unparen(loop.X)
	switch t := info.TypeOf(x).Underlying().(type) {
	case *types.Basic:
		if t.Info()&types.IsInteger != 0 {
			return c.limit(x)
		}
		return bound{}, false // the runes of a string are not counted
	case *types.Signature:
		call, ok := x.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return bound{}, false
		}
		fn := typeutil.StaticCallee(info, call)
		if fn == nil || !wholeIterators[fn.Origin().FullName()] {
			return bound{}, false
		}
		return c.lenBound(ast.Unparen(call.Args[0]))
	}
	return c.lenBound(x)
}

// lenBound returns the bound len(x).
func (c *checker) lenBound(x ast.Expr) (bound, bool) {
	info := c.pass.TypesInfo
	t := info.TypeOf(x).Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	b := bound{sure: true}
	switch t := t.(type) {
	case *types.Array:
		b.val, b.known = t.Len(), true
	case *types.Slice, *types.Map:
	case *types.Basic:
		if t.Info()&types.IsString == 0 {
			return bound{}, false
		}
	default:
		return bound{}, false // a channel, a type parameter
	}
	if lit, ok := x.(*ast.CompositeLit); ok {
		return literalBound(lit, b)
	}
	if call, ok := x.(*ast.CallExpr); ok {
		// range []byte(s) makes as many rounds as s has bytes.
		if !isByteConversion(info, call) {
			return bound{}, false
		}
		x = ast.Unparen(call.Args[0])
	}
	if !isPure(info, x) {
		return bound{}, false
	}
	b.text = "len(" + types.ExprString(x) + ")"
	b.operands = []ast.Expr{x}
	return b, true
}

// literalBound returns the bound of a range over a literal, given that of its type.
func literalBound(lit *ast.CompositeLit, b bound) (bound, bool) {
	if !b.known {
		for _, elt := range lit.Elts {
			if _, ok := elt.(*ast.KeyValueExpr); ok {
				return bound{}, false
			}
		}
		b.val, b.known = int64(len(lit.Elts)), true
	}
	b.text = strconv.FormatInt(b.val, 10)
	return b, true
}

func isByteConversion(info *types.Info, call *ast.CallExpr) bool {
	if !info.Types[call.Fun].IsType() || len(call.Args) != 1 {
		return false
	}
	s, ok := info.TypeOf(call).Underlying().(*types.Slice)
	if !ok || !types.Identical(s.Elem().Underlying(), types.Typ[types.Uint8]) {
		return false
	}
	b, ok := info.TypeOf(call.Args[0]).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0 && info.Types[call.Args[0]].Value == nil
}

// forBound returns the bound of a loop that counts up or down by one, or by a
// constant between constants.
func (c *checker) forBound(loop *ast.ForStmt) (bound, bool) {
	info := c.pass.TypesInfo
	i, first, ok := c.counter(loop)
	if !ok {
		return bound{}, false
	}
	cond, ok := loop.Cond.(*ast.BinaryExpr)
	if !ok || !isVar(info, cond.X, i) {
		return bound{}, false
	}
	step, ok := step(info, loop.Post, i)
	if !ok {
		return bound{}, false
	}
	if step == -1 {
		return c.downBound(cond, first)
	}
	last, ok := c.limit(c.initial(loop, cond.Y))
	if !ok || cond.Op != token.LSS && cond.Op != token.LEQ && (cond.Op != token.NEQ || step != 1) {
		return bound{}, false
	}
	start, constant := constInt(info, first)
	if !constant || start < 0 || step < 1 {
		return bound{}, false
	}
	if last.known {
		n := last.val - start
		if cond.Op == token.LEQ {
			n++
		}
		if start == 0 && step == 1 && cond.Op != token.LEQ {
			return last, true
		}
		n = max((n+step-1)/step, 0)
		return bound{text: strconv.FormatInt(n, 10), val: n, known: true, sure: true}, true
	}
	if step != 1 {
		return bound{}, false
	}
	if cond.Op == token.LEQ {
		start--
	}
	switch {
	case start > 0:
		last.text, last.sum, last.sure = last.text+"-"+strconv.FormatInt(start, 10), true, false
	case start < 0:
		last.text, last.sum, last.sure = last.text+"+1", true, false
	}
	return last, true
}

// downBound returns the bound of a loop that counts down to zero from first.
func (c *checker) downBound(cond *ast.BinaryExpr, first ast.Expr) (bound, bool) {
	info := c.pass.TypesInfo
	end, ok := constInt(info, cond.Y)
	switch {
	case !ok:
		return bound{}, false
	case cond.Op == token.GTR && end == 0:
		return c.limit(first)
	case cond.Op == token.GEQ && end == 0, cond.Op == token.GTR && end == -1:
		if v, ok := constInt(info, first); ok {
			return bound{text: strconv.FormatInt(v+1, 10), val: max(v+1, 0), known: true, sure: v >= -1}, true
		}
		sub, ok := ast.Unparen(first).(*ast.BinaryExpr)
		if !ok || sub.Op != token.SUB {
			return bound{}, false
		}
		if one, ok := constInt(info, sub.Y); !ok || one != 1 {
			return bound{}, false
		}
		return c.limit(sub.X)
	}
	return bound{}, false
}

// counter returns the variable that a loop counts with, and its first value.
func (c *checker) counter(loop *ast.ForStmt) (*types.Var, ast.Expr, bool) {
	init, ok := loop.Init.(*ast.AssignStmt)
	if !ok || len(init.Lhs) != len(init.Rhs) {
		return nil, nil, false
	}
	info := c.pass.TypesInfo
	for k, lhs := range init.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := info.ObjectOf(id).(*types.Var)
		if !ok {
			continue
		}
		if _, ok := step(info, loop.Post, v); ok && !modified(info, loop.Body, id) {
			return v, init.Rhs[k], true
		}
	}
	return nil, nil, false
}

// initial returns the value that the loop gives to e, if e is a variable that its
// first clause declares and nothing changes; else e.
func (c *checker) initial(loop *ast.ForStmt, e ast.Expr) ast.Expr {
	id, ok := ast.Unparen(e).(*ast.Ident)
	init, _ := loop.Init.(*ast.AssignStmt)
	if !ok || init == nil || init.Tok != token.DEFINE {
		return e
	}
	v, ok := c.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || c.isReassigned(v) {
		return e
	}
	for k, lhs := range init.Lhs {
		if def, ok := lhs.(*ast.Ident); ok && c.pass.TypesInfo.Defs[def] == v && len(init.Lhs) == len(init.Rhs) {
			return init.Rhs[k]
		}
	}
	return e
}

// step returns by what a loop's last clause changes v.
func step(info *types.Info, post ast.Stmt, v *types.Var) (int64, bool) {
	switch post := post.(type) {
	case *ast.IncDecStmt:
		if !isVar(info, post.X, v) {
			return 0, false
		}
		if post.Tok == token.DEC {
			return -1, true
		}
		return 1, true
	case *ast.AssignStmt:
		if post.Tok != token.ADD_ASSIGN || len(post.Lhs) != 1 || !isVar(info, post.Lhs[0], v) {
			return 0, false
		}
		n, ok := constInt(info, post.Rhs[0])
		return n, ok && n > 0
	}
	return 0, false
}

// limit returns the bound e, an integer.
func (c *checker) limit(e ast.Expr) (bound, bool) {
	info := c.pass.TypesInfo
	e = ast.Unparen(e)
	if v, ok := constInt(info, e); ok {
		b := bound{text: strconv.FormatInt(v, 10), val: v, known: true, sure: v >= 0}
		switch e.(type) {
		case *ast.Ident, *ast.SelectorExpr: // a name says more, where its type allows it
			if t, ok := info.TypeOf(e).(*types.Basic); ok && (t.Kind() == types.Int || t.Kind() == types.UntypedInt) {
				b.text, b.operands = types.ExprString(e), []ast.Expr{e}
			}
		}
		return b, true
	}
	switch x := e.(type) {
	case *ast.CallExpr:
		if isBuiltin(info, x, "len") {
			return c.lenBound(ast.Unparen(x.Args[0]))
		}
		if info.Types[x.Fun].IsType() && len(x.Args) == 1 && isPure(info, x.Args[0]) {
			return bound{text: types.ExprString(x), operands: x.Args}, true
		}
		return bound{}, false // a call may cost, or count something else the next time
	case *ast.Ident:
		v, ok := info.Uses[x].(*types.Var)
		return bound{text: x.Name, operands: []ast.Expr{x}, sure: ok && c.isLength(v)}, ok
	}
	if !isPure(info, e) {
		return bound{}, false
	}
	return bound{text: types.ExprString(e), operands: []ast.Expr{e}}, true
}

// isLength reports whether v is declared as n := len(x) and keeps that value.
func (c *checker) isLength(v *types.Var) bool {
	if v.Kind() != types.LocalVar || c.isReassigned(v) {
		return false
	}
	for cur := range c.root.Preorder((*ast.AssignStmt)(nil)) {
		n := cur.Node().(*ast.AssignStmt)
		if n.Tok != token.DEFINE || len(n.Lhs) != 1 || n.Lhs[0].Pos() != v.Pos() {
			continue
		}
		call, ok := n.Rhs[0].(*ast.CallExpr)
		return ok && isBuiltin(c.pass.TypesInfo, call, "len")
	}
	return false
}

// loopVars returns the variable that counts the rounds of loop, or is
// otherwise another on each of them, and the one that holds the element.
func loopVars(info *types.Info, loop ast.Node) (counter, elem *types.Var) {
	object := func(e ast.Expr) *types.Var {
		id, ok := e.(*ast.Ident)
		if !ok {
			return nil
		}
		v, _ := info.ObjectOf(id).(*types.Var)
		return v
	}
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		if _, ok := info.TypeOf(loop.X).Underlying().(*types.Signature); ok {
			return nil, object(loop.Key)
		}
		return object(loop.Key), object(loop.Value)
	case *ast.ForStmt:
		switch post := loop.Post.(type) {
		case *ast.IncDecStmt:
			return object(post.X), nil
		case *ast.AssignStmt:
			return object(post.Lhs[0]), nil
		}
	}
	return nil, nil
}

// loopBody returns the body of n if it is a loop, else nil.
func loopBody(n ast.Node) *ast.BlockStmt {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.Body
	case *ast.RangeStmt:
		return n.Body
	}
	return nil
}

// wholeIterators holds the iterators that yield once per element of their argument.
var wholeIterators = map[string]bool{
	"maps.All":        true,
	"maps.Keys":       true,
	"maps.Values":     true,
	"slices.All":      true,
	"slices.Backward": true,
	"slices.Values":   true,
}
