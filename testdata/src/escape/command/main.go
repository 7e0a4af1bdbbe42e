// Package main is compiled as "main", and for its tests under its path.
package main

func main() { println(len(fresh())) }

var kept *[100]int

func keep(p *[100]int) *[100]int {
	kept = p
	return p
}

//zeroalloc:check
func fresh() *[100]int {
	return keep(new([100]int)) // want `new object of type \[100\]int allocates \(800 B\)`
}
