package capture

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

// loopVariable returns what there is to say of the variable that holds the elements of a
// slice in the loop under cur: there is one in each round, and it moves to the heap if its
// address is taken and kept.
func (c *checker) loopVariable(cur inspector.Cursor, places *scope.Places) (analysis.Diagnostic, bool) {
	loop := cur.Node().(*ast.RangeStmt)
	id, ok := loop.Value.(*ast.Ident)
	if !ok || loop.Tok != token.DEFINE {
		return analysis.Diagnostic{}, false
	}
	v, ok := c.pass.TypesInfo.Defs[id].(*types.Var)
	if !ok {
		return analysis.Diagnostic{}, false
	}
	if _, ok := c.pass.TypesInfo.TypeOf(loop.X).Underlying().(*types.Slice); !ok {
		return analysis.Diagnostic{}, false
	}
	addr, ok := addressTaken(c.pass.TypesInfo, cur, v)
	if !ok {
		return analysis.Diagnostic{}, false
	}
	// The variable is made in each round, wherever its address is taken.
	place, ok := places.At(cur.ChildAt(edge.RangeStmt_Body, -1))
	if !ok || !c.isMoved(id, v) {
		return analysis.Diagnostic{}, false
	}
	list := types.ExprString(loop.X)
	if !isShort(loop.X) {
		list = "list"
	}
	return analysis.Diagnostic{
		Pos: id.Pos(), End: id.End(),
		Category: CategoryLoopVariable,
		Message: fmt.Sprintf("loop variable %s moves to the heap in each round, as its address is taken, %s; &%s[i] points to the element itself",
			id.Name, place.Why, list),
		Related: []analysis.RelatedInformation{{Pos: addr.Node().Pos(), End: addr.Node().End(), Message: "its address is taken here"}},
	}, true
}

// addressTaken returns the first expression &v in the loop under cur.
func addressTaken(info *types.Info, cur inspector.Cursor, v *types.Var) (inspector.Cursor, bool) {
	for use := range cur.Preorder((*ast.Ident)(nil)) {
		if info.Uses[use.Node().(*ast.Ident)] != v || use.ParentEdgeKind() != edge.UnaryExpr_X {
			continue
		}
		if use.Parent().Node().(*ast.UnaryExpr).Op == token.AND {
			return use.Parent(), true
		}
	}
	return inspector.Cursor{}, false
}

// isMoved reports whether the compiler put the variable on the heap. Without the object
// code that is not known: it depends on where the address goes.
func (c *checker) isMoved(id *ast.Ident, v *types.Var) bool {
	allocs, err := c.unit.Allocs(point(id.Pos()))
	if err != nil {
		return false
	}
	name := types.TypeString(v.Type(), func(p *types.Package) string { return "" })
	for _, a := range allocs {
		if a.Kind == compiled.Object && strings.HasSuffix(a.Type, strings.TrimPrefix(name, "*")) {
			return true
		}
	}
	return false
}
