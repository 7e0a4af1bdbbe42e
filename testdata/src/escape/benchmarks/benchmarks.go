// Package benchmarks has annotated loops of benchmarks.
package benchmarks

var sink any

var number = 1000
