package scope

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
)

// A walk climbs from a node to its file and gathers what it passes.
type walk struct {
	places *Places

	// Within the function that is being left:
	at       inspector.Cursor // the node, or the function that contains it
	fnLoop   ast.Stmt         // innermost loop around at that counts
	fnBriefs bool             // there is one that ends after a few rounds

	called    bool                  // the outermost func literal is called where it stands
	inFunc    bool                  // some function contains the node
	block     *ssa.BasicBlock       // of the node itself
	loop      ast.Stmt              // innermost loop of all
	repeated  bool                  // some loop repeats the node
	directive *directives.Directive // the nearest that asks for attention
	firstTime bool                  // set up once, then reused
	aside     bool                  // handles an error, or describes something for people
	once      bool                  // runs before the work begins, or is none of it
	endless   bool                  // in a loop that is the work, see isEndless
	name      string                // of the declaration around
}

// pass takes notice of c, having come from its child prev. It reports whether
// the node can still be one that runs in the steady state.
func (w *walk) pass(c, prev inspector.Cursor) bool {
	n := c.Node()
	if n == nil {
		return true // the root, above the file
	}
	set := w.places.directives
	if set.On(n, directives.Cold) != nil {
		return false
	}
	isLoop, fromInside := repeats(c, prev)
	if w.directive == nil && (!isLoop || fromInside) {
		w.directive = set.On(n, directives.Check, directives.Strict, directives.Hot)
	}
	switch n := n.(type) {
	case *ast.IfStmt:
		w.firstTime = w.firstTime || isLazyInit(n, prev)
		return !w.behindFalse(n, prev)
	case *ast.ForStmt, *ast.RangeStmt:
		return !fromInside || w.leaveLoop(c)
	case *ast.FuncLit:
		w.called = c.ParentEdgeKind() == edge.CallExpr_Fun
		w.firstTime = w.firstTime || isFirstTime(w.places.pass.TypesInfo, c)
		return w.leaveFunc(c)
	case *ast.FuncDecl:
		w.name = n.Name.Name
		w.once = w.once || w.places.startup[n] && !w.endless
		w.aside = w.aside || isTextMethod(w.places.pass.TypesInfo, n) || strings.HasPrefix(n.Name.Name, "Test")
		return w.leaveFunc(c)
	case *ast.GenDecl:
		if c.ParentEdgeKind() == edge.File_Decls {
			w.name = "a package initialiser"
			w.once = w.once || !w.inFunc || w.called
		}
	case *ast.File:
		w.once = w.once || w.places.quiet[n]
	}
	return true
}

// leaveLoop climbs out of the body of a loop.
func (w *walk) leaveLoop(c inspector.Cursor) bool {
	stmt := c.Node().(ast.Stmt)
	brief := isBrief(w.places.pass.TypesInfo, stmt)
	w.endless = w.endless || isEndless(w.places.pass.TypesInfo, stmt)
	w.fnBriefs = w.fnBriefs || brief
	if w.fnLoop == nil && !brief {
		w.fnLoop = stmt
	}
	if w.places.form.Func(stmt) == nil {
		return true
	}
	// The body of a loop over an iterator is a function of its own, which the
	// iterator calls once for each element.
	loop, again := w.fnLoop, w.continues(stmt)
	if !w.leaveFunc(c) {
		return false
	}
	if !brief && again {
		w.repeated = true
		if w.loop == nil {
			w.loop = loop
		}
	}
	return true
}

// continues reports whether the body of a loop over an iterator can go on to
// another round from the node.
func (w *walk) continues(loop ast.Stmt) bool {
	flow := w.places.flow(w.places.form.Func(loop))
	block := flow.block(w.at)
	return block == nil || flow.Continues(block)
}

// leaveFunc climbs out of a function.
func (w *walk) leaveFunc(c inspector.Cursor) bool {
	fn := w.places.form.Func(c.Node())
	if fn == nil {
		return true // a declaration without a body
	}
	flow := w.places.flow(fn)
	block := flow.block(w.at)
	if !w.inFunc {
		w.inFunc, w.block = true, block
	}
	if block != nil && (flow.Dead(block) || flow.Failing(block)) {
		return false
	}
	w.aside = w.aside || block != nil && flow.AfterError(block)
	again := block == nil || flow.Repeated(block)
	switch {
	case w.fnLoop != nil && again:
		w.repeated = true
		if w.loop == nil {
			w.loop = w.fnLoop
		}
	case w.fnLoop == nil && !w.fnBriefs && block != nil && again:
		w.repeated = true // by goto
	}
	w.at, w.fnLoop, w.fnBriefs = c, nil, false
	return true
}

// behindFalse reports whether prev is the branch of n that a constant
// condition excludes. Package ssa does not build such a branch.
func (w *walk) behindFalse(n *ast.IfStmt, prev inspector.Cursor) bool {
	v := w.places.pass.TypesInfo.Types[n.Cond].Value
	if v == nil || v.Kind() != constant.Bool {
		return false
	}
	switch prev.ParentEdgeKind() {
	case edge.IfStmt_Body:
		return !constant.BoolVal(v)
	case edge.IfStmt_Else:
		return constant.BoolVal(v)
	}
	return false
}

// repeats reports whether c is a loop, and whether its child prev is among
// what the loop repeats.
func repeats(c, prev inspector.Cursor) (isLoop, fromInside bool) {
	switch c.Node().(type) {
	case *ast.ForStmt:
		kind := prev.ParentEdgeKind()
		return true, c != prev && kind != edge.ForStmt_Init
	case *ast.RangeStmt:
		return true, c != prev && prev.ParentEdgeKind() != edge.RangeStmt_X
	}
	return false, false
}

// maxBrief is the number of rounds up to which a loop does not count as one:
// what it repeats could as well be written out.
const maxBrief = 3

// isBrief reports whether the loop ends after a constant few rounds.
func isBrief(info *types.Info, loop ast.Stmt) bool {
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		n, ok := rangeLen(info, loop.X)
		return ok && n <= maxBrief
	case *ast.ForStmt:
		n, ok := forLen(info, loop)
		return ok && n <= maxBrief
	}
	return false
}

// rangeLen returns the number of rounds of a range over x where it is constant.
func rangeLen(info *types.Info, x ast.Expr) (int64, bool) {
	tv := info.Types[x]
	if tv.Value != nil {
		if tv.Value.Kind() == constant.String {
			return int64(len(constant.StringVal(tv.Value))), true
		}
		return constant.Int64Val(constant.ToInt(tv.Value))
	}
	t := types.Unalias(tv.Type)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if a, ok := t.Underlying().(*types.Array); ok {
		return a.Len(), true
	}
	if lit, ok := ast.Unparen(x).(*ast.CompositeLit); ok {
		return int64(len(lit.Elts)), true
	}
	return 0, false
}

// forLen returns the number of rounds of for i := a; i < b; i++ where a and b
// are constant.
func forLen(info *types.Info, loop *ast.ForStmt) (int64, bool) {
	init, ok := loop.Init.(*ast.AssignStmt)
	if !ok || len(init.Lhs) != 1 || len(init.Rhs) != 1 {
		return 0, false
	}
	cond, ok := loop.Cond.(*ast.BinaryExpr)
	if !ok || types.ExprString(cond.X) != types.ExprString(init.Lhs[0]) {
		return 0, false
	}
	post, ok := loop.Post.(*ast.IncDecStmt)
	if !ok || post.Tok != token.INC || types.ExprString(post.X) != types.ExprString(init.Lhs[0]) {
		return 0, false
	}
	from, to := info.Types[init.Rhs[0]].Value, info.Types[cond.Y].Value
	if from == nil || to == nil {
		return 0, false
	}
	a, okA := constant.Int64Val(constant.ToInt(from))
	b, okB := constant.Int64Val(constant.ToInt(to))
	switch {
	case !okA || !okB:
		return 0, false
	case cond.Op == token.LSS, cond.Op == token.NEQ:
		return b - a, true
	case cond.Op == token.LEQ:
		return b - a + 1, true
	}
	return 0, false
}
