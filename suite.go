// Package zeroalloc is a suite of analyzers that find the heap allocations that
// matter: those in loops, and those in functions that are annotated as free of
// allocations.
//
// The command zeroalloc-lint runs them all. The directives that they obey are
// described in package directive.
package zeroalloc

import (
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/zeroalloc/zeroalloc-lint/internal/staticcheck"
	"github.com/zeroalloc/zeroalloc-lint/passes/boxing"
	"github.com/zeroalloc/zeroalloc-lint/passes/capture"
	"github.com/zeroalloc/zeroalloc-lint/passes/concat"
	"github.com/zeroalloc/zeroalloc-lint/passes/convert"
	"github.com/zeroalloc/zeroalloc-lint/passes/deferloop"
	"github.com/zeroalloc/zeroalloc-lint/passes/directive"
	"github.com/zeroalloc/zeroalloc-lint/passes/escape"
	"github.com/zeroalloc/zeroalloc-lint/passes/pool"
	"github.com/zeroalloc/zeroalloc-lint/passes/prealloc"
	"github.com/zeroalloc/zeroalloc-lint/passes/split"
	"github.com/zeroalloc/zeroalloc-lint/passes/sprint"
	"github.com/zeroalloc/zeroalloc-lint/passes/tempbuf"
	"github.com/zeroalloc/zeroalloc-lint/passes/timer"
)

// Suite lists the analyzers that zeroalloc-lint runs by default: all passes, and the checks
// of staticcheck about allocations that cost little and find what no pass does.
var Suite = slices.Concat(passes, staticcheck.Default)

// Optional lists the analyzers that zeroalloc-lint runs when they are named: checks of
// staticcheck that need a second SSA form of the package and of all that it depends on, or
// whose findings a pass has as well.
var Optional = staticcheck.Optional

var passes = []*analysis.Analyzer{
	boxing.Analyzer,
	capture.Analyzer,
	concat.Analyzer,
	convert.Analyzer,
	deferloop.Analyzer,
	directive.Analyzer,
	escape.Analyzer,
	pool.Analyzer,
	prealloc.Analyzer,
	split.Analyzer,
	sprint.Analyzer,
	tempbuf.Analyzer,
	timer.Analyzer,
}
