// Package kinds has directives on every kind of func, func literal, method and
// loop, each with a twin that allocates nothing.
package kinds

import "iter"

var (
	sink    any
	count   int
	handler func(int)
)

// Func literals.

type table struct {
	name string
	run  func(int)
	quit func()
}

var tables = []table{
	{
		name: "allocates",
		//zeroalloc:check
		run: func(n int) { sink = n }, // want `int value allocates`
		quit: func() {
			sink = new(int) // nope: another literal
		},
	},
	{
		name: "does not",
		//zeroalloc:check
		run: func(n int) { count += n },
	},
}

//zeroalloc:check
var variable = func(n int) { sink = n } // want `int value allocates`

//zeroalloc:check
var variableClean = func(n int) { count += n }

var (
	//zeroalloc:check
	grouped = func(n int) {
		sink = n // want `int value allocates`
	}
	byName = map[string]func(int){
		//zeroalloc:check
		"allocates": func(n int) { sink = n }, // want `int value allocates`
		//zeroalloc:check
		"does not": func(n int) { count += n },
	}
)

func fields(n int) table {
	return table{
		//zeroalloc:check
		run: func(x int) { sink = n + x }, // want `int value allocates`
		//zeroalloc:check
		quit: func() { count += n }, // nope: what its creation allocates is not its body
	}
}

type generic[T any] struct{ v T }

func (g *generic[T]) literals() {
	//zeroalloc:check
	handler = func(n int) {
		sink = g.v // want `T value allocates when converted to any`
	}
	//zeroalloc:check
	handler = func(n int) {
		count += n
	}
}

func useLiterals() {
	g := generic[int]{1}
	g.literals()
	(&generic[*int]{}).literals()
}

func inlinedLiterals(n int) {
	//zeroalloc:check
	f := func(x int) { count += x } // nope: inlined, there is no code of its own
	f(n)
	//zeroalloc:check
	g := func(x int) { sink = x } // want `int value allocates`
	g(n)
	//zeroalloc:check
	defer func() {
		sink = n // want `int value allocates`
	}()
	//zeroalloc:check
	go func() {
		count += n
	}()
	//zeroalloc:check
	func() {
		sink = n // want `int value allocates`
	}()
}

func returnsLiteral(n int) func() int {
	//zeroalloc:check
	return func() int {
		sink = n // want `int value allocates`
		return n
	}
}

func nested(xs []int) {
	//zeroalloc:check
	for _, x := range xs {
		func() {
			sink = x
		}() // want `int value allocates`
		count += func() int { return x }()
	}
	//zeroalloc:check
	for _, x := range xs {
		handler = func(n int) { // want `func literal allocates|allocates`
			sink = n + x // nope: it is only stored
		}
	}
	//zeroalloc:check
	for _, x := range xs {
		handler = func(n int) { // nope: it captures nothing
			sink = n // nope: it is only stored
		}
		count += x
	}
}

// Methods.

type value struct{ n int }

//zeroalloc:check
func (v value) allocates() { sink = v.n } // want `int value allocates`

//zeroalloc:check
func (v value) clean() { count += v.n }

//zeroalloc:check
func (v *value) pointerAllocates() { sink = v.n } // want `int value allocates`

//zeroalloc:check
func (v *value) pointerClean() { count += v.n }

type embeds struct{ *value }

//zeroalloc:check
func promoted(e embeds) {
	e.allocates() // want `int value allocates when converted to any .*: kinds.value.allocates`
	e.pointerAllocates() // want `int value allocates when converted to any .*: kinds.\(\*value\).pointerAllocates`
	e.clean()
	e.pointerClean()
}

//zeroalloc:check
func methodValues(v *value) {
	f := v.clean // nope: it stays on the stack
	f()
	handler2 = v.clean // want `method value allocates|allocates`
	g := (*value).pointerAllocates
	g(v) // want `int value allocates`
	h := value.clean
	h(*v)
}

var handler2 func()

//zeroalloc:check
func (g *generic[T]) allocates() { sink = g.v } // want `T value allocates`

//zeroalloc:check
func (g *generic[T]) clean() T { return g.v }

//zeroalloc:check
func (g generic[T]) value() T { return g.v }

type embedsGeneric struct{ generic[string] }

//zeroalloc:check
func promotedGeneric(e *embedsGeneric) {
	e.allocates() // want `T value allocates when converted to any: kinds.\(\*generic\[string\]\).allocates`
	count += len(e.clean())
	count += len(e.value())
}

func genericMethodValue(g *generic[string]) {
	f := g.clean
	f()
}

// Loops.

func loops(xs []int, m map[string]int, c chan int, s string, n int, seq iter.Seq[int]) {
	//zeroalloc:check
outer:
	for _, x := range xs {
		for range x {
			sink = x // want `int value allocates`
			if x > 1 {
				continue outer
			}
		}
	}
outer2:
	//zeroalloc:check
	for _, x := range xs {
		for i := range x {
			count += i
			continue outer2
		}
	}
	//zeroalloc:check
	for i := range n {
		sink = i // want `int value allocates`
	}
	//zeroalloc:check
	for range n {
		count++
	}
	//zeroalloc:check
	for k, v := range m {
		sink = k // want `string value allocates`
		count += v
	}
	//zeroalloc:check
	for k, v := range m {
		count += len(k) + v
	}
	//zeroalloc:check
	for v := range c {
		sink = v // want `int value allocates`
	}
	//zeroalloc:check
	for v := range c {
		count += v
	}
	//zeroalloc:check
	for _, r := range s {
		sink = r // want `rune value allocates|int32 value allocates`
	}
	//zeroalloc:check
	for _, r := range s {
		count += int(r)
	}
	//zeroalloc:check
	for x := range seq {
		sink = x // want `int value allocates`
	}
	//zeroalloc:check
	for x := range seq {
		count += x
	}
	//zeroalloc:check
	for x := range numbers(n) {
		sink = x // want `int value allocates`
	}
	//zeroalloc:check
	for x := range numbers(n) {
		count += x
	}
	//zeroalloc:check
	for { sink = n; break } // want `int value allocates`
	//zeroalloc:check
	for { count += n; break }
	//zeroalloc:check
	for i := 0; i < n; i++ { sink = n } // want `int value allocates`
	//zeroalloc:check
	for i := box(n); i < n; i++ { // nope: it is evaluated once
		count += i
	}
	//zeroalloc:check
	for i := 0; i < box(n); i++ { // want `int value allocates`
		count += i
	}
	//zeroalloc:check
	for i := 0; i < n; i += box(i) { // want `int value allocates`
		count += i
	}
	sink = n // nope: outside
}

//go:noinline
func box(n int) int { sink = n; return n }

func numbers(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func nestedLoops(xs [][]int) {
	for _, row := range xs {
		sink = len(row) // nope: the outer loop is not annotated
		//zeroalloc:check
		for _, x := range row {
			sink = x // want `int value allocates`
		}
	}
	//zeroalloc:check
	for _, row := range xs {
		//zeroalloc:strict
		for _, x := range row {
			sink = x // want `int value allocates .*, annotated //zeroalloc:check` `int value allocates .*, annotated //zeroalloc:strict`
		}
	}
}

func loopInLiteral(xs []int) func() {
	return func() {
		sink = len(xs) // nope: outside
		//zeroalloc:check
		for _, x := range xs {
			sink = x // want `int value allocates`
		}
		//zeroalloc:check
		for _, x := range xs {
			count += x
		}
	}
}

var inInitialiser = func() int {
	//zeroalloc:check
	for i := range 3 {
		sink = i // want `int value allocates`
	}
	//zeroalloc:check
	for i := range 3 {
		count += i
	}
	return count
}()

func init() {
	sink = &count // nope: outside
	//zeroalloc:check
	for i := range count {
		sink = i // want `int value allocates`
	}
	//zeroalloc:check
	for i := range count {
		count += i
	}
}

func init() {
	//zeroalloc:check
	for i := range count {
		sink = i // want `int value allocates`
	}
}

func inSelect(c chan int, n int) {
	//zeroalloc:check
	for {
		select {
		case v := <-c:
			sink = v // want `int value allocates`
		default:
			return
		}
	}
}

func (g *generic[T]) loops(n int) {
	//zeroalloc:check
	for range n {
		sink = g.v // want `T value allocates`
	}
	//zeroalloc:check
	for range n {
		count++
	}
}

func useGeneric(n int) {
	(&generic[string]{}).loops(n)
}

func nestedIterators(n int, seq func(int) iter.Seq[int]) {
	//zeroalloc:check
	for x := range numbers(n) {
		for y := range numbers(box(x)) { // want `int value allocates`
			count += y
		}
	}
	for x := range seq(n) {
		//zeroalloc:check
		for y := range numbers(x) {
			count += y
			if y > 3 {
				return
			}
		}
	}
	//zeroalloc:check
	for x := range seq(box(n)) { // nope: evaluated once
		count += x
	}
}

func oneLine(n int) {
	//zeroalloc:check
	f := func() { call(func() { sink = n }) } // want `value allocates`
	f()
	//zeroalloc:check
	g := func() { call(func() { count += n }) }
	g()
}

func call(f func()) { f() }

func betweenLiterals(n int) {
	//zeroalloc:check
	f := func() {
		count += n
	}; handler = func(n int) { sink = n } // nope: not in the first
	f()
}

func sharedLines(n int) {
	//zeroalloc:check
	for i := box(n); i < box(n); i++ { // want `int value allocates`
		count += i
	}
	//zeroalloc:check
	for i := box(n); i < n; i++ { count += i }
	//zeroalloc:check
	for i := box(n); i < n; i++ { count += box(i) } // want `int value allocates`
	//zeroalloc:check
	for i := range box(n) { count += box(i) } // want `int value allocates`
	sink = n // nope: outside
}

func siblings(n int) {
	//zeroalloc:check // want `//zeroalloc:check is not checked: the code of the func literal cannot be told from that of another one on its line`
	f := func() { count += n }; g := func() { count -= n }
	f()
	g()
}
