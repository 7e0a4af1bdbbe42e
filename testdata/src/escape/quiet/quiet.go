// Package quiet calls what is clean on exempt paths.
package quiet

import "errors"

var errNegative = errors.New("negative")

//go:noinline
func half(x int) int { return x / 2 }

//go:noinline
func grown(x int) []int { return make([]int, x) }

// nope: half allocates nothing, wherever it is called.
//
//zeroalloc:strict
func strictHalf(x int) (int, error) {
	if x > 100 {
		panic(half(x) == 3)
	}
	if x < 0 {
		return half(x), errNegative
	}
	return x, nil
}

//zeroalloc:strict
func strictGrown(x int) int {
	if x > 100 {
		panic(len(grown(x)) == 3) // want `make of a slice of variable size allocates: quiet.grown, annotated //zeroalloc:strict`
	}
	return x
}
