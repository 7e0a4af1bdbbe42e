package boxing

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// isGuarded reports whether cur lies within the arguments of a variadic call, as
// loggers have, in the body of an if statement that asks whether some output is
// wanted at all:
//
//	if log.Enabled(ctx, slog.LevelDebug) { log.Debug("got", "n", n) }
//
// Such code is there to not run.
func isGuarded(info *types.Info, cur inspector.Cursor) bool {
	if !isOutput(info, cur) {
		return false
	}
	for c := range cur.Enclosing() {
		if c.ParentEdgeKind() == edge.IfStmt_Body && asksForOutput(c.Parent().Node().(*ast.IfStmt).Cond) {
			return true
		}
	}
	return false
}

func isOutput(info *types.Info, cur inspector.Cursor) bool {
	for call := range callsAround(cur) {
		if sig, ok := info.TypeOf(call.Fun).(*types.Signature); ok && sig.Variadic() && !isBuiltin(info, call) {
			return true
		}
	}
	return false
}

func isBuiltin(info *types.Info, call *ast.CallExpr) bool {
	_, ok := typeutil.Callee(info, call).(*types.Builtin)
	return ok
}

// asksForOutput reports whether cond holds only if something with a name that speaks
// of debugging does: a variable, field or call.
func asksForOutput(cond ast.Expr) bool {
	switch cond := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		return cond.Op == token.LAND && (asksForOutput(cond.X) || asksForOutput(cond.Y))
	case *ast.CallExpr:
		return asksForOutput(cond.Fun)
	case *ast.SelectorExpr:
		return asksForOutput(cond.Sel) || asksForOutput(cond.X)
	case *ast.Ident:
		name := strings.ToLower(cond.Name)
		return cond.Name == "V" ||
			strings.Contains(name, "enabled") || strings.Contains(name, "debug") ||
			strings.Contains(name, "verbose") || strings.Contains(name, "trace")
	}
	return false
}

// isForFailure reports whether cur lies within an argument of a call that fails or
// makes an error. Mostly scope knows it for a failing path; but it does not know the
// loggers of other packages, and an error can also be collected.
func isForFailure(info *types.Info, cur inspector.Cursor) bool {
	for call := range callsAround(cur) {
		if fn, ok := typeutil.Callee(info, call).(*types.Func); ok && (isFatal(fn) || makesError(fn)) {
			return true
		}
	}
	return false
}

// callsAround yields the calls in whose arguments cur lies, innermost first.
func callsAround(cur inspector.Cursor) iter.Seq[*ast.CallExpr] {
	return func(yield func(*ast.CallExpr) bool) {
		for c := range cur.Enclosing() {
			if _, ok := c.Node().(ast.Expr); !ok {
				return
			}
			if c.ParentEdgeKind() == edge.CallExpr_Args && !yield(c.Parent().Node().(*ast.CallExpr)) {
				return
			}
		}
	}
}

// isFatal reports whether fn is named like a function that does not return.
func isFatal(fn *types.Func) bool {
	name := strings.ToLower(fn.Name())
	return strings.HasPrefix(name, "fatal") || strings.HasPrefix(name, "panic")
}

// makesError reports whether fn returns an error and nothing else, and its name says
// that this is what it is for.
func makesError(fn *types.Func) bool {
	results := fn.Signature().Results()
	if results.Len() != 1 || !types.Identical(results.At(0).Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	name := strings.ToLower(fn.Name())
	return fn.FullName() == "errors.New" || strings.Contains(name, "error") || strings.HasPrefix(name, "wrap")
}
