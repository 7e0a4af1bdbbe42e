// Package prealloc finds what is filled in a loop of known length without being sized for it.
//
// # Analyzer prealloc
//
// prealloc: report slices and maps that grow in a loop of known length
package prealloc
