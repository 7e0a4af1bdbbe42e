package escape_test

import "testing"

// The cases that the pass must get right, by their numbers in the list that it was built
// to, and where they are tested. Packages are below testdata/src/escape, scripts below
// cmd/zeroalloc-lint/testdata/script.
//
// Trust:
//
//	 1  truth, entries (deferproc, makechan, newproc)
//	 2  truth (mapUpdate and its siblings), entries (mapassign...)
//	 3  truth, entries (makeslice, concat, slicebytetostring, growslice)
//	 4  explained, with dep; script explained
//	 5  kinds, dynamic (typeArgument...)
//	 6  places
//	 7  truth (addressInError)
//	 8  scripts escape_altered, probe, no_go_command
//	 9  scripts escape_places, crlf, generated, variants, vendored, cgo
//	10  script escape_places (cgo); TestBoundary of internal/prover
//	11  places, sites (promotedDropped)
//	12  assume, with assumedep
//
// False alarms:
//
//	13  truth
//	14  truth
//	15  truth (constructorLocal, constructorStored)
//	16  dynamic; sites (promoted)
//	17  truth (constantFalse, overIterator)
//	18  dynamic (argument, captured)
//	19  places, kinds
//	20  truth
//	21  TestOwned of internal/prover follows no initialiser
//	22  truth
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
