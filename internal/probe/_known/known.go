//go:build go1.21

// Package known holds functions of which it is known what they allocate. A mark
// at the end of a line says what the object code must have there: calls of a kind
// of allocation ("object"; "box|object" for either), an indirect call, a direct
// one, or one of the two forms that a small function can take, inlined or called.
// Lines without a mark have no allocation, whatever the options of the compiler.
package known

import "container/list"

type pair struct{ a, b int }

type reader interface{ read([]byte) int }

var (
	object  *pair
	value   any
	text    string
	bytes   []byte
	runes   []rune
	table   map[int]int
	channel chan int
	closure func() int
	queue   *list.List
)

//go:noinline
func newObject() {
	object = new(pair) //= object
}

//go:noinline
func newLiteral() {
	object = &pair{1, 2} //= object
}

//go:noinline
func moved() *int {
	n := 7 //= object
	return &n
}

//go:noinline
func boxInt(n int) {
	value = n //= box|object
}

//go:noinline
func boxString(s string) {
	value = s //= box|object
}

//go:noinline
func boxStruct(p pair) {
	value = p //= box|object
}

//go:noinline
func concat(a, b string) {
	text = a + b //= concat no-buffer
}

//go:noinline
func concatLocal(a, b string) int {
	return measure(a + b) //= concat buffer
}

//go:noinline
func toString(b []byte) {
	text = string(b) //= conversion no-buffer
}

//go:noinline
func toStringLocal(b []byte) int {
	return measure(string(b)) //= conversion buffer
}

//go:noinline
func toBytes(s string) {
	bytes = []byte(s) //= conversion no-buffer
}

//go:noinline
func toRunes(s string) {
	runes = []rune(s) //= conversion no-buffer
}

//go:noinline
func fromRunes(r []rune) {
	text = string(r) //= conversion no-buffer
}

//go:noinline
func fromRune(r rune) {
	text = string(r) //= conversion no-buffer
}

//go:noinline
func makeSlice(n int) {
	bytes = make([]byte, n) //= slice|object
}

//go:noinline
func growSlice(b []byte, c byte) []byte {
	return append(b, c) //= grow
}

//go:noinline
func makeMap(n int) {
	table = make(map[int]int, n) //= map
}

//go:noinline
func assignMap(m map[string]int, k string) {
	m[k] = 1 //= mapassign
}

//go:noinline
func makeChan(n int) {
	channel = make(chan int, n) //= chan
}

//go:noinline
func makeClosure(n int) {
	closure = func() int { return n } //= object
}

//go:noinline
func boundMethod(p *pair) {
	closure = p.sum //= object
}

//go:noinline
func spawn(n int) {
	go give(n) //= go
}

//go:noinline
func deferInLoop(n int) {
	for i := 0; i < n; i++ {
		defer give(i) //= defer
	}
}

//go:noinline
func callMethod(r reader, b []byte) int {
	return r.read(b) //= indirect
}

//go:noinline
func callFunc(f func(int) int, n int) int {
	return f(n) //= indirect
}

//go:noinline
func callNamed(n int) int {
	return double(n) + 1 //= call:double
}

func makePair(a int) *pair {
	return &pair{a, a} //= object
}

// inlines has the code of makePair, with two frames, or a call of it.
//
//go:noinline
func inlines(a int) {
	object = makePair(a) //= inlined:makePair:object
}

// inlinesTwice has the code of makePair with three frames.
//
//go:noinline
func inlinesTwice(a int) {
	object = makeOther(a) //= inlined:makeOther:object
}

func makeOther(a int) *pair {
	return makePair(a + 1) //= inlined:makePair:object
}

// inlinesForeign has code that was inlined from another package.
//
//go:noinline
func inlinesForeign() {
	queue = list.New() //= inlined:container/list.New:object
}

//go:noinline
func generic[T any](x T) {
	value = x //= box|object
}

//go:noinline
func instances(p pair) {
	generic(p) //= call:generic
}

// Of those that follow nothing allocates.

func (p *pair) sum() int { return p.a + p.b }

//go:noinline
func give(n int) {
	if n < 0 {
		channel <- n
	}
}

//go:noinline
func double(n int) int { return n + n }

//go:noinline
func measure(s string) int { return len(s) }

//go:noinline
func loops(b []byte, m map[string]int) int {
	n := 0
	for _, c := range b {
		n += m["known"] + int(c)
	}
	clear(m)
	return n + double(n)
}

//go:noinline
func local(n int) int {
	p := &pair{n, n}
	b := make([]byte, 8)
	b[n&7] = 1
	return p.a + p.b + int(b[0])
}
