package escape

import (
	_ "embed"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/passdoc"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
	"github.com/zeroalloc/zeroalloc-lint/internal/prover"
	"github.com/zeroalloc/zeroalloc-lint/internal/reasons"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
	"github.com/zeroalloc/zeroalloc-lint/internal/ssaform"
)

//go:embed doc.go
var doc string

// Analyzer holds annotated functions and loops against what the compiler made
// of them.
var Analyzer = &analysis.Analyzer{
	Name:     "escape",
	Doc:      passdoc.MustExtract(doc, "escape"),
	URL:      "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/escape",
	Requires: []*analysis.Analyzer{directives.Analyzer, scope.Analyzer, ssaform.Analyzer, compiled.Analyzer},
	Run:      run,
}

// classUnchecked is the category of a finding that a directive could not be
// checked.
const classUnchecked = "unchecked"

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[directives.Analyzer].(*directives.Set)
	r := pass.ResultOf[scope.Analyzer].(*scope.Places).Reporter(pass)
	checker := &checker{
		pass: pass, set: set, reporter: r,
		finder: directives.NewFinder(pass.Fset, set), checked: make(map[string]bool), found: make(map[string]bool),
		contracts: make(map[types.Type][]contract),
	}
	for _, d := range set.All {
		if d.Name == directives.Check || d.Name == directives.Strict {
			checker.check(d)
		}
	}
	checker.checkConversions()
	checker.checkInstances()
	checker.checkAssumes()
	r.ReportUnused()
	return nil, nil
}

// A checker checks the directives of a package.
type checker struct {
	pass     *analysis.Pass
	set      *directives.Set
	finder   *directives.Finder
	reporter *scope.Reporter
	checked  map[string]bool // implementations of contracts, instances
	found    map[string]bool // by line and message

	contracts map[types.Type][]contract
	provers   [2]*prover.Prover // without and with tests
	failures  [2]error
}

func (c *checker) check(d *directives.Directive) {
	form := c.pass.ResultOf[ssaform.Analyzer].(*ssaform.Package)
	switch d.Node.(type) {
	case *ast.FuncDecl, *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt:
	default: // a contract: it speaks of what is converted
		if _, err := c.prover(d.Pos); err != nil {
			c.unchecked(d, err.Error())
		}
		return
	}
	fn := enclosingFunc(form, d.Node)
	if fn == nil || len(fn.Blocks) == 0 {
		c.unchecked(d, "it stands on a function without a body")
		return
	}
	p, err := c.prover(d.Pos)
	if err != nil {
		c.unchecked(d, err.Error())
		return
	}
	region := prover.Region{Node: d.Node, Fn: fn, Body: form.Func(d.Node)}
	findings, err := p.Check(region, d.Name == directives.Strict)
	var noCode *prover.NoCodeError
	if errors.As(err, &noCode) && noCode.Generic() {
		// The tests may instantiate it.
		if p, failed := c.proverOf(d.Pos, true); failed == nil {
			findings, err = p.Check(region, d.Name == directives.Strict)
		}
	}
	if err != nil {
		c.unchecked(d, err.Error())
		return
	}
	for _, f := range findings {
		c.report(d, f)
	}
}

// unchecked reports that d could not be checked. No directive suppresses that.
func (c *checker) unchecked(d *directives.Directive, why string) {
	c.pass.Report(analysis.Diagnostic{
		Pos:      d.Pos,
		End:      d.End,
		Category: classUnchecked,
		Message:  fmt.Sprintf("//zeroalloc:%s is not checked: %s", d.Name, oneLine(why)),
	})
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", "; ") }

// prover returns the prover for the file that pos is in.
func (c *checker) prover(pos token.Pos) (*prover.Prover, error) {
	return c.proverOf(pos, isTest(c.pass, pos))
}

func (c *checker) proverOf(pos token.Pos, tests bool) (*prover.Prover, error) {
	i := 0
	if tests {
		i = 1
	}
	if c.provers[i] == nil && c.failures[i] == nil {
		dir := filepath.Dir(c.pass.Fset.Position(pos).Filename)
		c.provers[i], c.failures[i] = c.load(dir, tests)
	}
	return c.provers[i], c.failures[i]
}

func (c *checker) load(dir string, tests bool) (*prover.Prover, error) {
	built, err := c.pass.ResultOf[compiled.Analyzer].(*compiled.Unit).Package(tests)
	if err != nil {
		return nil, err
	}
	prog, err := program.New(built)
	if err != nil {
		return nil, err
	}
	own := prog.Own()
	if _, err := own.Funcs(); err != nil {
		return nil, err
	}
	own.SetSource(program.Of(c.pass.Fset, c.pass.Pkg, c.pass.ResultOf[ssaform.Analyzer].(*ssaform.Package)))
	p := prover.New(prog, own, c.set)
	p.Explain(func() (*reasons.Set, error) { return reasons.Of(dir, tests, built.Build().Overlay) })
	return p, nil
}

// enclosingFunc returns the function that n is, or is in.
func enclosingFunc(form *ssaform.Package, n ast.Node) *ssa.Function {
	if _, isLoop := n.(*ast.RangeStmt); !isLoop {
		if fn := form.Func(n); fn != nil {
			return fn
		}
	}
	var best *ssa.Function
	for _, fn := range form.Funcs {
		syntax := fn.Syntax()
		if syntax == nil || syntax.Pos() > n.Pos() || n.End() > syntax.End() || syntax == n {
			continue
		}
		if best == nil || best.Syntax().Pos() < syntax.Pos() {
			best = fn
		}
	}
	return best
}

// category returns the category of a finding.
func category(f prover.Finding) string {
	switch f.Class {
	case prover.Assumed:
		return prover.Unknown
	case prover.Promised:
		return prover.Dynamic
	}
	return f.Class
}

// report reports a finding of a directive.
func (c *checker) report(d *directives.Directive, f prover.Finding) {
	pos := f.Pos
	if !pos.IsValid() {
		pos = d.Pos
	}
	message := f.Message() + ", annotated //zeroalloc:" + d.Name
	if remedy := f.Remedy(); remedy != "" {
		message += "; " + remedy
	}
	c.found[c.line(pos, f)] = true
	c.reporter.Report(analysis.Diagnostic{
		Pos:      pos,
		Category: category(f),
		Message:  message,
		Related:  f.Related(),
	})
}
