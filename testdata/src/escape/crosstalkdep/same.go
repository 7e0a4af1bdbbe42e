// Package crosstalkdep allocates on certain lines.
package crosstalkdep

import "iter"

var Sink any

// Each is inlined.
func Each(n int, f func(int)) {
	func() { // line 10
		Sink = n // line 11
		f(n)
	}()
}

// Generic has its code in the importer.
//
//go:noinline
func Generic[T any](v T) { // line 19
	Sink = v // line 20
}

// Numbers has a literal there.
func Numbers(n int) iter.Seq[int] {
	return func(yield func(int) bool) { // line 25
		Sink = n // line 26
		yield(n)
	}
}

// EachGeneric has a literal there, with its code in the importer.
func EachGeneric[T any](n T, f func(T)) {
	if f == nil { f = func(x T) { Sink = x } }
	f(n)
}
