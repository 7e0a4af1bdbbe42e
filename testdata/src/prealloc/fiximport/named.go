package fiximport

import std "slices"

func named(xs []int) []int {
	var r []int // want `slice r grows to len\(xs\) elements`
	for _, x := range xs {
		r = append(r, x)
	}
	std.Sort(r)
	return r
}
