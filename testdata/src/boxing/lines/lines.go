// Package lines has several conversions in a line, some of which allocate: object
// code has no columns to tell them apart.
package lines

import "fmt"

type point struct{ x, y int }

type size struct{ w, h int }

var sink any

//go:noinline
func look(v any) int { return 1 }

//go:noinline
func keepBoth(v, w any) { sink = []any{v, w} }

//go:noinline
func lookAll(vs ...any) int { return len(vs) }

func sameLine(ps []point, n int, s size) (m int) {
	for _, p := range ps {
		_ = fmt.Sprint(n, m)      // want `^2 arguments of fmt.Sprint \(int, int\) allocate up to 16 bytes when converted to any, in a loop$`
		m, sink = look(p), p.x    // want `^int value of 8 bytes .* for the assignment to sink`
		m, sink = look(p), s      // want `^size value of 16 bytes .* for the assignment to sink`
		m, sink = look(p), p      // want `^point value of 16 bytes .* for the assignment to sink`
		m, sink = look(m), any(m) // nope: one of two alike, and nothing says which
		k := 1000
		_ = fmt.Sprint(k, n) // want `^int value of 8 bytes .* for an argument of fmt.Sprint, in a loop$`
		keepBoth(k, n)       // want `^int value of 8 bytes .* for an argument of keepBoth, in a loop$`
		lookAll(p, p, n)     // nope: all stay on the stack
	}
	return m
}

func lit(ps []point) {
	for _, p := range ps {
		func() {
			sink = p // want `^point value`
		}()
		sink = struct{ a, b any }{p, // want `^point value of 16 bytes .* for field a of struct\{a any; b any\}, in a loop$` `^struct\{a any; b any\} value of 32 bytes`
			point{p.y, // want `^point value of 16 bytes .* for field b of struct\{a any; b any\}, in a loop$`
				p.x},
		}
		sink = p.x + // want `^int value of 8 bytes`
			p.y
		sink = p. // want `^int value of 8 bytes`
				x
		sink = any( // twin: the compiler puts it at the value
			p) // want `^point value of 16 bytes`
	}
}

// In fill, the line of the conversion stands in two functions: in fill itself and,
// once for each call, where it was inlined.
func fill(vs []any, n int) {
	for i := range vs {
		look(vs[i])
		vs[i] = n // want `^int value of 8 bytes`
	}
}

func callFill(n int) int {
	var local, global [4]any
	fill(local[:], n)
	fill(global[:], n)
	sink = global[0]
	return len(local)
}
