// Package generic instantiates annotated generic code of another package, and has
// several instances of its own.
package generic

import "zeroalloc.test/escape/genericdep"

var sink any

func instances(n int, p *int, s *genericdep.Set[string], q *genericdep.Set[*int]) {
	genericdep.Keep(n)        // want `^T value allocates when converted to any.*: genericdep.Keep\[int\], annotated //zeroalloc:check$`
	genericdep.Keep(n + 1)    // nope: reported above
	genericdep.Keep(p)        // nope: a pointer
	genericdep.Unannotated(n) // nope: not annotated
	s.Last()                  // want `^genericdep.\(\*Set\[string\]\).Last allocates its result.*, annotated`
	q.Last()                  // nope: a pointer
	s.Add("x")                // want `assignment of a new key .*: genericdep.\(\*Set\[string\]\).Add, annotated //zeroalloc:strict`
	s.Has("x")
	through(1.5)
}

// In generic code the instances are those that are made of it.
func through[T any](v T) { genericdep.Keep(v) } // want `genericdep.Keep\[(int|float64)\], annotated`

//zeroalloc:check
func annotated(n int32) {
	genericdep.Keep(n) // want `^T value allocates when converted to any.*: genericdep.Keep\[int32\], annotated //zeroalloc:check`
}

//zeroalloc:check
func unannotated(n int8, p *int, u uint16) {
	genericdep.Unannotated(u) // want `T value allocates when converted to any.*: genericdep.Unannotated\[uint16\], annotated`
	genericdep.Unannotated(p)
}

// Instances that differ are named.

//zeroalloc:check
func keep[T any](v T) {
	sink = v // want `T value allocates when converted to any.*, instantiated with int; string, annotated`
}

//zeroalloc:check
func keepAll[T any](v T) {
	sink = v // want `T value allocates when converted to any( \([^,]*\))?, annotated`
}

//zeroalloc:check
func clean[K comparable, V any](m map[K]V, k K) V { return m[k] }

type list[T any] struct{ items []T }

//zeroalloc:check
func (l *list[T]) first() any {
	return l.items[0] // want `, instantiated with int, annotated`
}

func use(p *int) {
	keep(7)
	keep("x")
	keep(p)
	keepAll(7)
	keepAll("x")
	clean(map[int]string{}, 1)
	clean(map[string]*int{}, "x")
	sink = (&list[int]{}).first()
	sink = (&list[*int]{}).first()
}
