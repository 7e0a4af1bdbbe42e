// Package cases has twins for the cases of the list that the pass was built to which
// the packages beside it do not show.
package cases

import (
	"io"
	"math/bits"
	"reflect"
	"sync/atomic"
	"unsafe"
)

var (
	sinkAny    any
	sinkBytes  []byte
	sinkErr    error
	sinkInt    int
	sinkIntPtr *int
	sinkInts   []int
	sinkPoint  *point
	sinkString string
)

type point struct{ x, y int }

// Trust.

// A channel never stays on the stack.
//
//zeroalloc:check
func localChan(n int) int {
	c := make(chan int, 1) // want `make allocates a channel`
	c <- n
	return <-c
}

type index struct{ byName map[string]int }

//zeroalloc:strict
func (x *index) insert(k string) {
	x.byName[k] = 1 // want `assignment of a new key grows a map that outlives the call, annotated //zeroalloc:strict`
}

//zeroalloc:strict
func (x *index) read(k string) int {
	n := x.byName[k]
	if _, ok := x.byName[k]; ok {
		n++
	}
	for _, v := range x.byName {
		n += v
	}
	return n + len(x.byName)
}

//zeroalloc:strict
func (x *index) remove(k string) {
	delete(x.byName, k)
}

//zeroalloc:strict
func (x *index) empty() {
	clear(x.byName)
}

// Each calls the other before it allocates. The one that allocates comes first here, and
// last in the next pair.
//
//zeroalloc:check
func ping(n int) {
	if n > 0 {
		pong(n - 1) // want `int value allocates when converted to any \(8 B\): cases.pong → cases.ping, only if n > 0`
	}
	sinkAny = n // want `int value allocates`
}

//zeroalloc:check
func pong(n int) {
	if n > 0 {
		ping(n - 1) // want `int value allocates when converted to any \(8 B\): cases.ping, annotated`
	}
	sinkInt += n
}

//zeroalloc:check
func tick(n int) {
	if n > 0 {
		tock(n - 1) // want `int value allocates when converted to any \(8 B\): cases.tock, annotated`
	}
	sinkInt += n
}

//zeroalloc:check
func tock(n int) {
	if n > 0 {
		tick(n - 1) // want `int value allocates when converted to any \(8 B\): cases.tick → cases.tock, only if n > 0`
	}
	sinkAny = n // want `int value allocates`
}

// Neither of these allocates.
//
//zeroalloc:check
func left(n int) int {
	if n <= 0 {
		return 0
	}
	return right(n-1) + 1
}

//zeroalloc:check
func right(n int) int {
	if n <= 0 {
		return 1
	}
	return left(n-1) + 2
}

//zeroalloc:check
func reflectCall(f reflect.Value, args []reflect.Value) {
	f.Call(args) // want `made by reflection allocates`
}

var counter, flags atomic.Int64

var pointer atomic.Pointer[point]

var plain uint32

//zeroalloc:strict
func atomics(p *point) int64 {
	atomic.AddUint32(&plain, 1)
	atomic.CompareAndSwapUint32(&plain, 1, 0)
	pointer.Store(p)
	if pointer.CompareAndSwap(p, nil) {
		flags.Or(4)
	}
	return counter.Add(1) + flags.Load()
}

//zeroalloc:strict
func intrinsics(n uint64) int {
	hi, lo := bits.Mul64(n, n)
	q, r := bits.Div64(hi%n, lo, n)
	sum, carry := bits.Add64(q, r, 1)
	return bits.OnesCount64(sum) + bits.LeadingZeros64(lo) + bits.TrailingZeros64(hi) + bits.Len64(carry) + int(bits.ReverseBytes64(n))
}

//zeroalloc:strict
func unsafely(b []byte, s string) int {
	p := unsafe.SliceData(b)
	t := unsafe.String(p, len(b))
	u := unsafe.Slice(unsafe.StringData(s), len(s))
	v := *(*byte)(unsafe.Add(unsafe.Pointer(p), 1))
	return len(t) + len(u) + int(v) + int(unsafe.Sizeof(v))
}

type failure struct{ n int }

func (f *failure) Error() string { return "failure" }

//go:noinline
func risky(n int) (int, error) {
	if n < 0 {
		return 0, &failure{n}
	}
	return n, nil
}

//zeroalloc:check
func handsOn(n int) (int, error) {
	m, err := risky(n)
	if err != nil {
		return 0, err
	}
	return m, nil
}

//zeroalloc:check
func swallows(n int) int {
	m, _ := risky(n) // want `new object of type cases.failure allocates .*: cases.risky, only when cases.risky fails`
	return m
}

// An error that is tested is a failure.
//
//zeroalloc:check
func tests(n int) int {
	m, err := risky(n)
	if err != nil {
		m = 1
	}
	return m
}

//zeroalloc:check
func endOfFile(n int) (int, error) {
	sinkIntPtr = new(int) // want `new object of type int allocates`
	return n, io.EOF
}

//zeroalloc:check
func endOfFileAfter(n int) (int, error) {
	if n > 0 {
		sinkPoint = &point{n, n} // want `new object of type cases.point allocates`
		return n, io.EOF
	}
	return n, nil
}

//zeroalloc:check
func endOfFileOnly(n int) (int, error) {
	if n > 0 {
		return n, io.EOF
	}
	return n, nil
}

// It never succeeds, so that what it makes is what it is for.
//
//zeroalloc:check
func alwaysFails(n int) error {
	return &failure{n} // want `new object of type cases.failure allocates`
}

//zeroalloc:check
func alwaysFailsTwice(n int) error {
	if n > 0 {
		return &failure{n} // want `new object of type cases.failure allocates`
	}
	return &failure{-n} // want `new object of type cases.failure allocates`
}

//zeroalloc:check
func recoversItself(n int) (err error) {
	defer func() {
		if recover() != nil {
			sinkInt++
		}
	}()
	if n > 0 {
		panic(&failure{n}) // want `new object of type cases.failure allocates`
	}
	return nil
}

//zeroalloc:check
func panics(n int) int {
	if n < 0 {
		panic(&failure{n})
	}
	return n
}
