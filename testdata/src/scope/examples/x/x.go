// Package x is an example.
package x

func here() int { return 0 }

func Example(xs []int) {
	for range xs {
		here() // nope: an example
	}
}
