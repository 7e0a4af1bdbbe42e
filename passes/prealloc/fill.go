package prealloc

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A use is what a mention of a container means for it.
type use int

const (
	useNeutral use = iota // cannot tell nil from empty, nor one capacity from another
	useSeen               // may tell
	useFill
	useUnsure // gives it another value, or may
)

// findFills sorts the uses of g into those that fill it and those that only
// see it. It reports false if there is no fill, or if g may get a
// value, or more elements, in another way.
func (c *checker) findFills(g *container) bool {
	home := enclosingFunc(g.def)
	for _, cur := range g.uses {
		for cur.ParentEdgeKind() == edge.ParenExpr_X {
			cur = cur.Parent()
		}
		if cur.ParentEdgeKind() == edge.CallExpr_Args && cur.ParentEdgeIndex() == 0 && isSelfAppend(c.pass.TypesInfo, cur.Parent(), g.v) {
			continue // seen together with the left-hand side
		}
		kind, f := c.classify(g, cur)
		inLit := enclosingFunc(cur) != home
		switch {
		case kind == useUnsure, kind == useFill && inLit:
			return false
		case kind == useFill:
			g.fills = append(g.fills, f)
		case inLit:
			g.captured = true
		case kind == useSeen:
			g.seen = append(g.seen, cur)
		}
	}
	return len(g.fills) > 0
}

func (c *checker) classify(g *container, cur inspector.Cursor) (use, fill) {
	switch cur.ParentEdgeKind() {
	case edge.UnaryExpr_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
		return useUnsure, fill{}
	case edge.AssignStmt_Lhs:
		if f, ok := c.selfAppend(g, cur.Parent()); ok {
			return useFill, f
		}
		return useUnsure, fill{}
	}
	switch g.kind {
	case kindSlice:
		return c.classifySlice(g, cur), fill{}
	case kindMap:
		return c.classifyMap(g, cur)
	}
	return c.classifyWriter(g, cur)
}

// selfAppend reports whether assign is r = append(r, x, ...) for the container
// r, with a number of elements that can be counted.
func (c *checker) selfAppend(g *container, assign inspector.Cursor) (fill, bool) {
	stmt := assign.Node().(*ast.AssignStmt)
	if g.kind != kindSlice || stmt.Tok != token.ASSIGN || len(stmt.Lhs) != 1 || len(stmt.Rhs) != 1 {
		return fill{}, false
	}
	call := assign.ChildAt(edge.AssignStmt_Rhs, 0)
	if !isSelfAppend(c.pass.TypesInfo, call, g.v) {
		return fill{}, false
	}
	n := call.Node().(*ast.CallExpr)
	if n.Ellipsis.IsValid() {
		// The number of elements is unknown, which count finds out.
		return fill{cur: call, stmt: stmt, n: -1}, true
	}
	return fill{cur: call, stmt: stmt, n: int64(len(n.Args) - 1)}, true
}

// isSelfAppend reports whether cur is the append of r = append(r, ...).
func isSelfAppend(info *types.Info, cur inspector.Cursor, v *types.Var) bool {
	call, ok := cur.Node().(*ast.CallExpr)
	if !ok || !isBuiltin(info, call, "append") || cur.ParentEdgeKind() != edge.AssignStmt_Rhs || len(call.Args) < 2 {
		return false
	}
	lhs := cur.Parent().Node().(*ast.AssignStmt).Lhs
	return len(lhs) == 1 && isVar(info, lhs[0], v) && isVar(info, call.Args[0], v)
}

func isVar(info *types.Info, e ast.Expr, v *types.Var) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && info.Uses[id] == v
}

func (c *checker) classifySlice(g *container, cur inspector.Cursor) use {
	info := c.pass.TypesInfo
	switch cur.ParentEdgeKind() {
	case edge.RangeStmt_X:
		return useNeutral
	case edge.IndexExpr_X:
		if keepsElement(info, cur.Parent()) {
			g.held = append(g.held, cur)
		}
		return useNeutral
	case edge.SliceExpr_X:
		g.capped = true // r[:n] reaches into the capacity
		return useSeen
	case edge.SelectorExpr_X:
		if isPointerMethod(info, cur.Parent().Node().(*ast.SelectorExpr)) {
			return useUnsure
		}
		return useSeen
	case edge.CallExpr_Args:
		call, i := cur.Parent().Node().(*ast.CallExpr), cur.ParentEdgeIndex()
		if isBuiltin(info, call, "append") && i == 0 || isBuiltin(info, call, "cap") {
			g.capped = true // s := append(r, x): whether s shares its array with r depends on the capacity
			return useSeen
		}
		if ignoresNil(info, call, i) {
			return useNeutral
		}
	}
	return useSeen
}

// ignoresNil reports whether call does the same for a nil slice and an empty
// one as its argument i, and keeps nothing of it.
func ignoresNil(info *types.Info, call *ast.CallExpr, i int) bool {
	if tv := info.Types[call.Fun]; tv.IsType() {
		b, ok := tv.Type.Underlying().(*types.Basic)
		return ok && b.Kind() == types.String
	}
	switch callee := typeutil.Callee(info, call).(type) {
	case *types.Builtin:
		switch callee.Name() {
		case "len", "copy", "clear":
			return true
		case "append":
			return i > 0 && call.Ellipsis.IsValid()
		}
	case *types.Func:
		return neutral[callee.FullName()]
	}
	return false
}

// keepsElement reports whether the element r[i] under cur may be used through
// its address, which a growth of r would have made a copy.
func keepsElement(info *types.Info, cur inspector.Cursor) bool {
	for {
		switch cur.ParentEdgeKind() {
		case edge.UnaryExpr_X:
			return cur.Parent().Node().(*ast.UnaryExpr).Op == token.AND
		case edge.SliceExpr_X:
			return isArray(info.TypeOf(cur.Node().(ast.Expr)))
		case edge.SelectorExpr_X:
			if sel := cur.Parent().Node().(*ast.SelectorExpr); isPointerMethod(info, sel) {
				return true
			}
		case edge.IndexExpr_X:
			if !isArray(info.TypeOf(cur.Node().(ast.Expr))) {
				return false
			}
		case edge.ParenExpr_X:
		default:
			return false
		}
		cur = cur.Parent()
	}
}

func isArray(t types.Type) bool {
	_, ok := t.Underlying().(*types.Array)
	return ok
}

// isPointerMethod reports whether sel takes the address of its operand for the
// receiver of a method.
func isPointerMethod(info *types.Info, sel *ast.SelectorExpr) bool {
	s := info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return false
	}
	_, isPtr := s.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
	_, hasPtr := s.Recv().Underlying().(*types.Pointer)
	return isPtr && !hasPtr
}

func (c *checker) classifyMap(g *container, cur inspector.Cursor) (use, fill) {
	info := c.pass.TypesInfo
	switch cur.ParentEdgeKind() {
	case edge.IndexExpr_X:
		index := cur.Parent()
		for index.ParentEdgeKind() == edge.ParenExpr_X {
			index = index.Parent()
		}
		switch index.ParentEdgeKind() {
		case edge.IncDecStmt_X:
			return useUnsure, fill{} // counts: the keys are meant to repeat
		case edge.AssignStmt_Lhs:
			return c.mapAssign(g, index)
		}
		if index.Parent().Node() != nil && isSelfUpdate(info, index, g.v) {
			return useUnsure, fill{}
		}
	case edge.CallExpr_Args:
		call := cur.Parent().Node().(*ast.CallExpr)
		if isBuiltin(info, call, "delete") || isBuiltin(info, call, "clear") {
			return useUnsure, fill{}
		}
	}
	return useSeen, fill{}
}

// isSelfUpdate reports whether the element m[k] under index is read to give
// an element of m its new value, as in m[k] = append(m[k], v).
func isSelfUpdate(info *types.Info, index inspector.Cursor, v *types.Var) bool {
	for assign := range index.Enclosing((*ast.AssignStmt)(nil)) {
		for _, lhs := range assign.Node().(*ast.AssignStmt).Lhs {
			if x, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok && isVar(info, x.X, v) {
				return true
			}
		}
		return false
	}
	return false
}

// mapAssign judges the element of m that is assigned to under index. The keys
// decide: a set, or a map filled by a computed key, is expected to meet a
// key again and again, so that the number of iterations says little.
func (c *checker) mapAssign(g *container, index inspector.Cursor) (use, fill) {
	stmt := index.Parent().Node().(*ast.AssignStmt)
	if stmt.Tok != token.ASSIGN || len(stmt.Lhs) != 1 || len(stmt.Rhs) != 1 {
		return useUnsure, fill{}
	}
	f := fill{cur: index.Parent(), stmt: stmt, n: 1}
	key := ast.Unparen(index.Node().(*ast.IndexExpr).Index)
	root := rootVar(c.pass.TypesInfo, key)
	if root == nil {
		return useUnsure, fill{}
	}
	for loop := range index.Enclosing((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil)) {
		counter, elem := loopVars(c.pass.TypesInfo, loop.Node())
		_, plain := key.(*ast.Ident)
		switch {
		case counter == root && plain && !modified(c.pass.TypesInfo, loopBody(loop.Node()), key):
			f.exact = true
			return useFill, f
		case (counter == root || elem == root) && !isSet(g.v.Type()):
			return useFill, f
		}
		return useUnsure, fill{}
	}
	return useUnsure, fill{}
}

// isSet reports whether the values of the map type t say nothing but that the key is there.
func isSet(t types.Type) bool {
	elem := t.Underlying().(*types.Map).Elem().Underlying()
	if b, ok := elem.(*types.Basic); ok {
		return b.Info()&types.IsBoolean != 0
	}
	s, ok := elem.(*types.Struct)
	return ok && s.NumFields() == 0
}

func (c *checker) classifyWriter(g *container, cur inspector.Cursor) (use, fill) {
	if cur.ParentEdgeKind() != edge.SelectorExpr_X || cur.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
		return useUnsure, fill{}
	}
	call := cur.Parent().Parent()
	method := cur.Parent().Node().(*ast.SelectorExpr).Sel.Name
	switch method {
	case "String", "Len":
		return useNeutral, fill{}
	case "WriteTo", "Bytes", "Read", "ReadByte":
		return useSeen, fill{}
	case "Cap", "Available", "AvailableBuffer":
		g.capped = true
		return useSeen, fill{}
	}
	n, ok := writes(c.pass.TypesInfo, call.Node().(*ast.CallExpr), method)
	stmt, isStmt := call.Parent().Node().(*ast.ExprStmt)
	if !ok || !isStmt {
		return useUnsure, fill{}
	}
	return useFill, fill{cur: call, stmt: stmt, n: n}
}

// returnedOnce reports whether g leaves its function by one return statement
// and in no other way, which is when append may start with a buffer.
func (g *container) returnedOnce() bool {
	if len(g.seen) != 1 || g.captured || g.capped {
		return false
	}
	return g.seen[0].ParentEdgeKind() == edge.ReturnStmt_Results
}

// isLoopless reports whether f stands in no loop that g does not stand in, too.
func isLoopless(g *container, f fill) bool {
	for loop := range f.cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		return g.within(loop.Node())
	}
	return true
}

// within reports whether g is declared inside n.
func (g *container) within(n ast.Node) bool {
	return n.Pos() <= g.v.Pos() && g.v.Pos() < n.End()
}

// enclosingFunc returns the innermost function around cur.
func enclosingFunc(cur inspector.Cursor) ast.Node {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		return fn.Node()
	}
	return nil
}

// fillStmts returns the elements that each filling statement adds.
func (g *container) fillStmts() map[ast.Stmt]int64 {
	m := make(map[ast.Stmt]int64, len(g.fills))
	for _, f := range g.fills {
		m[f.stmt] = f.n
	}
	return m
}

// isIn reports whether one of the uses stands in n.
func isIn(n ast.Node, uses []inspector.Cursor) bool {
	return slices.ContainsFunc(uses, func(cur inspector.Cursor) bool {
		return n.Pos() <= cur.Node().Pos() && cur.Node().Pos() < n.End()
	})
}

// neutral holds functions that treat nil and empty slices alike and keep nothing of them.
var neutral = map[string]bool{
	"bytes.Contains":          true,
	"bytes.Equal":             true,
	"bytes.Join":              true,
	"slices.BinarySearch":     true,
	"slices.BinarySearchFunc": true,
	"slices.Contains":         true,
	"slices.ContainsFunc":     true,
	"slices.Equal":            true,
	"slices.Index":            true,
	"slices.IndexFunc":        true,
	"slices.IsSorted":         true,
	"slices.IsSortedFunc":     true,
	"slices.Max":              true,
	"slices.MaxFunc":          true,
	"slices.Min":              true,
	"slices.MinFunc":          true,
	"slices.Reverse":          true,
	"slices.Sort":             true,
	"slices.SortFunc":         true,
	"slices.SortStableFunc":   true,
	"sort.Float64s":           true,
	"sort.Ints":               true,
	"sort.Slice":              true,
	"sort.SliceStable":        true,
	"sort.Strings":            true,
	"strings.Join":            true,
}
