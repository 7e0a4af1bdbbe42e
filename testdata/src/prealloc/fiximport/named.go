package fiximport

import std "slices"

func named(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range xs {
		r = append(r, x)
	}
	std.Sort(r)
	return r
}
