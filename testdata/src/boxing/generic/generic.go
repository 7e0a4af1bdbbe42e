// Package generic has conversions whose types depend on type arguments.
package generic

import "fmt"

var sink any

type pair[T any] struct{ a, b T }

func boxed[T any](ts []T) {
	for _, t := range ts {
		sink = t // want `^T value, as instantiated in this package, allocates when converted to any for the assignment to sink, in a loop$`
	}
}

func boxedPairs[T any](ts []T) {
	for _, t := range ts {
		sink = pair[T]{t, t} // want `^pair\[T\] value, as instantiated in this package, allocates`
	}
}

func pointers[T any](ts []T) {
	for _, t := range ts {
		sink = t // nope: instantiated with a pointer alone
	}
}

func never[T any](ts []T) {
	for _, t := range ts {
		sink = t // nope: instantiated by nobody here
	}
}

func sized[T any](ts []T) {
	for range ts {
		sink = len(ts) // want `^int value of 8 bytes allocates \(unless 0 to 255\) when converted to any for the assignment to sink, in a loop$`
	}
}

func target[I fmt.Stringer, T any](ts []T, i I, keep func(I)) {
	for range ts {
		keep(i) // nope: a type parameter is no interface
	}
}

//go:noinline
func push[T any](ts []T, t T) []T { return append(ts, t) }

type stack[T any] struct{ ts []T }

//go:noinline
func (s *stack[T]) push(t T) { s.ts = append(s.ts, t) }

type number int

func (n number) String() string { return "number" }

func instantiate(ns []number, ps []*number) {
	boxed(ns)
	boxedPairs(ns)
	pointers(ps)
	sized(ns)
	target(ns, number(1), func(number) {})

	var anys []any
	var s stack[any]
	var same stack[number]
	for _, n := range ns {
		anys = push[any](anys, n)                   // want `^number value of 8 bytes allocates \(unless 0 to 255\) when converted to any for an argument of push, in a loop$`
		ns = push(ns, n)                            // nope: no interface
		s.push(n)                                   // want `^number value of 8 bytes .* for an argument of stack.push, in a loop$`
		same.push(n)                                // nope: no interface
		_ = push([]fmt.Stringer{}, fmt.Stringer(n)) // want `^number value of 8 bytes .* when converted to fmt.Stringer, in a loop$`
	}
	sink = anys
}
