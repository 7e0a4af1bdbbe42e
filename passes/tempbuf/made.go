package tempbuf

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
)

// checkMake looks at a slice or map that call makes.
func (c *checker) checkMake(cur inspector.Cursor, call *ast.CallExpr) {
	typ := c.info.TypeOf(call)
	switch typ.Underlying().(type) {
	case *types.Slice:
		c.checkMakeSlice(cur, call, typ)
	case *types.Map:
		c.checkMap(cur, call.Lparen, span{call.Pos(), call.Rparen})
	}
}

func (c *checker) checkMakeSlice(cur inspector.Cursor, call *ast.CallExpr, typ types.Type) {
	r, ok := c.roundOf(cur)
	if !ok || !c.isDropped(r, call.Lparen, false) {
		return
	}
	elem := typ.Underlying().(*types.Slice).Elem()
	n, isConst := c.constInt(call.Args[len(call.Args)-1])
	large := isConst && !isParam(elem) && n*c.pass.TypesSizes.Sizeof(elem) > maxImplicit
	kinds := []compiled.Kind{compiled.Slice, compiled.Object}
	if !c.isOnHeap(cur, span{call.Pos(), call.Rparen}, large || !isConst, kinds, elem, types.NewArray(elem, n)) {
		return
	}
	f := finding{
		cur:      cur,
		category: CategoryBuffer,
		subject:  c.text(call),
		does:     "allocates memory that is dropped " + r.end(),
		remedy:   c.sliceRemedy(r, cur, call),
	}
	if large {
		f.does = "allocates, being larger than 64 KiB, memory that is dropped " + r.end()
	}
	if fix, ok := c.hoistMake(r, cur, call); ok {
		f.fixes = []analysis.SuggestedFix{fix}
	}
	c.report(r, f)
}

// sliceRemedy says how a slice can be used again.
func (c *checker) sliceRemedy(r round, cur inspector.Cursor, call *ast.CallExpr) string {
	if r.whole() {
		return remedyWhole
	}
	name := nameOf(cur)
	if name == "" {
		name = "buf"
	}
	length := call.Args[1]
	if n, ok := c.constInt(length); ok && n == 0 {
		return fmt.Sprintf("made once before the loop, %s[:0] does for all rounds", name)
	}
	for _, arg := range call.Args[1:] {
		if !c.isInvariant(r, arg) {
			text := types.ExprString(length)
			if len(text) > 20 {
				text = "n"
			}
			return fmt.Sprintf("kept before the loop, slices.Grow(%s[:0], %s)[:%[2]s] does for all rounds", name, text)
		}
	}
	return fmt.Sprintf("made once before the loop it does for all rounds, after clear(%s) where zeros are needed", name)
}

const remedyWhole = "a sync.Pool, or memory of the caller, can be used again"

// checkMap looks at a map that is made at pos by an expression in the lines.
func (c *checker) checkMap(cur inspector.Cursor, pos token.Pos, lines span) {
	r, ok := c.roundOf(cur)
	if !ok || !c.isDropped(r, pos, false) {
		return
	}
	does := "allocates a map that is dropped " + r.end()
	if !c.isOnHeap(cur, lines, false, []compiled.Kind{compiled.Map}, c.info.TypeOf(cur.Node().(ast.Expr))) {
		if !c.fills(c.value(pos)) {
			return
		}
		does = "allocates a map that grows beyond 8 entries, and is dropped " + r.end()
	}
	f := finding{
		cur:      cur,
		category: CategoryMap,
		subject:  c.text(cur.Node().(ast.Expr)),
		does:     does,
		remedy:   remedyWhole,
	}
	if !r.whole() {
		name := nameOf(cur)
		if name == "" {
			name = "m"
		}
		f.remedy = fmt.Sprintf("made once before the loop, and emptied with clear(%s), it does for all rounds", name)
	}
	if call, ok := cur.Node().(*ast.CallExpr); ok {
		if fix, ok := c.hoistMake(r, cur, call); ok {
			f.fixes = []analysis.SuggestedFix{fix}
		}
	}
	c.report(r, f)
}

// checkLiteral looks at a literal of a slice, a map, or of what a pointer is
// taken to.
func (c *checker) checkLiteral(cur inspector.Cursor, lit *ast.CompositeLit) {
	switch t := c.info.TypeOf(lit).Underlying().(type) {
	case *types.Map:
		if v, ok := c.value(lit.Lbrace).(*ssa.MakeMap); ok && c.isConstantLiteral(lit) && isLookedUp(v, lit) {
			c.checkConstant(cur, lit, compiled.Map, c.info.TypeOf(lit))
			return
		}
		c.checkMap(cur, lit.Lbrace, span{lit.Pos(), lit.Lbrace})
	case *types.Slice:
		n := literalLen(c.info, lit)
		c.checkSliceLiteral(cur, lit, t, n)
	default:
		if cur.ParentEdgeKind() == edge.UnaryExpr_X && cur.Parent().Node().(*ast.UnaryExpr).Op == token.AND {
			c.checkObject(cur.Parent(), cur.Parent().Node().(ast.Expr), lit.Lbrace)
		}
	}
}

// checkConstant looks at a literal of constants that is only read: a package
// variable serves as well.
func (c *checker) checkConstant(cur inspector.Cursor, lit *ast.CompositeLit, kind compiled.Kind, typ types.Type) {
	r, ok := c.roundOf(cur)
	if !ok || !c.isDropped(r, lit.Lbrace, false) || !c.isOnHeap(cur, span{lit.Pos(), lit.Lbrace}, false, []compiled.Kind{kind}, typ) {
		return
	}
	c.report(r, finding{
		cur:      cur,
		category: CategoryConstant,
		subject:  c.text(lit),
		does:     "allocates the same content each time, which is only read",
		remedy:   "a package variable is made once",
	})
}

func (c *checker) checkSliceLiteral(cur inspector.Cursor, lit *ast.CompositeLit, t *types.Slice, n int64) {
	v := c.value(lit.Lbrace)
	array := types.NewArray(t.Elem(), n)
	if v != nil && c.isConstantLiteral(lit) && c.tracer.isRead(v, lit) {
		c.checkConstant(cur, lit, compiled.Object, array)
		return
	}
	r, ok := c.roundOf(cur)
	if !ok || !c.isDropped(r, lit.Lbrace, false) {
		return
	}
	if !c.isOnHeap(cur, span{lit.Pos(), lit.Lbrace}, false, []compiled.Kind{compiled.Object, compiled.Slice}, array, t.Elem()) {
		return
	}
	f := finding{
		cur:      cur,
		category: CategoryBuffer,
		subject:  c.text(lit),
		does:     "allocates memory that is dropped " + r.end(),
		remedy:   remedyWhole,
	}
	if !r.whole() {
		f.remedy = "append to buf[:0] of a slice kept before the loop uses the same again"
	}
	c.report(r, f)
}

// checkObject looks at new(T) or &T{}, which makes an object at pos.
func (c *checker) checkObject(cur inspector.Cursor, e ast.Expr, pos token.Pos) {
	ptr, ok := c.info.TypeOf(e).Underlying().(*types.Pointer)
	if !ok {
		return
	}
	typ := ptr.Elem()
	if isBuffer(typ) {
		c.checkBuffer(cur, pos, "")
		return
	}
	r, ok := c.roundOf(cur)
	if !ok || !isPlain(typ) || !c.isDropped(r, pos, false) || c.isWorthless(r, pos) {
		return
	}
	if !c.isOnHeap(cur, span{e.Pos(), pos}, false, []compiled.Kind{compiled.Object}, typ) {
		return
	}
	f := finding{
		cur:      cur,
		category: CategoryVariable,
		subject:  c.text(e),
		does:     "allocates memory that is dropped " + r.end(),
		remedy:   remedyWhole,
	}
	if !isParam(typ) && c.pass.TypesSizes.Sizeof(typ) > maxImplicit {
		f.does = "allocates, being larger than 64 KiB, memory that is dropped " + r.end()
	}
	if !r.whole() {
		f.remedy = "one variable declared before the loop, and set anew in each round, does for all"
	}
	c.report(r, f)
}

// checkVar looks at the variable that id declares.
func (c *checker) checkVar(cur inspector.Cursor, id *ast.Ident) {
	switch cur.ParentEdgeKind() {
	case edge.ValueSpec_Names:
	case edge.AssignStmt_Lhs:
	default:
		return
	}
	v, ok := c.info.Defs[id].(*types.Var)
	if !ok || !isLocal(v) {
		return
	}
	if isBuffer(v.Type()) {
		c.checkBuffer(cur, id.Pos(), id.Name)
		return
	}
	if !isPlain(v.Type()) {
		return
	}
	if _, ok := c.value(id.Pos()).(*ssa.Alloc); !ok {
		return
	}
	r, ok := c.roundOf(cur)
	if !ok || !c.isDropped(r, id.Pos(), false) || c.isWorthless(r, id.Pos()) {
		return
	}
	size := int64(0)
	if !isParam(v.Type()) {
		size = c.pass.TypesSizes.Sizeof(v.Type())
	}
	if !c.isOnHeap(cur, span{id.Pos(), id.End()}, size > maxExplicit, []compiled.Kind{compiled.Object}, v.Type()) {
		return
	}
	f := finding{
		cur:      cur,
		category: CategoryVariable,
		subject:  "variable " + id.Name,
		does:     "moves to the heap and is dropped " + r.end(),
		remedy:   remedyWhole,
	}
	if _, ok := v.Type().Underlying().(*types.Array); ok {
		f.category = CategoryBuffer
	}
	if size > maxExplicit {
		f.does = "moves to the heap, being larger than 128 KiB, and is dropped " + r.end()
	}
	if !r.whole() {
		f.remedy = "declared before the loop, and set anew in each round, it does for all"
	}
	c.report(r, f)
}

// checkBuffer looks at the bytes.Buffer that is made at pos.
func (c *checker) checkBuffer(cur inspector.Cursor, pos token.Pos, name string) {
	v := c.value(pos)
	if v == nil || !isWritten(v) {
		return
	}
	r, ok := c.roundOf(cur)
	if !ok || !c.isDropped(r, pos, true) {
		return
	}
	f := finding{
		cur:      cur,
		category: CategoryBuffer,
		subject:  "bytes.Buffer " + name,
		does:     "allocates as it fills, and is dropped " + r.end(),
		remedy:   remedyWhole,
	}
	if name == "" {
		f.subject = c.text(cur.Node().(ast.Expr))
	}
	if !r.whole() {
		f.remedy = "made once before the loop, and emptied with Reset, it keeps its memory"
		if name != "" {
			if fix, ok := c.hoistBuffer(r, cur); ok {
				f.fixes = []analysis.SuggestedFix{fix}
			}
		}
	}
	c.report(r, f)
}

// isDropped reports whether what is made at pos is not in use after the round.
func (c *checker) isDropped(r round, pos token.Pos, shares bool) bool {
	f, ok := c.fateOf(r, pos, shares)
	return ok && f.isDropped()
}

// isWorthless reports whether to save one object at pos is not worth a word: what is
// done with it costs far more.
func (c *checker) isWorthless(r round, pos token.Pos) bool {
	f, ok := c.fateOf(r, pos, false)
	return !ok || f.heavy && !r.place.Annotated()
}

func (c *checker) fateOf(r round, pos token.Pos, shares bool) (fate, bool) {
	v := c.value(pos)
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return fate{}, false
	}
	return c.tracer.follow(v, instr.Block(), r.whole(), shares), true
}

// isPlain reports whether a variable of type t may be given another value: that is
// not so for a lock, nor for what package sync has otherwise.
func isPlain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return isPlain(u.Elem())
	case *types.Struct:
		if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
			switch named.Obj().Pkg().Path() {
			case "sync", "sync/atomic":
				return false
			}
		}
		for f := range u.Fields() {
			if (isStructOrArray(f.Type())) && !isPlain(f.Type()) {
				return false
			}
		}
		return true
	case *types.Basic, *types.Slice, *types.Pointer, *types.Map, *types.Interface:
		return !isParam(t)
	}
	return false
}

func isStructOrArray(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// isParam reports whether the size of t depends on a type parameter.
func isParam(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return isParam(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if isParam(f.Type()) {
				return true
			}
		}
	}
	return false
}

func isBuffer(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "bytes" && named.Obj().Name() == "Buffer"
}

func (c *checker) constInt(e ast.Expr) (int64, bool) {
	v := c.info.Types[e].Value
	if v == nil || constant.ToInt(v).Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(constant.ToInt(v))
}

// nameOf returns the name of the variable that the expression under cur becomes
// the value of, "" if there is none.
func nameOf(cur inspector.Cursor) string {
	var name ast.Expr
	switch parent := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		if cur.ParentEdgeKind() == edge.AssignStmt_Rhs && len(parent.Lhs) == len(parent.Rhs) {
			name = parent.Lhs[cur.ParentEdgeIndex()]
		}
	case *ast.ValueSpec:
		if cur.ParentEdgeKind() == edge.ValueSpec_Values && len(parent.Names) == len(parent.Values) {
			name = parent.Names[cur.ParentEdgeIndex()]
		}
	}
	if id, ok := name.(*ast.Ident); ok && id.Name != "_" {
		return id.Name
	}
	return ""
}

// text returns e as the source has it, with the content of a literal left out.
func (c *checker) text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return e.Op.String() + c.text(e.X)
	case *ast.CompositeLit:
		typ := types.TypeString(c.info.TypeOf(e), types.RelativeTo(c.pass.Pkg))
		if e.Type != nil {
			typ = types.ExprString(e.Type)
		}
		if len(e.Elts) == 0 {
			return typ + "{}"
		}
		return typ + "{...}"
	}
	return types.ExprString(e)
}
