// Package explained has findings that say why, and what would help.
package explained

import (
	"errors"
	"fmt"
	"io"
	"maps"
	std "slices"
	"strconv"
	"sync"
	"time"

	"zeroalloc.test/escape/explaineddep"
)

type point struct{ x, y int }

func (p *point) sum() int { return p.x + p.y }

var (
	sink      *int
	sinkPoint *point
	sinkAny   any
	sinkFunc  func() int
	sinkBytes []byte
	sinkInts  []int
	pool      sync.Pool
)

// Variables that are moved to the heap.

//zeroalloc:check
func assigned() {
	n := 1 // want `^variable n is moved to the heap \(8 B\) as its address is assigned to sink, annotated //zeroalloc:check$`
	sink = &n
}

//zeroalloc:check
func throughAnother() {
	n := 1 // want `^variable n is moved to the heap \(8 B\) as its address is assigned to sink, `
	p := &n
	sink = p
}

//zeroalloc:check
func returned() *point {
	var p point // want `^variable p is moved to the heap \(16 B\) as its address is returned, annotated //zeroalloc:check; a result by value does not$`
	return &p
}

//zeroalloc:check
func toInterface(r io.Reader) {
	var b [16]byte // want `^variable b is moved to the heap \(16 B\) as its address is passed to interface method r.Read, annotated //zeroalloc:check; one in a struct that is reused does not$`
	r.Read(b[:])   // want `^call of interface method io.Reader.Read cannot be followed, annotated //zeroalloc:check$`
}

type holder struct {
	f func(*int)
	m map[string]func()
}

//zeroalloc:check
func (h *holder) toFunc() {
	n := 1  // want `^variable n is moved to the heap \(8 B\) as its address is passed to func value h.f, `
	h.f(&n) // want `^call of func value h.f cannot be followed, `
}

//zeroalloc:check
func (h *holder) ofMap(key string) {
	h.m[key]() // want `^call of func value h.m\[key\] cannot be followed, `
}

//zeroalloc:check
func deferred(unlock func()) {
	defer unlock() // want `^call of func value unlock cannot be followed, `
	sinkInts = nil
}

//zeroalloc:check
func sent(to chan<- *int) {
	n := 1 // want `^variable n is moved to the heap \(8 B\) as its address is sent to to, `
	to <- &n
}

//go:noinline
func leak(p *point) { sinkPoint = p }

//zeroalloc:check
func toFunction() {
	p := point{1, 2} // want `^variable p is moved to the heap \(16 B\) as its address is passed to explained.leak, annotated //zeroalloc:check$`
	leak(&p)
}

//zeroalloc:check
func captured() {
	n := 0                                  // want `^variable n is moved to the heap \(8 B\) as a func literal that escapes captures it, `
	sinkFunc = func() int { n++; return n } // want `^func literal that captures n allocates as it is assigned to sinkFunc, `
}

//zeroalloc:check
func tooLarge() byte {
	var b [1 << 20]byte // want `^variable b is moved to the heap \(1048576 B\) as it is too large for the stack, `
	return index(&b)
}

//go:noinline
func index(b *[1 << 20]byte) byte { return b[9] }

//zeroalloc:check
func inError(n int) error {
	p := point{x: n} // want `^variable p is moved to the heap \(16 B\) as its address is assigned to sinkPoint, annotated //zeroalloc:check; a copy made on the failing path is moved there only$`
	if n < 0 {
		sinkPoint = &p
		return errors.New("negative")
	}
	return nil
}

//zeroalloc:check
func inErrorCopied(n int) error {
	p := point{x: n} // nope: the copy is made on the failing path
	if n < 0 {
		q := p
		sinkPoint = &q
		return errors.New("negative")
	}
	return nil
}

//zeroalloc:check
func toPool() {
	b := make([]byte, 0) // want `^variable b is moved to the heap \(24 B\) as its address is passed to sync.\(\*Pool\).Put, annotated //zeroalloc:check; a pointer that came from the pool does not$`
	pool.Put(&b)
}

func newPoint(x int) *point {
	p := point{x: x}
	return &p
}

//zeroalloc:check
func inlined() {
	sinkPoint = newPoint(1) // want `^variable p is moved to the heap \(16 B\) as its address is assigned to sinkPoint: explained.newPoint, `
}

type box struct{ p *int }

func (b *box) set(n int) { b.p = &n }

//zeroalloc:check
func intoInlined(b *box) {
	b.set(1) // want `^variable n of an inlined function is moved to the heap as its address is assigned to b.p, annotated //zeroalloc:check$`
}

func leaks(x int) { leak(&point{x: x}) }

//zeroalloc:check
func passedInInlined() {
	leaks(1) // want `^new object of type explained.point allocates \(16 B\) as it is passed to leak: explained.leaks, annotated //zeroalloc:check$`
}

// Other objects.

//zeroalloc:check
func objects() {
	sinkPoint = &point{1, 2}  // want `^new object of type explained.point allocates \(16 B\) as it is assigned to sinkPoint, annotated //zeroalloc:check$`
	sinkInts = []int{1, 2, 3} // want `^slice literal allocates \(24 B\) as it is assigned to sinkInts, annotated //zeroalloc:check$`
	sinkFunc = sinkPoint.sum  // want `^bound method value sum allocates as it is assigned to sinkFunc, annotated //zeroalloc:check; one that is made once and kept does not$`
}

//zeroalloc:check
func literal() *point {
	return &point{1, 2} // want `^new object of type explained.point allocates \(16 B\) as it is returned, annotated //zeroalloc:check; a result by value does not$`
}

type failure struct{ code int }

func (*failure) Error() string { return "" }

//zeroalloc:check
func ofError(ok bool) *failure {
	return &failure{1} // want `^new object of type explained.failure allocates \(8 B\) as it is returned, annotated //zeroalloc:check$`
}

//zeroalloc:check
func closure(a, b, c, d int) func() int {
	return func() int { return a + b + c + d } // want `^func literal that captures a, b and 2 others allocates as it is returned, annotated //zeroalloc:check; a struct with a method does not$`
}

type option func() int

//zeroalloc:check
func named(a int) option {
	return func() int { return a } // want `^func literal that captures a allocates as it is returned, annotated //zeroalloc:check$`
}

//zeroalloc:check
func asWriter(w io.Writer) io.StringWriter {
	if sw, ok := w.(io.StringWriter); ok {
		return sw
	}
	return &stringWriter{w} // want `^new object of type explained.stringWriter allocates \(16 B\) for types without the method that is asked for, annotated //zeroalloc:check$`
}

type stringWriter struct{ io.Writer }

func (w *stringWriter) WriteString(s string) (int, error) { return w.Write(nil) }

//zeroalloc:check
func boxes(n int, s string) {
	keepAll(n, s) // want `^int value allocates when converted to any \(8 B\), annotated //zeroalloc:check$` `^string value allocates when converted to any \(16 B\), annotated //zeroalloc:check$` `^slice of variadic arguments allocates \(32 B\)`
	keepInt(n)    // want `^int value allocates when converted to any \(8 B\), annotated //zeroalloc:check; a parameter of that type does not$`
	pool.Put(n)   // want `^int value allocates when converted to any \(8 B\), annotated //zeroalloc:check; a pointer that came from the pool does not$`
}

//go:noinline
func keepAll(xs ...any) { sinkAny = xs[0]; sinkAll = xs }

var sinkAll []any

//go:noinline
func keepInt(x any) { sinkAny = x }

//zeroalloc:check
func slices(n int) byte {
	local := make([]byte, n)    // want `^make of a slice of variable size allocates, annotated //zeroalloc:check; a slice that is kept, cut to \[:0\], does not$`
	sinkBytes = make([]byte, 3) // want `^make allocates a slice \(3 B\) as it is assigned to sinkBytes, annotated //zeroalloc:check$`
	return local[0]
}

//zeroalloc:check
func appends(n int) int {
	var local []int
	for i := range n {
		local = append(local, i, n) // want `^append allocates when it exceeds the capacity, annotated //zeroalloc:check; append to a slice that is kept, cut to \[:0\], does not$`
	}
	return len(local)
}

//zeroalloc:check
func doubled(xs []int) []int {
	var list []int
	for _, x := range xs {
		list = append(list, x, x) // want `^append allocates when it exceeds the capacity, annotated //zeroalloc:check; appending to a slice of the caller does not$`
	}
	return list // want `^slice that append made is moved to the heap where it is handed on, annotated //zeroalloc:check$`
}

//zeroalloc:check
func collected(m map[string]bool) {
	sinkStrings = std.Collect(maps.Keys(m)) // want `^append allocates when it exceeds the capacity: slices.Collect\[string\] → slices.AppendSeq\[\[\]string, string\] → maps.Keys.func → slices.AppendSeq, annotated //zeroalloc:check; slices.AppendSeq to a kept slice does not$`
}

var sinkStrings []string

//zeroalloc:check
func runes(s string) int {
	return count([]rune(s)) // want `^conversion of string to \[\]rune allocates when the result is longer than 32 runes, annotated //zeroalloc:check; range over the string does not$`
}

//go:noinline
func count(r []rune) int { return len(r) }

func each(yield func(int) bool) {
	if yield(len(sinkInts)) {
		sinkFunc()
	}
}

var iterate = each

// SetIterator keeps it from being known.
func SetIterator(it func(func(int) bool)) { iterate = it }

//zeroalloc:check
func iterates() (n int) { // want `^variable n is moved to the heap \(8 B\) as a func literal that escapes captures it, `
	for i := range iterate { // want `^(state of the loop over an iterator is moved to the heap|call of iterator iterate cannot be followed)`
		n += i
	}
	return n
}

// What other packages do.

//zeroalloc:check
func calls(n int, at time.Time, next *explaineddep.Node) {
	explaineddep.Outer(n)    // want `^int value allocates when converted to any \(8 B\): explaineddep.Outer → explaineddep.inner → explaineddep.Keep, annotated //zeroalloc:check$`
	explaineddep.Made(next)  // want `^explaineddep.Made allocates its result \(8 B\): explaineddep.Made → explaineddep.New, annotated //zeroalloc:check$`
	explaineddep.Pick(next)  // want `^new object of type explaineddep.Node allocates \(8 B\): explaineddep.Pick, annotated //zeroalloc:check$`
	_ = strconv.Itoa(n)      // want `^strconv.Itoa allocates its result \(up to 20 B\): strconv.Itoa → strconv.FormatInt, annotated //zeroalloc:check; strconv.AppendInt to a kept \[\]byte does not$`
	_ = at.Format("15:04")   // want `^time.Time.Format allocates its result, annotated //zeroalloc:check; AppendFormat to a kept \[\]byte does not$`
	sinkAny = fmt.Sprint("") // want `^fmt.Sprint allocates its result, annotated //zeroalloc:check; strconv.Append\* to a kept \[\]byte does not$|^string value allocates`
}

//zeroalloc:strict
func noRemedy(n int) {
	sinkInts = append(sinkInts, n) // want `^append grows memory that outlives the call, annotated //zeroalloc:strict$`
}

type object struct {
	next *object
	at   [4]int
}

type freeList struct{ free *object }

// nope: what is taken from the list cannot be returned by value.
//
//zeroalloc:check
func (o *freeList) take() *object {
	n := o.free
	if n == nil {
		return new(object) // want `^new object of type explained.object allocates \(40 B\) as it is returned, annotated //zeroalloc:check$`
	}
	o.free = n.next
	return n
}

//zeroalloc:check
func found(k int) *point {
	if k < 0 {
		return nil // nope: a value cannot be missing
	}
	return &point{k, k} // want `^new object of type explained.point allocates \(16 B\) as it is returned, annotated //zeroalloc:check$`
}

//zeroalloc:check
func foundOrNot(k int) (*point, bool) {
	if k < 0 {
		return nil, false
	}
	return &point{k, k}, true // want `^new object of type explained.point allocates \(16 B\) as it is returned, annotated //zeroalloc:check; a result by value does not$`
}

//go:noinline
func length(b []byte) int { return len(b) }

//zeroalloc:check
func inBuffer(s string) int {
	b := make([]byte, 0, 16)
	for range 3 {
		b = append(b, s...) // want `^append allocates when it exceeds the capacity, annotated //zeroalloc:check$`
	}
	return length(b)
}

//zeroalloc:check
func fromNothing(s string) int {
	var b []byte
	for range 3 {
		b = append(b, s...) // want `^append allocates when it exceeds the capacity, annotated //zeroalloc:check; append to a slice that is kept, cut to \[:0\], does not$`
	}
	return length(b)
}
