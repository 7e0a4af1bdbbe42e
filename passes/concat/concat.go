package concat

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

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/passdoc"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

//go:embed doc.go
var doc string

// Analyzer reports strings that grow piece by piece in a loop.
var Analyzer = &analysis.Analyzer{
	Name:     "concat",
	Doc:      passdoc.MustExtract(doc, "concat"),
	URL:      "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/concat",
	Requires: []*analysis.Analyzer{inspect.Analyzer, scope.Analyzer, compiled.Analyzer},
	Run:      run,
}

// Categories of findings.
const (
	CategoryAccumulate = "accumulate" // s += x, s = s + x
	CategoryPrepend    = "prepend"    // s = x + s
	CategorySprintf    = "sprintf"    // s = fmt.Sprintf("%s%d", s, x), strings.Join
	CategoryWritten    = "written"    // buf.WriteString(x + y)
)

// A checker is the state of the pass over one package.
type checker struct {
	pass     *analysis.Pass
	places   *scope.Places
	reporter *scope.Reporter
	unit     *compiled.Unit

	fixed map[*types.Var]bool          // whether a fix was offered, or found impossible
	names map[ast.Node]map[string]bool // builders named so far, by declaration around
}

func run(pass *analysis.Pass) (any, error) {
	c := &checker{
		pass:   pass,
		places: pass.ResultOf[scope.Analyzer].(*scope.Places),
		unit:   pass.ResultOf[compiled.Analyzer].(*compiled.Unit),
		fixed:  make(map[*types.Var]bool),
		names:  make(map[ast.Node]map[string]bool),
	}
	c.reporter = c.places.Reporter(pass)
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	for cur := range root.Preorder((*ast.AssignStmt)(nil)) {
		assign := cur.Node().(*ast.AssignStmt)
		for i := range assign.Lhs {
			if g, ok := growthOf(pass.TypesInfo, assign, i); ok {
				c.checkGrowth(cur, g)
			}
		}
	}
	for cur := range root.Preorder((*ast.CallExpr)(nil)) {
		c.checkWritten(cur)
	}
	c.reporter.Finish(c.unit)
	return nil, nil
}

// checkGrowth reports the assignment under cur, which makes g.target longer,
// if it is repeated with what the previous round left there.
func (c *checker) checkGrowth(cur inspector.Cursor, g growth) {
	place, ok := c.repeated(cur, g)
	if !ok || !c.confirmed(cur, g) {
		return
	}
	diag := analysis.Diagnostic{
		Pos:      g.assign.Pos(),
		End:      g.assign.End(),
		Category: g.category,
		Message:  message(c.pass.TypesInfo, g) + ", " + place.Why,
	}
	v := variable(c.pass.TypesInfo, g.target)
	if v != nil {
		diag.Related = []analysis.RelatedInformation{{
			Pos:     v.Pos(),
			End:     v.Pos() + token.Pos(len(v.Name())),
			Message: v.Name() + " is declared here",
		}}
	}
	if v != nil && !c.fixed[v] {
		c.fixed[v] = true
		if fix, ok := builderFix(c, cur, v); ok {
			diag.SuggestedFixes = []analysis.SuggestedFix{fix}
		}
	}
	c.reporter.Report(diag)
}

// repeated returns the place that makes the assignment under cur run again and
// again on one string, and whether there is one: a loop around it or, if
// it stands in a closure that a local variable holds, around a call of that.
func (c *checker) repeated(cur inspector.Cursor, g growth) (scope.Place, bool) {
	d := dependencies(c.pass.TypesInfo, g.target)
	if d == nil {
		return scope.Place{}, false
	}
	if place, ok := c.places.At(cur); ok {
		r, found := regionOf(c.pass.TypesInfo, place, cur)
		if found {
			return place, !d.declaredIn(r) && !d.renewed(cur, r)
		}
	}
	lit, calls := callsOfClosure(c.pass.TypesInfo, cur)
	if lit == nil || d.declaredIn(region{pos: lit.Pos(), end: lit.End()}) || d.renewed(cur, region{pos: lit.Pos(), end: lit.End()}) {
		return scope.Place{}, false
	}
	for _, call := range calls {
		place, ok := c.places.At(call)
		if !ok {
			continue
		}
		r, found := regionOf(c.pass.TypesInfo, place, call)
		if found && !d.declaredIn(r) && !d.renewed(call, r) {
			return place, true
		}
	}
	return scope.Place{}, false
}

// callsOfClosure returns the innermost func literal around cur and the calls
// of the local variable that it is the value of, if there is such a one.
func callsOfClosure(info *types.Info, cur inspector.Cursor) (*ast.FuncLit, []inspector.Cursor) {
	for outer := range cur.Enclosing((*ast.FuncLit)(nil)) {
		holder := holderOf(info, outer)
		if holder == nil {
			return nil, nil
		}
		top := declarationAround(cur)
		var calls []inspector.Cursor
		for call := range top.Preorder((*ast.CallExpr)(nil)) {
			fun, ok := ast.Unparen(call.Node().(*ast.CallExpr).Fun).(*ast.Ident)
			if ok && info.Uses[fun] == holder {
				calls = append(calls, call)
			}
		}
		return outer.Node().(*ast.FuncLit), calls
	}
	return nil, nil
}

// holderOf returns the variable that the func literal under cur is assigned to.
func holderOf(info *types.Info, cur inspector.Cursor) types.Object {
	var names []ast.Expr
	switch parent := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		if cur.ParentEdgeKind() == edge.AssignStmt_Rhs && len(parent.Lhs) == len(parent.Rhs) {
			names = parent.Lhs[cur.ParentEdgeIndex():]
		}
	case *ast.ValueSpec:
		for _, name := range parent.Names[cur.ParentEdgeIndex():] {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	id, ok := ast.Unparen(names[0]).(*ast.Ident)
	if !ok {
		return nil
	}
	return info.ObjectOf(id)
}

// declarationAround returns the top-level declaration that contains cur.
func declarationAround(cur inspector.Cursor) inspector.Cursor {
	for cur.ParentEdgeKind() != edge.File_Decls {
		cur = cur.Parent()
	}
	return cur
}

// confirmed reports whether the compiler left the allocation in. The code of a
// generic function is compiled where it is instantiated, and strings.Join
// allocates in its own code: there it goes without saying, as it does without
// object code, for no compiler takes the growth of a string apart.
func (c *checker) confirmed(cur inspector.Cursor, g growth) bool {
	if g.call == "strings.Join" || isGeneric(c.pass.TypesInfo, cur) {
		return true
	}
	allocs, err := c.unit.Allocs(g.assign)
	if err != nil {
		return true
	}
	for _, a := range allocs {
		// Sprintf allocates in its own code too, but its arguments are
		// converted to any here.
		if a.Kind == compiled.Concat || g.call != "" {
			return true
		}
	}
	return false
}

// isGeneric reports whether cur stands in a function with type parameters.
func isGeneric(info *types.Info, cur inspector.Cursor) bool {
	for outer := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		fn, ok := info.Defs[outer.Node().(*ast.FuncDecl).Name].(*types.Func)
		return ok && (fn.Signature().TypeParams().Len() > 0 || fn.Signature().RecvTypeParams().Len() > 0)
	}
	return false
}

// message says what the assignment does, but for why its place counts.
func message(info *types.Info, g growth) string {
	target := types.ExprString(g.target)
	switch {
	case g.call != "":
		return fmt.Sprintf("%s = %s(...) copies %s into a new string each time", target, g.call, target)
	case g.category == CategoryPrepend:
		return fmt.Sprintf("%s = %s copies %s into a new string each time", target, short(g.assign.Rhs[g.index]), target)
	}
	msg := fmt.Sprintf("%s %s %s copies %s into a new string each time", target, g.assign.Tok, short(g.assign.Rhs[g.index]), target)
	if appender := appenderFor(info, g.addends); appender != "" {
		msg += " (" + appender + " into a reused buffer allocates nothing)"
	}
	return msg
}

// short returns the text of e, or as much of it as tells it from others.
func short(e ast.Expr) string {
	const most = 40
	s := types.ExprString(e)
	if len(s) > most {
		return "..."
	}
	return s
}

// appenderFor returns the function that writes one of the addends, the text of
// a number, into a buffer without making a string of it; "" if none is one.
func appenderFor(info *types.Info, addends []ast.Expr) string {
	for _, e := range addends {
		call, ok := e.(*ast.CallExpr)
		if !ok {
			continue
		}
		if appender := appenders[calleeName(info, call)]; appender != "" {
			return appender
		}
	}
	return ""
}

// appenders lists what makes a string of a number, with its counterpart that
// appends to a byte slice.
var appenders = map[string]string{
	"strconv.Itoa":        "strconv.AppendInt",
	"strconv.FormatInt":   "strconv.AppendInt",
	"strconv.FormatUint":  "strconv.AppendUint",
	"strconv.FormatFloat": "strconv.AppendFloat",
	"strconv.Quote":       "strconv.AppendQuote",
}
