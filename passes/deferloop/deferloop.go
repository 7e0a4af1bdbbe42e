package deferloop

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/passdoc"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

//go:embed doc.go
var doc string

// Analyzer reports deferred calls that pile up in a loop.
var Analyzer = &analysis.Analyzer{
	Name:     "deferloop",
	Doc:      passdoc.MustExtract(doc, "deferloop"),
	URL:      "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/deferloop",
	Requires: []*analysis.Analyzer{inspect.Analyzer, scope.Analyzer, compiled.Analyzer},
	Run:      run,
}

// CategoryDefer is the category of all findings.
const CategoryDefer = "defer"

func run(pass *analysis.Pass) (any, error) {
	var (
		root     = pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
		places   = pass.ResultOf[scope.Analyzer].(*scope.Places)
		unit     = pass.ResultOf[compiled.Analyzer].(*compiled.Unit)
		reporter = places.Reporter(pass)
	)
	for cur := range root.Preorder((*ast.DeferStmt)(nil)) {
		stmt := cur.Node().(*ast.DeferStmt)
		place, ok := places.At(cur)
		if !ok || place.Loop == nil || !isOfLoop(cur, place.Loop) {
			continue
		}
		if keeps, ok := allocates(pass.TypesInfo, unit, stmt); ok {
			reporter.Report(analysis.Diagnostic{
				Pos:      stmt.Pos(),
				End:      stmt.Call.Lparen,
				Category: CategoryDefer,
				Message:  "deferred call allocates for " + keeps + " and is kept until the function returns, " + place.Why + "; a function called in each round ends it there, one deferred func with a loop is recorded once",
			})
		}
	}
	reporter.Finish(unit)
	return nil, nil
}

// isOfLoop reports whether the defer statement under cur belongs to the function that
// the loop is in: one of a func literal in the loop is obeyed at the end of that.
func isOfLoop(cur inspector.Cursor, loop ast.Stmt) bool {
	for outer := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if outer.Node() == loop {
			return true
		}
		if _, ok := outer.Node().(*ast.FuncLit); ok {
			return false
		}
	}
	return false
}

// allocates reports whether the statement allocates, and for what. The record of the call
// itself is one that the runtime reuses; what the call needs is not.
func allocates(info *types.Info, unit *compiled.Unit, stmt *ast.DeferStmt) (keeps string, ok bool) {
	keeps = needs(info, stmt.Call)
	allocs, err := unit.Allocs(head{stmt})
	if err != nil {
		return keeps, keeps != ""
	}
	recorded, made := false, false
	for _, a := range allocs {
		recorded = recorded || a.Kind == compiled.Defer
		made = made || a.Kind == compiled.Object
	}
	if keeps == "" {
		keeps = "its arguments"
	}
	return keeps, recorded && made
}

// head is the range of a defer statement without the body of a func literal in it.
type head struct{ *ast.DeferStmt }

// End implements [analysis.Range].
func (h head) End() token.Pos {
	if lit, ok := ast.Unparen(h.Call.Fun).(*ast.FuncLit); ok {
		return lit.Body.Lbrace
	}
	return h.DeferStmt.End()
}

// needs returns what a deferred call has to remember until it is made, "" if that is
// nothing but the function.
func needs(info *types.Info, call *ast.CallExpr) string {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.FuncLit:
		if captures(info, fun) {
			return "what its func literal captures"
		}
	case *ast.SelectorExpr:
		if sel := info.Selections[fun]; sel != nil && sel.Kind() == types.MethodVal {
			return "its receiver"
		}
	}
	for _, arg := range call.Args {
		if info.Types[arg].Value == nil {
			return "its arguments"
		}
	}
	return ""
}

// captures reports whether the func literal uses a variable of a function around it.
func captures(info *types.Info, lit *ast.FuncLit) bool {
	found := false
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return !found
		}
		v, ok := info.Uses[id].(*types.Var)
		if ok && !v.IsField() && v.Parent() != nil && v.Parent() != v.Pkg().Scope() && (v.Pos() < lit.Pos() || lit.End() <= v.Pos()) {
			found = true
		}
		return !found
	})
	return found
}
