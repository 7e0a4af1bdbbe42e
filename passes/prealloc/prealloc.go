package prealloc

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/passdoc"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

//go:embed doc.go
var doc string

// Analyzer reports slices, maps, builders and buffers that are filled in a
// loop whose length is known, without being sized for it.
var Analyzer = &analysis.Analyzer{
	Name:     "prealloc",
	Doc:      passdoc.MustExtract(doc, "prealloc"),
	URL:      "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/prealloc",
	Requires: []*analysis.Analyzer{inspect.Analyzer, scope.Analyzer, compiled.Analyzer},
	Run:      run,
}

// Categories of diagnostics.
const (
	categoryUnsized   = "unsized"   // the number of elements is known, the capacity is not set
	categoryMakeEmpty = "makeempty" // make([]T, 0) where []T{} is cheaper
)

// Sizes up to which nothing is saved, measured with Go 1.26: append starts
// with a buffer of 64 bytes if the slice is returned once (32 on the stack if it
// is not returned at all), and a map has room for 8 entries before it grows.
const (
	freeBytes   = 64
	freeEntries = 8
	stackBytes  = 32
)

func run(pass *analysis.Pass) (any, error) {
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	places := pass.ResultOf[scope.Analyzer].(*scope.Places)
	c := &checker{
		pass:     pass,
		root:     root,
		places:   places,
		unit:     pass.ResultOf[compiled.Analyzer].(*compiled.Unit),
		reporter: places.Reporter(pass),
	}
	for _, g := range c.containers() {
		c.check(g)
	}
	c.reporter.Finish(c.unit)
	return nil, nil
}

// A checker holds what the checks of one package share.
type checker struct {
	pass     *analysis.Pass
	root     inspector.Cursor
	places   *scope.Places
	unit     *compiled.Unit
	reporter *scope.Reporter

	reassigned map[*types.Var]bool // see isReassigned
}

func (c *checker) check(g *container) {
	if !c.findFills(g) {
		return
	}
	n, ok := c.count(g)
	if !ok {
		c.checkMakeEmpty(g)
		return
	}
	if size, known := n.value(); known && !g.outgrows(c.pass, size) {
		return
	}
	if g.kind == kindMap && len(n.bounds) > 1 {
		return // the keys of the inner loop come again in each round of the outer one
	}
	place, ok := c.places.At(g.fills[0].cur)
	if !ok || !place.Annotated() && g.collectsErrors() || !c.allocates(g) || c.isAllowed(g) {
		return
	}

	d := analysis.Diagnostic{
		Category: categoryUnsized,
		Message:  fmt.Sprintf("%s, %s", g.growth(c.pass, n), place.Why),
	}
	d.Pos, d.End = g.pos()
	for _, f := range g.fills {
		d.Related = append(d.Related, analysis.RelatedInformation{
			Pos: f.cur.Node().Pos(), End: f.cur.Node().End(),
			Message: g.v.Name() + " grows here, " + n.times().text(false) + " times",
		})
	}
	if fix, ok := c.fix(g, n); ok {
		d.SuggestedFixes = []analysis.SuggestedFix{fix}
	}
	c.reporter.Report(d)
}

// collectsErrors reports whether g is a slice of errors: what closes or checks a
// few things collects them, and most often all are nil.
func (g *container) collectsErrors() bool {
	slice, ok := g.v.Type().Underlying().(*types.Slice)
	return ok && types.Identical(slice.Elem(), types.Universe.Lookup("error").Type())
}

// isAllowed reports whether a directive stands where g grows: the finding is
// reported at the declaration, but the append may be what the reason is about.
func (c *checker) isAllowed(g *container) bool {
	return slices.ContainsFunc(g.fills, func(f fill) bool { return c.reporter.Allowed(f.cur.Node().Pos()) })
}

// checkMakeEmpty reports a slice that starts as make([]T, 0) and grows by an
// unknown number of elements: unlike nil and unlike []T{}, it is not given the
// buffer that append starts with.
func (c *checker) checkMakeEmpty(g *container) {
	if g.kind != kindSlice || g.start != startMake || !g.returnedOnce() {
		return
	}
	if size, ok := elemSize(c.pass, g.v.Type()); !ok || size > stackBytes {
		return // for larger elements all starts cost the same
	}
	var place scope.Place
	i := slices.IndexFunc(g.fills, func(f fill) bool {
		if isLoopless(g, f) {
			return false
		}
		p, ok := c.places.At(f.cur)
		place = p
		return ok
	})
	if i < 0 || !c.growsFromHeap(g.fills[i]) {
		return
	}
	text, ok := c.source(g.typ)
	if !ok {
		return
	}
	d := analysis.Diagnostic{
		Category: categoryMakeEmpty,
		Message: fmt.Sprintf("slice %s starts as make(%[2]s, 0), without the first buffer that append gives %[2]s{}, %[3]s",
			g.v.Name(), text, place.Why),
		Related: []analysis.RelatedInformation{{
			Pos: g.fills[i].cur.Node().Pos(), End: g.fills[i].cur.Node().End(),
			Message: g.v.Name() + " grows here",
		}},
	}
	d.Pos, d.End = g.pos()
	if !c.hasComment(g.init) {
		// r := make([]T, 0)
		//      ------------
		// r := []T{}
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   fmt.Sprintf("Start %s as %s{}", g.v.Name(), text),
			TextEdits: []analysis.TextEdit{{Pos: g.init.Pos(), End: g.init.End(), NewText: []byte(text + "{}")}},
		}}
	}
	c.reporter.Report(d)
}

// allocates reports whether the compiled code grows g where the source does.
// Without object code the language decides: what starts without capacity
// cannot take more than its first buffer holds.
func (c *checker) allocates(g *container) bool {
	if g.kind == kindBuffer || c.isGeneric(g.def) {
		// A Buffer grows in a method that is not inlined, and generic code
		// is compiled where it is instantiated.
		return true
	}
	for _, f := range g.fills {
		var allocs []compiled.Alloc
		var err error
		want := compiled.Grow
		switch g.kind {
		case kindBuilder:
			allocs, err = c.unit.Under(f.cur.Node())
		case kindMap:
			want = compiled.MapAssign
			allocs, err = c.unit.Allocs(f.cur.Node())
		default:
			allocs, err = c.unit.Allocs(f.cur.Node())
		}
		if err != nil || slices.ContainsFunc(allocs, func(a compiled.Alloc) bool { return a.Kind == want }) {
			return true
		}
	}
	return false
}

// growsFromHeap reports whether the object code shows that f has no buffer to start with.
func (c *checker) growsFromHeap(f fill) bool {
	allocs, err := c.unit.Allocs(f.cur.Node())
	return err == nil && slices.ContainsFunc(allocs, func(a compiled.Alloc) bool {
		return a.Entry == "runtime.growslice"
	})
}

// isGeneric reports whether the code under cur stands in a function with type parameters.
func (c *checker) isGeneric(cur inspector.Cursor) bool {
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		fn, ok := c.pass.TypesInfo.Defs[decl.Node().(*ast.FuncDecl).Name].(*types.Func)
		return ok && (fn.Signature().TypeParams() != nil || fn.Signature().RecvTypeParams() != nil)
	}
	return false
}

// isReassigned reports whether v gets a value anywhere but at its declaration,
// or could get one through its address.
func (c *checker) isReassigned(v *types.Var) bool {
	if c.reassigned == nil {
		c.reassigned = make(map[*types.Var]bool)
		mark := func(e ast.Expr) {
			if v := rootVar(c.pass.TypesInfo, e); e != nil && v != nil {
				c.reassigned[v] = true
			}
		}
		for cur := range c.root.Preorder((*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil), (*ast.RangeStmt)(nil), (*ast.UnaryExpr)(nil), (*ast.SelectorExpr)(nil)) {
			assignedIn(c.pass.TypesInfo, cur.Node(), mark)
		}
	}
	return c.reassigned[v]
}

// source returns the text of e as written, if it is on one line.
func (c *checker) source(e ast.Expr) (string, bool) {
	if e == nil {
		return "", false
	}
	file := c.pass.Fset.File(e.Pos())
	content, err := c.pass.ReadFile(file.Name())
	if err != nil || file.Size() != len(content) || file.Line(e.Pos()) != file.Line(e.End()) {
		return "", false
	}
	return string(content[file.Offset(e.Pos()):file.Offset(e.End())]), true
}

// elemSize returns the size in bytes of an element of the slice type t; false
// if it depends on a type parameter.
func elemSize(pass *analysis.Pass, t types.Type) (size int64, ok bool) {
	elem := t.Underlying().(*types.Slice).Elem()
	if dependsOnTypeParam(elem) {
		return 0, false
	}
	return pass.TypesSizes.Sizeof(elem), true
}

// dependsOnTypeParam reports whether the size of t is decided by an
// instantiation.
func dependsOnTypeParam(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return dependsOnTypeParam(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if dependsOnTypeParam(f.Type()) {
				return true
			}
		}
	}
	return false
}
