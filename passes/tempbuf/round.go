package tempbuf

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

// A round is what a site makes something for again and again.
type round struct {
	place scope.Place
	loop  ast.Stmt // whose round it is; nil if it is a call of the function
}

// whole reports whether the round is a call.
func (r round) whole() bool { return r.loop == nil }

// roundOf returns the round that the node under cur belongs to, and whether an
// allocation there matters.
func (c *checker) roundOf(cur inspector.Cursor) (round, bool) {
	place, ok := c.places.At(cur)
	if !ok {
		return round{}, false
	}
	if place.Loop == nil {
		// A loop by goto has no place before it.
		return round{place: place}, place.Annotated() || place.Why != "in a loop"
	}
	for outer := range cur.Enclosing() {
		if outer.Node() == place.Loop {
			return round{place, place.Loop}, true
		}
		if _, ok := outer.Node().(*ast.FuncLit); ok && !isCalledAtOnce(outer) {
			// The calls may overlap.
			return round{place: place}, place.Annotated()
		}
	}
	return round{}, false
}

// isCalledAtOnce reports whether the func literal under cur is called where it
// stands, and has returned before the next statement.
func isCalledAtOnce(cur inspector.Cursor) bool {
	if cur.ParentEdgeKind() != edge.CallExpr_Fun {
		return false
	}
	switch cur.Parent().ParentEdgeKind() {
	case edge.GoStmt_Call, edge.DeferStmt_Call:
		return false
	}
	return true
}

// end names the end of a round.
func (r round) end() string {
	if r.whole() {
		return "at the end of the call"
	}
	return "at the end of the round"
}

// isConstant reports whether all of exprs have the same value whenever they are
// evaluated: they are constants, functions, or slices of what is constant.
func (c *checker) isConstant(exprs ...ast.Expr) bool {
	for _, e := range exprs {
		e = ast.Unparen(e)
		if tv := c.info.Types[e]; tv.Value != nil || tv.IsNil() {
			continue
		}
		if !c.isFunc(e) {
			return false
		}
	}
	return true
}

// isFunc reports whether e names a declared function.
func (c *checker) isFunc(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if sel, isSel := e.(*ast.SelectorExpr); isSel {
		if _, isPkg := sel.X.(*ast.Ident); isPkg && c.info.Selections[sel] == nil {
			id, ok = sel.Sel, true
		}
	}
	if !ok {
		return false
	}
	_, ok = c.info.Uses[id].(*types.Func)
	return ok
}

// isInvariant reports whether e has the same value in all rounds of the loop: it is
// made of constants and of variables that the loop leaves alone.
func (c *checker) isInvariant(r round, e ast.Expr) bool {
	e = ast.Unparen(e)
	if c.isConstant(e) {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		v, ok := c.info.Uses[e].(*types.Var)
		return ok && !r.whole() && isLocal(v) && !within(v.Pos(), r.loop) && !c.assigns(r.loop, v)
	case *ast.SelectorExpr:
		v, ok := c.info.Uses[e.Sel].(*types.Var)
		return ok && v.IsField() && c.isInvariant(r, e.X) && !c.assigns(r.loop, v)
	case *ast.BinaryExpr:
		return c.isInvariant(r, e.X) && c.isInvariant(r, e.Y)
	case *ast.CallExpr:
		if len(e.Args) != 1 || !c.isInvariant(r, e.Args[0]) {
			return false
		}
		if c.info.Types[e.Fun].IsType() {
			return true
		}
		switch calleeName(c.info, e) {
		case "len", "cap", "regexp.QuoteMeta", "hash/crc32.MakeTable", "hash/crc64.MakeTable":
			return true
		}
	}
	return false
}

// assigns reports whether a statement of the loop may change v: assigns to it, or
// takes its address.
func (c *checker) assigns(loop ast.Stmt, v *types.Var) bool {
	found := false
	is := func(e ast.Expr) {
		for e != nil {
			switch x := ast.Unparen(e).(type) {
			case *ast.Ident:
				found = found || c.info.ObjectOf(x) == v
				return
			case *ast.SelectorExpr:
				found = found || c.info.ObjectOf(x.Sel) == v
				e = x.X
			case *ast.IndexExpr:
				e = x.X
			case *ast.StarExpr:
				e = x.X
			default:
				return
			}
		}
	}
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				is(lhs)
			}
		case *ast.IncDecStmt:
			is(n.X)
		case *ast.RangeStmt:
			is(n.Key)
			is(n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		}
		return !found
	})
	return found
}

// isLocal reports whether v is declared in a function.
func isLocal(v *types.Var) bool {
	return !v.IsField() && v.Pkg() != nil && v.Parent() != v.Pkg().Scope()
}

func within(pos token.Pos, n ast.Node) bool { return n.Pos() <= pos && pos < n.End() }
