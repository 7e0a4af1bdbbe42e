// Package kinds has an allocation of each kind. What the compiler makes of a
// line is behind the line: kind, entry point, type, function.
package kinds

import "strings"

type T struct{ a, b, c int }

var (
	sink any
	ptr  *T
	str  string
	fun  func()
	ints []int
	strs []string
	byts []byte
	runs []rune
	m    map[string]int
	ch   chan T
)

func object()               { ptr = new(T) }                                   //= object runtime.newobject T object
func literal()              { ptr = &T{1, 2, 3} }                              //= object runtime.newobject T literal
func array(n int)           { ints = make([]int, n) }                          //= slice runtime.makeslice int array
func copied(s []int)        { t := make([]int, len(s)); copy(t, s); ints = t } //= slice runtime.mallocgc  copied
func grow(x int)            { ints = append(ints, x) }                         //= grow runtime.growslice int grow
func spread(s []int)        { ints = append(ints, s...) }                      //= grow runtime.growslice int spread
func mapOf(n int)           { m = make(map[string]int, n) }                    //= map runtime.makemap map[string]int mapOf
func smallMap()             { m = make(map[string]int) }                       //= map runtime.makemap_small  smallMap
func assign(k string)       { m[k] = 1 }                                       //= mapassign runtime.mapassign_faststr map[string]int assign
func count(k string)        { m[k]++ }                                         //= mapassign runtime.mapassign_faststr map[string]int count
func lookup(k string)       { _ = m[k] }                                       // nope: reads only
func channel()              { ch = make(chan T, 1) }                           //= chan runtime.makechan chan T channel
func add(s string)          { str = str + s }                                  //= concat runtime.concatstring2  add
func add3(s string)         { str = s + str + s }                              //= concat runtime.concatstring3  add3
func toString(b []byte)     { str = string(b) }                                //= conversion runtime.slicebytetostring  toString
func compare(b []byte) bool { return string(b) == str }                        // nope: no copy
func toBytes()              { byts = []byte(str) }                             //= conversion runtime.stringtoslicebyte  toBytes
func toRunes()              { runs = []rune(str) }                             //= conversion runtime.stringtoslicerune  toRunes
func fromRunes()            { str = string(runs) }                             //= conversion runtime.slicerunetostring  fromRunes
func fromRune(r rune)       { str = string(r) }                                //= conversion runtime.intstring  fromRune
func boxInt(i int)          { sink = i }                                       //= box runtime.convT64  boxInt
func box32(i int32)         { sink = i }                                       //= box runtime.convT32  box32
func boxString(s string)    { sink = s }                                       //= box runtime.convTstring  boxString
func boxSlice(s []byte)     { sink = s }                                       //= box runtime.convTslice  boxSlice
func boxStruct(t T)         { sink = t }                                       //= box runtime.convTnoptr T boxStruct
func boxTwo(t [2]*T)        { sink = t }                                       //= box runtime.convT [2]*T boxTwo
func boxPointer(t *T)       { sink = t }                                       // nope: a pointer fits
func boxConst()             { sink = 12345 }                                   // nope: read-only data
func start(n int)           { go use(n) }                                      //= go runtime.newproc  start; object runtime.newobject noalg.struct { F uintptr; X0 int } start
func later(n int) {
	for range n {
		defer use(n) //= defer runtime.deferproc  later; object runtime.newobject noalg.struct { F uintptr; X0 int } later
	}
}
func once(n int)              { defer use(n) }                                               // nope: on the stack
func closure(n int)           { fun = func() { use(n) } }                                    //= object runtime.newobject noalg.struct { F uintptr; X0 int } closure
func method(t *T)             { fun = t.f }                                                  //= object runtime.newobject noalg.struct { F uintptr; R *T } method
func stack() int              { t := &T{1, 2, 3}; return t.a }                               // nope: does not escape
func builder(s string) string { var b strings.Builder; b.WriteString(s); return b.String() } //= grow runtime.growslice uint8 strings.(*Builder).WriteString<builder

//go:noinline
func use(int) {}

//go:noinline
func (t *T) f() {}

func newT(a int) *T { return &T{a: a} } //= object runtime.newobject T newT; object runtime.newobject T newT<inlined; object runtime.newobject T newT<inlined<outer

func inlined() { ptr = newT(1) } //= object runtime.newobject T newT<inlined; object runtime.newobject T newT<inlined<outer

func outer() {
	inlined() //= object runtime.newobject T newT<inlined<outer
}

func inClosure(n int) {
	fun = func() { //= object runtime.newobject noalg.struct { F uintptr; X0 int } inClosure
		ints = make([]int, n) //= slice runtime.makeslice int inClosure.func1
	}
}

type pair[A, B any] struct {
	a A
	b B
}

func newPair[A, B any](a A, b B) *pair[A, B] { //= object runtime.newobject pair[go.shape.int,go.shape.string] newPair[go.shape.int,go.shape.string]<newPair[int,string]
	return &pair[A, B]{a, b} //= object runtime.newobject pair[go.shape.int,go.shape.string] newPair[go.shape.int,go.shape.string]; object runtime.newobject pair[go.shape.int,go.shape.string] newPair[go.shape.int,go.shape.string]<generic; object runtime.newobject pair[go.shape.int,go.shape.string] newPair[go.shape.int,go.shape.string]<newPair[int,string]
}

//go:noinline
func boxed[A any](a A) any {
	return a //= box runtime.convT64  boxed[go.shape.int]; box runtime.convTstring  boxed[go.shape.string]
}

func generic(n int) {
	sink = newPair(n, "") //= object runtime.newobject pair[go.shape.int,go.shape.string] newPair[go.shape.int,go.shape.string]<generic
	sink = boxed(n)
	sink = boxed(str)
}

func (t T) moved() *int { //= object runtime.newobject T T.moved
	t.b++
	return &t.a
}
