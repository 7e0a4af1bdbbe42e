package boxing

import (
	_ "embed"
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/passdoc"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

//go:embed doc.go
var doc string

// Analyzer reports conversions to interfaces that allocate.
var Analyzer = &analysis.Analyzer{
	Name:     "boxing",
	Doc:      passdoc.MustExtract(doc, "boxing"),
	URL:      "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/boxing",
	Requires: []*analysis.Analyzer{inspect.Analyzer, scope.Analyzer, compiled.Analyzer},
	Run:      run,
}

// Categories of findings: what the value is converted for.
const (
	categoryArgument   = "argument"
	categoryReturn     = "return"
	categoryAssignment = "assignment"
	categorySend       = "send"
	categoryElement    = "element"
	categoryKey        = "key"
	categoryConversion = "conversion"
	categoryComparison = "comparison"
)

func run(pass *analysis.Pass) (any, error) {
	places := pass.ResultOf[scope.Analyzer].(*scope.Places)
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()

	var candidates []*candidate
	for _, conv := range conversions(root, pass.Pkg, pass.TypesInfo) {
		if l := layoutOf(pass, conv.from); !l.isFree {
			candidates = append(candidates, &candidate{conv, l})
		}
	}

	reporter := places.Reporter(pass)
	judge := newJudge(pass, candidates)
	for _, f := range findings(pass, places, reporter, judge, candidates) {
		reporter.Report(f.diagnostic(pass))
	}
	reporter.Finish(judge.unit)
	return nil, nil
}

// findings returns what there is to report of candidates, in their order.
func findings(pass *analysis.Pass, places *scope.Places, reporter *scope.Reporter, judge *judge, candidates []*candidate) []*finding {
	var found []*finding
	lists := make(map[*ast.CallExpr]*finding)
	for _, c := range candidates {
		place, ok := places.At(c.at)
		if !ok || isExempt(pass.TypesInfo, place, c) || !judge.allocates(pass.Fset, c) {
			continue
		}
		// An argument that is allowed does not hide the others.
		if reporter.Allowed(c.at.Node().Pos()) || c.use.list != nil && reporter.Allowed(c.use.list.Lparen) {
			continue
		}
		f := lists[c.use.list]
		if f == nil {
			f = &finding{why: place.Why}
			found = append(found, f)
		}
		f.values = append(f.values, c)
		if c.use.list != nil {
			lists[c.use.list] = f
		}
	}
	return found
}
