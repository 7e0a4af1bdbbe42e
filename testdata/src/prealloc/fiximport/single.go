package fiximport

import "strconv"

func single(xs []int) []string {
	var r []string // want `slice r grows to len\(xs\) elements`
	for _, x := range xs {
		r = append(r, strconv.Itoa(x))
	}
	return r
}
