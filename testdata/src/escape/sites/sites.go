// Package sites has code where a line of source has more than one thing on it that
// can allocate, or none that says so.
package sites

import (
	"errors"
	"fmt"
)

type failure struct{ n int }

func (f *failure) Error() string { return "failure" }

//go:noinline
func die(f *failure) bool { panic(f) }

var (
	sinkInt   *int
	sinkAny   any
	sinkErr   error
	sinkBytes []byte
	sinkFunc  func() int
	sinkMap   map[string][]int
	sinkInts  []int
	flag      = true
)

func keep(n int) bool { sinkInt = &n; return true }

// The object of the line that fails is not the only one: the parameter of keep, which is
// inlined, is moved to the heap.
//
//zeroalloc:check
func fails(n int) bool {
	return n < 0 && die(&failure{n}) || keep(n) // want `variable n of an inlined function is moved to the heap`
}

func look(n int) bool { return n > 0 }

//zeroalloc:check
func failsOnly(n int) bool {
	return n < 0 && die(&failure{n}) || look(n)
}

// Two literals on a line: what the first one does is not what the second one does.
//
//zeroalloc:check
func twoLiterals(n int) int {
	return choose(func() int { sinkErr = &failure{n}; return n }, func() int { panic(&failure{n}) }) // want `new object of type .*failure allocates`
}

func choose(f, g func() int) int {
	if flag {
		return f()
	}
	return g()
}

// A literal that starts on the line of a call of the one around it.
//
//zeroalloc:check
func nested(n int) {
	run(func() { // want `int value allocates when converted to any`
		run2(fmt.Sprint(n), func() {
			if n < 0 {
				panic("negative")
			}
		})
	})
}

func run(f func()) { f() }

func run2(s string, f func()) { f() }

// The bytes of a constant are a new object.
//
//zeroalloc:check
func constant() {
	sinkBytes = []byte("constant") // want `conversion of string to \[\]byte allocates`
}

//zeroalloc:check
func constantStays() int {
	b := []byte("constant")
	return len(b)
}

// What makes the literal has no position of its own, and what follows is a failure.
//
//zeroalloc:check
func literal(n int) error {
	f := func() int { return n } // want `func literal that captures n allocates`
	if n < 0 {
		return errors.New("negative")
	}
	sinkFunc = f
	return nil
}

// The assignment of a variable leaves no trace.
//
//zeroalloc:check
func assigned(n int) {
	var v any
	if n >= 0 {
		v = n // want `int value allocates when converted to any`
	}
	sinkAny = v
}

//zeroalloc:check
func assignedWhereItFails(n int) {
	var v any
	if n < 0 {
		v = n
		panic(v)
	}
	sinkAny = v
}

//zeroalloc:check
func declared(n int) {
	var v any = n // want `int value allocates when converted to any`
	if n < 0 {
		panic("negative")
	}
	sinkAny = v
}

//go:noinline
func two(n int) (int, *failure) { return n, nil }

// The results of a call become interface values.
//
//zeroalloc:check
func results(n int) {
	var v any
	var err error
	v, err = two(n)
	sinkAny, sinkErr = v, err // want `int value allocates when converted to any`
}

// Each clause of a type switch has a variable of its own.
//
//zeroalloc:check
func clause(v any) {
	switch v := v.(type) { // want `variable v is moved to the heap`
	case int:
		sinkInt = &v
	case string:
		panic(v)
	}
}

// The slices of a map literal are made where it starts.
//
//zeroalloc:check
func mapLiteral(n int) {
	sinkMap = map[string][]int{ // want `make allocates a map`
		"one": {n},    // want `assignment of a new key allocates` `slice literal allocates`
		"two": {n, n}, // want `slice literal allocates`
	}
}

// A slice that starts on the stack is moved where a parameter takes it.
//
//zeroalloc:check
func moved(list []int, n int) {
	var odd []int
	for _, x := range list {
		if x%2 == n {
			odd = append(odd, x) // want `append allocates when it exceeds the capacity`
		}
	}
	list = odd
	sinkInts = list
}

func split(list []int) (a, b []int) {
	for _, x := range list {
		a, b = append(b, x), append(a, x)
	}
	return a, b
}

//zeroalloc:check
func movedResults(list []int) {
	a, b := split(list) // want `append allocates when it exceeds the capacity`
	sinkInts = a
	sinkInts = b
}

// A literal in generic code captures what it needs to know of the types.
//
//zeroalloc:check
func generic() {
	keepSize[int64]() // want `allocates`
}

//go:noinline
func keepSize[T any]() { sinkFunc = func() int { var v T; return size(v) } }

//zeroalloc:check
func genericObject() {
	keepNew[int64]() // want `allocates`
}

//go:noinline
func keepNew[T any]() { sinkAny = func() any { return new(T) } }

func size(v any) int {
	if _, ok := v.(int64); ok {
		return 8
	}
	return 0
}

// A method that is promoted has a wrapper, through which errors pass.
type inner struct{ n int }

//go:noinline
func (i *inner) get(n int) (int, error) {
	if n < 0 {
		return 0, fmt.Errorf("%d is negative", n)
	}
	return i.n, nil
}

//go:noinline
func (i *inner) box(n int) (int, error) {
	sinkAny = n
	return i.n, nil
}

type outer struct{ *inner }

type getter interface {
	get(n int) (int, error)
	box(n int) (int, error)
}

//zeroalloc:check
func promoted(o outer, n int) (int, error) {
	var g getter = o
	return g.get(n)
}

//zeroalloc:check
func promotedBox(o outer, n int) (int, error) {
	var g getter = o
	return g.box(n) // want `int value allocates when converted to any`
}

//zeroalloc:check
func promotedDropped(o outer, n int) int {
	var g getter = o
	v, _ := g.get(n) // want `fmt.Errorf`
	return v
}
