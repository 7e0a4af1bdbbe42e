package boxing

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A conversion is a place where a value of a concrete type becomes an interface
// value, whether the source says so or not.
type conversion struct {
	at   inspector.Cursor // the value, or for a range loop its iteration variable
	from types.Type       // concrete, or a type parameter
	to   types.Type       // an interface
	use  use
	pos  token.Pos // where the compiler puts the conversion

	// isFixed is set for a variable that holds the same constant for as long as
	// it lives: the compiler mostly puts the constant in its place.
	isFixed bool
}

// A collector finds the conversions of a package.
type collector struct {
	pkg   *types.Package
	info  *types.Info
	fixed map[types.Object]bool
	found []*conversion
}

// conversions returns all conversions to interface types under root, in
// traversal order, of values that are neither constant nor nil.
func conversions(root inspector.Cursor, pkg *types.Package, info *types.Info) []*conversion {
	c := &collector{pkg: pkg, info: info, fixed: fixedVars(root, info)}
	for cur := range root.Preorder(
		(*ast.CallExpr)(nil), (*ast.ReturnStmt)(nil), (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil),
		(*ast.SendStmt)(nil), (*ast.IndexExpr)(nil), (*ast.CompositeLit)(nil), (*ast.RangeStmt)(nil),
		(*ast.BinaryExpr)(nil), (*ast.CaseClause)(nil),
	) {
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			c.call(cur, n)
		case *ast.ReturnStmt:
			c.results(cur, n)
		case *ast.AssignStmt:
			c.assign(cur, n)
		case *ast.ValueSpec:
			c.declare(cur, n)
		case *ast.SendStmt:
			c.send(cur, n)
		case *ast.IndexExpr:
			c.index(cur, n)
		case *ast.CompositeLit:
			c.literal(cur, n)
		case *ast.RangeStmt:
			c.iterate(cur, n)
		case *ast.BinaryExpr:
			c.compare(cur, n)
		case *ast.CaseClause:
			c.compareCases(cur, n)
		}
	}
	return c.found
}

func (c *collector) call(cur inspector.Cursor, call *ast.CallExpr) {
	tv := c.info.Types[call.Fun]
	if tv.IsType() {
		if len(call.Args) == 1 {
			c.add(cur.ChildAt(edge.CallExpr_Args, 0), call.Args[0], nil, target{tv.Type, use{category: categoryConversion}})
		}
		return
	}
	if tv.Type == nil {
		return
	}
	sig, ok := tv.Type.Underlying().(*types.Signature)
	if !ok {
		return // a type parameter, or a builtin that has no arguments of interface type
	}
	u := c.argument(call)
	c.values(cur, edge.CallExpr_Args, call.Args, func(i int) target {
		param := parameter(sig, i, call.Ellipsis.IsValid())
		if param == nil {
			return target{}
		}
		u := u
		u.param = param
		typ := param.Type()
		if sig.Variadic() && i >= sig.Params().Len()-1 && !call.Ellipsis.IsValid() {
			if slice, ok := typ.Underlying().(*types.Slice); ok { // not so for append([]byte, string...)
				typ, u.list = slice.Elem(), call
			}
		}
		return target{typ, u}
	})
}

// parameter returns the parameter of sig that the i-th argument is for.
func parameter(sig *types.Signature, i int, spread bool) *types.Var {
	n := sig.Params().Len()
	if sig.Variadic() && !spread && i >= n-1 {
		i = n - 1
	}
	if i >= n {
		return nil
	}
	return sig.Params().At(i)
}

func (c *collector) results(cur inspector.Cursor, ret *ast.ReturnStmt) {
	sig := c.enclosingSignature(cur)
	if sig == nil {
		return
	}
	c.values(cur, edge.ReturnStmt_Results, ret.Results, func(i int) target {
		if i >= sig.Results().Len() {
			return target{}
		}
		return target{sig.Results().At(i).Type(), use{category: categoryReturn, what: "a result", escapes: true}}
	})
}

// enclosingSignature returns the signature of the function around cur.
func (c *collector) enclosingSignature(cur inspector.Cursor) *types.Signature {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch fn := fn.Node().(type) {
		case *ast.FuncDecl:
			if obj, ok := c.info.Defs[fn.Name].(*types.Func); ok {
				return obj.Signature()
			}
		case *ast.FuncLit:
			sig, _ := c.info.TypeOf(fn).(*types.Signature)
			return sig
		}
		return nil
	}
	return nil
}

func (c *collector) assign(cur inspector.Cursor, assign *ast.AssignStmt) {
	if assign.Tok != token.ASSIGN && assign.Tok != token.DEFINE {
		return // += and its kin are not for interfaces
	}
	c.values(cur, edge.AssignStmt_Rhs, assign.Rhs, func(i int) target {
		if i >= len(assign.Lhs) {
			return target{}
		}
		return c.assigned(assign.Lhs[i])
	})
}

// assigned returns the target that an assignment to lhs makes.
func (c *collector) assigned(lhs ast.Expr) target {
	u := use{category: categoryAssignment, what: "the assignment to " + types.ExprString(lhs), escapes: c.isHeap(lhs)}
	return target{c.info.TypeOf(lhs), u}
}

func (c *collector) declare(cur inspector.Cursor, spec *ast.ValueSpec) {
	if spec.Type == nil {
		return
	}
	c.values(cur, edge.ValueSpec_Values, spec.Values, func(i int) target {
		if i >= len(spec.Names) {
			return target{}
		}
		u := use{category: categoryAssignment, what: "the declaration of " + spec.Names[i].Name}
		return target{c.info.TypeOf(spec.Type), u}
	})
}

func (c *collector) send(cur inspector.Cursor, send *ast.SendStmt) {
	if ch, ok := c.underlying(send.Chan).(*types.Chan); ok {
		u := use{category: categorySend, what: "the send on " + types.ExprString(send.Chan), escapes: true}
		c.add(cur.ChildAt(edge.SendStmt_Value, -1), send.Value, nil, target{ch.Elem(), u})
	}
}

func (c *collector) index(cur inspector.Cursor, index *ast.IndexExpr) {
	if m, ok := c.underlying(index.X).(*types.Map); ok {
		u := use{category: categoryKey, what: "a key of " + types.ExprString(index.X), escapes: isStored(cur)}
		c.add(cur.ChildAt(edge.IndexExpr_Index, -1), index.Index, nil, target{m.Key(), u})
	}
}

// isStored reports whether the expression under cur is assigned to.
func isStored(cur inspector.Cursor) bool {
	kind := cur.ParentEdgeKind()
	return kind == edge.AssignStmt_Lhs || kind == edge.IncDecStmt_X
}

func (c *collector) literal(cur inspector.Cursor, lit *ast.CompositeLit) {
	typ := c.info.TypeOf(lit)
	if typ == nil {
		return
	}
	if ptr, ok := typ.Underlying().(*types.Pointer); ok { // elided, in a literal around it
		typ = ptr.Elem()
	}
	element := use{category: categoryElement, what: "an element of " + c.name(typ)}
	for i, elt := range lit.Elts {
		at, value := cur.ChildAt(edge.CompositeLit_Elts, i), elt
		pair, keyed := elt.(*ast.KeyValueExpr)
		if keyed {
			at, value = at.ChildAt(edge.KeyValueExpr_Value, -1), pair.Value
		}
		switch core := typ.Underlying().(type) {
		case *types.Struct:
			c.field(at, value, typ, core, i, pair)
		case *types.Slice:
			c.add(at, value, nil, target{core.Elem(), element})
		case *types.Array:
			c.add(at, value, nil, target{core.Elem(), element})
		case *types.Map:
			if keyed {
				key := use{category: categoryKey, what: "a key of " + c.name(typ)}
				c.add(cur.ChildAt(edge.CompositeLit_Elts, i).ChildAt(edge.KeyValueExpr_Key, -1), pair.Key, nil, target{core.Key(), key})
			}
			c.add(at, value, nil, target{core.Elem(), element})
		}
	}
}

// field adds the value of a field of a struct literal; pair is nil if it is not
// keyed.
func (c *collector) field(at inspector.Cursor, value ast.Expr, typ types.Type, s *types.Struct, i int, pair *ast.KeyValueExpr) {
	var field *types.Var
	if pair != nil {
		if id, ok := pair.Key.(*ast.Ident); ok {
			field, _ = c.info.Uses[id].(*types.Var)
		}
	} else if i < s.NumFields() {
		field = s.Field(i)
	}
	if field == nil {
		return
	}
	u := use{category: categoryElement, what: "field " + field.Name() + " of " + c.name(typ)}
	c.add(at, value, nil, target{field.Type(), u})
}

// compare adds the comparison of a value with an interface. The compiler
// compares in place, but for values that are too large for a copy on the stack.
func (c *collector) compare(cur inspector.Cursor, cmp *ast.BinaryExpr) {
	if cmp.Op != token.EQL && cmp.Op != token.NEQ {
		return
	}
	u := use{category: categoryComparison, what: "the comparison with " + types.ExprString(cmp.X)}
	c.add(cur.ChildAt(edge.BinaryExpr_Y, -1), cmp.Y, nil, target{c.info.TypeOf(cmp.X), u})
	u.what = "the comparison with " + types.ExprString(cmp.Y)
	c.add(cur.ChildAt(edge.BinaryExpr_X, -1), cmp.X, nil, target{c.info.TypeOf(cmp.Y), u})
}

func (c *collector) compareCases(cur inspector.Cursor, clause *ast.CaseClause) {
	sw, ok := cur.Parent().Parent().Node().(*ast.SwitchStmt)
	if !ok || sw.Tag == nil {
		return
	}
	u := use{category: categoryComparison, what: "the comparison with " + types.ExprString(sw.Tag)}
	for i, expr := range clause.List {
		c.add(cur.ChildAt(edge.CaseClause_List, i), expr, nil, target{c.info.TypeOf(sw.Tag), u})
	}
}

// values adds the conversions of exprs, children of cur, to what goal says for
// each; a single expr can stand for several values.
func (c *collector) values(cur inspector.Cursor, kind edge.Kind, exprs []ast.Expr, goal func(i int) target) {
	if len(exprs) == 1 {
		if tuple, ok := c.info.TypeOf(exprs[0]).(*types.Tuple); ok {
			for i := range tuple.Len() {
				c.add(cur.ChildAt(kind, 0), exprs[0], tuple.At(i).Type(), goal(i))
			}
			return
		}
	}
	for i, expr := range exprs {
		c.add(cur.ChildAt(kind, i), expr, nil, goal(i))
	}
}

// add adds the conversion of expr, which is of type from, or of its own type
// if from is nil, if there is one.
func (c *collector) add(at inspector.Cursor, expr ast.Expr, from types.Type, t target) {
	if from == nil {
		tv := c.info.Types[expr]
		if tv.Type == nil || tv.Value != nil || !tv.IsValue() {
			return // a constant lies in read-only data
		}
		from = tv.Type
	}
	if t.typ == nil || !isInterface(t.typ) || isInterface(from) {
		return
	}
	if basic, ok := from.(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 || from == types.Typ[types.UntypedNil] {
		return // nil, or a bool
	}
	if isStatic(c.info, expr) {
		return
	}
	id, _ := ast.Unparen(expr).(*ast.Ident)
	c.found = append(c.found, &conversion{
		at:      at,
		from:    from,
		to:      t.typ,
		use:     t.use,
		pos:     syntaxPos(expr),
		isFixed: id != nil && c.fixed[c.info.Uses[id]],
	})
}

func (c *collector) underlying(expr ast.Expr) types.Type {
	if typ := c.info.TypeOf(expr); typ != nil {
		return typ.Underlying()
	}
	return nil
}

func (c *collector) name(typ types.Type) string {
	return typeName(c.pkg, typ)
}
