package sprint

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"strings"

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

// Analyzer reports calls of fmt.Sprintf and its kin for which something cheaper makes the
// same text.
//
// A fmt.Errorf with nothing to format is not among them: with the toolchains that have
// what this module needs, Go 1.26, it costs what errors.New costs.
var Analyzer = &analysis.Analyzer{
	Name:     "sprint",
	Doc:      passdoc.MustExtract(doc, "sprint"),
	URL:      "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/sprint",
	Requires: []*analysis.Analyzer{inspect.Analyzer, scope.Analyzer, compiled.Analyzer},
	Run:      run,
}

// Categories of findings.
const (
	CategoryText   = "text"   // strconv or a concatenation makes the same string
	CategoryWrite  = "write"  // the string is only written
	CategoryAppend = "append" // the string is only appended to bytes, or converted to them
)

func run(pass *analysis.Pass) (any, error) {
	c := &checker{
		pass:   pass,
		info:   pass.TypesInfo,
		places: pass.ResultOf[scope.Analyzer].(*scope.Places),
		unit:   pass.ResultOf[compiled.Analyzer].(*compiled.Unit),
	}
	c.reporter = c.places.Reporter(pass)
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	for cur := range root.Preorder((*ast.CallExpr)(nil)) {
		if s, ok := c.sprintOf(cur); ok {
			c.check(s)
		}
	}
	c.reporter.Finish(c.unit)
	return nil, nil
}

// A checker is the state of the pass over one package.
type checker struct {
	pass     *analysis.Pass
	info     *types.Info
	places   *scope.Places
	reporter *scope.Reporter
	unit     *compiled.Unit
}

// A sprint is a call of fmt.Sprint, Sprintf or Sprintln.
type sprint struct {
	cur   inspector.Cursor // of the call, or of parentheses around it
	call  *ast.CallExpr
	file  *ast.File
	kind  string // print, printf or println, without its first letter
	place scope.Place
	boxes int // operands that allocate when converted to any

	parts []part // of the text; nil if it is more than strconv and concatenation can do
	plain bool   // parts is valid
}

// sprintOf returns the call under cur as a sprint, if it is one and matters.
func (c *checker) sprintOf(cur inspector.Cursor) (sprint, bool) {
	call := cur.Node().(*ast.CallExpr)
	fn := typeutil.StaticCallee(c.info, call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "fmt" || !strings.HasPrefix(fn.Name(), "Sprint") {
		return sprint{}, false
	}
	place, ok := c.places.At(cur)
	if !ok || c.isRewritten(cur, call) || c.isTrouble(cur) {
		return sprint{}, false
	}
	s := sprint{cur: cur, call: call, file: fileAround(cur), kind: fn.Name()[len("Sprint"):], place: place}
	for s.cur.ParentEdgeKind() == edge.ParenExpr_X {
		s.cur = s.cur.Parent()
	}
	switch s.cur.ParentEdgeKind() {
	case edge.ExprStmt_X, edge.GoStmt_Call, edge.DeferStmt_Call:
		return s, false // of no use anyway
	}
	s.parts, s.plain = c.partsOf(s)
	s.boxes = c.boxes(s)
	return s, true
}

// isRewritten reports whether the call under cur makes a longer text of the variable it
// is assigned to: that is what package concat reports.
func (c *checker) isRewritten(cur inspector.Cursor, call *ast.CallExpr) bool {
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 || assign.Tok != token.ASSIGN {
		return false
	}
	target := types.ExprString(assign.Lhs[0])
	for _, arg := range call.Args {
		if types.ExprString(arg) == target {
			return true
		}
	}
	return false
}

// isTrouble reports whether the text becomes part of an error, in a literal of its type.
func (c *checker) isTrouble(cur inspector.Cursor) bool {
	for {
		switch cur.ParentEdgeKind() {
		case edge.CompositeLit_Elts, edge.KeyValueExpr_Value:
		default:
			return false
		}
		cur = cur.Parent()
		if lit, ok := cur.Node().(*ast.CompositeLit); ok {
			t := c.info.TypeOf(lit)
			if types.Implements(t, errorType) || types.Implements(types.NewPointer(t), errorType) {
				return true
			}
		}
	}
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// check reports s if something cheaper does.
func (c *checker) check(s sprint) {
	best, ok := c.direct(s)
	if other, found := c.sink(s); found && (!ok || other.after < best.after) {
		best, ok = other, true
	}
	if !ok {
		return
	}
	diag := analysis.Diagnostic{
		Pos:      s.call.Pos(),
		End:      s.call.End(),
		Category: best.category,
		Message:  best.message(s),
	}
	if best.fix != nil {
		diag.SuggestedFixes = []analysis.SuggestedFix{*best.fix}
	}
	c.reporter.Report(diag)
}

// A remedy is what to do instead.
type remedy struct {
	category string
	name     string // "strconv.Itoa(n)"
	before   int    // allocations, at most
	after    int
	fix      *analysis.SuggestedFix
}

func (r remedy) message(s sprint) string {
	before := times(r.before)
	if r.before > 1 {
		before = "up to " + before
	}
	does := "does"
	switch r.category {
	case CategoryText:
		does = "makes the same"
	case CategoryWrite:
		does = "writes the same"
	case CategoryAppend:
		does = "appends the same"
	}
	after := "without"
	if r.after > 0 {
		after = "with " + fmt.Sprint(r.after)
	}
	return fmt.Sprintf("fmt.Sprint%s allocates %s, %s; %s %s %s", s.kind, before, s.place.Why, r.name, does, after)
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// boxes returns the number of operands that allocate when they are converted to any, by
// the object code or else by their types.
func (c *checker) boxes(s sprint) int {
	args := s.call.Args
	if s.kind == "f" && len(args) > 0 {
		args = args[1:]
	}
	n := 0
	for _, arg := range args {
		if c.isBoxed(arg) {
			n++
		}
	}
	if s.call.Ellipsis.IsValid() {
		n = 0
	}
	allocs, err := c.unit.Allocs(s.call)
	if err != nil || c.isGeneric(s.cur) {
		return n
	}
	boxed := 0
	for _, a := range allocs {
		if a.Kind == compiled.Box || a.Kind == compiled.Object {
			boxed++
		}
	}
	return min(n, boxed)
}

// isBoxed reports whether e is of a type of which some values allocate when converted to
// any.
func (c *checker) isBoxed(e ast.Expr) bool {
	tv := c.info.Types[e]
	if tv.Value != nil || tv.IsNil() {
		return false
	}
	switch t := tv.Type.Underlying().(type) {
	case *types.Basic:
		switch t.Kind() {
		case types.Bool, types.Int8, types.Uint8, types.UnsafePointer:
			return false
		}
		return true
	case *types.Interface, *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return false
	}
	return true
}

// isGeneric reports whether cur stands in a function with type parameters, which is
// compiled where it is instantiated.
func (c *checker) isGeneric(cur inspector.Cursor) bool {
	for outer := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		fn, ok := c.info.Defs[outer.Node().(*ast.FuncDecl).Name].(*types.Func)
		return ok && (fn.Signature().TypeParams().Len() > 0 || fn.Signature().RecvTypeParams().Len() > 0)
	}
	return false
}

// hasVersion reports whether file may use what came with a version of Go.
func (c *checker) hasVersion(file *ast.File, want string) bool {
	v := c.info.FileVersions[file]
	if v == "" {
		v = c.pass.Pkg.GoVersion()
	}
	return v == "" || version.Compare(v, want) >= 0
}

func fileAround(cur inspector.Cursor) *ast.File {
	for outer := range cur.Enclosing((*ast.File)(nil)) {
		return outer.Node().(*ast.File)
	}
	return nil
}
