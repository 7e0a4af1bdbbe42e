package benchmarks_test

import (
	"strconv"
	"testing"

	"zeroalloc.test/escape/benchmarks"
)

// BenchmarkOutside has a func literal in the directory of the package, but not in
// the package.
func BenchmarkOutside(b *testing.B) {
	adder := benchmarks.NewAdder(len(b.Name()))
	b.RunParallel(func(pb *testing.PB) {
		n := 0
		//zeroalloc:check
		for pb.Next() {
			if n++; n < 0 {
				panic(strconv.Itoa(n) + b.Name()) // nope: it fails
			}
			n = adder.Add(n) // want `call of interface method benchmarks.Adder.Add cannot be followed`
		}
	})
}
