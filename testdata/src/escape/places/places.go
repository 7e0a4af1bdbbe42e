// Package places has directives on all the places that they may stand on.
package places

import (
	"bytes"
	"errors"
	"io"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"

	"zeroalloc.test/escape/dep"
)

var (
	sink  any
	sinkF func() int
)

// A chain over two packages, every frame of it shown.
//
//zeroalloc:check
func chain(n int) {
	dep.Outer(n) // want `int value allocates when converted to any \(8 B\): dep.Outer → dep.inner → dep.Box, annotated //zeroalloc:check`
}

//zeroalloc:check
func parses(n int) (int, error) {
	n, err := dep.Parse(n) // nope: allocates its error only
	if err != nil {
		return 0, err
	}
	return n, nil
}

//zeroalloc:check
func swallows(n int) int {
	n, _ = dep.Parse(n) // want `^dep.Parse allocates its error \(8 B\), only when dep.Parse fails, annotated //zeroalloc:check$`
	return n
}

//zeroalloc:check
func keeps(n int, p *int) {
	dep.Keep(p) // nope: a pointer
	dep.Keep(n) // want `T value allocates when converted to any: dep.Keep`
}

// notInstantiated is never clean by absence.
//
//zeroalloc:check // want `//zeroalloc:check is not checked: the compiler made no code for notInstantiated`
func notInstantiated[T any](v T) { sink = v }

func loops(xs []int) string {
	s := ""
	//zeroalloc:check
	for i := range xs {
		s += "x" // want `string concatenation allocates`
		_ = i
	}
	//zeroalloc:check
	for range strconv.Itoa(len(xs)) { // nope: evaluated once
	}
	//zeroalloc:check
	for t := ""; len(t) < len(xs); t += "x" { // want `string concatenation allocates`
	}
	buf := make([]byte, 0, 20)
	//zeroalloc:check
	for _, x := range xs {
		buf = strconv.AppendInt(buf[:0], int64(x), 10) // nope: growth
	}
	var fresh []int
	//zeroalloc:check
	for _, x := range xs {
		fresh = append(fresh, x) // want `append allocates when it exceeds the capacity`
	}
	sink = fresh
	sink = buf
	return s
}

func literals(n int) {
	//zeroalloc:check
	f := func(x int) {
		sink = x // want `int value allocates when converted to any`
	}
	f(n)
	//zeroalloc:check
	sinkF = func() int {
		return n // nope: what its creation allocates is not its body
	}
}

type T struct {
	mu  sync.Mutex
	buf []byte
	m   map[string]int
}

//zeroalloc:check
func (t T) value() int { return len(t.buf) }

//zeroalloc:check
func (t *T) pointer(w io.Writer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = strconv.AppendInt(t.buf[:0], 7, 10)
	w.Write(t.buf) // want `call of interface method io.Writer.Write cannot be followed`
}

//zeroalloc:check
func (t *T) lazy() int {
	if t.m == nil {
		t.m = make(map[string]int) // nope: first time
	}
	return len(t.m)
}

//zeroalloc:strict
func (t *T) strictLazy() {
	if t.m == nil {
		t.m = make(map[string]int) // want `make allocates a map, annotated //zeroalloc:strict`
	}
}

type gen[K comparable] struct{ m map[K]int }

//zeroalloc:check
func (g *gen[K]) set(k K) {
	g.m[k] = 1 // nope: growth
	sink = k   // want `value allocates when converted to any`
}

var g = gen[string]{}

func useGen() { g.set("x") }

// Mutual recursion, the allocation after the call.
//
//zeroalloc:check
func even(n int) bool {
	if n == 0 {
		return true
	}
	r := odd(n - 1) // want `int value allocates when converted to any \(8 B\): places.odd`
	return r
}

//zeroalloc:check
func odd(n int) bool {
	if n == 0 {
		return false
	}
	r := even(n - 1) // want `int value allocates when converted to any \(8 B\): places.even → places.odd`
	sink = n         // want `int value allocates when converted to any`
	return r
}

//
//zeroalloc:assume it was measured
//go:noinline
func assumed(n int) { sink = n }

//
//zeroalloc:cold it runs when the configuration changes
//go:noinline
func cold(n int) { sink = n }

//zeroalloc:check
func trusts(n int) {
	assumed(n)  // nope: assumed
	cold(n)     // nope: cold
	dep.Box(n)  //zeroalloc:assume it was measured
	if n == 7 { // nope: cold
		//zeroalloc:cold never in production
		sink = n
	}
	dep.Box(n) //zeroalloc:allow escape a known one
	dep.Box(n) // want `int value allocates`
}

//zeroalloc:strict
func trustsNot(n int) {
	assumed(n) // want `code that may allocate is only assumed not to: places.assumed, annotated //zeroalloc:strict`
	cold(n)    // want `int value allocates when converted to any \(8 B\): places.cold`
}

type contract interface {
	//zeroalloc:check
	Do(n int)
}

// The example of the documentation.

type Metric struct{ name string }

//zeroalloc:check
func (m *Metric) Write(w *bytes.Buffer, n int) {
	w.WriteString(m.name)          // nope: growth
	w.WriteString(strconv.Itoa(n)) // want `^strconv.Itoa allocates its result \(up to 20 B\): strconv.Itoa → strconv.FormatInt, annotated //zeroalloc:check; strconv.AppendInt to a kept \[\]byte does not$`
}

// What is made because a buffer is too small takes its place, or does not.

//zeroalloc:check
func (t *T) ensure(n int) {
	if cap(t.buf) < n {
		t.buf = make([]byte, 0, n) // nope: growth
	}
}

//zeroalloc:check
func ensured(buf []byte, n int) []byte {
	if cap(buf) < n {
		buf = make([]byte, n) // nope: growth
	}
	return buf
}

//zeroalloc:check
func scratch(buf []byte, n int) int {
	if cap(buf) < n {
		buf = make([]byte, n) // want `make of a slice of variable size allocates`
	}
	sink2 = buf
	return len(buf)
}

var sink2 []byte

//zeroalloc:check
func scratchLocal(buf []byte, n int) (sum int) {
	if cap(buf) < n {
		buf = make([]byte, n) // want `make of a slice of variable size allocates`
	}
	for _, b := range buf {
		sum += int(b)
	}
	return sum
}

//zeroalloc:check
func fresh(buf []byte, n int) []byte {
	if cap(buf) < n {
		return make([]byte, n) // want `make of a slice of variable size allocates`
	}
	return nil
}

// What an attack found to be called clean.

type ring struct {
	list []int
	m    map[string]int
	sb   strings.Builder
}

//zeroalloc:check
func (r *ring) throwAway(n int) {
	r.list = nil
	r.list = append(r.list, n) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (r *ring) lazyReset() int {
	if r.m == nil {
		r.m = make(map[string]int, 32) // want `make allocates a map`
	}
	n := len(r.m)
	r.m = nil
	return n
}

//zeroalloc:check
func (r *ring) dropped(n int) int {
	b := append(r.list, n) // want `append allocates when it exceeds the capacity`
	return len(b)
}

//zeroalloc:check
func (r *ring) clipped(n int) {
	r.list = append(slices.Clip(r.list), n) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (r *ring) builder(s string) string {
	r.sb.Reset()
	r.sb.WriteString(s) // want `append allocates when it exceeds the capacity: strings`
	return r.sb.String()
}

//zeroalloc:check
func recovers(n int) {
	defer func() { recover() }()
	panics(n) // want `int value allocates when converted to interface\{\} \(8 B\): places.panics`
}

//go:noinline
func panics(n int) { panic(n) }

//zeroalloc:check
func reports(n int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("panicked")
		}
	}()
	panics(n) // nope: fails
	return nil
}

//zeroalloc:check
func onStack(n int) int {
	var b [20]byte
	return len(strconv.AppendInt(b[:0], int64(n), 10)) // nope: has room for 20 digits
}

//zeroalloc:check
func onStackBinary(n int) int {
	var b [20]byte
	return len(strconv.AppendInt(b[:0], int64(n), 2)) // want `append allocates when it exceeds the capacity`
}

//go:noinline
func parse(s string) (int, error) { return strconv.Atoi(s) }

//zeroalloc:check
func handles(s string) int {
	n, err := parse(s)
	if err != nil {
		sink = s // want `string value allocates when converted to any \(16 B\), only after an error of places.parse`
		n = 0
	}
	return n
}

// An error that is handed over is what the function works on.
//
//zeroalloc:check
func describesError(err error, s string) {
	if err != nil {
		sink = s // want `string value allocates when converted to any \(16 B\), annotated`
	}
}

//go:noinline
func boxes(s string) { sink = s }

//go:noinline
func boxesLater(s string) { boxes(s) }

//zeroalloc:check
func failsFirst(s string) {
	usesTwice(s) // want `string value allocates when converted to any \(16 B\): places.usesTwice → places.boxesLater → places.boxes, annotated`
}

//go:noinline
func usesTwice(s string) {
	if _, err := parse(s); err != nil {
		boxes(s)
	}
	boxesLater(s)
}

type state struct{ err error }

//go:noinline
func (s *state) end(n int) int {
	if n < 0 {
		s.err = &dep.ParseError{N: n}
		return 0
	}
	return n
}

//zeroalloc:check
func makesError(s *state, n int) int {
	return s.end(n) // want `new object of type dep.ParseError allocates \(8 B\).*: places.\(\*state\).end, only when places.\(\*state\).end makes an error`
}

//go:noinline
func (s *state) always(n int) { s.err = &dep.ParseError{N: n} }

//zeroalloc:check
func makesErrorAlways(s *state, n int) {
	s.always(n) // want `new object of type dep.ParseError allocates \(8 B\) as it is assigned to s.err: places.\(\*state\).always, annotated`
}

//go:noinline
func sometimes(n int) {
	if n > 1000 {
		sink = n
	}
}

//go:noinline
func unlessSmall(n int) {
	for range n {
		if n < 10 || n == 77 {
			continue
		}
		sink = n
	}
}

//go:noinline
func inRounds(n int) {
	for i := range n {
		if i > 10 {
			panic(i)
		}
		sink = i
	}
}

//zeroalloc:check
func dependsOnCallee(n int) {
	sometimes(n)   // want `int value allocates when converted to any \(8 B\): places.sometimes, only if n > 1000, annotated`
	unlessSmall(n) // want `int value allocates when converted to any \(8 B\): places.unlessSmall, unless n < 10 \|\| n == 77, annotated`
	inRounds(n)    // want `int value allocates when converted to any \(8 B\): places.inRounds, annotated`
	if n > 3 {
		sink = n // want `int value allocates when converted to any \(8 B\), annotated`
	}
}

//go:noinline
func sometimesThenAlways(n int) {
	sometimes(n)
	deeper(n)
}

//go:noinline
func deeper(n int) { boxed(n) }

//go:noinline
func boxed(n int) { sink = n }

//zeroalloc:check
func surest(n int) {
	sometimesThenAlways(n) // want `int value allocates when converted to any \(8 B\): places.sometimesThenAlways → places.deeper → places.boxed, annotated`
}

var sinkP *int

func loopVariables(xs []int) {
	//zeroalloc:check
	for i := 0; i < 3; i++ { // want `variable i is moved to the heap`
		sinkP = &i
	}
	//zeroalloc:check
	for _, x := range xs { // want `variable x is moved to the heap`
		sinkP = &x
	}
	//zeroalloc:check
	for i := range 3 { // want `variable i is moved to the heap`
		sinkP = &i
	}
	var k int
	//zeroalloc:check
	for k = 0; k < 3; k++ {
		sinkP = &k // nope: declared before the loop
	}
	//zeroalloc:check
	for b := []int{len(xs)}; len(b) < 3; b = b[:0] {
		sinkP = &b[0] // nope: made before the first round
		break
	}
}

type sticky struct{ err error }

//zeroalloc:check
func (s *sticky) keepsError(n int) int {
	n, s.err = dep.Parse(n) // want `dep.Parse allocates its error \(8 B\), only when dep.Parse fails`
	return n
}

//zeroalloc:check
func (s *sticky) heedsError(n int) int {
	n, s.err = dep.Parse(n)
	if s.err != nil {
		panic(s.err)
	}
	return n
}

//zeroalloc:check
func sendsError(ch chan<- error, n int) int {
	n, err := dep.Parse(n) // want `dep.Parse allocates its error \(8 B\), only when dep.Parse fails`
	ch <- err
	return n
}

func three(yield func(int) bool) {
	for i := range 3 {
		if !yield(i) {
			return
		}
	}
}

func iteratorVariable() {
	//zeroalloc:check
	for k := range three { // want `allocates`
		sinkP = &k
	}
	sum := 0
	//zeroalloc:check
	for k := range three {
		sum += k
	}
}

//go:noinline
func either(n int) {
	if n > 10 {
		sink = n
	} else if n > 3 {
		sink = -n
	}
}

//zeroalloc:check
func eitherWay(n int) {
	either(n) // want `int value allocates when converted to any \(8 B\): places.either, not on all paths`
}

var ints sync.Pool

//zeroalloc:check
func defersPut(p *[]int) {
	defer ints.Put(p) // nope: first time
}

//zeroalloc:strict
func defersPutStrictly(p *[]int) {
	defer ints.Put(p) // want `sync.Pool keeps the value`
}

//zeroalloc:check
func namesNoCondition(a netip.Addr) string {
	return a.String() // want `^netip.Addr.String allocates its result.*, not on all paths, annotated`
}
