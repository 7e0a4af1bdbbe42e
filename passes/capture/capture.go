package capture

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/passdoc"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
	"github.com/zeroalloc/zeroalloc-lint/internal/ssaform"
)

//go:embed doc.go
var doc string

// Analyzer reports func literals and method values that allocate what they
// capture.
var Analyzer = &analysis.Analyzer{
	Name:     "capture",
	Doc:      passdoc.MustExtract(doc, "capture"),
	URL:      "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/capture",
	Requires: []*analysis.Analyzer{inspect.Analyzer, scope.Analyzer, compiled.Analyzer, ssaform.Analyzer},
	Run:      run,
}

// Categories of findings.
const (
	CategoryFuncLit      = "func-literal"
	CategoryMethodValue  = "method-value"
	CategoryLoopBody     = "loop-body"
	CategoryLoopVariable = "loop-variable"
)

func run(pass *analysis.Pass) (any, error) {
	var (
		root   = pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
		places = pass.ResultOf[scope.Analyzer].(*scope.Places)
		r      = places.Reporter(pass)
		c      = &checker{
			pass: pass,
			unit: pass.ResultOf[compiled.Analyzer].(*compiled.Unit),
			form: pass.ResultOf[ssaform.Analyzer].(*ssaform.Package),
		}
	)
	c.collect(root)
	for _, s := range c.sites {
		place, ok := places.At(s.around())
		if !ok || !place.Annotated() && (c.startsGoroutine(s) || c.isPart(s)) || !c.allocates(s) {
			continue
		}
		r.Report(c.diagnostic(s, place))
	}
	for cur := range root.Preorder((*ast.RangeStmt)(nil)) {
		if d, ok := c.loopVariable(cur, places); ok {
			r.Report(d)
		}
	}
	r.Finish(c.unit)
	return nil, nil
}

// A checker holds the state of one pass.
type checker struct {
	pass  *analysis.Pass
	unit  *compiled.Unit
	form  *ssaform.Package
	sites []*site
	lines map[line][]*site // of sites by the line of their record
}

// A line is a line of a file.
type line struct {
	file string
	line int
}

// A site is a piece of syntax that makes a func value out of a func and what it
// captures.
type site struct {
	cur inspector.Cursor

	// node is an *ast.FuncLit, the *ast.SelectorExpr of a method value or the
	// *ast.RangeStmt of a loop over an iterator, whose body is a func.
	node ast.Node

	// vars are the variables captured or, for a method value, the receiver
	// alone. Once the object code was seen, they are in the order in which
	// the compiler lays them out.
	vars []captured

	writes *writes // of the declaration around

	// made is where the compiler says that the value is made.
	made token.Pos

	// oneOf is the number of sites like this one on the line of which one
	// allocates and the compiler does not say which; 0 if it is this one.
	oneOf int

	// generic tells that the function around has type parameters, so that
	// sizes differ between instances.
	generic bool
}

// captured is a variable or a receiver that a func value captures.
type captured struct {
	name string
	typ  types.Type

	// byRef tells that the func value holds the address.
	byRef bool

	// home is the local variable that moves to the heap when byRef; nil for
	// a receiver that lies in memory elsewhere.
	home *types.Var

	// why is the reason for byRef.
	why string

	// hidden marks what has no name in the source: the state of a loop over
	// an iterator.
	hidden bool
}

// around returns a node that is evaluated where s is made: the place of a func
// literal or loop itself would be that of its body.
func (s *site) around() inspector.Cursor {
	if _, ok := s.node.(*ast.RangeStmt); ok {
		return s.cur.ChildAt(edge.RangeStmt_X, -1)
	}
	return s.cur.Parent()
}

// collect finds the sites of the package.
func (c *checker) collect(root inspector.Cursor) {
	c.lines = make(map[line][]*site)
	for decl := range root.Preorder((*ast.FuncDecl)(nil), (*ast.GenDecl)(nil)) {
		if decl.ParentEdgeKind() != edge.File_Decls {
			continue // walked with the declaration around it
		}
		c.collectDecl(decl)
	}
}

// collectDecl finds the sites of a declaration.
func (c *checker) collectDecl(decl inspector.Cursor) {
	w := &writes{info: c.pass.TypesInfo, sizes: c.pass.TypesSizes, decl: decl}
	generic := isGeneric(c.pass.TypesInfo, decl.Node())
	for cur := range decl.Preorder((*ast.FuncLit)(nil), (*ast.SelectorExpr)(nil), (*ast.RangeStmt)(nil)) {
		s := &site{cur: cur, node: cur.Node(), writes: w, generic: generic}
		switch n := s.node.(type) {
		case *ast.FuncLit:
			s.made = n.Pos()
			s.vars = w.captured(n)
		case *ast.SelectorExpr:
			s.made = n.X.End()
			s.vars = w.methodValue(cur)
		case *ast.RangeStmt:
			if !w.isIterator(n.X) {
				continue // an ordinary loop
			}
			s.made = n.Pos()
			s.vars = w.captured(n)
		}
		if _, ok := s.node.(*ast.RangeStmt); !ok && len(s.vars) == 0 {
			continue
		}
		c.sites = append(c.sites, s)
		at := c.lineOf(s)
		c.lines[at] = append(c.lines[at], s)
	}
}

func (c *checker) lineOf(s *site) line {
	p := c.pass.Fset.PositionFor(s.made, false)
	return line{p.Filename, p.Line}
}

// diagnostic returns the finding about s.
func (c *checker) diagnostic(s *site, place scope.Place) analysis.Diagnostic {
	d := analysis.Diagnostic{
		Pos:     s.node.Pos(),
		End:     s.node.End(),
		Message: fmt.Sprintf("%s, %s; %s", c.sentence(s), place.Why, c.wayOut(s, place)),
	}
	switch n := s.node.(type) {
	case *ast.FuncLit:
		d.Category = CategoryFuncLit
		d.End = n.Type.End()
		if fix, ok := c.hoist(s, place); ok {
			d.SuggestedFixes = []analysis.SuggestedFix{fix}
		}
	case *ast.SelectorExpr:
		d.Category = CategoryMethodValue
	case *ast.RangeStmt:
		d.Category = CategoryLoopBody
		d.End = n.X.End()
	}
	for _, v := range s.vars {
		if v.byRef && v.home != nil {
			d.Related = append(d.Related, analysis.RelatedInformation{
				Pos:     v.home.Pos(),
				End:     v.home.Pos() + token.Pos(len(v.home.Name())),
				Message: v.name + " is captured by reference, " + v.why + ", and moves to the heap",
			})
		}
	}
	return d
}

// sentence says what s allocates.
func (c *checker) sentence(s *site) string {
	text := "func literal"
	switch n := s.node.(type) {
	case *ast.SelectorExpr:
		text = "method value " + types.ExprString(n)
	case *ast.RangeStmt:
		text = "loop body made a func for " + iterator(n.X)
	}
	if s.oneOf > 0 {
		text = fmt.Sprintf("one of %d func values of this line", s.oneOf)
	}
	var moved []string
	for _, v := range s.vars {
		if v.byRef && v.home != nil {
			moved = append(moved, v.name)
		}
	}
	if names := s.names(); names != "" {
		text += " capturing " + names
	}
	text += " allocates"
	if !s.generic {
		text += fmt.Sprintf(" %d bytes", c.size(s))
	}
	if len(moved) > 0 {
		text += fmt.Sprintf(" and moves %s to the heap", enumerate(moved))
	}
	return text
}

// names lists what s captures, by reference as &name.
func (s *site) names() string {
	var names []string
	for _, v := range s.vars {
		switch {
		case v.hidden:
		case v.byRef:
			names = append(names, "&"+v.name)
		default:
			names = append(names, v.name)
		}
	}
	return enumerate(names)
}

// size returns the size in bytes of the record that s makes: the address of
// the code and what is captured.
func (c *checker) size(s *site) int64 {
	fields := []*types.Var{types.NewField(token.NoPos, nil, "F", types.Typ[types.Uintptr], false)}
	for i, v := range s.vars {
		typ := v.typ
		if v.byRef {
			typ = types.NewPointer(typ)
		}
		fields = append(fields, types.NewField(token.NoPos, nil, "X"+strconv.Itoa(i), typ, false))
	}
	return c.pass.TypesSizes.Sizeof(types.NewStruct(fields, nil))
}

// iterator names the iterator x of a loop.
func iterator(x ast.Expr) string {
	if call, ok := ast.Unparen(x).(*ast.CallExpr); ok && isShort(call.Fun) {
		return types.ExprString(call.Fun)
	}
	if isShort(x) {
		return types.ExprString(x)
	}
	return "its iterator"
}

// enumerate joins names as in a sentence, at most four of them.
func enumerate(names []string) string {
	const most = 4
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// isGeneric reports whether decl is a function with type parameters, those of its receiver
// included.
func isGeneric(info *types.Info, decl ast.Node) bool {
	fd, ok := decl.(*ast.FuncDecl)
	if !ok {
		return false
	}
	fn, ok := info.Defs[fd.Name].(*types.Func)
	if !ok {
		return false
	}
	sig := fn.Signature()
	return sig.TypeParams() != nil || sig.RecvTypeParams() != nil
}
