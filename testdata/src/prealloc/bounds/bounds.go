// Package bounds holds loops whose number of rounds is known.
package bounds

import (
	"errors"
	"maps"
	"slices"
)

type item struct {
	id   int
	name string
}

type list struct{ items []item }

const many = 100

var sink []int

func overSlice(xs []int) []int {
	var r []int // want `slice r grows to len\(xs\) elements of 8 bytes without capacity, in a loop`
	for _, x := range xs {
		r = append(r, x+1)
	}
	return r
}

func overField(l *list) []string {
	var r []string // want `slice r grows to len\(l\.items\) elements of 16 bytes without capacity, in a loop`
	for _, x := range l.items {
		r = append(r, x.name)
	}
	return r
}

func overElement(groups [][]int, i int) []int {
	var r []int // want `slice r grows to len\(groups\[i\]\) elements of 8 bytes without capacity, in a loop`
	for _, x := range groups[i] {
		r = append(r, x)
	}
	return r
}

func overPart(xs []int) []int {
	var r []int // want `slice r grows to len\(xs\[1:\]\) elements of 8 bytes without capacity, in a loop`
	for _, x := range xs[1:] {
		r = append(r, x-xs[0])
	}
	return r
}

func overMap(m map[string]int) []string {
	var r []string // want `slice r grows to len\(m\) elements of 16 bytes without capacity, in a loop`
	for k := range m {
		r = append(r, k)
	}
	return r
}

func overArray(a *[64]int) []int {
	var r []int // want `slice r grows to len\(a\) elements of 8 bytes without capacity, in a loop`
	for _, x := range a {
		r = append(r, x)
	}
	return r
}

func overBytes(s string) []byte {
	var r []byte // want `slice r grows to len\(s\) elements of 1 byte without capacity, in a loop`
	for _, b := range []byte(s) {
		r = append(r, b+1)
	}
	return r
}

func overInt(n int) []int {
	var r []int // want `slice r grows to n elements of 8 bytes without capacity, in a loop`
	for i := range n {
		r = append(r, i)
	}
	return r
}

func overConst() []int {
	var r []int // want `slice r grows to many elements of 8 bytes without capacity, in a loop`
	for i := range many {
		r = append(r, i)
	}
	return r
}

func counting(xs []int) []int {
	var r []int // want `slice r grows to len\(xs\) elements of 8 bytes without capacity, in a loop`
	for i := 0; i < len(xs); i++ {
		r = append(r, xs[i])
	}
	return r
}

func countingTo(n int) []int {
	var r []int // want `slice r grows to n\+1 elements of 8 bytes without capacity, in a loop`
	for i := 0; i <= n; i++ {
		r = append(r, i)
	}
	return r
}

func countingFrom(xs []int) []int {
	var r []int // want `slice r grows to len\(xs\)-1 elements of 8 bytes without capacity, in a loop`
	for i := 1; i < len(xs); i++ {
		r = append(r, xs[i]-xs[i-1])
	}
	return r
}

func countingByFour() []int {
	var r []int // want `slice r grows to 25 elements of 8 bytes without capacity, in a loop`
	for i := 0; i < many; i += 4 {
		r = append(r, i)
	}
	return r
}

func countingDown(xs []int) []int {
	var r []int // want `slice r grows to len\(xs\) elements of 8 bytes without capacity, in a loop`
	for i := len(xs) - 1; i >= 0; i-- {
		r = append(r, xs[i])
	}
	return r
}

func countingWithLength(xs []int) []int {
	var r []int // want `slice r grows to len\(xs\) elements of 8 bytes without capacity, in a loop`
	for i, n := 0, len(xs); i < n; i++ {
		r = append(r, xs[i])
	}
	return r
}

func backward(xs []int) []int {
	var r []int // want `slice r grows to len\(xs\) elements of 8 bytes without capacity, in a loop`
	for _, x := range slices.Backward(xs) {
		r = append(r, x)
	}
	return r
}

func values(m map[int]int) []int {
	var r []int // want `slice r grows to len\(m\) elements of 8 bytes without capacity, in a loop`
	for v := range maps.Values(m) {
		r = append(r, v)
	}
	return r
}

func product(xs, ys []int) []int {
	var r []int // want `slice r grows to len\(xs\)\*len\(ys\) elements of 8 bytes without capacity, in a loop`
	for _, x := range xs {
		for _, y := range ys {
			r = append(r, x*y)
		}
	}
	return r
}

func productOfSums(n int) []int {
	var r []int // want `slice r grows to \(n\+1\)\*4 elements of 8 bytes without capacity, in a loop`
	for i := 0; i <= n; i++ {
		for j := range 4 {
			r = append(r, i*j)
		}
	}
	return r
}

func twoAtOnce(xs []int) []int {
	var r []int // want `slice r grows to 2\*len\(xs\) elements of 8 bytes without capacity, in a loop`
	for _, x := range xs {
		r = append(r, x, -x)
	}
	return r
}

func oneAndOne(xs []int) []int {
	var r []int // want `slice r grows to 2\*len\(xs\) elements of 8 bytes without capacity, in a loop`
	for _, x := range xs {
		r = append(r, x)
		r = append(r, -x)
	}
	return r
}

// Both arms append: no round is left out.
func eitherWay(xs []int) []int {
	var r []int // want `slice r grows to len\(xs\) elements of 8 bytes without capacity, in a loop`
	for _, x := range xs {
		if x < 0 {
			r = append(r, -x)
			continue
		}
		switch x {
		case 0:
			r = append(r, 1)
		default:
			r = append(r, x)
			break
		}
	}
	return r
}

// An error ends the work: how much is allocated then does not matter.
func failing(xs []item) ([]string, error) {
	var r []string // want `slice r grows to len\(xs\) elements of 16 bytes without capacity, in a loop`
	for _, x := range xs {
		if x.id < 0 {
			return nil, errors.New("negative")
		}
		if x.id == 0 {
			panic("zero")
		}
		r = append(r, x.name)
	}
	return r, nil
}

// A loop inside that fills nothing may be left as it likes.
func searching(xs, ys []int) []int {
	var r []int // want `slice r grows to len\(xs\) elements of 8 bytes without capacity, in a loop`
outer:
	for _, x := range xs {
		if x == 0 {
			r = append(r, 1)
			continue outer
		}
		for _, y := range ys {
			if x == y {
				break
			}
			if y == 0 {
				continue
			}
			x += y
		}
		r = append(r, x)
	}
	return r
}

func named(xs []int) (r []int) {
	for _, x := range xs {
		r = append(r, x) // want `slice r grows to len\(xs\) elements of 8 bytes without capacity, in a loop`
	}
	return r
}

func inClosure(xs []int) func() []int {
	return func() []int {
		var r []int // want `slice r grows to len\(xs\) elements of 8 bytes without capacity, in a loop`
		for _, x := range xs {
			r = append(r, x)
		}
		return r
	}
}

func generic[T any](xs []T) []T {
	var r []T // want `slice r grows to len\(xs\) elements without capacity, in a loop`
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}

func genericPointers[T any](xs []T) []*T {
	var r []*T // want `slice r grows to len\(xs\) elements of 8 bytes without capacity, in a loop`
	for i := range xs {
		r = append(r, &xs[i])
	}
	return r
}

// Each round of the outer loop has a slice of its own.
func perRound(groups [][]int) (rs [][]int) {
	for _, g := range groups {
		var r []int // want `slice r grows to len\(g\) elements of 8 bytes without capacity, in a loop`
		for _, x := range g {
			r = append(r, x)
		}
		rs = append(rs, r) // want `slice rs grows to len\(groups\) elements of 24 bytes without capacity, in a loop`
	}
	return rs
}

// Above the size that append gives away: 3 elements of 24 bytes.
func smallButOver(xss [][]int) {
	for range xss {
		var r [][3]int // want `slice r grows to 3 elements of 24 bytes without capacity, in a loop`
		for i := range 3 {
			r = append(r, [3]int{i})
		}
		use(r)
	}
}

//go:noinline
func use(r [][3]int) {
	for _, x := range r {
		sink = append(sink, x[0])
	}
}

func allowed(xs []int) []int {
	//zeroalloc:allow prealloc the caller frees most of it at once
	var r []int
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}

func allowedAtAppend(xs []int) []int {
	var r []int
	for _, x := range xs {
		//zeroalloc:allow prealloc the caller frees most of it at once
		r = append(r, x)
	}
	return r
}

func closeAll(xs []interface{ Close() error }) error {
	var errs []error
	for _, x := range xs {
		errs = append(errs, x.Close()) // nope: errors are collected where things end
	}
	return errors.Join(errs...)
}
