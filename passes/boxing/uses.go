package boxing

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// A use is what a value is converted for.
type use struct {
	category string
	what     string // "an argument of fmt.Fprintf"; "" if the source names the conversion

	// Of an argument:
	callee string        // "fmt.Fprintf"
	param  *types.Var    // what it is for
	list   *ast.CallExpr // the call, if param is variadic

	// escapes is set if the compiler moves whatever is used like that to the
	// heap, without regard to what happens to it there.
	escapes bool
}

// A target is what one of several values is converted to, and why. Its type is
// nil for the blank identifier.
type target struct {
	typ types.Type
	use use
}

// argument returns the use of the arguments of call.
func (c *collector) argument(call *ast.CallExpr) use {
	callee := typeutil.Callee(c.info, call)
	name := c.calleeName(call, callee)
	return use{
		category: categoryArgument,
		what:     "an argument of " + name,
		callee:   name,
		escapes:  leaks(callee),
	}
}

// calleeName names what call calls like types are named in messages.
func (c *collector) calleeName(call *ast.CallExpr, callee types.Object) string {
	fn, ok := callee.(*types.Func)
	if !ok {
		if _, lit := ast.Unparen(call.Fun).(*ast.FuncLit); lit {
			return "a func literal"
		}
		return types.ExprString(call.Fun)
	}
	qualifier := qualifier(c.pkg)
	if fn.Signature().Recv() == nil {
		return qualified(fn, qualifier)
	}
	// Of a promoted method the type that the source names is the better one.
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		typ := c.info.TypeOf(sel.X)
		if ptr, ok := types.Unalias(typ).(*types.Pointer); ok {
			typ = ptr.Elem()
		}
		if named, ok := types.Unalias(typ).(*types.Named); ok {
			return qualified(named.Obj(), qualifier) + "." + fn.Name()
		}
	}
	return types.ExprString(call.Fun)
}

func qualified(obj types.Object, qualifier types.Qualifier) string {
	if obj.Pkg() != nil {
		if path := qualifier(obj.Pkg()); path != "" {
			return path + "." + obj.Name()
		}
	}
	return obj.Name()
}

// leaks reports whether callee lets its arguments of interface type escape: the
// compiler assumes so of what it does not know.
func leaks(callee types.Object) bool {
	switch callee := callee.(type) {
	case *types.Func:
		if recv := callee.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			return true
		}
		if callee.Pkg() == nil || !callee.Signature().Variadic() {
			return false
		}
		switch callee.Pkg().Path() {
		case "fmt", "log", "log/slog": // those of fmt reach methods of their arguments
			return true
		}
	case *types.Builtin:
		return callee.Name() == "append" || callee.Name() == "panic"
	case *types.Var:
		kind := callee.Kind()
		return kind == types.PackageVar || kind == types.ParamVar || kind == types.FieldVar
	}
	return false
}

// isHeap reports whether the compiler takes what is stored in lhs for escaping. It does
// so for everything behind a pointer, wherever that points.
func (c *collector) isHeap(lhs ast.Expr) bool {
	switch lhs := ast.Unparen(lhs).(type) {
	case *ast.Ident:
		return c.isPackageVar(lhs)
	case *ast.StarExpr:
		return true
	case *ast.SelectorExpr:
		sel, ok := c.info.Selections[lhs]
		if !ok {
			return c.isPackageVar(lhs.Sel)
		}
		_, pointer := sel.Recv().Underlying().(*types.Pointer)
		return pointer || sel.Indirect() || c.isHeap(lhs.X)
	case *ast.IndexExpr:
		if _, ok := c.underlying(lhs.X).(*types.Array); ok {
			return c.isHeap(lhs.X)
		}
		return true
	}
	return false
}

func (c *collector) isPackageVar(id *ast.Ident) bool {
	v, ok := c.info.ObjectOf(id).(*types.Var)
	return ok && v.Kind() == types.PackageVar
}
