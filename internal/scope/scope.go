// Package scope decides where in a package an allocation matters.
package scope

import (
	"go/ast"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
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

// Places answers, for one package, where an allocation matters.
type Places struct{}

// Place is a place where an allocation matters.
type Place struct {
	// Why names the reason, to stand behind a comma or in parentheses:
	// "in a loop", "annotated //zeroalloc:check".
	Why string

	// Loop is the innermost statement that repeats the place more than a
	// constant few times within its function or one around it: *ast.ForStmt
	// or *ast.RangeStmt; nil if there is none (a loop by goto included).
	Loop ast.Stmt

	// Block is the basic block of the place.
	Block *ssa.BasicBlock
}

// At returns the place of the node under c, and whether an allocation there
// matters: with the default -scope that is in loops and in annotated code, but
// not on failing paths, in start-up code, tests, generated files, or code
// behind a false constant.
func (p *Places) At(c inspector.Cursor) (Place, bool) { return Place{}, false }

// Reporter returns what the analyzer of pass reports its findings through.
// It belongs to that pass alone and is not safe for concurrent use.
func (p *Places) Reporter(pass *analysis.Pass) *Reporter { return &Reporter{pass: pass} }

// A Reporter reports the findings of one pass but for those that an allow
// directive suppresses.
type Reporter struct {
	pass *analysis.Pass
}

// Report reports d unless an allow directive that names the pass covers it.
func (r *Reporter) Report(d analysis.Diagnostic) { r.pass.Report(d) }

// ReportUnused reports each allow directive that names the pass and has
// suppressed nothing. It is called once, after the last Report.
func (r *Reporter) ReportUnused() {}

func run(pass *analysis.Pass) (any, error) { return &Places{}, nil }
