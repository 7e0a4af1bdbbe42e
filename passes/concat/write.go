package concat

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A write is the call that adds one term to a strings.Builder.
type write struct {
	before   string    // what stands in front of its arguments: "sb.WriteString("
	from, to token.Pos // the term, or what it is made of
	after    string
}

// editGrowth rewrites an assignment that makes the variable grow.
//
//	s += x + "," + string(r)        sb.WriteString(x)
//	                                sb.WriteString(",")
//	                                sb.WriteRune(r)
func (r *rewrite) editGrowth(u use, g growth) bool {
	stmt := u.cur.Parent()
	rhs := g.assign.Rhs[0]
	inList := isListEdge(stmt.ParentEdgeKind()) && r.text.startsLine(stmt.Node())
	if len(g.addends) > 1 && (!inList || !r.movable(g.addends)) {
		// One argument will do. Without the old value in front the
		// parentheses of an s = s + x may no longer match.
		if g.assign.Tok != token.ADD_ASSIGN {
			return false
		}
		return r.replace(g.assign.Pos(), rhs.Pos(), r.name+".WriteString(") && r.replace(rhs.End(), rhs.End(), ")")
	}
	pos := g.assign.Pos()
	text := ""
	for i, e := range g.addends {
		w := r.writeOf(e)
		if i > 0 {
			text += "\n" + r.text.indent(stmt.Node())
		}
		if !r.replace(pos, w.from, text+w.before) {
			return false
		}
		pos, text = w.to, w.after
	}
	return r.replace(pos, g.assign.End(), text)
}

// writeOf returns how e is written. WriteRune and the conversion of a rune to
// string agree on what is no valid rune, and what package fmt makes a string of it
// can write (golang/go#76914).
func (r *rewrite) writeOf(e ast.Expr) write {
	method := func(before string, arg ast.Expr, after string) write {
		return write{r.name + "." + before, arg.Pos(), arg.End(), after}
	}
	plain := method("WriteString(", e, ")")
	call, ok := e.(*ast.CallExpr)
	if ok && len(call.Args) > 0 {
		if w, ok := r.printOf(call); ok {
			return w
		}
	}
	if !ok || len(call.Args) != 1 || r.info.Types[e].Value != nil {
		return plain
	}
	fun := r.info.Types[call.Fun]
	if !fun.IsType() || !types.Identical(fun.Type, types.Typ[types.String]) {
		return plain
	}
	arg := ast.Unparen(call.Args[0])
	switch t := types.Unalias(r.info.TypeOf(arg)).(type) {
	case *types.Basic:
		switch {
		case t.Kind() == types.Int32:
			return method("WriteRune(", arg, ")")
		case t.Kind() == types.Uint8 && r.predeclared("rune", e.Pos()):
			return method("WriteRune(rune(", arg, "))")
		}
	case *types.Slice:
		if types.Identical(t.Elem(), types.Typ[types.Uint8]) {
			return method("Write(", arg, ")")
		}
	}
	return plain
}

// printOf returns the call of fmt.Fprintf or its kin that writes what call, of fmt.Sprintf
// or its kin, returns.
func (r *rewrite) printOf(call *ast.CallExpr) (write, bool) {
	fn, ok := typeutil.Callee(r.info, call).(*types.Func)
	sel, isSelector := call.Fun.(*ast.SelectorExpr)
	if !ok || !isSelector || fn.Pkg() == nil || fn.Pkg().Path() != "fmt" {
		return write{}, false
	}
	switch fn.Name() {
	case "Sprint", "Sprintf", "Sprintln":
		name := "F" + fn.Name()[len("S"):]
		qualifier := r.text.of(sel.X.Pos(), sel.X.End())
		return write{qualifier + "." + name + "(&" + r.name + ", ", call.Args[0].Pos(), call.Rparen, ")"}, true
	}
	return write{}, false
}

// predeclared reports whether name means at pos what the language says.
func (r *rewrite) predeclared(name string, pos token.Pos) bool {
	scope := r.info.Scopes[r.text.file].Innermost(pos)
	if scope == nil {
		return false
	}
	_, obj := scope.LookupParent(name, pos)
	return obj != nil && obj.Parent() == types.Universe
}

// movable reports whether the terms may as well be evaluated one by one, each
// with a write behind it. The writes are nobody's business; but a function called for
// one term could change the variables of another, for which the language leaves
// the order open and the compiler does not.
func (r *rewrite) movable(terms []ast.Expr) bool {
	effects := false
	for _, e := range terms {
		effects = effects || r.hasEffect(e)
	}
	if !effects {
		return true
	}
	for _, e := range terms {
		if r.info.Types[e].Value == nil && !r.isPure(e) && !r.isPrivate(e) {
			return false
		}
	}
	return true
}

// isPure reports whether e is a call, of whose arguments the same holds as of
// the terms themselves.
func (r *rewrite) isPure(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	for _, arg := range call.Args {
		arg = ast.Unparen(arg)
		if r.info.Types[arg].Value == nil && !r.isPrivate(arg) && !r.isPure(arg) {
			return false
		}
	}
	_, isIdent := ast.Unparen(call.Fun).(*ast.Ident)
	return isIdent || typeutil.StaticCallee(r.info, call) != nil && r.isQualified(call.Fun)
}

// isQualified reports whether e names a function of another package.
func (r *rewrite) isQualified(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = r.info.Uses[id].(*types.PkgName)
	return ok
}

// hasEffect reports whether evaluating e may change a variable: it calls
// something other than a conversion, a predeclared function, strconv or what
// strings has without callbacks, or it receives.
func (r *rewrite) hasEffect(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.CallExpr:
			found = found || !r.isHarmless(n)
		}
		return !found
	})
	return found
}

func (r *rewrite) isHarmless(call *ast.CallExpr) bool {
	if r.info.Types[call.Fun].IsType() {
		return true
	}
	switch fn := typeutil.Callee(r.info, call).(type) {
	case *types.Builtin:
		return fn.Name() == "len" || fn.Name() == "cap" || fn.Name() == "min" || fn.Name() == "max"
	case *types.Func:
		if fn.Pkg() == nil || fn.Signature().Recv() != nil {
			return false
		}
		return fn.Pkg().Path() == "strconv" || fn.Pkg().Path() == "strings" && !strings.Contains(fn.Signature().Params().String(), "func(")
	}
	return false
}

// isPrivate reports whether e is a local variable that nothing but the
// statements of its function can change.
func (r *rewrite) isPrivate(e ast.Expr) bool {
	v := variable(r.info, e)
	if v == nil || v.IsField() || v.Parent() == nil || v.Parent() == v.Pkg().Scope() {
		return false
	}
	for cur := range r.top().Preorder((*ast.Ident)(nil)) {
		if r.info.Uses[cur.Node().(*ast.Ident)] == v && !isPlainUse(cur, v) {
			return false
		}
	}
	return true
}

// isPlainUse reports whether the use of v under cur neither takes its address
// nor stands in a func literal that captures it.
func isPlainUse(cur inspector.Cursor, v *types.Var) bool {
	for outer := range cur.Enclosing((*ast.FuncLit)(nil)) {
		if v.Pos() < outer.Node().Pos() {
			return false
		}
	}
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	unary, ok := cur.Parent().Node().(*ast.UnaryExpr)
	return !ok || unary.Op != token.AND
}

func (r *rewrite) top() inspector.Cursor { return declarationAround(r.owner) }

// size returns the expression for the number of bytes that are going to be
// written, "" where it is not computed easily: constants in each round of the loop
// right behind the declaration, which ends early in no case.
func (r *rewrite) size() string {
	at := -1
	for i, stmt := range r.list {
		if stmt == r.decl.stmt {
			at = i
		}
	}
	if at+1 != r.last {
		return ""
	}
	stmt := r.list[r.last]
	if labeled, ok := stmt.(*ast.LabeledStmt); ok {
		stmt = labeled.Stmt
	}
	body, rounds := r.rounds(stmt)
	if rounds == "" || leavesEarly(body) {
		return ""
	}
	bytes := 0
	for _, u := range r.uses {
		if u.index != r.last {
			continue
		}
		g, ok := r.growth(u)
		if !ok && r.isOldValue(u) {
			continue
		}
		if !ok || u.cur.Parent().Parent().Node() != body {
			return ""
		}
		for _, e := range g.addends {
			n, ok := constantLen(r.info, e)
			if !ok {
				return ""
			}
			bytes += n
		}
	}
	if bytes == 1 {
		return rounds
	}
	return fmt.Sprintf("%d * %s", bytes, rounds)
}

// rounds returns the body of a loop over a slice, an array or a map, and the
// expression for the number of its rounds.
func (r *rewrite) rounds(stmt ast.Stmt) (*ast.BlockStmt, string) {
	loop, ok := stmt.(*ast.RangeStmt)
	if !ok || !isPath(loop.X) || !r.predeclared("len", loop.Pos()) {
		return nil, ""
	}
	switch r.info.TypeOf(loop.X).Underlying().(type) {
	case *types.Slice, *types.Array, *types.Map:
		return loop.Body, "len(" + r.text.of(loop.X.Pos(), loop.X.End()) + ")"
	}
	return nil, ""
}

// isPath reports whether e is a variable or a field of one.
func isPath(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isPath(e.X)
	}
	return false
}

// leavesEarly reports whether a round of the loop may not reach its end.
func leavesEarly(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt:
			found = true
		}
		return !found
	})
	return found
}

func constantLen(info *types.Info, e ast.Expr) (int, bool) {
	v := info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return 0, false
	}
	return len(constant.StringVal(v)), true
}
