package scope

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
)

// Categories of the findings that all passes have.
const (
	CategoryUnusedAllow = "unused-allow" // an allow directive that suppresses nothing
	CategoryUnchecked   = "unchecked"    // a package that the compiler could not be asked about, with -compiler=on
)

// Reporter returns what the analyzer of pass reports its findings through.
// It belongs to that pass alone and is not safe for concurrent use.
func (p *Places) Reporter(pass *analysis.Pass) *Reporter {
	r := &Reporter{pass: pass, places: p, used: make(map[*directives.Directive]bool)}
	for _, d := range p.directives.All {
		if d.Name == directives.Allow && slices.Contains(d.Passes, pass.Analyzer.Name) {
			r.allows = append(r.allows, d)
		}
	}
	return r
}

// A Reporter reports the findings of one pass but for those that an allow
// directive suppresses.
type Reporter struct {
	pass   *analysis.Pass
	places *Places
	allows []*directives.Directive // that name the pass
	used   map[*directives.Directive]bool
}

// Report reports d unless an allow directive that names the pass covers it.
func (r *Reporter) Report(d analysis.Diagnostic) {
	if !r.Allowed(d.Pos) {
		r.pass.Report(d)
	}
}

// Allowed reports whether an allow directive that names the pass covers pos,
// and notes that the directive is of use.
func (r *Reporter) Allowed(pos token.Pos) bool {
	for _, d := range r.allows {
		if d.Covers(pos) {
			r.used[d] = true
			return true
		}
	}
	return false
}

// Finish is called once, after the last Report, by passes that ask the compiler
// but can do without. It reports that the compiler could not be asked if
// -compiler=on insists on it, and the allow directives that are of no use.
func (r *Reporter) Finish(unit *compiled.Unit) {
	r.ReportUnused()
	err := unit.Missing()
	if err == nil || len(r.pass.Files) == 0 {
		return
	}
	name := r.pass.Files[0].Name
	r.pass.Report(analysis.Diagnostic{
		Pos:      name.Pos(),
		End:      name.End(),
		Category: CategoryUnchecked,
		Message:  "package is not checked against the compiler: " + strings.Join(strings.Fields(err.Error()), " "),
	})
}

// ReportUnused reports each allow directive that names the pass and has
// suppressed nothing. It is called once, after the last Report.
//
// Under a scope other than the default one more or fewer findings are wanted
// for a while; that is no reason to call a directive useless.
func (r *Reporter) ReportUnused() {
	if r.places.mode != loops {
		return
	}
	for _, d := range r.allows {
		if r.used[d] {
			continue
		}
		r.pass.Report(analysis.Diagnostic{
			Pos:      d.Pos,
			End:      d.End,
			Category: CategoryUnusedAllow,
			Message:  "//zeroalloc:allow " + r.pass.Analyzer.Name + " suppresses nothing",
		})
	}
}
