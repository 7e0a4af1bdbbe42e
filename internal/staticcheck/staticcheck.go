// Package staticcheck has the checks of staticcheck about allocations, in the places that
// the passes of zeroalloc-lint look at, and confirmed as theirs are.
package staticcheck

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"honnef.co/go/tools/staticcheck/sa6000"
	"honnef.co/go/tools/staticcheck/sa6001"
	"honnef.co/go/tools/staticcheck/sa6002"
	"honnef.co/go/tools/staticcheck/sa6003"
	"honnef.co/go/tools/staticcheck/sa6005"
	"honnef.co/go/tools/staticcheck/sa6006"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

// Default lists the checks that cost little, and find what no pass does.
var Default = []*analysis.Analyzer{
	wrap(sa6005.Analyzer, nil, foldNote), // strings.ToLower(a) == strings.ToLower(b)
}

// Optional lists the others: those that need a second SSA form, of the package and of all
// that it depends on, and those whose findings a pass has as well.
var Optional = []*analysis.Analyzer{
	wrap(sa6000.Analyzer, nil, ""),                              // regexp.Match in a loop: tempbuf
	wrap(sa6001.Analyzer, kinds{compiled.Conversion: true}, ""), // string(b) for several look-ups
	wrap(sa6002.Analyzer, kinds{compiled.Box: true}, ""),        // Put of what is no pointer: pool
	wrap(sa6003.Analyzer, kinds{compiled.Conversion: true}, ""), // range []rune(s): convert
	wrap(sa6006.Analyzer, kinds{compiled.Conversion: true}, ""), // io.WriteString(w, string(b)): convert
}

// foldNote says what the message of SA6005 does not. See dominikh/go-tools#1246.
const foldNote = "; it allocates where a letter changes, and EqualFold differs for a few letters beyond ASCII, as \u017f and \u0130"

type kinds map[compiled.Kind]bool

// wrap returns an analyzer that reports the findings of a which the object code confirms:
// at the line there is an allocation of one of the kinds. Without kinds, what is called
// allocates. The note ends the message. Fixes are left out: the one of SA6005 does not do
// the same for all strings.
func wrap(a *analysis.Analyzer, kinds kinds, note string) *analysis.Analyzer {
	wrapped := *a
	wrapped.Requires = append([]*analysis.Analyzer{inspect.Analyzer, scope.Analyzer, compiled.Analyzer}, a.Requires...)
	wrapped.Run = func(pass *analysis.Pass) (any, error) {
		root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
		places := pass.ResultOf[scope.Analyzer].(*scope.Places)
		unit := pass.ResultOf[compiled.Analyzer].(*compiled.Unit)
		reporter := places.Reporter(pass)

		inner := *pass
		inner.Report = func(d analysis.Diagnostic) {
			end := d.End
			if !end.IsValid() {
				end = d.Pos
			}
			cur, ok := root.FindByPos(d.Pos, end)
			if !ok {
				return
			}
			place, ok := places.At(cur)
			if !ok || !confirmed(unit, cur, kinds) {
				return
			}
			d.Message += ", " + place.Why + note
			d.Category = ""
			d.SuggestedFixes = nil
			reporter.Report(d)
		}
		result, err := a.Run(&inner)
		reporter.Finish(unit)
		return result, err
	}
	return &wrapped
}

func confirmed(unit *compiled.Unit, cur inspector.Cursor, kinds kinds) bool {
	if len(kinds) == 0 {
		return true
	}
	allocs, err := unit.Allocs(cur.Node())
	if err != nil {
		return false
	}
	for _, a := range allocs {
		if kinds[a.Kind] {
			return true
		}
	}
	return false
}
