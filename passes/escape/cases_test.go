package escape_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/passes/escape"
)

// The cases that the pass must get right, by their numbers in the list that it was built
// to, and where they are tested. Packages are below testdata/src/escape, scripts below
// cmd/zeroalloc-lint/testdata/script.
//
// Trust:
//
//	 1  truth, entries (deferproc, makechan, newproc), cases (localChan)
//	 2  truth (mapUpdate and its siblings), entries (mapassign...), cases (insert, read, remove, empty)
//	 3  truth, entries (makeslice, concat, slicebytetostring, growslice)
//	 4  explained, with dep; script explained
//	 5  kinds, dynamic (typeArgument...)
//	 6  places, cases (ping, pong, tick, tock; left, right)
//	 7  truth (addressInError)
//	 8  scripts escape_altered, probe, no_go_command
//	 9  scripts escape_places, crlf, generated, variants, vendored, cgo
//	10  script escape_places (cgo); outside; cases (reflectCall; atomics, intrinsics, unsafely);
//	    TestBoundary of internal/prover
//	11  places, sites (promotedDropped), cases (swallows, endOfFile, alwaysFails, recoversItself...)
//	12  assume, with assumedep
//
// False alarms:
//
//	13  truth, cases (boxesFree)
//	14  truth, cases (conversions)
//	15  truth (constructorLocal, constructorStored), cases (constructorInlined, constructorCalled)
//	16  dynamic; sites (promoted)
//	17  truth (constantFalse, overIterator)
//	18  dynamic (argument, captured), cases (closures, closureKept)
//	19  places, kinds, cases (literalStored, literalCalled)
//	20  cases (values, variadicKept)
//	21  cases (looksUp, builds)
//	22  cases (the methods of encoder)
//
// Hygiene:
//
//	23  script escape_stable; TestDrivers of cmd/zeroalloc-lint
//	24  script variants
//	25  script allow
//	26  the test package directive; tests of internal/directives
//	27  scripts explained, json
//	28  kinds

// TestSites has lines with more than one thing on them.
func TestSites(t *testing.T) { testTruth(t, "sites") }

// TestEntries has a function for each entry of the runtime that allocates.
func TestEntries(t *testing.T) { testTruth(t, "entries") }

// TestCases has what the packages above leave out of the list.
func TestCases(t *testing.T) { testTruth(t, "cases") }

// TestOutside calls what no Go code stands for.
func TestOutside(t *testing.T) {
	results := analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/cases/outside")
	categories := make(map[string]string)
	for _, result := range results {
		for _, d := range result.Diagnostics {
			categories[function(result.Pass, d.Pos)] = d.Category
		}
	}
	for name, want := range map[string]string{"callsAssembly": "unknown", "callsLinked": "unknown", "callsPlugin": "dynamic"} {
		if categories[name] != want {
			t.Errorf("%s is of category %q, want %q", name, categories[name], want)
		}
	}
}
