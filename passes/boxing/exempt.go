package boxing

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

// isExempt reports whether c is left alone at place, whether it allocates or not. In
// annotated code only that is which does not belong to the steady state for certain.
func isExempt(info *types.Info, place scope.Place, c *candidate) bool {
	if isGuarded(info, c.at) || isForFailure(info, c.at) {
		return true
	}
	return !place.Annotated() && (isError(c.to) || isForTrouble(info, c.at) || isForConsole(info, c.at))
}

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

// isForTrouble reports whether cur lies within an argument of a call that tells of
// trouble. Where that is the steady state, its cost is not the trouble.
func isForTrouble(info *types.Info, cur inspector.Cursor) bool {
	for call := range callsAround(cur) {
		fn, ok := typeutil.Callee(info, call).(*types.Func)
		if ok && (isAlarm(info, call, fn) || collectsTrouble(fn)) {
			return true
		}
	}
	return false
}

// isForConsole reports whether cur lies within an argument of a call that prints to the
// standard output or the standard error. They have no buffer: each call is a system
// call, beside which a copy does not count.
func isForConsole(info *types.Info, cur inspector.Cursor) bool {
	for call := range callsAround(cur) {
		fn, ok := typeutil.Callee(info, call).(*types.Func)
		if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "fmt" {
			continue
		}
		if strings.HasPrefix(fn.Name(), "Print") || strings.HasPrefix(fn.Name(), "Fprint") && isConsole(info, call.Args[0]) {
			return true
		}
	}
	return false
}

func isConsole(info *types.Info, expr ast.Expr) bool {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, ok := info.Uses[sel.Sel].(*types.Var)
	return ok && v.Pkg() != nil && v.Pkg().Path() == "os" && (v.Name() == "Stdout" || v.Name() == "Stderr")
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
	if results.Len() != 1 || !isError(results.At(0).Type()) {
		return false
	}
	name := strings.ToLower(fn.Name())
	return fn.FullName() == "errors.New" || strings.Contains(name, "error") || strings.HasPrefix(name, "wrap")
}

func isError(typ types.Type) bool {
	return types.Identical(typ, types.Universe.Lookup("error").Type())
}

// isAlarm reports whether fn, which call calls, logs with a severity that the steady
// state does not have.
func isAlarm(info *types.Info, call *ast.CallExpr, fn *types.Func) bool {
	return begins(fn.Name(), alarms) && isOfLog(info, call, fn)
}

// isForDebugging reports whether cur lies within an argument of a call that logs what is
// of interest to who debugs only: most of the time, that level is off.
func isForDebugging(info *types.Info, cur inspector.Cursor) bool {
	for call := range callsAround(cur) {
		fn, ok := typeutil.Callee(info, call).(*types.Func)
		if ok && begins(fn.Name(), details) && isOfLog(info, call, fn) {
			return true
		}
	}
	return false
}

func begins(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// isOfLog reports whether the package of fn, its receiver, or the type that the source
// names for the latter is named for a log.
func isOfLog(info *types.Info, call *ast.CallExpr, fn *types.Func) bool {
	if fn.Pkg() != nil && isLog(fn.Pkg().Name()) {
		return true
	}
	if recv := fn.Signature().Recv(); recv != nil && isLogType(recv.Type()) {
		return true
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && info.Types[sel.X].IsValue() && isLogType(info.TypeOf(sel.X))
}

func isLogType(typ types.Type) bool {
	if ptr, ok := types.Unalias(typ).(*types.Pointer); ok {
		typ = ptr.Elem()
	}
	switch typ := typ.(type) {
	case *types.Named:
		return isLog(typ.Obj().Name())
	case *types.Alias:
		return isLog(typ.Obj().Name()) || isLogType(types.Unalias(typ))
	}
	return false
}

func isLog(name string) bool { return strings.Contains(strings.ToLower(name), "log") }

// collectsTrouble reports whether fn makes a text of its arguments, as fmt.Sprintf does, and
// its name says that this is an error or a warning: addParseErrf, newWarning.
func collectsTrouble(fn *types.Func) bool {
	sig := fn.Signature()
	if !sig.Variadic() {
		return false
	}
	slice, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice)
	if !ok || !isInterface(slice.Elem()) {
		return false
	}
	name := fn.Name()
	return slices.ContainsFunc(troubles, func(trouble string) bool {
		return strings.HasSuffix(strings.TrimSuffix(name, "f"), trouble)
	})
}

// What the methods of loggers begin with that write a line unless somebody turned
// the log down on purpose. Debug and Trace are not among them: they are called
// for nothing most of the time, and allocate all the same. With makes a logger.
var alarms = []string{"With", "Print", "Info", "Warn", "Error", "Fatal", "Panic"}

// What the others begin with.
var details = []string{"Debug", "Trace"}

// Ends of the names of functions that make a text about trouble.
var troubles = []string{"Err", "Error", "Warn", "Warning", "Failure", "errorf", "warn", "warning"}
