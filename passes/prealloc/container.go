package prealloc

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A container is a local variable that starts empty and grows.
type container struct {
	v     *types.Var
	kind  kind
	start start
	def   inspector.Cursor // *ast.Ident that declares it
	typ   ast.Expr         // its type as written
	init  ast.Expr         // its first value; nil if it is declared without
	uses  []inspector.Cursor

	// Set by findFills.
	fills    []fill
	nest     ast.Stmt           // outermost loop that holds the fills and not the declaration
	seen     []inspector.Cursor // uses that may tell nil from empty
	held     []inspector.Cursor // uses that may keep the address of an element
	captured bool               // used in a func literal
	capped   bool               // its capacity may be seen
}

type kind int

const (
	kindSlice kind = iota
	kindMap
	kindBuilder
	kindBuffer
)

type start int

const (
	startZero start = iota // var r []T, []T(nil), a named result
	startLit               // []T{}, map[K]V{}
	startMake              // make([]T, 0), make(map[K]V)
)

// A fill is one statement or call that makes a container grow.
type fill struct {
	cur   inspector.Cursor // the call of append, the assignment, the call of a Write method
	stmt  ast.Stmt
	n     int64 // by how many elements, entries or bytes
	exact bool  // of a map: no key comes twice
}

// containers returns the candidates of the package with their uses, in source order.
func (c *checker) containers() []*container {
	var list []*container
	byVar := make(map[*types.Var]*container)
	add := func(id inspector.Cursor, typ, init ast.Expr) {
		if g := c.newContainer(id, typ, init); g != nil && byVar[g.v] == nil {
			list = append(list, g)
			byVar[g.v] = g
		}
	}
	for cur := range c.root.Preorder((*ast.ValueSpec)(nil), (*ast.AssignStmt)(nil), (*ast.FuncType)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.ValueSpec:
			for i := range n.Names {
				switch {
				case n.Values == nil:
					add(cur.ChildAt(edge.ValueSpec_Names, i), n.Type, nil)
				case len(n.Values) == len(n.Names):
					add(cur.ChildAt(edge.ValueSpec_Names, i), n.Type, n.Values[i])
				}
			}
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE || len(n.Lhs) != len(n.Rhs) {
				continue
			}
			for i := range n.Lhs {
				add(cur.ChildAt(edge.AssignStmt_Lhs, i), nil, n.Rhs[i])
			}
		case *ast.FuncType:
			if n.Results == nil || !isDefinition(cur) {
				continue
			}
			for _, field := range n.Results.List {
				for _, name := range field.Names {
					if id, ok := cur.FindNode(name); ok {
						add(id, field.Type, nil)
					}
				}
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	for cur := range c.root.Preorder((*ast.Ident)(nil)) {
		if v, ok := c.pass.TypesInfo.Uses[cur.Node().(*ast.Ident)].(*types.Var); ok && byVar[v] != nil {
			byVar[v].uses = append(byVar[v].uses, cur)
		}
	}
	return list
}

// isDefinition reports whether the function type under cur is that of a function with a body here.
func isDefinition(cur inspector.Cursor) bool {
	switch parent := cur.Parent().Node().(type) {
	case *ast.FuncDecl:
		return parent.Body != nil
	case *ast.FuncLit:
		return true
	}
	return false
}

func (c *checker) newContainer(id inspector.Cursor, typ, init ast.Expr) *container {
	v, ok := c.pass.TypesInfo.Defs[id.Node().(*ast.Ident)].(*types.Var)
	if !ok || v.Kind() != types.LocalVar && v.Kind() != types.ResultVar || v.Name() == "_" {
		return nil
	}
	g := &container{v: v, def: id, typ: typ, init: init}
	if _, ok := types.Unalias(v.Type()).(*types.TypeParam); ok {
		return nil
	}
	switch v.Type().Underlying().(type) {
	case *types.Slice:
		if size, ok := elemSize(c.pass, v.Type()); ok && size == 0 {
			return nil // costs nothing
		}
		g.kind = kindSlice
	case *types.Map:
		g.kind = kindMap
	case *types.Struct:
		switch {
		case isNamed(v.Type(), "strings", "Builder"):
			g.kind = kindBuilder
		case isNamed(v.Type(), "bytes", "Buffer"):
			g.kind = kindBuffer
		default:
			return nil
		}
	default:
		return nil
	}
	if !c.startsEmpty(g) {
		return nil
	}
	return g
}

// startsEmpty reports whether g starts without elements and without capacity,
// and sets start and typ.
func (c *checker) startsEmpty(g *container) bool {
	info := c.pass.TypesInfo
	init := ast.Unparen(g.init)
	if g.init == nil || info.Types[init].IsNil() {
		return g.kind != kindMap // a nil map cannot be filled
	}
	switch init := init.(type) {
	case *ast.CompositeLit:
		g.start, g.typ = startLit, init.Type
		return len(init.Elts) == 0
	case *ast.CallExpr:
		if tv := info.Types[init.Fun]; tv.IsType() {
			g.typ = init.Fun
			return g.kind == kindSlice && len(init.Args) == 1 && info.Types[init.Args[0]].IsNil()
		}
		if !isBuiltin(info, init, "make") {
			return false
		}
		g.start, g.typ = startMake, init.Args[0]
		if g.kind == kindMap {
			return len(init.Args) == 1
		}
		n, ok := constInt(info, init.Args[len(init.Args)-1])
		return len(init.Args) == 2 && ok && n == 0
	}
	return false
}

// outgrows reports whether g, filled with n elements, costs more than what it can take for free.
func (g *container) outgrows(pass *analysis.Pass, n int64) bool {
	switch g.kind {
	case kindMap:
		return n > freeEntries
	case kindSlice:
		size, ok := elemSize(pass, g.v.Type())
		return n >= 2 && (!ok || n > freeBytes/size)
	}
	return n > freeBytes
}

// growth says how g grows, by n.
func (g *container) growth(pass *analysis.Pass, n count) string {
	name, times := g.v.Name(), n.text(false)
	switch g.kind {
	case kindMap:
		if !g.fills[0].exact {
			return fmt.Sprintf("map %s grows to at most %s entries without a size", name, times)
		}
		return fmt.Sprintf("map %s grows to %s entries without a size", name, times)
	case kindSlice:
		if size, ok := elemSize(pass, g.v.Type()); ok {
			return fmt.Sprintf("slice %s grows to %s elements of %s without capacity", name, times, bytesText(size))
		}
		return fmt.Sprintf("slice %s grows to %s elements without capacity", name, times)
	case kindBuilder:
		return fmt.Sprintf("strings.Builder %s grows to %s bytes without Grow", name, times)
	}
	return fmt.Sprintf("bytes.Buffer %s grows to %s bytes without Grow", name, times)
}

func bytesText(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// pos returns where to report g: its declaration, or, since nobody would look
// for it in a list of results, the first place where a named result grows.
func (g *container) pos() (pos, end token.Pos) {
	if g.v.Kind() == types.ResultVar {
		n := g.fills[0].cur.Node()
		return n.Pos(), n.End()
	}
	id := g.def.Node()
	switch parent := g.def.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(parent.Lhs) == 1 {
			return id.Pos(), parent.End()
		}
	case *ast.ValueSpec:
		if len(parent.Names) == 1 {
			return id.Pos(), parent.End()
		}
	}
	return id.Pos(), id.End()
}

// isNamed reports whether t is the type pkg.name of the standard library.
func isNamed(t types.Type, pkg, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	return named.Obj().Pkg().Path() == pkg && named.Obj().Name() == name
}

// isBuiltin reports whether call calls the predeclared function name.
func isBuiltin(info *types.Info, call *ast.CallExpr, name string) bool {
	b, ok := typeutil.Callee(info, call).(*types.Builtin)
	return ok && b.Name() == name
}

// constInt returns the value of e if it is a constant integer.
func constInt(info *types.Info, e ast.Expr) (int64, bool) {
	v := info.Types[e].Value
	if v == nil || constant.ToInt(v).Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(constant.ToInt(v))
}

// writes returns how many bytes a call of the Write method of that name
// appends, if that is a constant.
func writes(info *types.Info, call *ast.CallExpr, method string) (int64, bool) {
	if len(call.Args) != 1 {
		return 0, false
	}
	arg := info.Types[call.Args[0]].Value
	switch {
	case method == "WriteByte":
		return 1, true
	case method == "WriteString" && arg != nil:
		return int64(len(constant.StringVal(arg))), true
	case method == "WriteRune" && arg != nil:
		r, ok := constInt(info, call.Args[0])
		return int64(len(string(rune(r)))), ok
	}
	return 0, false
}
