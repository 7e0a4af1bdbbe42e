// Package boxing x
//
// # Analyzer boxing
//
// boxing: report x
package boxing
