package capture

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// maxByValue is the size in bytes up to which the compiler captures a variable
// by value (escape.(*batch).flowClosure).
const maxByValue = 128

// writes tells which variables of a declared function change or have their
// address taken, which is what decides how the compiler captures them.
type writes struct {
	info  *types.Info
	sizes types.Sizes
	decl  inspector.Cursor

	scanned bool
	assigns map[*types.Var][]inspector.Cursor // statements that assign to the variable after its declaration
	address map[*types.Var]bool
	first   map[*types.Var]inspector.Cursor // first func that captures the variable

	names map[string]bool // in use, those that fixes add included
}

// captured returns what n, a func literal or a loop over an iterator (whose body
// is a func), captures, in the order of its first mention.
func (w *writes) captured(n ast.Node) []captured {
	var vars []captured
	for _, v := range w.free(n) {
		why := w.whyByRef(v)
		vars = append(vars, captured{name: v.Name(), typ: v.Type(), byRef: why != "", home: v, why: why})
	}
	return vars
}

// free returns the variables that n shares with what is around it.
func (w *writes) free(n ast.Node) []*types.Var {
	body := n
	if loop, ok := n.(*ast.RangeStmt); ok {
		body = loop.Body
	}
	var vars []*types.Var
	seen := make(map[*types.Var]bool)
	declared := func(v *types.Var) bool { return within(v, n) }
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			// The compiler leaves out a branch behind a constant.
			if w.isFalse(n.Cond) && n.Init == nil && n.Else == nil {
				return false
			}
		case *ast.Ident:
			v, ok := w.info.Uses[n].(*types.Var)
			if !ok || seen[v] || !isLocal(v) || declared(v) {
				return true
			}
			seen[v] = true
			vars = append(vars, v)
		case ast.Expr:
			return w.info.Types[n].Value == nil // len(a) of an array a does not need a
		}
		return true
	})
	return vars
}

func (w *writes) isFalse(cond ast.Expr) bool {
	v := w.info.Types[cond].Value
	return v != nil && v.Kind() == constant.Bool && !constant.BoolVal(v)
}

// methodValue returns the receiver that the selector under cur binds, if it is
// a method value.
func (w *writes) methodValue(cur inspector.Cursor) []captured {
	sel := cur.Node().(*ast.SelectorExpr)
	selection := w.info.Selections[sel]
	if selection == nil || selection.Kind() != types.MethodVal || isCalled(cur) {
		return nil
	}
	recv := selection.Obj().(*types.Func).Signature().Recv().Type()
	v := captured{name: types.ExprString(sel.X), typ: recv}
	if !isShort(sel.X) {
		v.name = "its receiver"
	}
	if ptr, ok := types.Unalias(recv).(*types.Pointer); ok && takesAddress(selection) {
		v.typ, v.byRef = ptr.Elem(), true
		v.why = fmt.Sprintf("as %s has a pointer receiver", sel.Sel.Name)
		v.home = w.root(sel.X)
	}
	return []captured{v}
}

// whyByRef returns why a func literal captures v by reference, "" if it does so
// by value. The rule is that of escape.(*batch).flowClosure.
func (w *writes) whyByRef(v *types.Var) string {
	w.scan()
	switch {
	case w.address[v]:
		return "as its address is taken"
	case w.reassigned(v):
		return "as it is assigned to after its declaration"
	case !hasTypeParam(v.Type()) && w.sizes.Sizeof(v.Type()) > maxByValue:
		return fmt.Sprintf("as it is larger than %d bytes", maxByValue)
	}
	return ""
}

// reassigned reports whether some assignment to v counts: those in
// straight-line code before the first capture do not, nor does the post
// statement of the loop that declares v.
func (w *writes) reassigned(v *types.Var) bool {
	first := w.first[v]
	for _, at := range w.assigns[v] {
		if at.ParentEdgeKind() == edge.ForStmt_Post && declaresIn(at.Parent().Node().(*ast.ForStmt), v) {
			continue
		}
		if at.Node().End() <= first.Node().Pos() && w.depth(first, v) == 0 && sameFunc(at, first) {
			continue
		}
		return true
	}
	return false
}

// depth returns the number of loops between the declaration of v and cur.
func (w *writes) depth(cur inspector.Cursor, v *types.Var) int {
	n := 0
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if node := loop.Node(); node.Pos() <= v.Pos() && v.Pos() < node.End() {
			break
		}
		n++
	}
	return n
}

// scan finds, once, all writes of the declared function.
func (w *writes) scan() {
	if w.scanned {
		return
	}
	w.scanned = true
	w.assigns = make(map[*types.Var][]inspector.Cursor)
	w.address = make(map[*types.Var]bool)
	w.first = make(map[*types.Var]inspector.Cursor)
	for cur := range w.decl.Preorder(
		(*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.UnaryExpr)(nil), (*ast.SliceExpr)(nil), (*ast.SelectorExpr)(nil), (*ast.FuncLit)(nil),
	) {
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				w.assign(lhs, cur)
			}
		case *ast.IncDecStmt:
			w.assign(n.X, cur)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				w.assign(n.Key, cur)
				w.assign(n.Value, cur)
			}
			if w.isIterator(n.X) {
				w.note(cur)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				w.takeAddress(n.X)
			}
		case *ast.SliceExpr:
			if isArray(w.info.TypeOf(n.X)) {
				w.takeAddress(n.X)
			}
		case *ast.SelectorExpr:
			if s := w.info.Selections[n]; s != nil && s.Kind() == types.MethodVal && takesAddress(s) {
				w.takeAddress(n.X)
			}
		case *ast.FuncLit:
			w.note(cur)
		}
	}
}

// note remembers the first capture of each variable.
func (w *writes) note(cur inspector.Cursor) {
	for _, v := range w.free(cur.Node()) {
		if _, ok := w.first[v]; !ok {
			w.first[v] = cur
		}
	}
}

func (w *writes) assign(lhs ast.Expr, at inspector.Cursor) {
	if lhs == nil {
		return
	}
	if v := w.root(lhs); v != nil {
		w.assigns[v] = append(w.assigns[v], at)
	}
}

func (w *writes) takeAddress(x ast.Expr) {
	if v := w.root(x); v != nil {
		w.address[v] = true
	}
}

// root returns the local variable that x is or lies in, nil if there is none
// or x declares it.
func (w *writes) root(x ast.Expr) *types.Var {
	for {
		switch e := x.(type) {
		case *ast.ParenExpr:
			x = e.X
		case *ast.IndexExpr:
			if !isArray(w.info.TypeOf(e.X)) {
				return nil
			}
			x = e.X
		case *ast.SelectorExpr:
			s := w.info.Selections[e]
			if s == nil || s.Kind() != types.FieldVal || s.Indirect() {
				return nil
			}
			x = e.X
		case *ast.Ident:
			v, ok := w.info.Uses[e].(*types.Var)
			if !ok || !isLocal(v) {
				return nil
			}
			return v
		default:
			return nil
		}
	}
}

// isLocal reports whether v belongs to a function.
func isLocal(v *types.Var) bool {
	return !v.IsField() && v.Pkg() != nil && v.Parent() != v.Pkg().Scope()
}

// isCalled reports whether the expression under cur is what a call calls.
func isCalled(cur inspector.Cursor) bool {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	return cur.ParentEdgeKind() == edge.CallExpr_Fun
}

// isShort reports whether x is a chain of names.
func isShort(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isShort(x.X)
	case *ast.IndexExpr:
		_, ok := x.Index.(*ast.Ident)
		return ok && isShort(x.X)
	}
	return false
}

// takesAddress reports whether the method selected has a pointer receiver and
// is selected on a variable that holds the value itself.
func takesAddress(s *types.Selection) bool {
	_, ptr := types.Unalias(s.Obj().(*types.Func).Signature().Recv().Type()).(*types.Pointer)
	if !ptr {
		return false
	}
	// Follow the embedded fields: a pointer on the way leads elsewhere.
	t := s.Recv()
	path := s.Index()
	for _, i := range path[:len(path)-1] {
		t = deref(t).Underlying().(*types.Struct).Field(i).Type()
	}
	_, ptr = t.Underlying().(*types.Pointer)
	return !ptr
}

func deref(t types.Type) types.Type {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		return ptr.Elem()
	}
	return t
}

// isIterator reports whether a loop over x hands its body to a func.
func (w *writes) isIterator(x ast.Expr) bool {
	t := w.info.TypeOf(x)
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

func isArray(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Array)
	return ok
}

// declaresIn reports whether the init statement of loop declares v.
func declaresIn(loop *ast.ForStmt, v *types.Var) bool {
	return loop.Init != nil && loop.Init.Pos() <= v.Pos() && v.Pos() < loop.Init.End()
}

// sameFunc reports whether a and b are in the same innermost function.
func sameFunc(a, b inspector.Cursor) bool {
	return funcAround(a) == funcAround(b)
}

// funcAround returns the innermost function that contains cur and is not cur
// itself.
func funcAround(cur inspector.Cursor) inspector.Cursor {
	for f := range cur.Parent().Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		return f
	}
	return cur
}

// hasTypeParam reports whether the size of t may depend on a type parameter.
func hasTypeParam(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Array:
		return hasTypeParam(t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			if hasTypeParam(t.Field(i).Type()) {
				return true
			}
		}
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if hasTypeParam(arg) {
				return true
			}
		}
	}
	return false
}
