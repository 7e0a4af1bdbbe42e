package main

import "testing"

//zeroalloc:check
func inTest() *[100]int {
	return keep(new([100]int)) // want `new object of type \[100\]int allocates \(800 B\)`
}

// clean calls a method of the command, in which nothing allocates.
//
//zeroalloc:check
func clean(c *counter) int { return c.add(1) } // nope: there is code of it, under another symbol

type counter struct{ n int }

//go:noinline
func (c *counter) add(n int) int {
	c.n += n
	return c.n
}

func TestCommand(t *testing.T) {
	if inTest() == nil || clean(new(counter)) != 1 {
		t.Fail()
	}
}
