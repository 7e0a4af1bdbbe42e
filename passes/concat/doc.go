// Package concat x.
//
// # Analyzer concat
//
// concat: x
package concat
