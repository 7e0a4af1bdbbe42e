// Package measured has func values that allocate and ones that do not, as counted by its
// test in one round of a loop.
package measured

import (
	"iter"
	"slices"
	"sort"
	"strings"
	"sync"
)

type counter struct{ n int }

func (c *counter) add()    { c.n++ }
func (c counter) get() int { return c.n }

type getter interface{ get() int }

var (
	kept     func() int
	keptFunc func()
	one      = []int{1}
	number   = 1000
	total    int
)

// Funcs has the allocations of each func.
var Funcs = []struct {
	Name   string
	Func   func()
	Allocs float64
}{
	{"byValue", byValue, 1},
	{"mutated", mutated, 2},
	{"threeMutated", threeMutated, 3},
	{"methodValue", methodValue, 1},
	{"methodOfValue", methodOfValue, 1},
	{"interfaceMethod", interfaceMethod, 1},
	{"returned", returned, 2},
	{"loopVariable", loopVariable, 1},
	{"addressTaken", addressTaken, 1},
	{"iterator", iterator, 3},
	{"onceDo", onceDo, 0},
	{"stringsMap", stringsMap, 0},
	{"sorts", sorts, 0},
	{"calledAtOnce", calledAtOnce, 0},
}

func byValue() {
	for _, n := range one {
		kept = func() int { return n } // want `^func literal capturing n allocates 16 bytes, in a loop`
	}
}

func mutated() {
	for _, n := range one {
		sum := 0
		kept = func() int { sum += n; return sum } // want `capturing &sum and n allocates 24 bytes and moves sum to the heap`
	}
}

func threeMutated() {
	for range one {
		a, b, c := 0, 0, 0
		kept = func() int { a++; b++; c++; return a + b + c } // want `moves a, b and c to the heap`
	}
}

func methodValue() {
	for i := range one {
		c := &counters[i]
		keptFunc = c.add // want `^method value c.add capturing c allocates 16 bytes`
	}
}

var counters [1]counter

func methodOfValue() {
	for i := range one {
		c := counters[i]
		kept = c.get // want `^method value c.get capturing c allocates 16 bytes`
	}
}

var getters = []getter{&counters[0]}

func interfaceMethod() {
	for _, g := range getters {
		kept = g.get // want `^method value g.get capturing g allocates 24 bytes`
	}
}

//zeroalloc:hot
func newCounter() func() int {
	n := 0
	return func() int { n++; return n } // want `capturing &n allocates 16 bytes and moves n to the heap, annotated //zeroalloc:hot; a struct of n with a method is returned without allocating$`
}

func returned() { kept = newCounter() }

func loopVariable() {
	for _, n := range one {
		total += n
		each(func() { total += n }) // want `capturing n allocates 16 bytes`
	}
}

//go:noinline
func each(f func()) { keptFunc = f }

func addressTaken() {
	for _, n := range one { // want `^loop variable n moves to the heap in each round`
		keptInt = &n
	}
}

var keptInt *int

type set struct{ list []int }

//go:noinline
func (s *set) all() iter.Seq[int] {
	return func(yield func(int) bool) { // nope: made once for all rounds of the loop that is over it
		for _, v := range s.list {
			if !yield(v) {
				return
			}
		}
	}
}

var sets = []*set{{list: one}}

func iterator() {
	for _, s := range sets {
		sum := 0
		for v := range s.all() { // want `loop body made a func for s.all`
			sum += v
		}
		total += sum
	}
}

var once sync.Once

func onceDo() {
	for _, n := range one {
		once.Do(func() { total += n }) // nope: on the stack
	}
}

func stringsMap() {
	for _, n := range one {
		total += len(strings.Map(func(r rune) rune { // nope: on the stack, as nothing changes
			if n == 7 {
				return -1
			}
			return r
		}, "text"))
	}
}

func sorts() {
	for _, n := range one {
		slices.SortFunc(one, func(a, b int) int { return n * (a - b) })                 // nope: on the stack
		total += sort.Search(1, func(i int) bool { return i >= n })                     // nope: on the stack
		total += slices.IndexFunc(one, func(v int) bool { return v == n && n == 1000 }) // nope: on the stack
	}
}

func calledAtOnce() {
	for _, n := range one {
		func() { total += n }() // nope: called at once
	}
}
