package pool

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/passdoc"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
	"github.com/zeroalloc/zeroalloc-lint/internal/ssaform"
)

//go:embed doc.go
var doc string

// Analyzer reports uses of sync.Pool that cost more than they save, or hand out what is
// still in use.
var Analyzer = &analysis.Analyzer{
	Name:     "pool",
	Doc:      passdoc.MustExtract(doc, "pool"),
	URL:      "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/pool",
	Requires: []*analysis.Analyzer{inspect.Analyzer, scope.Analyzer, ssaform.Analyzer, compiled.Analyzer},
	Run:      run,
}

var flagGrowth bool

func init() {
	Analyzer.Flags.BoolVar(&flagGrowth, "growth", false, "report buffers that are put back however large they have become")
}

// Categories of findings.
const (
	CategoryBoxed  = "boxed"  // Put of what is no pointer
	CategoryLocal  = "local"  // Put of the address of a variable
	CategoryLost   = "lost"   // no Put on some way
	CategoryTwice  = "twice"  // Put twice
	CategoryUsed   = "used"   // used, or returned, after Put
	CategoryShared = "shared" // stored elsewhere, and put back
	CategoryStale  = "stale"  // put back with what it holds
	CategoryGrowth = "growth" // put back whatever its size
	CategoryNoNew  = "nonew"  // Get without New
	CategoryBrief  = "brief"  // a pool that is made in each call
)

func run(pass *analysis.Pass) (any, error) {
	c := &checker{
		pass:     pass,
		places:   pass.ResultOf[scope.Analyzer].(*scope.Places),
		unit:     pass.ResultOf[compiled.Analyzer].(*compiled.Unit),
		form:     pass.ResultOf[ssaform.Analyzer].(*ssaform.Package),
		calls:    make(map[token.Pos]inspector.Cursor),
		reported: make(map[token.Pos]bool),
		moved:    make(map[*ssa.Alloc]bool),
	}
	c.reporter = c.places.Reporter(pass)
	if importsSync(pass.Pkg) {
		root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
		for cur := range root.Preorder((*ast.CallExpr)(nil)) {
			c.calls[cur.Node().(*ast.CallExpr).Lparen] = cur
		}
		c.ops = collect(c.form)
		for _, p := range c.ops.puts {
			c.checkPut(p)
		}
		for _, g := range c.ops.gets {
			c.checkGet(g)
		}
		c.checkPools(root)
	}
	c.reporter.Finish(c.unit)
	return nil, nil
}

// importsSync reports whether a package can have a sync.Pool of its own.
func importsSync(pkg *types.Package) bool {
	for _, imp := range pkg.Imports() {
		if imp.Path() == "sync" {
			return true
		}
	}
	return false
}

type checker struct {
	pass     *analysis.Pass
	places   *scope.Places
	reporter *scope.Reporter
	unit     *compiled.Unit
	form     *ssaform.Package
	ops      *operations
	calls    map[token.Pos]inspector.Cursor // by the position of their parenthesis
	reported map[token.Pos]bool
	moved    map[*ssa.Alloc]bool // variables that were reported
}

// report reports a finding at the call that the instruction was made for, one for each.
func (c *checker) report(instr ssa.Instruction, category, message string, related ...analysis.RelatedInformation) {
	pos := posOf(instr)
	cur, ok := c.calls[pos]
	if !ok || c.reported[pos] || !c.places.Live(cur) || c.places.Failing(instr.Block()) {
		return
	}
	c.reported[pos] = true
	call := cur.Node().(*ast.CallExpr)
	end := call.End()
	if lit, ok := call.Fun.(*ast.FuncLit); ok {
		end = lit.Body.Lbrace // not the whole of it
	}
	c.reporter.Report(analysis.Diagnostic{
		Pos: call.Pos(), End: end,
		Category: category,
		Message:  message,
		Related:  related,
	})
}

// posOf returns the position of the parenthesis of a call, a deferred one too.
func posOf(instr ssa.Instruction) token.Pos {
	if call, ok := instr.(ssa.CallInstruction); ok {
		return call.Common().Pos()
	}
	return instr.Pos()
}

// here returns related information about an instruction.
func here(instr ssa.Instruction, format string, args ...any) []analysis.RelatedInformation {
	if !instr.Pos().IsValid() {
		return nil
	}
	return []analysis.RelatedInformation{{Pos: instr.Pos(), End: instr.Pos(), Message: fmt.Sprintf(format, args...)}}
}

// line returns the line of an instruction, for a message.
func (c *checker) line(instr ssa.Instruction) string {
	if !instr.Pos().IsValid() {
		return "the end"
	}
	return fmt.Sprintf("line %d", c.pass.Fset.Position(instr.Pos()).Line)
}

// point is the range of a position.
type point token.Pos

func (p point) Pos() token.Pos { return token.Pos(p) }
func (p point) End() token.Pos { return token.Pos(p) }
