package escape

import (
	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/ssaform"
	"golang.org/x/tools/go/analysis"
)

// CategoryUnusedAssume is the category of a finding about an assume directive
// that nothing needs.
const CategoryUnusedAssume = "unused-assume"

// checkAssumes reports the assume directives for which a proof is found: of a
// function by itself, whoever calls it, or of the calls on a line. Where nothing is
// proved nothing is said.
func (c *checker) checkAssumes() {
	form := c.pass.ResultOf[ssaform.Analyzer].(*ssaform.Package)
	for _, d := range c.set.All {
		if d.Name != directives.Assume {
			continue
		}
		fn := enclosingFunc(form, d.Node)
		if fn == nil || len(fn.Blocks) == 0 {
			continue
		}
		p, err := c.prover(d.Pos)
		if err != nil || p.Needs(fn, d) {
			continue
		}
		c.reporter.Report(analysis.Diagnostic{
			Pos: d.Pos, End: d.End, Category: CategoryUnusedAssume,
			Message: "//zeroalloc:assume is not needed: nothing here allocates",
		})
	}
}
