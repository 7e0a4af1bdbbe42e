// Package hot holds func values made once per call of a function that is
// annotated.
package hot

var sink func() int

//go:noinline
func keep(f func() int) { sink = f }

// Adder makes a func for each call.
//
//zeroalloc:hot
func Adder(n int) func() int {
	return func() int { return n } // want `func literal capturing n allocates 16 bytes, annotated //zeroalloc:hot; a struct of n with a method is returned without allocating`
}

// Counter is the same by reference.
//
//zeroalloc:check
func Counter() func() int {
	n := 0
	return func() int { n++; return n } // want `func literal capturing &n allocates 16 bytes and moves n to the heap, annotated //zeroalloc:check; .*`
}

// Start hands a func to a callee that keeps it.
//
//zeroalloc:hot
func Start(n int) {
	keep(func() int { return n }) // want `func literal capturing n allocates 16 bytes, annotated //zeroalloc:hot; .*`
}

// Cold is the sibling that nobody called hot.
func Cold(n int) {
	keep(func() int { return n }) // nope: once per call of an ordinary function
}

// Check is about the body of the literal, not about making it.
func Check(n int) {
	//zeroalloc:check
	keep(func() int { return n }) // nope: only its body is hot
}
