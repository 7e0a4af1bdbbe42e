// Package contexts has each way in which a value becomes an interface, and next
// to it the value, or the target, for which that is free.
package contexts

import (
	"fmt"
	"io"
	"unsafe"
)

type point struct{ x, y int }

type code struct{ n int }

func (c code) Error() string { return "code" }

type named struct{ v any }

var (
	sink   any
	sinks  []any
	fields named
)

//go:noinline
func keep(v any) { sink = v }

//go:noinline
func look(v any) bool { return v == nil }

//go:noinline
func two() (int, point) { return 1000, point{2, 3} }

//go:noinline
func keepBoth(a, b any) { sink, fields.v = a, b }

func arguments(w io.Writer, n int, s string, p point, f func(any), vs ...any) {
	for range vs {
		fmt.Fprintln(w, n)           // want `^int value of 8 bytes allocates \(unless 0 to 255\) when converted to any for an argument of fmt.Fprintln, in a loop$`
		fmt.Fprintln(w, vs...)       // nope: a slice of interfaces already
		fmt.Fprintln(w, "x", 1<<20)  // nope: constants lie in read-only data
		keep(s)                      // want `^string value of 16 bytes allocates when converted to any for an argument of keep, in a loop$`
		look(s)                      // nope: stays on the stack
		f(p)                         // want `^point value of 16 bytes allocates when converted to any for an argument of f, in a loop$`
		f(&p)                        // nope: a pointer is the word of the interface
		keepBoth(two())              // want `^int value of 8 bytes allocates .* for an argument of keepBoth, in a loop$` `^point value of 16 bytes allocates .* for an argument of keepBoth, in a loop$`
		func(v any) { sink = v }(n)  // want `^int value of 8 bytes .* for an argument of a func literal, in a loop$`
		sinks = append(sinks, p, &p) // want `^point value of 16 bytes .* for an argument of append, in a loop$`
	}
}

func started(w io.Writer, n int) {
	for range n {
		go fmt.Fprintln(w, n) // want `int value of 8 bytes .* for an argument of fmt.Fprintln, in a loop`
		defer keep(n)         // want `int value of 8 bytes .* for an argument of keep, in a loop`
		defer look(n)         // want `int value of 8 bytes .* for an argument of look, in a loop`
	}
}

func kinds(p *point, m map[int]int, c chan int, f func(), b bool, u byte, i8 int8, z struct{}, e error, n16 int16, n32 int32, fl float64, arr [3]byte) {
	for range m {
		keep(p)                             // nope: pointer
		keep(m)                             // nope: map
		keep(c)                             // nope: channel
		keep(f)                             // nope: func
		keep(unsafe.Pointer(p))             // nope: pointer
		keep(struct{ p *point }{p})         // nope: as good as a pointer
		keep([1]*point{p})                  // nope: as good as a pointer
		keep(b)                             // nope: the runtime keeps both ready
		keep(u)                             // nope: the runtime keeps all 256 ready
		keep(i8)                            // nope: the runtime keeps all 256 ready
		keep([1]byte{u})                    // nope: the runtime keeps all 256 ready
		keep(z)                             // nope: nothing to store
		keep(nil)                           // nope: no value
		keep(e)                             // nope: an interface already
		keep(point{1, 2})                   // nope: constant parts make read-only data
		keep([2]string{"a", "b"})           // nope: constant parts make read-only data
		keep(n16)                           // want `int16 value of 2 bytes allocates \(unless 0 to 255\)`
		keep(n32)                           // want `int32 value of 4 bytes allocates \(unless 0 to 255\)`
		keep(fl)                            // want `float64 value of 8 bytes allocates when`
		keep(arr)                           // want `\[3\]byte value of 3 bytes allocates when`
		keep([]byte(nil))                   // nope: the runtime keeps the zero value ready
		keep(struct{ a, b *point }{nil, p}) // want `struct{a \*point; b \*point} value of 16 bytes allocates when`
		keep(point{1, int(n32)})            // want `point value of 16 bytes allocates when`
	}
}

func results(ps []point) (last any, err error) {
	for _, p := range ps {
		get := func() any { return p } // want `^point value of 16 bytes allocates when converted to any for a result, in a loop$`
		keep(get())
		err := func() error { return code{p.x} } // nope: makes an error
		keep(err())
		both := func() (any, any) { return two() } // want `^int value of 8 bytes .* for a result` `^point value of 16 bytes .* for a result`
		keepBoth(both())
		same := func() (any, error) { return last, err() } // nope: interfaces already
		keep(same)
	}
	return last, err
}

func assignments(ps []point, q *named, m map[string]any, word map[string]string, x any) {
	var outer [2]any // lives longer than one pass of the loop
	for i, p := range ps {
		sink = p      // want `^point value of 16 bytes allocates when converted to any for the assignment to sink, in a loop$`
		sink = &ps[i] // nope: a pointer
		sink = x      // nope: an interface already
		_ = p         // nope: nothing is converted
		q.v = p       // want `for the assignment to q.v, in a loop$`
		m["k"] = p    // want `for the assignment to m\["k"\], in a loop$`
		var arr [2]any
		arr[1] = p      // nope: a local array
		outer[1] = p    // want `for the assignment to outer\[1\], in a loop$`
		var v any = p   // nope: a local variable
		var g any = p.x // want `^int value of 8 bytes .* for the declaration of g, in a loop$`
		keep(g)
		sink, sinks[0] = two() // want `^int value .* for the assignment to sink,` `^point value .* for the assignment to sinks\[0\],`
		sink, _ = word["k"]    // want `^string value of 16 bytes .* for the assignment to sink,`
		sink, _ = x.(point)    // want `^point value of 16 bytes .* for the assignment to sink,`
		look(v)
		look(arr[1])
	}
	look(outer[1])
}

func iterations(ps []point, m map[string]int, c chan point, seq func(func(point) bool)) {
	for range ps {
		for _, sink = range ps { // want `^point value of 16 bytes .* for the assignment to sink, in a loop$`
		}
		for sink = range m { // want `^string value of 16 bytes .* for the assignment to sink, in a loop$`
		}
		for sink = range c { // want `^point value of 16 bytes .* for the assignment to sink, in a loop$`
		}
		for sink = range seq { // want `^point value of 16 bytes .* for the assignment to sink, in a loop$`
		}
		var x any
		for _, x = range ps { // want `^point value of 16 bytes .* for the assignment to x, in a loop$`
			look(x)
		}
	}
}

func sends(c chan any, d chan point, ps []point) {
	for _, p := range ps {
		c <- p  // want `^point value of 16 bytes allocates when converted to any for the send on c, in a loop$`
		c <- &p // nope: a pointer
		d <- p  // nope: no interface
		select {
		case c <- p.x: // want `^int value of 8 bytes .* for the send on c, in a loop$`
		default:
		}
	}
}

func keys(m map[any]int, ps []point) (n int) {
	for _, p := range ps {
		m[p] = 1          // want `^point value of 16 bytes allocates when converted to any for a key of m, in a loop$`
		m[p]++            // want `^point value of 16 bytes allocates when converted to any for a key of m, in a loop$`
		n += m[p]         // nope: the key of a look-up stays on the stack
		delete(m, any(p)) // nope: the key of a deletion stays on the stack
	}
	return n
}

func elements(ps []point) {
	for _, p := range ps {
		sinks = []any{
			p,  // want `^point value of 16 bytes allocates when converted to any for an element of \[\]any, in a loop$`
			&p, // nope: a pointer
		}
		look(named{p}.v)       // nope: stays on the stack
		fields = named{v: p.x} // want `^int value of 8 bytes .* for field v of named, in a loop$`
		fields = named{p}      // want `^point value of 16 bytes .* for field v of named, in a loop$`
		sink = map[any]any{
			p:// want `^point value of 16 bytes .* for a key of map\[any\]any, in a loop$`
			"value",
			"key": p.x, // want `^int value of 8 bytes .* for an element of map\[any\]any, in a loop$`
		}
		sink = []*named{ // want `^\[\]\*named value of 24 bytes .* for the assignment to sink, in a loop$`
			{p}, // want `^point value of 16 bytes .* for field v of named, in a loop$`
		}
		sink = &[2]any{
			1: p, // want `^point value of 16 bytes .* for an element of \[2\]any, in a loop$`
		}
	}
}

func conversionsNamed(ps []point, n int) {
	for _, p := range ps {
		sink = any(p)             // want `^point value of 16 bytes allocates when converted to any, in a loop$`
		sink = any(any(p))        // want `^point value of 16 bytes allocates when converted to any, in a loop$`
		keep(error(code{n}))      // nope: makes an error
		look(any(p))              // nope: stays on the stack
		sink = any((*point)(nil)) // nope: a pointer
		switch any(p).(type) {    // nope: stays on the stack
		case point:
			n++
		}
	}
}

type large [2000]byte

func comparisons(x any, l *large, ps []point) (n int) {
	for _, p := range ps {
		if x == p { // nope: compared in place
			n++
		}
		if *l == x { // want `^large value of 2000 bytes allocates when converted to any for the comparison with x, in a loop$`
			n++
		}
		switch x {
		case p: // nope: compared in place
			n++
		}
	}
	return n
}

func largeArgument(l *large, n int) {
	for range n {
		look(*l) // want `^large value of 2000 bytes allocates when converted to any for an argument of look, in a loop$`
	}
}

func once(p point) {
	sink = p // nope: not in a loop
}

func failing(ps []point) error {
	for _, p := range ps {
		if p.x < 0 {
			return fmt.Errorf("bad point %v", p) // nope: a failing path
		}
		if p.y < 0 {
			panic(p) // nope: a failing path
		}
	}
	return nil
}

type base struct{ last any }

func (b *base) keep(v any) { b.last = v }

type derived struct{ base }

type keeper interface{ keep(v any) }

func callees(d *derived, k keeper, anonymous struct{ keeper }, table []func(any), ps []point) {
	for _, p := range ps {
		d.keep(p)                // want `for an argument of derived.keep, in a loop$`
		(*base).keep(&d.base, p) // want `for an argument of base.keep, in a loop$`
		k.keep(p)                // want `for an argument of keeper.keep, in a loop$`
		anonymous.keep(p)        // want `for an argument of anonymous.keep, in a loop$`
		table[0](p)              // want `for an argument of table\[0\], in a loop$`
	}
}
