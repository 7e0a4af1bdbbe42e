package directive

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/passdoc"
)

//go:embed doc.go
var doc string

// Analyzer reports the directives of a package that are not obeyed.
var Analyzer = &analysis.Analyzer{
	Name:     "directive",
	Doc:      passdoc.MustExtract(doc, "directive"),
	URL:      "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/directive",
	Requires: []*analysis.Analyzer{directives.Analyzer},
	Run:      run,
}

// run reports in all files: a mistake in a generated one silences a check as
// well.
func run(pass *analysis.Pass) (any, error) {
	set := pass.ResultOf[directives.Analyzer].(*directives.Set)
	for _, problem := range set.Problems {
		pass.Report(problem)
	}
	return nil, nil
}
