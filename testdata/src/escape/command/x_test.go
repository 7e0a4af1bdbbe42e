package main_test

import "testing"

var kept *[50]int

func keep(p *[50]int) *[50]int {
	kept = p
	return p
}

//zeroalloc:check
func outside() *[50]int {
	return keep(new([50]int)) // want `new object of type \[50\]int allocates \(400 B\)`
}

//zeroalloc:check
func clean(a int) int { return a + 1 } // nope: it is not the one of the command

func TestOutside(t *testing.T) {
	if outside() == nil || clean(1) != 2 {
		t.Fail()
	}
}
