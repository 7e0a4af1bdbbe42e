package capture

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

// wayOut says what to write instead of s.
func (c *checker) wayOut(s *site, place scope.Place) string {
	invariant := c.isInvariant(s, place.Loop)
	switch n := s.node.(type) {
	case *ast.SelectorExpr:
		if invariant {
			return "bind it once, before the loop"
		}
		return fmt.Sprintf("the method expression %s takes the receiver as an argument", c.methodExpr(n))
	case *ast.RangeStmt:
		return "a plain loop, or an iterator that can be inlined, makes no func"
	}
	if invariant {
		return "make it once, before the loop, since all it captures is declared there"
	}
	what := "them"
	if len(s.vars) == 1 {
		what = s.names()
	}
	use := c.useOf(s.cur)
	switch parent := use.Parent().Node().(type) {
	case *ast.CallExpr:
		if use.Parent().ParentEdgeKind() == edge.DeferStmt_Call && use.ParentEdgeKind() == edge.CallExpr_Fun {
			return "deferred in a function of its own for one round it stays on the stack"
		}
		if c.startsGoroutine(s) {
			return "a goroutine started once and fed through a channel captures once"
		}
		if c.isPerElement(s, parent) {
			return "a plain loop over the elements captures nothing"
		}
		if c.isGiven(use, parent) {
			return fmt.Sprintf("where calls do not overlap, one func over a reused struct of %s does", what)
		}
	case *ast.ReturnStmt:
		return fmt.Sprintf("a struct of %s with a method is returned without allocating", strings.TrimPrefix(what, "&"))
	}
	if c.isNamedElsewhere(use) {
		return fmt.Sprintf("one func for all rounds, over a struct of %s, does where one is in use at a time", what)
	}
	if len(s.vars) == 1 {
		return fmt.Sprintf("a func that takes %s as an argument captures nothing", what)
	}
	return "a func that takes them as arguments captures nothing"
}

// startsGoroutine reports whether s is what a new goroutine runs. The goroutine
// costs more than the func value, and a loop that makes one each round does so
// on purpose: only where no allocation at all is wanted is that worth a word.
func (c *checker) startsGoroutine(s *site) bool {
	use := c.useOf(s.cur)
	call, ok := use.Parent().Node().(*ast.CallExpr)
	return ok && (use.Parent().ParentEdgeKind() == edge.GoStmt_Call || isGo(c.callee(call)))
}

// isPart reports whether s is a field of a struct literal: the loop makes objects
// with behaviour, and would have to make others to do without the func.
func (c *checker) isPart(s *site) bool {
	use := c.useOf(s.cur)
	if use.ParentEdgeKind() == edge.KeyValueExpr_Value {
		use = use.Parent()
	}
	lit, ok := use.Parent().Node().(*ast.CompositeLit)
	if !ok || use.ParentEdgeKind() != edge.CompositeLit_Elts {
		return false
	}
	t := c.pass.TypesInfo.TypeOf(lit).Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	_, isStruct := t.(*types.Struct)
	return isStruct
}

// callee returns the function or method that call names, nil if it calls a
// func value.
func (c *checker) callee(call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	return fn
}

// isGo reports whether fn runs what it is given in a goroutine, as do the
// methods Go of sync.WaitGroup and errgroup.Group.
func isGo(fn *types.Func) bool {
	return fn != nil && fn.Name() == "Go" && fn.Signature().Recv() != nil
}

// isForeign reports whether call calls a function of another package, which
// cannot be given another parameter.
func (c *checker) isForeign(call *ast.CallExpr) bool {
	fn := c.callee(call)
	return fn != nil && fn.Pkg() != c.pass.Pkg
}

// isGiven reports whether call, which has the func under use as an argument, cannot be
// given one with another parameter: it calls a function of another package, or one that is
// kept in a variable, or the type of the parameter has its name elsewhere.
func (c *checker) isGiven(use inspector.Cursor, call *ast.CallExpr) bool {
	if c.pass.TypesInfo.Types[call.Fun].IsBuiltin() {
		return false
	}
	if c.isForeign(call) || c.isNamedElsewhere(use) {
		return true
	}
	return c.callee(call) == nil && c.pass.TypesInfo.Types[call.Fun].IsValue()
}

// isNamedElsewhere reports whether the func under use becomes one of a type that another package
// declares, as http.HandlerFunc.
func (c *checker) isNamedElsewhere(use inspector.Cursor) bool {
	info := c.pass.TypesInfo
	typ := info.TypeOf(use.Node().(ast.Expr))
	parent, i := use.Parent(), use.ParentEdgeIndex()
	switch use.ParentEdgeKind() {
	case edge.CallExpr_Args:
		call := parent.Node().(*ast.CallExpr)
		if param := parameterType(info, call, i); param != nil {
			typ = param
		}
	case edge.AssignStmt_Rhs:
		if lhs := parent.Node().(*ast.AssignStmt).Lhs; i < len(lhs) && info.TypeOf(lhs[i]) != nil {
			typ = info.TypeOf(lhs[i])
		}
	}
	named, ok := types.Unalias(typ).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg() != c.pass.Pkg
}

// parameterType returns the type of what the argument with the number i of a call is for.
func parameterType(info *types.Info, call *ast.CallExpr, i int) types.Type {
	sig, ok := info.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		return nil
	}
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 {
		if slice, ok := sig.Params().At(n - 1).Type().(*types.Slice); ok && !call.Ellipsis.IsValid() {
			return slice.Elem()
		}
		return nil
	}
	if i >= n {
		return nil
	}
	return sig.Params().At(i).Type()
}

// useOf climbs from a func literal through the conversions around it.
func (c *checker) useOf(cur inspector.Cursor) inspector.Cursor {
	for {
		switch parent := cur.Parent().Node().(type) {
		case *ast.ParenExpr:
		case *ast.CallExpr:
			if !c.pass.TypesInfo.Types[parent.Fun].IsType() {
				return cur
			}
		default:
			return cur
		}
		cur = cur.Parent()
	}
}

// isInvariant reports whether all that s captures is declared outside loop and,
// for a receiver, keeps its value there: then it can be made before the loop.
func (c *checker) isInvariant(s *site, loop ast.Stmt) bool {
	if loop == nil || loop.Pos() <= funcAround(s.cur).Node().Pos() {
		return false
	}
	switch expr := s.node.(type) {
	case *ast.FuncLit:
		for _, v := range s.vars {
			if within(v.home, loop) {
				return false
			}
		}
		return true
	case *ast.SelectorExpr:
		id, ok := ast.Unparen(expr.X).(*ast.Ident)
		if !ok {
			return false
		}
		v, ok := c.pass.TypesInfo.Uses[id].(*types.Var)
		return ok && isLocal(v) && !within(v, loop) && !s.changes(v)
	}
	return false
}

// changes reports whether v, the receiver of s, may get another value after its
// declaration.
func (s *site) changes(v *types.Var) bool {
	if s.vars[0].byRef {
		return false // bound by its address
	}
	s.writes.scan()
	return len(s.writes.assigns[v]) > 0 || s.writes.address[v]
}

// isPerElement reports whether call hands s, a func with parameters, to a
// function that also takes the elements to call it with.
func (c *checker) isPerElement(s *site, call *ast.CallExpr) bool {
	if len(s.node.(*ast.FuncLit).Type.Params.List) == 0 || c.pass.TypesInfo.Types[call.Fun].IsBuiltin() {
		return false // append keeps it
	}
	for _, arg := range call.Args {
		switch c.pass.TypesInfo.TypeOf(arg).Underlying().(type) {
		case *types.Slice, *types.Array, *types.Map:
			return true
		}
	}
	return false
}

// methodExpr returns how the method of a method value is written without its
// receiver.
func (c *checker) methodExpr(sel *ast.SelectorExpr) string {
	fn := c.pass.TypesInfo.Selections[sel].Obj().(*types.Func)
	recv := types.TypeString(fn.Signature().Recv().Type(), func(p *types.Package) string {
		if p == c.pass.Pkg {
			return ""
		}
		return p.Name()
	})
	if _, ok := types.Unalias(fn.Signature().Recv().Type()).(*types.Pointer); ok {
		recv = "(" + recv + ")"
	}
	return recv + "." + fn.Name()
}

// within reports whether v is declared within n.
func within(v *types.Var, n ast.Node) bool {
	return n.Pos() <= v.Pos() && v.Pos() < n.End()
}
