// Package lists has calls with several arguments for one variadic parameter, which
// make one finding.
package lists

import (
	"fmt"
	"io"
)

type point struct{ x, y int }

var sink []any

//go:noinline
func keepAll(vs ...any) { sink = vs }

//go:noinline
func keepNamed(name any, vs ...any) { sink = append(vs, name) }

//go:noinline
func two() (int, point) { return 1000, point{2, 3} }

func calls(w io.Writer, n int, f float64, s string, p point) {
	for range n {
		fmt.Fprintf(w, "%d %g %v", n, f, p)     // want `^3 arguments of fmt.Fprintf \(int, float64, point\) allocate up to 32 bytes when converted to any, in a loop$`
		fmt.Fprintf(w, "%g %v", f, p)           // want `^2 arguments of fmt.Fprintf \(float64, point\) allocate 24 bytes when converted to any, in a loop$`
		fmt.Fprintf(w, "%s %v", s, p)           // want `^2 arguments of fmt.Fprintf \(string, point\) allocate up to 32 bytes when converted to any, in a loop$`
		fmt.Fprintf(w, "%g %v %d", f, &p.x, 10) // want `^float64 value of 8 bytes allocates when converted to any for an argument of fmt.Fprintf, in a loop$`
		sink = append(sink, f, p)               // want `^2 arguments of append \(float64, point\) allocate 24 bytes when converted to any, in a loop$`
		keepAll(two())                          // want `^2 arguments of keepAll \(int, point\) allocate up to 24 bytes when converted to any, in a loop$`
		keepNamed(s, f, p)                      // want `^string value of 16 bytes allocates when converted to any for an argument of keepNamed, in a loop$` `^2 arguments of keepNamed \(float64, point\) allocate 24 bytes`
		keepAll(f, fmt.Sprint(p, s))            // want `^2 arguments of keepAll \(float64, string\) allocate up to 24 bytes` `^2 arguments of fmt.Sprint \(point, string\) allocate up to 32 bytes`
		keepAll([]any{f, p}...)                 // want `^float64 value` `^point value`
	}
}

func generic[T any](ts []T) {
	for _, t := range ts {
		keepAll(t, t) // want `^2 arguments of keepAll \(T, T\) allocate when converted to any, in a loop$`
	}
}

func instantiate() { generic([]int{1000}) }

func allowed(n int, f float64, p point) {
	for range n {
		//zeroalloc:allow boxing it is for people
		keepAll(n, f, p) // nope: allowed
		//zeroalloc:allow boxing it is for people
		keepAll(
			n, // nope: allowed with the call
			f,
			p)
		keepAll(
			n, // want `^2 arguments of keepAll \(int, point\) allocate up to 24 bytes`
			f, //zeroalloc:allow boxing it is for people
			p)
	}
}
