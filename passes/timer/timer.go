package timer

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/passdoc"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

//go:embed doc.go
var doc string

// Analyzer reports timers and contexts that are made anew in each round of a loop.
var Analyzer = &analysis.Analyzer{
	Name:     "timer",
	Doc:      passdoc.MustExtract(doc, "timer"),
	URL:      "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/timer",
	Requires: []*analysis.Analyzer{inspect.Analyzer, scope.Analyzer, compiled.Analyzer},
	Run:      run,
}

// Categories of findings.
const (
	CategorySleep   = "sleep"   // <-time.After(d)
	CategoryTimer   = "timer"   // time.After, time.Tick, time.NewTimer, time.NewTicker
	CategoryContext = "context" // context.WithTimeout and its kin
)

func run(pass *analysis.Pass) (any, error) {
	c := &checker{
		pass:   pass,
		places: pass.ResultOf[scope.Analyzer].(*scope.Places),
	}
	c.reporter = c.places.Reporter(pass)
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	for cur := range root.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		fn, _ := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
		if fn == nil || made[fn.FullName()] == "" {
			continue
		}
		if place, ok := c.places.At(cur); ok {
			c.check(cur, fn, place)
		}
	}
	// These functions allocate in their own code, whatever is compiled of the package.
	c.reporter.Finish(pass.ResultOf[compiled.Analyzer].(*compiled.Unit))
	return nil, nil
}

// made lists the functions that are looked at, with what they make. A test measures that
// each of them allocates.
var made = map[string]string{
	"time.After":                "a timer and its channel",
	"time.Tick":                 "a ticker and its channel",
	"time.NewTimer":             "a timer and its channel",
	"time.NewTicker":            "a ticker and its channel",
	"context.WithCancel":        "a context",
	"context.WithCancelCause":   "a context",
	"context.WithTimeout":       "a context and its timer",
	"context.WithTimeoutCause":  "a context and its timer",
	"context.WithDeadline":      "a context and its timer",
	"context.WithDeadlineCause": "a context and its timer",
	"context.WithValue":         "a context",
	"context.WithoutCancel":     "a context",
}

type checker struct {
	pass     *analysis.Pass
	places   *scope.Places
	reporter *scope.Reporter
}

func (c *checker) check(cur inspector.Cursor, fn *types.Func, place scope.Place) {
	switch fn.FullName() {
	case "time.After":
		if sleep, ok := sleeps(cur); ok {
			c.report(cur, fn, place, CategorySleep, "time.Sleep waits without", c.sleep(cur, sleep))
			return
		}
		if place.Annotated() || !onlyWaits(cur) {
			remedy := "one timer for all rounds, Reset in each, allocates once"
			if !c.resets(cur.Node().(*ast.CallExpr)) {
				remedy = "one timer for all rounds, in each stopped, its channel emptied and Reset, allocates once"
			}
			c.report(cur, fn, place, CategoryTimer, remedy, c.hoist(cur))
		}
	case "time.Tick":
		c.report(cur, fn, place, CategoryTimer, "one ticker for all rounds allocates once", nil)
	case "time.NewTimer", "time.NewTicker":
		if place.Annotated() || c.staysIn(cur, place.Loop) {
			c.report(cur, fn, place, CategoryTimer, "one for all rounds, Reset in each, allocates once", nil)
		}
	default:
		c.context(cur, fn, place)
	}
}

func (c *checker) report(cur inspector.Cursor, fn *types.Func, place scope.Place, category, remedy string, fixes []analysis.SuggestedFix) {
	call := cur.Node().(*ast.CallExpr)
	c.reporter.Report(analysis.Diagnostic{
		Pos:            call.Pos(),
		End:            call.End(),
		Category:       category,
		Message:        fmt.Sprintf("%s.%s makes %s, %s; %s", fn.Pkg().Name(), fn.Name(), made[fn.FullName()], place.Why, remedy),
		SuggestedFixes: fixes,
	})
}

// sleeps returns the statement that does nothing but wait for the channel of the call
// under cur.
func sleeps(cur inspector.Cursor) (ast.Stmt, bool) {
	recv := cur.Parent()
	if u, ok := recv.Node().(*ast.UnaryExpr); !ok || u.Op != token.ARROW {
		return nil, false
	}
	stmt, ok := recv.Parent().Node().(*ast.ExprStmt)
	return stmt, ok && recv.Parent().ParentEdgeKind() != edge.CommClause_Comm
}

// sleep returns the fix that sleeps instead.
func (c *checker) sleep(cur inspector.Cursor, stmt ast.Stmt) []analysis.SuggestedFix {
	call := cur.Node().(*ast.CallExpr)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	// <-time.After(d)
	// ---------------
	// time.Sleep(d)
	return []analysis.SuggestedFix{{
		Message: "Use time.Sleep",
		TextEdits: []analysis.TextEdit{
			{Pos: stmt.Pos(), End: call.Pos()},
			{Pos: sel.Sel.Pos(), End: sel.Sel.End(), NewText: []byte("Sleep")},
		},
	}}
}

// onlyWaits reports whether the call under cur is the channel of a select statement whose
// other cases all leave the loop: each round takes as long as the timer, and what it
// allocates does not matter.
func onlyWaits(cur inspector.Cursor) bool {
	for outer := range cur.Enclosing((*ast.SelectStmt)(nil)) {
		for _, clause := range outer.Node().(*ast.SelectStmt).Body.List {
			clause := clause.(*ast.CommClause)
			if clause.Comm == nil {
				return false // it does not wait
			}
			if clause.Pos() <= cur.Node().Pos() && cur.Node().End() <= clause.Colon {
				continue
			}
			if !leaves(clause.Body) {
				return false
			}
		}
		return true
	}
	return false
}

// leaves reports whether the statements end in one that leaves the function, or a labelled
// loop. A break without a label leaves the select statement alone.
func leaves(body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch last := body[len(body)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.BREAK && last.Label != nil || last.Tok == token.GOTO
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "panic"
	}
	return false
}

// context reports a context that is made anew though it is the same in each round. One
// that ends by itself or is cancelled has a time of its own for a reason: only where nothing
// at all is to be allocated is that worth a word.
func (c *checker) context(cur inspector.Cursor, fn *types.Func, place scope.Place) {
	if fn.Name() != "WithValue" && fn.Name() != "WithoutCancel" {
		if place.Annotated() {
			c.report(cur, fn, place, CategoryContext, "one for all calls, or a deadline of the connection, allocates once", nil)
		}
		return
	}
	if place.Annotated() || place.Loop != nil && c.staysIn(cur, place.Loop) && c.isSame(cur.Node().(*ast.CallExpr), place.Loop) {
		c.report(cur, fn, place, CategoryContext, "made before, it serves all rounds", nil)
	}
}

// isSame reports whether the arguments are the same in each round of the loop: constants,
// and variables declared and last assigned to outside.
func (c *checker) isSame(call *ast.CallExpr, loop ast.Stmt) bool {
	same := true
	fn := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.FuncLit, *ast.UnaryExpr, *ast.IndexExpr, *ast.StarExpr:
			same = same && c.pass.TypesInfo.Types[n.(ast.Expr)].IsType()
		case *ast.Ident:
			if v, ok := c.pass.TypesInfo.Uses[n].(*types.Var); ok {
				same = same && !(loop.Pos() <= v.Pos() && v.Pos() < loop.End()) && !c.isAssigned(v, loop)
			}
		}
		return same
	}
	for _, arg := range call.Args {
		ast.Inspect(arg, fn)
	}
	return same
}

// isAssigned reports whether the variable is assigned to, or its address taken, in the loop.
func (c *checker) isAssigned(v *types.Var, loop ast.Stmt) bool {
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && c.pass.TypesInfo.ObjectOf(id) == v
	}
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				found = found || is(lhs)
			}
		case *ast.IncDecStmt:
			found = found || is(n.X)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && is(n.X)
		case *ast.RangeStmt:
			found = found || n.Key != nil && is(n.Key) || n.Value != nil && is(n.Value)
		}
		return !found
	})
	return found
}
