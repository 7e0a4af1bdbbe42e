// Package fiximport holds files that import the package slices or must not.
package fiximport

func none(xs []int) []int {
	var r []int // want `slice r grows to len\(xs\) elements`
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}
