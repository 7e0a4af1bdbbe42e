package boxing

import (
	_ "embed"
	"fmt"
	"go/token"
	"go/types"
	"strings"

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
	for _, c := range candidates {
		checkConversion(pass, places, reporter, judge, c)
	}
	reporter.ReportUnused()
	if compiled.Required() {
		return nil, judge.err
	}
	return nil, nil
}

func checkConversion(pass *analysis.Pass, places *scope.Places, reporter *scope.Reporter, judge *judge, c *candidate) {
	place, ok := places.At(c.at)
	if !ok || isGuarded(pass.TypesInfo, c.at) || isForFailure(pass.TypesInfo, c.at) {
		return
	}
	if !judge.allocates(pass.Fset, c) {
		return
	}
	node := c.at.Node()
	reporter.Report(analysis.Diagnostic{
		Pos:      node.Pos(),
		End:      node.End(),
		Category: c.use.category,
		Message:  message(pass, c) + ", " + place.Why,
		Related:  parameterOf(pass, c),
	})
}

// message says what allocates how much for what.
func message(pass *analysis.Pass, c *candidate) string {
	name := func(typ types.Type) string { return types.TypeString(typ, types.RelativeTo(pass.Pkg)) }

	var b strings.Builder
	b.WriteString(name(c.from) + " value")
	if c.layout.size < 0 {
		b.WriteString(", as instantiated in this package,")
	} else {
		fmt.Fprintf(&b, " of %d bytes", c.layout.size)
	}
	b.WriteString(" allocates")
	if c.layout.isSmall {
		b.WriteString(" (unless 0 to 255)")
	}
	b.WriteString(" when converted to " + name(c.to))
	if c.use.what != "" {
		b.WriteString(" for " + c.use.what)
	}
	return b.String()
}

// parameterOf points to the declaration of the parameter that an argument is
// for, if it is at hand.
func parameterOf(pass *analysis.Pass, c *candidate) []analysis.RelatedInformation {
	param := c.use.param
	if param == nil || param.Pkg() != pass.Pkg || param.Name() == "" || !param.Pos().IsValid() {
		return nil
	}
	return []analysis.RelatedInformation{{
		Pos:     param.Pos(),
		End:     param.Pos() + token.Pos(len(param.Name())),
		Message: fmt.Sprintf("parameter %s has type %s", param.Name(), types.TypeString(param.Type(), types.RelativeTo(pass.Pkg))),
	}}
}
