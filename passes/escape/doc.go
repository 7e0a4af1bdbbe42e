// Package escape defines an analyzer that proves annotated code free of heap
// allocations.
//
// # Analyzer escape
//
// escape: check that annotated functions and loops allocate nothing
package escape
