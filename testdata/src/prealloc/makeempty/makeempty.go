// Package makeempty holds slices that start as make([]T, 0).
package makeempty

func filtered(xs []int) []int {
	r := make([]int, 0) // want `slice r starts as make\(\[\]int, 0\), without the first buffer that append gives \[\]int{}, in a loop`
	for _, x := range xs {
		if x > 0 {
			r = append(r, x)
		}
	}
	return r
}

func literal(xs []int) []int {
	r := []int{} // nope: has the buffer
	for _, x := range xs {
		if x > 0 {
			r = append(r, x)
		}
	}
	return r
}

func zero(xs []int) []int {
	var r []int // nope: has the buffer
	for _, x := range xs {
		if x > 0 {
			r = append(r, x)
		}
	}
	return r
}

func local(xs []int) (sum int) {
	r := make([]int, 0) // nope: does not escape, and is given a buffer like others
	for _, x := range xs {
		if x > 0 {
			r = append(r, x)
		}
	}
	for _, x := range r {
		sum += x
	}
	return sum
}

func twice(xs []int) []int {
	r := make([]int, 0) // nope: returned twice, which costs the buffer anyway
	for _, x := range xs {
		if x > 0 {
			r = append(r, x)
		}
		if x == 0 {
			return r
		}
	}
	return r
}

func large(xs []int) [][5]int {
	r := make([][5]int, 0) // nope: no buffer for elements of 40 bytes
	for _, x := range xs {
		if x > 0 {
			r = append(r, [5]int{x})
		}
	}
	return r
}

func known(xs []int) []int {
	r := make([]int, 0) // want `slice r grows to len\(xs\) elements of 8 bytes without capacity, in a loop`
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}
