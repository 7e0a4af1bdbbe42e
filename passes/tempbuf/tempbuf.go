package tempbuf

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/passdoc"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
	"github.com/zeroalloc/zeroalloc-lint/internal/ssaform"
)

//go:embed doc.go
var doc string

// Analyzer reports what is made anew in each round of a loop, or in each call of
// an annotated function, and dropped at its end.
var Analyzer = &analysis.Analyzer{
	Name:     "tempbuf",
	Doc:      passdoc.MustExtract(doc, "tempbuf"),
	URL:      "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/tempbuf",
	Requires: []*analysis.Analyzer{inspect.Analyzer, scope.Analyzer, compiled.Analyzer, ssaform.Analyzer},
	Run:      run,
}

// Categories of findings.
const (
	CategoryConstant = "constant" // a regular expression, a table: the same each time
	CategoryBuffer   = "buffer"   // a slice, a bytes.Buffer
	CategoryMap      = "map"
	CategoryReset    = "reset"    // a reader, a writer, a hash
	CategoryVariable = "variable" // a variable or object of another type
)

func run(pass *analysis.Pass) (any, error) {
	places := pass.ResultOf[scope.Analyzer].(*scope.Places)
	c := &checker{
		pass:     pass,
		info:     pass.TypesInfo,
		places:   places,
		reporter: places.Reporter(pass),
		unit:     pass.ResultOf[compiled.Analyzer].(*compiled.Unit),
		form:     pass.ResultOf[ssaform.Analyzer].(*ssaform.Package),
		tracer:   tracer{params: make(map[*ssa.Parameter]*fate)},
	}
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	for cur := range root.Preorder((*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.Ident)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			c.checkCall(cur, n)
		case *ast.CompositeLit:
			c.checkLiteral(cur, n)
		case *ast.Ident:
			c.checkVar(cur, n)
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
	form     *ssaform.Package
	tracer   tracer

	values map[token.Pos]ssa.Value // what is made, by position
}

// checkCall looks at make, new, and calls of what makers lists.
func (c *checker) checkCall(cur inspector.Cursor, call *ast.CallExpr) {
	switch fn := typeutil.Callee(c.info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "make":
			c.checkMake(cur, call)
		case "new":
			c.checkObject(cur, call, call.Lparen)
		}
	case *types.Func:
		if m, ok := makers[fn.FullName()]; ok {
			c.checkMaker(cur, call, fn, m)
		}
	}
}

// A finding is what is reported about a site.
type finding struct {
	cur      inspector.Cursor
	category string
	subject  string // what is made
	does     string // what happens
	remedy   string
	fixes    []analysis.SuggestedFix
}

func (c *checker) report(r round, f finding) {
	n := f.cur.Node()
	end := n.End()
	if lit, ok := n.(*ast.CompositeLit); ok {
		end = lit.Lbrace
	}
	c.reporter.Report(analysis.Diagnostic{
		Pos:            n.Pos(),
		End:            end,
		Category:       f.category,
		Message:        f.subject + " " + f.does + ", " + r.place.Why + "; " + f.remedy,
		SuggestedFixes: f.fixes,
	})
}

// value returns what the SSA form has for what is made at pos, a parenthesis, a brace or
// the name of a variable, or nil.
func (c *checker) value(pos token.Pos) ssa.Value {
	if c.values == nil {
		c.values = make(map[token.Pos]ssa.Value)
		for _, fn := range c.form.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					switch instr := instr.(type) {
					case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap, *ssa.Call:
						if instr.Pos().IsValid() {
							c.values[instr.Pos()] = instr.(ssa.Value)
						}
					}
				}
			}
		}
	}
	return c.values[pos]
}
