// Package fallback is analysed without object code.
package fallback

func known(xs []int) map[int]int {
	m := map[int]int{} // want `map m grows to len\(xs\) entries without a size, in a loop`
	for i, x := range xs {
		m[i] = x
	}
	return m
}

func filtered(xs []int) []int {
	r := make([]int, 0) // nope: whether the buffer is lost is the compiler's business
	for _, x := range xs {
		if x > 0 {
			r = append(r, x)
		}
	}
	return r
}
