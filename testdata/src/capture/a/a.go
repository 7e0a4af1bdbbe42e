// Package a holds func literals that allocate what they capture, next to
// siblings that do not.
package a

import (
	"errors"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"
)

var (
	sink  func() int
	sinks []func() int
)

//go:noinline
func keep(f func() int) { sink = f }

//go:noinline
func call(f func() int) int { return f() }

//go:noinline
func use(n int, f func() int) { sink = f }

func inlined(f func() int) int { return f() }

// By value.

func ByValue(xs []int) {
	for _, x := range xs {
		keep(func() int { return x }) // want `func literal capturing x allocates 16 bytes, in a loop; a func that takes x as an argument captures nothing`
	}
}

func Mixed(a byte, b string, c int64, d int32) {
	for i := range b {
		keep(func() int { return int(a) + len(b) + int(c) + int(d) + i }) // want `func literal capturing a, b, c, d and 1 more allocates 56 bytes, in a loop; a func that takes them as arguments captures nothing`
	}
}

func NoCapture(xs []int) {
	for range xs {
		keep(func() int { return len(sinks) }) // nope: a package variable is not captured
	}
}

func NoCaptureLen(xs []int) {
	var table [8]int
	for range xs {
		keep(func() int { return len(table) }) // nope: a constant
	}
}

func NoCaptureDead(xs []int) {
	const debug = false
	for _, x := range xs {
		keep(func() int {
			if debug {
				println(x)
			}
			return 0
		}) // nope: the compiler drops the branch, and with it the capture
	}
}

func StaysOnStack(xs []int) (n int) {
	for _, x := range xs {
		n += call(func() int { return x })    // nope: the callee does not keep it
		n += inlined(func() int { return x }) // nope: inlined
		func() { n += x }()                   // nope: called at once
	}
	return n
}

func OutsideLoop(x int, xs []int) {
	keep(func() int { return x }) // nope: made once per call
	for range xs {
	}
}

func FailingPath(xs []int) error {
	for _, x := range xs {
		if x < 0 {
			keep(func() int { return x }) // nope: the path fails
			return errors.New("negative")
		}
	}
	return nil
}

func RangeExpr(xs []int) {
	for _, f := range []func() int{func() int { return len(xs) }} {
		keep(f) // nope: the literal is made before the loop
	}
}

// By reference.

func ByReference(xs []int) {
	for _, x := range xs {
		total := 0
		keep(func() int { total += x; return total }) // want `func literal capturing &total and x allocates 24 bytes and moves total to the heap, in a loop; a func that takes them as arguments captures nothing`
	}
}

func AssignedLater(xs []int) {
	for range xs {
		y := 1
		keep(func() int { return y }) // want `func literal capturing &y allocates 16 bytes and moves y to the heap, in a loop; .*`
		y = 2
	}
}

func AssignedBefore(xs []int) {
	for range xs {
		y := 1
		if len(xs) > 2 {
			y = 3
		}
		keep(func() int { return y }) // want `func literal capturing y allocates 16 bytes, in a loop; .*`
	}
}

func FieldAssigned(xs []int) {
	for range xs {
		var p struct{ a, b int }
		keep(func() int { return p.a }) // want `func literal capturing &p allocates 16 bytes and moves p to the heap, in a loop; .*`
		p.b = 2
	}
}

func AddressTaken(xs []int) {
	for range xs {
		y := 1
		set(&y)
		keep(func() int { return y }) // want `func literal capturing &y allocates 16 bytes and moves y to the heap, in a loop; .*`
	}
}

//go:noinline
func set(p *int) { *p = 7 }

func Large(xs []int) {
	for range xs {
		var big [17]int
		keep(func() int { return big[3] }) // want `func literal capturing &big allocates 16 bytes and moves big to the heap, in a loop; .*`
	}
}

func LargestByValue(xs []int) {
	for range xs {
		var big [16]int
		keep(func() int { return big[3] }) // want `func literal capturing big allocates 136 bytes, in a loop; .*`
	}
}

// Loop variables, of which there is one for each round since Go 1.22.

func PerRound(n int) {
	for i := 0; i < n; i++ {
		keep(func() int { return i }) // want `func literal capturing i allocates 16 bytes, in a loop; .*`
	}
}

func PerRoundAssigned(n int) {
	for i := 0; i < n; i++ {
		keep(func() int { return i }) // want `func literal capturing &i allocates 16 bytes and moves i to the heap, in a loop; .*`
		i++
	}
}

func TypeSwitch(xs []any) {
	for _, x := range xs {
		switch v := x.(type) {
		case int:
			keep(func() int { return v }) // want `func literal capturing v allocates 16 bytes, in a loop; .*`
		case string:
			call(func() int { return len(v) }) // nope: the callee does not keep it
		}
	}
}

// Nested.

func Nested(xs []int) {
	for _, x := range xs {
		keep(func() int { // want `func literal capturing x allocates 16 bytes, in a loop; .*`
			keep(func() int { return x }) // want `func literal capturing x allocates 16 bytes, in a loop; .*`
			return 1
		})
	}
}

func NestedInner(xs []int) (n int) {
	for _, x := range xs {
		n += call(func() int { // nope: the callee does not keep it
			keep(func() int { return x }) // want `func literal capturing x allocates 16 bytes, in a loop; .*`
			return 1
		})
	}
	return n
}

func OneLine(xs []int, y string) (n int) {
	for _, x := range xs {
		n++
		use(call(func() int { return x }), func() int { return len(y) + n }) // want `func literal capturing y and &n allocates 32 bytes and moves n to the heap, in a loop; .*`
	}
	return n
}

func OneLineAlike(xs []int) {
	for _, x := range xs {
		use(call(func() int { return x }), func() int { return x + 1 })    // want `one of 2 func values of this line capturing x allocates 16 bytes, in a loop; .*`
		sinks[call(func() int { return x })] = func() int { return x + 1 } // want `func literal capturing x allocates 16 bytes, in a loop; .*`
	}
}

// Statements.

func GoUnasked(xs []int, out chan int, wg *sync.WaitGroup) {
	for _, x := range xs {
		go func() { out <- x }()     // nope: the goroutine costs more
		wg.Go(func() { println(x) }) // nope: the goroutine costs more
	}
}

func Go(xs []int, out chan int) {
	//zeroalloc:hot
	for _, x := range xs {
		go func() { out <- x }() // want `func literal capturing out and x allocates 24 bytes, annotated //zeroalloc:hot; a goroutine started once and fed through a channel captures once`
	}
}

func GoWithArgument(xs []int) {
	for _, x := range xs {
		go func(x int) { sink() }(x) // nope: the literal captures nothing, the go statement wraps its argument
	}
}

func GoNoCapture(xs []int) {
	for range xs {
		go func() { sink() }() // nope: no capture
	}
}

func DeferInLoop(mus []*sync.Mutex) {
	for _, mu := range mus {
		defer func() { mu.Unlock() }() // want `func literal capturing mu allocates 16 bytes, in a loop; deferred in a function of its own for one round it stays on the stack`
	}
}

func DeferPerRound(mus []*sync.Mutex) {
	for _, mu := range mus {
		func() {
			defer func() { mu.Unlock() }() // nope: one deferred call of a function stays on the stack
		}()
	}
}

func Stored(xs []int, m map[int]func() int, c chan func() int) {
	for i, x := range xs {
		sinks = append(sinks, func() int { return x }) // want `func literal capturing x allocates 16 bytes, in a loop; a func that takes x as an argument captures nothing`
		m[i] = func() int { return i }                 // want `func literal capturing i allocates 16 bytes, in a loop; .*`
		f := func() int { return i * x }               // want `func literal capturing i and x allocates 24 bytes, in a loop; .*`
		c <- f
	}
}

// Callbacks of the standard library.

type row struct {
	key  int
	name string
}

func Standard(tables [][]row, words []string, key int) (n int) {
	for _, t := range tables {
		sort.Slice(t, func(i, j int) bool { return t[i].key < t[j].key })       // nope: stays on the stack, only the slice is boxed
		slices.SortFunc(t, func(a, b row) int { return (a.key - b.key) * key }) // nope: stays on the stack
		n += slices.IndexFunc(t, func(r row) bool { return r.key == key })      // nope: inlined
		n += sort.Search(len(t), func(i int) bool { return t[i].key >= key })   // nope: inlined
	}
	for _, w := range words {
		n += strings.IndexFunc(w, func(r rune) bool { return int(r) == key })       // nope: stays on the stack
		n += len(strings.FieldsFunc(w, func(r rune) bool { return int(r) == key })) // nope: stays on the stack
	}
	return n
}

// Finder is called through an interface: the compiler cannot see what it
// does with its argument.
type Finder interface {
	Find(rows []row, ok func(row) bool) int
	Each(f func(row))
}

func Dynamic(f Finder, tables [][]row) (n int) {
	for i, t := range tables {
		n += f.Find(t, func(r row) bool { return r.key == i }) // want `func literal capturing i allocates 16 bytes, in a loop; a plain loop over the elements captures nothing`
		f.Each(func(r row) { println(i) })                     // want `func literal capturing i allocates 16 bytes, in a loop; a func that takes i as an argument captures nothing`
	}
	return n
}

func Foreign(xs []int, wg *sync.WaitGroup) {
	//zeroalloc:hot
	for _, x := range xs {
		wg.Go(func() { println(x) })                 // want `func literal capturing x allocates 16 bytes, annotated //zeroalloc:hot; a goroutine started once and fed through a channel captures once`
		time.AfterFunc(1, func() { println(x, xs) }) // want `func literal capturing x and xs allocates 40 bytes, annotated //zeroalloc:hot; where calls do not overlap, one func over a reused struct of them does`
	}
}

type handler func() int

func Converted(xs []int) {
	for _, x := range xs {
		keep(handler(func() int { return x })) // want `func literal capturing x allocates 16 bytes, in a loop; a func that takes x as an argument captures nothing`
	}
}

func Lines(xs []int) {
	for _, x := range xs {
		keep(
			func() int { // want `func literal capturing x allocates 16 bytes, in a loop; .*`
				return x
			},
		)
	}
}

var Handler = func(xs []int) {
	for _, x := range xs {
		keep(func() int { return x }) // want `func literal capturing x allocates 16 bytes, in a loop; .*`
	}
}

func Allowed(xs []int) {
	for _, x := range xs {
		//zeroalloc:allow capture the callbacks are few
		keep(func() int { return x }) // nope: allowed
	}
}

func AllowedInVain(xs []int) (n int) {
	for _, x := range xs {
		/* want `//zeroalloc:allow capture suppresses nothing` */ //zeroalloc:allow capture not needed
		n += call(func() int { return x })
	}
	return n
}

type handlers struct{ add, remove func() int }

var sinkHandlers *handlers

func Parts(xs []int) {
	for _, x := range xs {
		sinkHandlers = &handlers{
			add:    func() int { return x },  // nope: part of an object
			remove: func() int { return -x }, // nope: part of an object
		}
	}
	//zeroalloc:hot
	for _, x := range xs {
		sinkHandlers = &handlers{
			add: func() int { return x }, // want `func literal capturing x allocates 16 bytes, annotated //zeroalloc:hot; .*`
		}
	}
}
