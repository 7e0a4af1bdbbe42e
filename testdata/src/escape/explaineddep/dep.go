// Package explaineddep is called by package explained.
package explaineddep

type Node struct{ Next *Node }

var kept any

func Outer(n int) { inner(n) }

//go:noinline
func inner(n int) {
	Keep(n)
}

// Keep is inlined.
func Keep(n int) {
	kept = n
}

// New returns what it makes.
//
//go:noinline
func New(next *Node) *Node { return &Node{next} }

//go:noinline
func Made(next *Node) *Node {
	return New(next)
}

// Pick returns something else than what it makes.
//
//go:noinline
func Pick(next *Node) *Node {
	kept = &Node{next}
	return next
}
