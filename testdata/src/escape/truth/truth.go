// Package truth has one function for each measured row of what the compiler
// does: the findings are the rows that allocate.
package truth

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"iter"
	"regexp"
	"strconv"
	"sync"
)

var (
	sinkAny    any
	sinkString string
	sinkBytes  []byte
	sinkFunc   func() int
	sinkPoint  *point
	sinkInt    *int
	sinkChan   chan int
)

type point struct{ x, y int }

func (p point) sum() int { return p.x + p.y }

type blob [160]byte

//go:noinline
func useString(s string) int { return len(s) }

//go:noinline
func useBytes(b []byte) int { return len(b) }

//zeroalloc:check
func concatAssign(s, t string) {
	s += t // want `string concatenation allocates`
	sinkString = s
}

//zeroalloc:check
func concatLocal(a, b string) int {
	return useString(a + b) // want `string concatenation allocates when the result is longer than 32 bytes, annotated`
}

//zeroalloc:check
func bytesToString(b []byte) int {
	return useString(string(b)) // want `conversion of \[\]byte to string allocates when the result is longer than 32 bytes`
}

//zeroalloc:check
func freeConversions(b []byte, m map[string]int, k string) int {
	n := 0
	if string(b) == k { // nope: compared in place
		n++
	}
	n += m[string(b)]  // nope: looked up in place
	switch string(b) { // nope: compared in place
	case "a":
		n++
	}
	for range []byte(k) { // nope: ranged in place
		n++
	}
	return n
}

//zeroalloc:check
func bounded(a, b string, c [16]byte) int {
	n := useString(a[:16] + b[8:24])   // nope: 32 bytes at most
	return n + useString(string(c[:])) // nope: 16 bytes
}

//zeroalloc:check
func oneRune(r rune) int {
	return useString(string(r)) // nope: 4 bytes at most
}

//zeroalloc:check
func unbounded(a, b string) int {
	return useString(a[:16] + b[8:25]) // want `string concatenation allocates when the result is longer than 32 bytes, annotated`
}

//zeroalloc:check
func kept(b []byte) {
	sinkString = string(b) // want `conversion of \[\]byte to string allocates its result, annotated`
}

//zeroalloc:check
func makeVariable(n int) int {
	return useBytes(make([]byte, n)) // want `make of a slice of variable size allocates`
}

//zeroalloc:check
func makeConstant() int {
	return useBytes(make([]byte, 64)) // nope: on the stack
}

//zeroalloc:check
func makeLarge() int {
	return useBytes(make([]byte, 100000)) // want `make allocates a slice \(100000 B\)`
}

//zeroalloc:check
func mapLocal(n int) int {
	m := make(map[int]int)
	for i := range n {
		m[i] = i // want `assignment of a new key allocates when the map grows`
	}
	return len(m)
}

//zeroalloc:check
func appendLocal(n int) int {
	var b []int
	for i := range n {
		b = append(b, i) // want `append allocates when it exceeds the capacity`
	}
	return len(b)
}

//zeroalloc:check
func appendParameter(b []int, n int) []int {
	b = b[:0]
	for i := range n {
		b = append(b, i) // nope: growth
	}
	return b
}

type holder struct {
	buf []int
	m   map[string]int
	big map[int]blob
}

//zeroalloc:check
func (h *holder) appendField(n int) {
	h.buf = append(h.buf[:0], n) // nope: growth
}

//zeroalloc:check
func (h *holder) mapUpdate(k string) {
	h.m[k] = 1 // nope: growth
}

//zeroalloc:strict
func (h *holder) strictUpdate(k string) {
	h.m[k] = 1 // want `assignment of a new key grows a map that outlives the call, annotated //zeroalloc:strict`
}

//zeroalloc:check
func (h *holder) mapLargeValue(k int) {
	h.big[k] = blob{} // want `assignment of a new key allocates the element of over 128 bytes`
}

//zeroalloc:check
func makeChan() {
	sinkChan = make(chan int, 1) // want `make allocates a channel`
}

func worker(n int) {}

//zeroalloc:check
func goArgument(n int) {
	go worker(n) // want `go statement allocates its arguments`
}

//zeroalloc:check
func goClosure(n int) {
	go func() { worker(n) }() // want `func literal that captures n allocates`
}

//zeroalloc:check
func deferLoop(n int) {
	for i := range n {
		defer worker(i) // want `defer in a loop allocates`
	}
}

//zeroalloc:check
func deferOnce(n int) {
	defer func() { worker(n) }() // nope: open-coded
}

//zeroalloc:check
func boxFree(b byte, p *point) {
	sinkAny = 100000     // nope: static data
	sinkAny = b          // nope: static table
	sinkAny = struct{}{} // nope: no size
	sinkAny = p          // nope: pointer
}

//zeroalloc:check
func boxInt(n int) {
	sinkAny = n // want `int value allocates when converted to any`
}

//zeroalloc:check
func literalStored() {
	sinkFunc = func() int { return 7 } // nope: captures nothing
}

//zeroalloc:check
func literalCaptures(n int) {
	sinkFunc = func() int { return n } // want `func literal that captures n allocates`
}

//zeroalloc:check
func methodValue(p point) {
	sinkFunc = p.sum // want `bound method value sum allocates`
}

var sinkEmpty *struct{}

//zeroalloc:check
func emptyLiteral() {
	sinkEmpty = &struct{}{} // nope: no size
}

func newPoint(x int) *point { return &point{x: x} }

//zeroalloc:check
func constructorLocal(x int) int {
	return newPoint(x).x // nope: inlined, on the stack
}

//zeroalloc:check
func constructorStored(x int) {
	sinkPoint = newPoint(x) // want `new object of type truth.point allocates \(16 B\) as it is assigned to sinkPoint: truth.newPoint`
}

func box[T any](v T) { sinkAny = v }

//zeroalloc:check
func genericBox(n int) {
	box(n) // want `T value allocates when converted to any: truth.box`
}

//zeroalloc:check
func addressInError(n int) error {
	p := point{x: n} // want `variable p is moved to the heap \(16 B\) as its address is assigned to sinkPoint`
	if n < 0 {
		sinkPoint = &p
		return errors.New("negative")
	}
	return nil
}

type reader interface{ read(*int) }

//zeroalloc:check
func addressToInterface(r reader) int {
	n := 0     // want `variable n is moved to the heap \(8 B\) as its address is passed to interface method r.read`
	r.read(&n) // want `call of interface method truth.reader.read cannot be followed`
	return n
}

const debug = false

//zeroalloc:check
func constantFalse(n int) {
	if debug {
		sinkAny = n // nope: not compiled
	}
}

func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

//zeroalloc:check
func overIterator(n int) int {
	sum := 0
	for i := range upTo(n) { // nope: inlined
		sum += i
	}
	return sum
}

//zeroalloc:check
func newValue() {
	sinkInt = new(5) // want `new object of type int allocates \(8 B\)`
}

//zeroalloc:check
func appendInt(buf []byte, n int64) []byte {
	return strconv.AppendInt(buf, n, 10) // nope: growth, and a conversion behind a flag
}

//zeroalloc:check
func atoi(s string) (int, error) {
	n, err := strconv.Atoi(s) // nope: makes its error only to fail
	if err != nil {
		return 0, err
	}
	return n, nil
}

//zeroalloc:check
func itoa(n int) string {
	return strconv.Itoa(n) // want `strconv.Itoa allocates its result \(up to 20 B\): strconv.Itoa → strconv.FormatInt`
}

var (
	onceOnly sync.Once
	pattern  = regexp.MustCompile("x+(y|z)?")
	cache    sync.Map
	pool     = sync.Pool{New: func() any { return new(bytes.Buffer) }}
	out      bytes.Buffer
	sinkHash [32]byte
)

//zeroalloc:check
func once() {
	onceOnly.Do(func() { sinkAny = new(point) }) // nope: once
}

//zeroalloc:check
func matches(b []byte) bool {
	return pattern.Match(b) // want `interface method io.RuneReader.ReadRune cannot be followed`
}

//zeroalloc:check
func cached(b byte) any {
	v, ok := cache.Load(b)
	if !ok {
		v, _ = cache.LoadOrStore(b, new(point)) // nope: first time
	}
	return v
}

//zeroalloc:check
func pooled(b []byte) int {
	buf := pool.Get().(*bytes.Buffer)
	defer pool.Put(buf)
	buf.Reset()
	buf.Write(b) // nope: growth
	return buf.Len()
}

//zeroalloc:check
func buffered(b []byte) {
	out.Reset()
	out.Write(b) // nope: growth
}

//go:noinline
func call(f func(int) int, n int) int { return f(n) }

//zeroalloc:check
func callsBack(n int) int {
	return call(func(x int) int { return x + n }, 1) // nope: on the stack, and its body is known
}

//zeroalloc:check
func hashes(b []byte) {
	sinkHash = sha256.Sum256(b) // nope: its buffer has room
}

//zeroalloc:check
func boundedSlice(n int) {
	var digits [20]byte
	i := len(digits)
	for ; n > 0; n /= 10 {
		i--
		digits[i] = byte('0' + n%10)
	}
	useString("number " + string(digits[i:]))
}

//zeroalloc:check
func unboundedSlice(n int) {
	var digits [40]byte
	i := len(digits) - n
	useString("number " + string(digits[i:])) // want `string concatenation allocates when the result is longer than 32 bytes`
}
