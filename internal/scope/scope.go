// Package scope decides where in a package an allocation matters.
package scope

import (
	"flag"
	"fmt"
	"go/ast"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/paths"
	"github.com/zeroalloc/zeroalloc-lint/internal/ssaform"
)

// Analyzer finds the places of a package that run often. It reports nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "zeroallocscope",
	Doc:        "find the places of a package where allocations matter for other analyzers",
	Requires:   []*analysis.Analyzer{inspect.Analyzer, ssaform.Analyzer, directives.Analyzer},
	Run:        run,
	ResultType: reflect.TypeFor[*Places](),
}

// mode is the value of the flag -scope.
type mode string

const (
	loops     mode = "loops"
	annotated mode = "annotated"
	all       mode = "all"
)

var flagMode = loops

func init() {
	Analyzer.Flags.Var(&flagMode, "scope", "where to report: `loops` (and annotated code), annotated code alone, or all code, tests and start-up included")
}

func (m *mode) String() string { return string(*m) }

// Set implements [flag.Value].
func (m *mode) Set(s string) error {
	switch mode(s) {
	case loops, annotated, all:
		*m = mode(s)
		return nil
	}
	return fmt.Errorf("want loops, annotated or all")
}

var _ flag.Value = (*mode)(nil)

// Places answers, for one package, where an allocation matters.
type Places struct {
	pass       *analysis.Pass
	mode       mode
	directives *directives.Set
	form       *ssaform.Package
	startup    map[*ast.FuncDecl]bool // run at most once, before the work begins
	quiet      map[*ast.File]bool     // generated or test files

	mu       sync.Mutex // guards what follows: passes ask in parallel
	classify paths.Classifier
	flows    map[*ssa.Function]*flow
}

// Place is a place where an allocation matters.
type Place struct {
	// Why names the reason, to stand behind a comma or in parentheses:
	// "in a loop", "annotated //zeroalloc:check".
	Why string

	// Loop is the innermost statement that repeats the place more than a
	// constant few times within its function or one around it: *ast.ForStmt
	// or *ast.RangeStmt; nil if there is none (a loop by goto included).
	Loop ast.Stmt

	// Block is the basic block of the place, nil if it could not be told.
	Block *ssa.BasicBlock

	directive string // name of the directive that asks for attention, or ""
}

// Annotated reports whether a directive asks for attention to the place.
func (p Place) Annotated() bool { return p.directive != "" }

func run(pass *analysis.Pass) (any, error) {
	p := &Places{
		pass:       pass,
		mode:       flagMode,
		directives: pass.ResultOf[directives.Analyzer].(*directives.Set),
		form:       pass.ResultOf[ssaform.Analyzer].(*ssaform.Package),
		startup:    startupFuncs(pass, pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()),
		quiet:      make(map[*ast.File]bool),
		classify:   paths.Classifier{Lenient: true},
		flows:      make(map[*ssa.Function]*flow),
	}
	for _, file := range pass.Files {
		p.quiet[file] = isExample(pass.Pkg) || isGenerated(pass.Fset, file) || isTest(pass.Fset, file)
	}
	return p, nil
}

// At returns the place of the node under c, and whether an allocation there
// matters: with the default -scope that is in loops and in annotated code, but
// not on failing paths, in start-up code, tests, generated files, or code
// behind a false constant. Of loops those do not count that handle an error or
// stand in the String method of a type.
func (p *Places) At(c inspector.Cursor) (Place, bool) {
	w := walk{places: p, at: c}
	prev := c
	for outer := range c.Enclosing() {
		if !w.pass(outer, prev) {
			return Place{}, false
		}
		prev = outer
	}
	place := Place{Loop: w.loop, Block: w.block}
	switch {
	case w.directive != nil:
		if w.firstTime && w.directive.Name != directives.Strict {
			return Place{}, false
		}
		place.directive = w.directive.Name
		place.Why = "annotated //zeroalloc:" + place.directive
	case p.mode == annotated:
		return Place{}, false
	case w.repeated && (p.mode == all || !w.once && !w.firstTime && !w.aside):
		place.Why = "in a loop"
	case p.mode == all:
		place.Why = "in " + w.name
	default:
		return Place{}, false
	}
	return place, true
}

func (p *Places) flow(fn *ssa.Function) *flow {
	p.mu.Lock()
	defer p.mu.Unlock()
	f, ok := p.flows[fn]
	if !ok {
		f = newFlow(fn, &p.classify)
		p.flows[fn] = f
	}
	return f
}

// Live reports whether the node under c is in code whose mistakes matter however often
// it runs: not in tests, examples or generated files, unless -scope=all asks for those, and
// with -scope=annotated in annotated functions alone.
func (p *Places) Live(c inspector.Cursor) bool {
	switch p.mode {
	case all:
		return true
	case annotated:
		for fn := range c.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
			if p.directives.On(fn.Node(), directives.Check, directives.Strict, directives.Hot) != nil {
				return true
			}
		}
		return false
	}
	for file := range c.Enclosing((*ast.File)(nil)) {
		return !p.quiet[file.Node().(*ast.File)]
	}
	return false
}

// Failing reports whether what comes after the beginning of b always ends in a failure,
// or b is never reached.
func (p *Places) Failing(b *ssa.BasicBlock) bool {
	f := p.flow(b.Parent())
	return f.Failing(b) || f.Dead(b)
}
