package split

import (
	_ "embed"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"go/version"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/zeroalloc/zeroalloc-lint/internal/passdoc"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

//go:embed doc.go
var doc string

// Analyzer reports slices of substrings that need not be made.
//
// It does not ask the compiler: the slice is made in the code of package strings or
// bytes, in functions that are too large to be inlined, so a call always makes it.
var Analyzer = &analysis.Analyzer{
	Name:     "split",
	Doc:      passdoc.MustExtract(doc, "split"),
	URL:      "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/split",
	Requires: []*analysis.Analyzer{inspect.Analyzer, scope.Analyzer},
	Run:      run,
}

// Categories of findings.
const (
	CategoryRange  = "range"  // ranged over
	CategoryCount  = "count"  // counted
	CategoryJoin   = "join"   // joined again
	CategoryCut    = "cut"    // the first two elements are used
	CategoryLast   = "last"   // the last element is used
	CategorySearch = "search" // searched
)

func run(pass *analysis.Pass) (any, error) {
	c := &checker{
		pass:   pass,
		info:   pass.TypesInfo,
		places: pass.ResultOf[scope.Analyzer].(*scope.Places),
		named:  make(map[ast.Node]bool),
	}
	c.reporter = c.places.Reporter(pass)
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	for cur := range root.Preorder((*ast.CallExpr)(nil)) {
		if s, ok := c.splitOf(cur); ok {
			c.check(s)
		}
	}
	c.reporter.ReportUnused()
	return nil, nil
}

// A checker is the state of the pass over one package.
type checker struct {
	pass     *analysis.Pass
	info     *types.Info
	places   *scope.Places
	reporter *scope.Reporter

	named map[ast.Node]bool // declarations in which a fix gives names to what Cut returns
}

// A split is a call that makes a slice of parts of a string.
type split struct {
	cur  inspector.Cursor
	call *ast.CallExpr
	name *ast.Ident // in the call
	pkg  string     // strings or bytes
	kind string     // Split, SplitAfter, Fields or FieldsFunc
	max  int        // number of parts, at most; negative without limit
}

// splitOf returns the call under cur as a split, if it is one.
func (c *checker) splitOf(cur inspector.Cursor) (split, bool) {
	call := cur.Node().(*ast.CallExpr)
	fn := typeutil.StaticCallee(c.info, call)
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return split{}, false
	}
	s := split{cur: cur, call: call, pkg: fn.Pkg().Path(), kind: fn.Name(), max: -1}
	if s.pkg != "strings" && s.pkg != "bytes" || len(call.Args) != fn.Signature().Params().Len() {
		return split{}, false
	}
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		s.name = fun
	case *ast.SelectorExpr:
		s.name = fun.Sel
	}
	switch s.kind {
	case "Split", "SplitAfter", "Fields", "FieldsFunc":
		return s, true
	case "SplitN", "SplitAfterN":
		n, ok := c.constInt(call.Args[2])
		s.kind, s.max = s.kind[:len(s.kind)-1], n
		return s, ok && n != 0
	}
	return split{}, false
}

// check reports s if what is done with the slice can be done without.
func (c *checker) check(s split) {
	cur := s.cur
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	switch cur.ParentEdgeKind() {
	case edge.RangeStmt_X:
		c.checkRange(s, cur.Parent())
	case edge.CallExpr_Args:
		c.checkArgument(s, cur.Parent(), cur.ParentEdgeIndex())
	case edge.IndexExpr_X:
		c.checkIndex(s, cur.Parent())
	case edge.AssignStmt_Rhs:
		assign := cur.Parent().Node().(*ast.AssignStmt)
		if assign.Tok == token.DEFINE && len(assign.Lhs) == 1 {
			c.checkVar(s, cur.Parent(), assign.Lhs[0])
		}
	case edge.ValueSpec_Values:
		spec := cur.Parent().Node().(*ast.ValueSpec)
		if spec.Type == nil && len(spec.Names) == 1 {
			c.checkVar(s, cur.Parent(), spec.Names[0])
		}
	}
}

// checkVar looks at what is done with the variable that the slice is assigned to.
func (c *checker) checkVar(s split, decl inspector.Cursor, lhs ast.Expr) {
	id, ok := lhs.(*ast.Ident)
	if !ok {
		return
	}
	v, ok := c.info.Defs[id].(*types.Var)
	if !ok || v.Parent() == c.pass.Pkg.Scope() {
		return
	}
	u, ok := c.usesOf(v, declarationAround(decl))
	if !ok {
		return
	}
	switch {
	case u.ranged.Valid():
		if u.total == 1 && follows(u.ranged.Parent(), decl) {
			c.checkRange(s, u.ranged.Parent())
		}
	case u.total == len(u.lens):
		c.checkCounted(s, u)
	case len(u.last) > 0:
		if u.total == 2*len(u.last) {
			c.checkLast(s, id, u)
		}
	default:
		c.checkParts(s, decl, id, u)
	}
}

// A finding is what is reported about a split.
type finding struct {
	category string
	slice    string // what slice it is: "a slice that is only ranged over"
	remedy   string // what makes none
	fix      *analysis.SuggestedFix
}

func (c *checker) report(s split, f finding) {
	place, ok := c.places.At(s.cur)
	if !ok {
		return
	}
	diag := analysis.Diagnostic{
		Pos:      s.call.Pos(),
		End:      s.call.End(),
		Category: f.category,
		Message:  s.pkg + "." + s.name.Name + " allocates a slice " + f.slice + ", " + place.Why + "; " + f.remedy + " makes none",
	}
	if f.fix != nil {
		diag.SuggestedFixes = []analysis.SuggestedFix{*f.fix}
	}
	c.reporter.Report(diag)
}

// separator returns the constant text that separates the parts; "" if there is none, or
// if it is empty and thus separates all characters.
func (c *checker) separator(s split) string {
	if s.kind != "Split" && s.kind != "SplitAfter" {
		return ""
	}
	sep := ast.Unparen(s.call.Args[1])
	if conv, ok := sep.(*ast.CallExpr); ok && s.pkg == "bytes" && len(conv.Args) == 1 && c.info.Types[conv.Fun].IsType() {
		sep = conv.Args[0]
	}
	v := c.info.Types[sep].Value
	if v == nil || v.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(v)
}

func (c *checker) constInt(e ast.Expr) (int, bool) {
	v := c.info.Types[e].Value
	if v == nil {
		return 0, false
	}
	n, exact := constant.Int64Val(constant.ToInt(v))
	return int(n), exact
}

// hasVersion reports whether the file around cur may use what came with a version of Go.
func (c *checker) hasVersion(cur inspector.Cursor, want string) bool {
	v := c.info.FileVersions[fileAround(cur)]
	if v == "" {
		v = c.pass.Pkg.GoVersion()
	}
	return v == "" || version.Compare(v, want) >= 0
}

func (c *checker) text(from, to token.Pos) (string, bool) {
	tok := c.pass.Fset.File(from)
	src, err := c.pass.ReadFile(tok.Name())
	if err != nil || len(src) != tok.Size() {
		return "", false
	}
	return string(src[tok.Offset(from):tok.Offset(to)]), true
}

// hasComment reports whether there is a comment between from and to.
func hasComment(file *ast.File, from, to token.Pos) bool {
	for _, group := range file.Comments {
		if group.Pos() < to && from < group.End() {
			return true
		}
	}
	return false
}

func fileAround(cur inspector.Cursor) *ast.File {
	for outer := range cur.Enclosing((*ast.File)(nil)) {
		return outer.Node().(*ast.File)
	}
	return nil
}

// declarationAround returns the top-level declaration that contains cur.
func declarationAround(cur inspector.Cursor) inspector.Cursor {
	for cur.ParentEdgeKind() != edge.File_Decls {
		cur = cur.Parent()
	}
	return cur
}

// follows reports whether the statement under next stands right behind the one under
// first in the same list.
func follows(next, first inspector.Cursor) bool {
	if next.ParentEdgeKind() == edge.LabeledStmt_Stmt {
		next = next.Parent()
	}
	if first.ParentEdgeKind() == edge.GenDecl_Specs {
		first = first.Parent().Parent()
	}
	prev, ok := next.PrevSibling()
	return ok && prev.Node() == first.Node() && next.ParentEdgeKind() == first.ParentEdgeKind()
}

func replace(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}
