package escape

import (
	_ "embed"
	"fmt"
	"go/ast"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/passdoc"
	"github.com/zeroalloc/zeroalloc-lint/internal/paths"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
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
	Requires: []*analysis.Analyzer{directives.Analyzer, scope.Analyzer, ssaform.Analyzer},
	Run:      run,
}

// classUnchecked is the category of a finding that a directive could not be
// checked.
const classUnchecked = "unchecked"

func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[directives.Analyzer].(*directives.Set)
	r := pass.ResultOf[scope.Analyzer].(*scope.Places).Reporter(pass)
	checker := &checker{pass: pass, set: set, reporter: r}
	for _, d := range set.All {
		if d.Name == directives.Check || d.Name == directives.Strict {
			checker.check(d)
		}
	}
	r.ReportUnused()
	return nil, nil
}

// A checker checks the directives of a package.
type checker struct {
	pass     *analysis.Pass
	set      *directives.Set
	reporter *scope.Reporter
	provers  [2]*prover // without and with tests
	failures [2]error
}

// A region is what a directive stands on, within a function.
type region struct {
	node ast.Node
	fn   *ssa.Function
	body *ssa.Function // of a loop over an iterator: what the body became
}

// has reports whether fn belongs to the region.
func (r region) has(fn *ssa.Function) bool {
	return fn != nil && (fn == r.fn || fn == r.body)
}

func (c *checker) check(d *directives.Directive) {
	form := c.pass.ResultOf[ssaform.Analyzer].(*ssaform.Package)
	switch d.Node.(type) {
	case *ast.FuncDecl, *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt:
	default:
		c.unchecked(d, "contracts of interface methods and func types are not checked yet: annotate the functions that fulfil it")
		return
	}
	fn := enclosingFunc(form, d.Node)
	if fn == nil {
		c.unchecked(d, "it stands on a function without a body")
		return
	}
	p, err := c.prover(d)
	if err != nil {
		c.unchecked(d, err.Error())
		return
	}
	roots, err := p.roots(region{d.Node, fn, form.Func(d.Node)})
	if err != nil {
		c.unchecked(d, err.Error())
		return
	}
	for _, f := range p.findings(roots, d.Name == directives.Strict) {
		c.report(d, f)
	}
}

// unchecked reports that d could not be checked. No directive suppresses that.
func (c *checker) unchecked(d *directives.Directive, why string) {
	c.pass.Report(analysis.Diagnostic{
		Pos:      d.Pos,
		End:      d.End,
		Category: classUnchecked,
		Message:  fmt.Sprintf("//zeroalloc:%s is not checked: %s", d.Name, strings.ReplaceAll(why, "\n", "; ")),
	})
}

// prover returns the prover for the file that d stands in.
func (c *checker) prover(d *directives.Directive) (*prover, error) {
	name := c.pass.Fset.Position(d.Pos).Filename
	i := 0
	if strings.HasSuffix(name, "_test.go") {
		i = 1
	}
	if c.provers[i] == nil && c.failures[i] == nil {
		c.provers[i], c.failures[i] = c.load(filepath.Dir(name), i == 1)
	}
	return c.provers[i], c.failures[i]
}

func (c *checker) load(dir string, tests bool) (*prover, error) {
	if compiled.Off() {
		return nil, compiled.ErrOff
	}
	prog, err := program.Load(dir, tests)
	if err != nil {
		return nil, err
	}
	path := c.pass.Pkg.Path()
	if c.pass.Pkg.Name() == "main" {
		path = "main"
	}
	own := prog.Package(path)
	if own == nil {
		return nil, fmt.Errorf("the go command knows no package %s in %s: name packages, not files", path, dir)
	}
	if _, err := own.Funcs(); err != nil {
		return nil, err
	}
	own.SetSource(program.Of(c.pass.Fset, c.pass.Pkg, c.pass.ResultOf[ssaform.Analyzer].(*ssaform.Package)))
	return &prover{
		prog: prog, own: own, directives: c.set,
		nodes: make(map[string]*node), quiet: make(map[*goobj.Func]bool),
		lines: make(map[*ssa.Function]*lineIndex), flows: make(map[string]*paths.Flow), deciding: make(map[ssa.Instruction]bool),
	}, nil
}

// roots returns the calls in the object code that stand in the region.
func (p *prover) roots(r region) ([]step, error) {
	funcs, err := p.own.Funcs()
	if err != nil {
		return nil, err
	}
	src, err := p.own.Source()
	if err != nil {
		return nil, err
	}
	var own, inlined []step
	compiledAlone := false
	for _, fn := range funcs {
		if isWrapper(fn.Name) {
			continue
		}
		alone := r.has(hostOf(src, fn))
		compiledAlone = compiledAlone || alone
		n := &node{fn: fn, pkg: p.own, errors: true, region: r}
		for i := range fn.Calls {
			call := &fn.Calls[i]
			outer := outermost(src, call, r)
			if outer < 0 || alone && outer != len(call.Frames)-1 {
				continue
			}
			for _, s := range p.step(n, call, outer) {
				switch {
				case !r.contains(src, s):
				case alone:
					own = append(own, s)
				default:
					inlined = append(inlined, s)
				}
			}
		}
	}
	switch {
	case compiledAlone:
		return own, nil
	case len(inlined) > 0:
		return inlined, nil
	}
	return nil, fmt.Errorf("the compiler made no code for %s in this package: it is generic and not instantiated here, or never used", r.fn.Name())
}

// hostOf returns the function that fn was compiled from, nil if unknown.
func hostOf(src *program.Source, fn *goobj.Func) *ssa.Function {
	return src.Func(fn.Name, fn.File, fn.Line)
}

// isWrapper reports whether symbol is what hands a dictionary to the instance of
// a generic function that is compiled: "F[int]" calls "F[go.shape.int]".
func isWrapper(symbol string) bool {
	return strings.Contains(symbol, "[") && !strings.Contains(symbol, "[go.shape.")
}

// outermost returns the index of the frame of call that is in the region,
// nearest to the host, or -1.
func outermost(src *program.Source, call *goobj.Call, r region) int {
	for i := len(call.Frames) - 1; i >= 0; i-- {
		f := call.Frames[i]
		if f.Pkg == "" && r.has(src.Enclosing(f.Func, f.File, f.Line)) {
			return i
		}
	}
	return -1
}

// contains reports whether the step stands in what the directive covers: of a
// loop its body, condition and post statement.
func (r region) contains(src *program.Source, s step) bool {
	var parts []ast.Node
	switch n := r.node.(type) {
	case *ast.ForStmt:
		parts = []ast.Node{n.Body}
		if n.Cond != nil {
			parts = append(parts, n.Cond)
		}
		if n.Post != nil {
			parts = append(parts, n.Post)
		}
	case *ast.RangeStmt:
		parts = []ast.Node{n.Body}
	default:
		return true
	}
	line := s.frames[len(s.frames)-1].Line
	for _, part := range parts {
		if part.Pos() <= s.pos && s.pos < part.End() {
			return true
		}
		if !s.exact && src.Fset.Position(part.Pos()).Line <= line && line <= src.Fset.Position(part.End()).Line {
			return true
		}
	}
	return false
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

// report reports a finding of a directive.
func (c *checker) report(d *directives.Directive, f finding) {
	pos := f.pos
	if !pos.IsValid() {
		pos = d.Pos
	}
	category := f.class
	if category == classAssumed {
		category = classUnknown
	}
	c.reporter.Report(analysis.Diagnostic{
		Pos:      pos,
		Category: category,
		Message:  message(f) + ", annotated //zeroalloc:" + d.Name,
		Related:  c.related(f),
	})
}

// related returns the chain, nearest first, as far as it stands in files of the
// pass.
func (c *checker) related(f finding) []analysis.RelatedInformation {
	var list []analysis.RelatedInformation
	for _, s := range f.steps[1:] {
		if !s.pos.IsValid() {
			break
		}
		what := s.what
		if s.target != nil {
			what = "calls " + symbolName(s.target.fn.Name)
		}
		list = append(list, analysis.RelatedInformation{Pos: s.pos, Message: what})
	}
	return list
}

// message says what is allocated, and through which calls.
func message(f finding) string {
	text := f.steps[len(f.steps)-1].what
	names := chain(f.steps)
	switch f.class {
	case classDynamic:
		text += " cannot be followed"
	case classAssumed:
		text = "code that may allocate is only assumed not to"
	}
	if len(names) > 0 {
		text += ": " + strings.Join(names, " → ")
	}
	return text
}

// chain returns the functions between the annotated one and the site, inlined
// ones included, nearest first.
func chain(steps []step) []string {
	var names []string
	for _, s := range steps {
		for i := len(s.frames) - 2; i >= 0; i-- {
			names = appendName(names, s.frames[i].Func)
		}
		if s.target != nil {
			names = appendName(names, s.target.fn.Name)
		}
	}
	return names
}

func appendName(names []string, symbol string) []string {
	name := symbolName(symbol)
	if symbol == "" || len(names) > 0 && names[len(names)-1] == name {
		return names
	}
	return append(names, name)
}
