// Package crosstalk has a file of the same name as the package that it uses, with
// func literals and functions on the same lines.
package crosstalk

import "zeroalloc.test/escape/crosstalkdep"

func use(n int) int {
	total := 0
	//zeroalloc:check
	f := func(x int) int { // line 10
		total += x // nope: what allocates in line 11 is of another package
		return x
	}
	crosstalkdep.Each(n, func(int) {})
	return f(n) + total
}

//zeroalloc:check
func declared(n int) int { // line 19
	return n * n // nope: what allocates in line 20 is of another package
}

func loops(n int) (sum int) {
	//zeroalloc:check
	for x := range crosstalkdep.Numbers(n) { // line 25
		sum += x // nope: as above
	}
	return sum
}

func instantiate(n int) {
	crosstalkdep.Generic(n)
	crosstalkdep.EachGeneric(n, nil)
}

//zeroalloc:check
func calls(n int) {
	crosstalkdep.Generic(n) // want `crosstalkdep.Generic\[int\], annotated`
}
