// Package fiximport holds files that import the package slices or must not.
package fiximport

func none(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}
