package pool

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"
)

// checkPools looks at pools as such: whether they can make what they hand out, whether
// they outlive the call, and whether what they hold is emptied.
func (c *checker) checkPools(root inspector.Cursor) {
	withNew := c.poolsWithNew(root)
	for _, g := range c.ops.gets {
		c.checkNew(g, withNew)
		c.checkBrief(g)
	}
	for _, p := range c.ops.puts {
		c.checkStale(p)
		if flagGrowth {
			c.checkGrowth(p)
		}
	}
}

// poolsWithNew returns the variables and fields of the package whose pools have New.
func (c *checker) poolsWithNew(root inspector.Cursor) map[types.Object]bool {
	info := c.pass.TypesInfo
	with := make(map[types.Object]bool)
	for cur := range root.Preorder((*ast.KeyValueExpr)(nil), (*ast.AssignStmt)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && isPoolNew(info.Uses[key]) {
				for holder := range holders(info, cur) {
					with[holder] = true
				}
			}
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
				if ok && isPoolNew(info.Uses[sel.Sel]) {
					with[objectOf(info, sel.X)] = true
				}
			}
		}
	}
	return with
}

// holders returns what may hold the composite literal around the element under cur: the
// variables and fields that are declared, assigned to, or named by a key around it.
func holders(info *types.Info, cur inspector.Cursor) map[types.Object]bool {
	found := make(map[types.Object]bool)
	for outer := range cur.Parent().Enclosing() {
		switch n := outer.Node().(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				found[info.Uses[key]] = true
			}
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				found[objectOf(info, lhs)] = true
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				found[info.Defs[name]] = true
			}
		case *ast.FuncDecl, *ast.FuncLit:
			return found
		}
	}
	return found
}

func objectOf(info *types.Info, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return info.ObjectOf(e)
	case *ast.SelectorExpr:
		return info.Uses[e.Sel]
	case *ast.StarExpr:
		return objectOf(info, e.X)
	case *ast.IndexExpr:
		return objectOf(info, e.X)
	}
	return nil
}

func isPoolNew(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	return ok && v.IsField() && v.Name() == "New" && v.Pkg() != nil && v.Pkg().Path() == "sync"
}

// checkNew: the pool has no New, so that Get returns nil at first, and what it returns is
// asserted to have a type.
func (c *checker) checkNew(g *get, with map[types.Object]bool) {
	v, ok := g.pool.(*types.Var)
	// An exported one may be set from elsewhere.
	if !ok || with[v] || v.Exported() || v.Embedded() || v.Pkg() != c.pass.Pkg || v.Type().String() != "sync.Pool" {
		return
	}
	for _, ref := range *g.call.Referrers() {
		assert, ok := ref.(*ssa.TypeAssert)
		if ok && !assert.CommaOk && !c.isTested(g) {
			c.report(g.call, CategoryNoNew, "Get of "+v.Name()+" returns nil while the pool is empty, since it has no New: the type assertion panics")
		}
	}
}

// isTested reports whether what g returns is compared with nil.
func (c *checker) isTested(g *get) bool {
	for _, ref := range *g.call.Referrers() {
		if _, ok := ref.(*ssa.BinOp); ok {
			return true
		}
	}
	return false
}

// checkBrief: the pool is a variable of the function that uses it, and gone with the call.
func (c *checker) checkBrief(g *get) {
	if len(g.call.Call.Args) == 0 {
		return // a function that wraps Get
	}
	alloc, ok := g.call.Call.Args[0].(*ssa.Alloc)
	if !ok || alloc.Type().String() != "*sync.Pool" || alloc.Parent() != g.call.Parent() {
		return
	}
	for _, ref := range *alloc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr, *ssa.DebugRef:
		case *ssa.Store:
			if ref.Addr != alloc {
				return
			}
		case *ssa.Call:
			if name := fullNameOf(ref.Common()); name != "(*sync.Pool).Get" && name != "(*sync.Pool).Put" {
				return
			}
		case *ssa.Defer:
			if fullNameOf(ref.Common()) != "(*sync.Pool).Put" {
				return
			}
		default:
			return // a func literal or goroutine may share it
		}
	}
	c.report(g.call, CategoryBrief, "the pool is made in each call, and empty: it saves nothing; a package variable serves all calls")
}

func fullNameOf(call *ssa.CallCommon) string {
	if fn := call.StaticCallee(); fn != nil {
		return fullName(fn)
	}
	return ""
}

// resets lists types of the standard library that keep what they hold until it is taken
// away, with the methods that do.
var resets = map[string][]string{
	"*bytes.Buffer": {"Reset", "Truncate", "ReadFrom", "Next"},
}

// checkStale: a buffer is put back full, and nothing in the package ever empties one.
func (c *checker) checkStale(p *put) {
	if !p.direct || p.pool == nil {
		return
	}
	boxed, ok := p.value.(*ssa.MakeInterface)
	if !ok {
		return
	}
	name := boxed.X.Type().String()
	methods := resets[name]
	if methods == nil || !c.isTaken(root(p.value)) || !c.fills(root(p.value)) || c.everCalls(name, methods...) {
		return
	}
	c.report(p.instr, CategoryStale, fmt.Sprintf("a %s is put back with what it holds, and never Reset: the next user appends to it", name))
}

// fills reports whether something is written to a buffer: a method of that name is called.
func (c *checker) fills(v ssa.Value) bool {
	for alias := range aliases(v, false) {
		for _, ref := range *alias.Referrers() {
			if call, ok := ref.(ssa.CallInstruction); ok && len(call.Common().Args) > 0 {
				return true
			}
		}
	}
	return false
}

// everCalls reports whether the package calls one of the methods of a type anywhere.
func (c *checker) everCalls(typ string, methods ...string) bool {
	for _, fn := range c.form.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if call.Common().IsInvoke() {
					if call.Common().Method.Name() == "Reset" {
						return true
					}
					continue
				}
				for _, m := range methods {
					if fullNameOf(call.Common()) == "("+typ+")."+m {
						return true
					}
				}
			}
		}
	}
	return false
}

// checkGrowth: a buffer is put back whatever it has grown to, and no capacity is looked at
// in the function.
func (c *checker) checkGrowth(p *put) {
	boxed, ok := p.value.(*ssa.MakeInterface)
	if !ok || !p.direct {
		return
	}
	switch t := boxed.X.Type().String(); t {
	case "*bytes.Buffer", "*[]byte":
		for _, b := range p.instr.Parent().Blocks {
			for _, instr := range b.Instrs {
				if looksAtSize(instr) {
					return
				}
			}
		}
		c.report(p.instr, CategoryGrowth, fmt.Sprintf("a %s is put back whatever it has grown to: one that was large once stays so; leave those over a bound to the collector", t))
	}
}

func looksAtSize(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		return b.Name() == "cap"
	}
	name := fullNameOf(call.Common())
	return name == "(*bytes.Buffer).Cap" || name == "(*bytes.Buffer).Len"
}
