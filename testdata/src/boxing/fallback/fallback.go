// Package fallback is analysed without the compiler.
package fallback

import (
	"fmt"
	"io"
	"strings"
)

type point struct{ x, y int }

var sink any

type holder struct{ v any }

type keeper interface{ keep(v any) }

//go:noinline
func keep(v any) { sink = v }

func certain(ps []point, h *holder, m map[any]any, c chan any, k keeper, f func(any), anys []any, w io.Writer) []any {
	for i, p := range ps {
		sink = p                       // want `^point value of 16 bytes allocates when converted to any for the assignment to sink, in a loop$`
		h.v = p                        // want `^point value`
		(*h).v = p                     // want `^point value`
		m["k"] = p                     // want `^point value`
		m[p] = nil                     // want `^point value`
		anys[i] = p                    // want `^point value`
		anys = append(anys, p)         // want `^point value`
		c <- p                         // want `^point value`
		k.keep(p)                      // want `^point value`
		f(p)                           // want `^point value`
		fmt.Fprintln(w, p)             // want `^point value`
		get := func() any { return p } // want `^point value`
		sink = get()                   // nope: an interface already
	}
	return anys
}

func uncertain(ps []point, m map[any]any, h holder) (n int) {
	for _, p := range ps {
		keep(p)     // nope: only the compiler knows that keep keeps it
		v := any(p) // nope: a local variable
		h.v = p     // nope: only the compiler knows that h outlives a pass of the loop
		var arr [2]any
		arr[0] = p   // nope: a local variable
		_ = []any{p} // nope: a local variable
		_ = m[p]     // nope: a look-up
		local := func(any) {}
		local(p)                     // nope: a func that is known
		sink = &p                    // nope: a pointer
		sink = strings.NewReader("") // nope: a pointer
		if v == h.v && arr[0] == v {
			n++
		}
	}
	return n
}

func parametric[T any](ts []T) {
	for _, t := range ts {
		sink = t // nope: might be a pointer
	}
}
