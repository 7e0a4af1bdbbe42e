package fiximport

import "strconv"

func single(xs []int) []string {
	// want +1 `slice r grows to len\(xs\) elements of 16 bytes without capacity`
	var r []string
	for _, x := range xs {
		r = append(r, strconv.Itoa(x))
	}
	return r
}
