// Package growth has growth of memory that outlives the call, and its twins that
// allocate on each call. The test measures them.
package growth

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"unique"
)

type T struct {
	buf   []int
	other []int
	spare []int
	bytes []byte
	m     map[int]int
	obj   *object
	sub   sub
	ring  []int
	next  int
	rows  []row
	lists [][]int
	byKey map[int][]int
	done  bool
}

type object struct{ a, b int }

type sub struct{ list []int }

type row struct{ cells []int }

var (
	global  []int
	dropped []int
	sinkLen int
)

// Where the result goes.

//zeroalloc:check
func (x *T) stored(v int) {
	x.buf = append(x.buf[:0], v) // nope: growth
}

//zeroalloc:check
func (x *T) storedElsewhere(v int) {
	x.other = append(x.buf, v) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (x *T) returned(v int) []int {
	return append(x.buf, v) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (x *T) returnedAndStored(v int) []int {
	b := append(x.buf[:0], v) // nope: growth
	x.buf = b
	return b
}

//zeroalloc:check
func (x *T) storedSometimes(v int) {
	b := append(x.buf, v) // want `append allocates when it exceeds the capacity`
	if v < 0 {
		x.buf = b
		return
	}
	sinkLen = use(b)
}

//go:noinline
func use(b []int) int { return len(b) }

//go:noinline
func drop(b []int, v int) int {
	b = append(b, v)
	return use(b)
}

//zeroalloc:check
func (x *T) droppedByCallee(v int) int {
	return drop(x.buf, v) // want `append allocates when it exceeds the capacity: growth.drop`
}

//go:noinline
func add(b []int, v int) []int { return append(b, v) }

//zeroalloc:check
func (x *T) addedByCallee(v int) {
	x.buf = add(x.buf[:0], v) // nope: growth
}

//zeroalloc:check
func (x *T) addedElsewhere(v int) {
	x.other = add(x.buf, v) // want `append allocates when it exceeds the capacity: growth.add`
}

//zeroalloc:check
func (x *T) addedTwice(v int) {
	x.buf = add(add(x.buf[:0], v), v) // nope: growth
}

//go:noinline
func none(b []int) []int { return nil }

//zeroalloc:check
func (x *T) addedToOther(v int) {
	x.buf = append(none(x.buf), v) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func parameterReturned(b []int, v int) []int {
	return append(b[:0], v) // nope: growth
}

//zeroalloc:check
func parameterDropped(b []int, v int) int {
	b = append(b, v) // want `append allocates when it exceeds the capacity`
	return use(b)
}

//zeroalloc:check
func toGlobal(v int) {
	global = append(global[:0], v) // nope: growth
}

//zeroalloc:check
func toOtherGlobal(v int) {
	dropped = append(global, v) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func throughPointer(p *[]int, v int) {
	*p = append((*p)[:0], v) // nope: growth
}

//zeroalloc:check
func throughPointerDropped(p *[]int, v int) {
	sinkLen = use(append(*p, v)) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (x *T) local(n int) {
	b := x.buf[:0]
	for i := range n {
		b = append(b, i) // nope: growth
	}
	x.buf = b
}

//zeroalloc:check
func (x *T) localDropped(n int) {
	b := x.buf[len(x.buf):]
	for i := range n {
		b = append(b, i) // want `append allocates when it exceeds the capacity`
	}
	sinkLen = use(b)
}

//go:noinline
func (x *T) set(b []int) { x.buf = b }

//zeroalloc:check
func (x *T) putBackByCallee(v int) {
	x.set(append(x.buf[:0], v)) // nope: growth
}

//zeroalloc:check
func (x *T) putBackElsewhereByCallee(y *T, v int) {
	y.setOther(append(x.buf, v)) // want `append allocates when it exceeds the capacity`
}

//go:noinline
func (x *T) setOther(b []int) { x.other = b }

type chain struct{ buf []int }

//zeroalloc:check
func (c chain) copied(v int) {
	c.buf = append(c.buf, v) // want `append allocates when it exceeds the capacity`
	sinkLen = use(c.buf)
}

// What is cleared.

//zeroalloc:check
func (x *T) clearedBefore(v int) {
	x.buf = nil
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (x *T) clearedAfter(v int) {
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	sinkLen = use(x.buf)
	x.buf = nil
}

//zeroalloc:check
func (x *T) clearedByCallee(v int) {
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	x.reset()
}

//go:noinline
func (x *T) reset() { x.buf = nil }

//zeroalloc:check
func (x *T) clearedByInlined(v int) {
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	x.resetInlined()
}

func (x *T) resetInlined() { x.buf = nil }

//zeroalloc:check
func (x *T) clearedDeep(v int) {
	x.buf = add(x.buf, v) // want `append allocates when it exceeds the capacity: growth.add`
	x.resetDeep()
}

//go:noinline
func (x *T) resetDeep() {
	if x.next == 0 {
		x.resetInlined()
	}
}

//zeroalloc:check
func (x *T) truncatedByCallee(v int) {
	x.buf = append(x.buf, v) // nope: growth
	x.truncate()
}

//go:noinline
func (x *T) truncate() { x.buf = x.buf[:0] }

//zeroalloc:check
func (c *chain) clearedWhole(v int) {
	c.buf = append(c.buf, v) // want `append allocates when it exceeds the capacity`
	sinkLen = use(c.buf)
	*c = chain{}
}

//zeroalloc:check
func (x *T) clearedNested(v int) {
	x.sub.list = append(x.sub.list, v) // want `append allocates when it exceeds the capacity`
	sinkLen = use(x.sub.list)
	x.sub = sub{}
}

//zeroalloc:check
func (x *T) clearedThroughPointer(v int) {
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	sinkLen = use(x.buf)
	clearSlice(&x.buf)
}

//go:noinline
func clearSlice(p *[]int) { *p = nil }

//zeroalloc:check
func (x *T) clearedByLiteral(v int) {
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	defer func() { x.buf = nil }()
	sinkLen = use(x.buf)
}

type resetter interface{ reset() }

//go:noinline
func resetAny(r resetter) { r.reset() }

//zeroalloc:check
func (x *T) clearedByMethod(v int) {
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	resetAny(x)
}

//zeroalloc:check
func (x *T) clearedToFixed(v int) {
	x.buf = append(x.buf, v, v, v, v) // want `append allocates when it exceeds the capacity`
	x.buf = x.buf[:0:1]
}

//zeroalloc:check
func (x *T) clearedByOther(y *T, v int) {
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	x.buf = y.other
}

//zeroalloc:check
func (x *T) swapped(v int) {
	x.buf = append(x.buf[:0], v) // nope: growth
	x.buf, x.spare = x.spare, x.buf
}

//zeroalloc:check
func (x *T) clearedOnFailure(v int) bool {
	x.buf = append(x.buf[:0], v) // nope: growth
	if v < 0 {
		x.buf = nil
		panic("negative")
	}
	return true
}

//zeroalloc:check
func (x *T) clearedIfLarge(v int) {
	if cap(x.buf) > 1<<16 {
		x.buf = nil
	}
	x.buf = append(x.buf[:0], v) // nope: growth
}

//zeroalloc:check
func (x *T) clearedIfAny(v int) {
	if cap(x.buf) > 0 {
		x.buf = nil
	}
	x.buf = append(x.buf[:0], v) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (x *T) clearedMap(k int) {
	if x.m == nil {
		x.m = make(map[int]int, 100) // want `make allocates a map`
	}
	x.m[k] = k // want `assignment of a new key allocates when the map grows`
	x.resetMap()
}

//go:noinline
func (x *T) resetMap() { x.m = nil }

//zeroalloc:check
func (x *T) emptiedMap(k int) {
	if x.m == nil {
		x.m = make(map[int]int, 100) // nope: once
	}
	x.m[k] = k // nope: growth
	delete(x.m, k)
	clear(x.m)
}

//zeroalloc:check
func (x *T) elements(v int) {
	x.rows = x.rows[:0]
	x.rows = append(x.rows, row{})                  // nope: growth
	x.rows[0].cells = append(x.rows[0].cells, v, v) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (x *T) elementsKept(v int) {
	x.rows[0].cells = append(x.rows[0].cells[:0], v, v) // nope: growth
}

//go:noinline
func nextRow(rows []row) ([]row, *row) {
	n := len(rows)
	if cap(rows) > n {
		rows = rows[:n+1]
	} else {
		rows = append(rows, row{})
	}
	return rows, &rows[n]
}

//zeroalloc:check
func (x *T) elementsTakenAgain(v int) {
	var r *row
	x.rows, r = nextRow(x.rows[:0])
	r.cells = append(r.cells[:0], v) // nope: growth
}

//zeroalloc:check
func (x *T) lostLists(v int) {
	x.lists = append(x.lists[:0], nil)    // nope: growth
	x.lists[0] = append(x.lists[0], v, v) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (x *T) keptLists(v int) {
	x.lists[0] = append(x.lists[0][:0], v, v) // nope: growth
}

//zeroalloc:check
func (x *T) listsOfMap(k, v int) {
	x.byKey[k] = append(x.byKey[k][:0], v) // nope: growth
}

//zeroalloc:check
func (x *T) listsDeleted(k, v int) {
	x.byKey[k] = append(x.byKey[k], v) // want `append allocates when it exceeds the capacity`
	sinkLen = use(x.byKey[k])
	delete(x.byKey, k)
}

//zeroalloc:check
func (x *T) resetByLiteral(v int) {
	x.buf = append(x.buf, v) // nope: growth
	*x = T{buf: x.buf[:0]}
}

//zeroalloc:check
func (x *T) resetByWrongLiteral(v int) {
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	*x = T{other: x.buf[:0]}
}

//zeroalloc:check
func (x *T) resetByMethod(v int) {
	x.buf = append(x.buf, v) // nope: growth
	x.init(x.buf[:0])
}

//go:noinline
func (x *T) init(b []int) { *x = T{buf: b} }

//zeroalloc:check
func (x *T) resetByMethodTo(v int) {
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	x.init(x.other)
}

// Queues and stacks.

//zeroalloc:check
func (x *T) queue(v int) {
	for range 10 {
		x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
		x.buf = x.buf[1:]
	}
}

//zeroalloc:check
func (x *T) queueLocal(v int) {
	q := x.buf
	for range 10 {
		q = append(q, v) // want `append allocates when it exceeds the capacity`
		q = q[1:]
	}
	x.buf = q
}

//zeroalloc:check
func (x *T) queuePopped(v int) {
	for range 10 {
		x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
		sinkLen = x.pop()
	}
}

//go:noinline
func (x *T) pop() int {
	v := x.buf[0]
	x.buf = x.buf[1:]
	return v
}

//zeroalloc:check
func (x *T) queueCompacted(v int) {
	for range 10 {
		x.buf = append(x.buf, v) // nope: growth
		x.buf = append(x.buf[:0], x.buf[1:]...)
	}
}

//zeroalloc:check
func (x *T) queueCopied(v int) {
	for range 10 {
		x.buf = append(x.buf, v) // nope: growth
		copy(x.buf, x.buf[1:])
		x.buf = x.buf[:len(x.buf)-1]
	}
}

//zeroalloc:check
func (x *T) stack(v int) int {
	x.buf = append(x.buf, v) // nope: growth
	top := x.buf[len(x.buf)-1]
	x.buf = x.buf[:len(x.buf)-1]
	return top
}

//zeroalloc:check
func (x *T) ringBuffer(v int) {
	if len(x.ring) < 8 {
		x.ring = append(x.ring, v) // nope: growth
	} else {
		x.ring[x.next] = v
	}
	x.next = (x.next + 1) % 8
}

//zeroalloc:check
func (x *T) deleteMiddle(v int) {
	x.buf = append(x.buf, v, v, v) // nope: growth
	x.buf = append(x.buf[:1], x.buf[2:]...)
	x.buf = slices.Delete(x.buf, 0, len(x.buf))
}

//zeroalloc:check
func (x *T) inserted(v int) {
	x.buf = slices.Insert(x.buf[:0], 0, v, v) // nope: growth
}

//zeroalloc:check
func (x *T) grown(n int) {
	x.buf = slices.Grow(x.buf[:0], n) // nope: growth
}

//zeroalloc:check
func (x *T) grownElsewhere(n int) {
	x.other = slices.Grow(x.buf, n) // want `append allocates when it exceeds the capacity: slices.Grow`
}

//zeroalloc:check
func (x *T) replaced(n int) {
	if cap(x.buf) < n {
		x.buf = make([]int, n) // nope: growth
	}
	x.buf = x.buf[:n]
}

//zeroalloc:check
func (x *T) replacedOther(n int) {
	if cap(x.buf) < n {
		x.other = make([]int, n) // want `make of a slice of variable size allocates`
	}
}

//zeroalloc:check
func (x *T) replacedIfRoom(n int) {
	if cap(x.buf) >= n {
		x.buf = make([]int, n) // want `make of a slice of variable size allocates`
	}
}

// Once.

//zeroalloc:check
func (x *T) lazy() *object {
	if x.obj == nil {
		x.obj = new(object) // nope: once
	}
	return x.obj
}

//zeroalloc:check
func (x *T) lazyReset() int {
	if x.obj == nil {
		x.obj = new(object) // want `new object of type growth.object allocates`
	}
	n := x.obj.a
	x.forget()
	return n
}

//go:noinline
func (x *T) forget() { x.obj = nil }

//zeroalloc:check
func (x *T) lazyInlinedReset() int {
	if x.obj == nil {
		x.obj = new(object) // want `new object of type growth.object allocates`
	}
	n := x.obj.a
	x.forgetInlined()
	return n
}

func (x *T) forgetInlined() { x.obj = nil }

//go:noinline
func (x *T) ensure() *object {
	if x.obj == nil {
		x.obj = new(object)
	}
	return x.obj
}

//zeroalloc:check
func (x *T) lazyInCallee() int {
	n := x.ensure().a // want `new object of type growth.object allocates \(16 B\).*: growth.\(\*T\).ensure`
	x.forget()
	return n
}

//zeroalloc:check
func (x *T) lazyCallee() int {
	return x.ensure().a // nope: once
}

//go:noinline
func nothing() *object { return nil }

//zeroalloc:check
func (x *T) lazyNothing() {
	if x.obj == nil {
		x.spare = make([]int, 3) // want `make allocates a slice`
		x.obj = nothing()
	}
}

var cache sync.Map

//zeroalloc:check
func cached(k *T) any {
	v, ok := cache.Load(k)
	if !ok {
		v, _ = cache.LoadOrStore(k, new(object)) // nope: once
	}
	return v
}

var emptied sync.Map

//zeroalloc:check
func cachedAndEmptied(k *T) any {
	v, ok := emptied.Load(k)
	if !ok {
		v, _ = emptied.LoadOrStore(k, new(object)) // want `new object` `new object`
	}
	empty(k)
	return v
}

//go:noinline
func empty(k *T) { emptied.Delete(k) }

// Pools.

var pool = sync.Pool{New: func() any { return new([]int) }}

//zeroalloc:check
func pooled(n int) {
	p := pool.Get().(*[]int)
	b := (*p)[:0]
	for i := range n {
		b = append(b, i) // nope: growth
	}
	*p = b
	pool.Put(p)
}

//zeroalloc:check
func pooledInPlace(v int) {
	p := pool.Get().(*[]int)
	*p = append((*p)[:0], v) // nope: growth
	pool.Put(p)
}

var forgetful = sync.Pool{New: func() any { return new([]int) }}

//zeroalloc:check
func pooledAndForgotten(n int) {
	p := forgetful.Get().(*[]int)
	b := (*p)[:0]
	for i := range n {
		b = append(b, i) // want `append allocates when it exceeds the capacity`
	}
	sinkLen = use(b)
	forgetful.Put(p)
}

var clearing = sync.Pool{New: func() any { return new([]int) }}

//zeroalloc:check
func pooledAndCleared(v int) {
	p := clearing.Get().(*[]int)
	*p = append(*p, v) // want `append allocates when it exceeds the capacity`
	sinkLen = use(*p)
	*p = nil
	clearing.Put(p)
}

var objects = sync.Pool{New: func() any { return new(T) }}

//zeroalloc:check
func pooledObject(v int) {
	x := objects.Get().(*T)
	x.buf = append(x.buf[:0], v) // nope: growth
	sinkLen = use(x.buf)
	objects.Put(x)
}

var cleared = sync.Pool{New: func() any { return new(T) }}

//zeroalloc:check
func pooledObjectCleared(v int) {
	x := cleared.Get().(*T)
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	sinkLen = use(x.buf)
	*x = T{}
	cleared.Put(x)
}

// The standard library.

//zeroalloc:check
func buffer(b *bytes.Buffer, p []byte) {
	b.Reset()
	b.Write(p) // nope: growth
	b.WriteByte('x')
	b.WriteString("xyz")
	b.Truncate(3)
	b.Grow(100)
}

//zeroalloc:check
func bufferCleared(b *bytes.Buffer, p []byte) {
	b.Write(p) // want `allocates`
	*b = bytes.Buffer{}
}

//zeroalloc:check
func bufferNumber(b *bytes.Buffer, n int64) {
	b.Reset()
	b.Write(strconv.AppendInt(b.AvailableBuffer(), n, 10)) // nope: growth
}

//zeroalloc:check
func writerNumber(w *bufio.Writer, n int64) {
	w.Write(strconv.AppendInt(w.AvailableBuffer(), n, 10)) // want `append allocates when it exceeds the capacity` `interface method io.Writer.Write cannot be followed`
}

//zeroalloc:check
func (x *T) number(n int64) {
	x.bytes = strconv.AppendInt(x.bytes[:0], n, 10) // nope: growth
	x.bytes = strconv.AppendQuote(x.bytes, "name")  // nope: growth
	x.bytes = strconv.AppendFloat(x.bytes, 1.5, 'g', -1, 64)
}

//zeroalloc:check
func (x *T) numberReturned(n int64) []byte {
	return strconv.AppendInt(x.bytes, n, 10) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (x *T) collected(m []int) {
	x.buf = slices.AppendSeq(x.buf[:0], slices.Values(m)) // nope: growth
}

type key struct{ name string }

//zeroalloc:check
func uniqueAgain(name string) bool {
	return unique.Make(key{name}) == unique.Make(key{name}) // nope: made once
}

var word = regexp.MustCompile(`[a-z]+\d*`)

//zeroalloc:check
func matchString(s string) bool {
	return word.MatchString(s) // want `interface method io.RuneReader.ReadRune cannot be followed`
}

//zeroalloc:check
func findIndex(s string) []int {
	return word.FindStringIndex(s) // want `allocates|moved`
}

//zeroalloc:check
func fd(f *os.File) uintptr {
	return f.Fd() // want `func value CloseFunc cannot be followed`
}

// Whose memory it is.

//zeroalloc:check
func (x *T) storedInOther(y *T, v int) {
	y.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (x *T) setInOther(y *T, v int) {
	y.set(append(x.buf, v)) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (x *T) otherElement(v int) {
	x.lists[0] = append(x.lists[1], v) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (x *T) otherKey(v int) {
	x.byKey[0] = append(x.byKey[1], v) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func otherPointer(p, q *[]int, v int) {
	*p = append(*q, v) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (x *T) initOther(y *T, v int) {
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	x.init(y.buf[:0])
}

//zeroalloc:check
func (x *T) copiedAway(v int) {
	y := *x
	y.buf = append(y.buf, v) // want `append allocates when it exceeds the capacity`
	sinkLen = use(y.buf)
}

//zeroalloc:check
func (x *T) filledCopy(v int) {
	y := *x
	y.fill(v) // want `append allocates when it exceeds the capacity`
	sinkLen = use(y.buf)
}

//go:noinline
func (x *T) fill(v int) { x.buf = append(x.buf, v) }

//zeroalloc:check
func (x *T) overwritten(y *T, v int) {
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	*x = *y
}

//zeroalloc:check
func (x *T) aliased(v int) {
	p := &x.buf
	*p = append(*p, v) // want `append allocates when it exceeds the capacity`
	sinkLen = use(*p)
	x.buf = nil
}

//zeroalloc:check
func (x *T) rowsInPlace(v int) {
	for i := range x.rows {
		r := &x.rows[i]
		r.cells = append(r.cells[:0], v) // nope: growth
	}
}

//zeroalloc:check
func (x *T) either(y *T, v int) {
	b := x.buf
	if v > 0 {
		b = y.buf
	}
	b = append(b, v) // want `append allocates when it exceeds the capacity`
	x.spare = b
	x.buf = b
}

// list is a slice with methods.
type list []int

//go:noinline
func (l *list) push(v int) { *l = append(*l, v) }

//go:noinline
func (l *list) drop() { *l = nil }

//go:noinline
func (l *list) pop() { *l = (*l)[:len(*l)-1] }

//go:noinline
func (l *list) shift() { *l = (*l)[1:] }

//zeroalloc:check
func (l *list) pushed(v int) {
	l.push(v) // nope: growth
	l.pop()
}

//zeroalloc:check
func (l *list) pushedAndDropped(v int) {
	l.push(v) // want `append allocates when it exceeds the capacity`
	l.drop()
}

//zeroalloc:check
func (l *list) shifted(v int) {
	for range 10 {
		l.push(v) // want `append allocates when it exceeds the capacity`
		l.shift()
	}
}

// A queue is generic.
type queue[E any] struct{ items []E }

//go:noinline
func (q *queue[E]) put(v E) { q.items = append(q.items, v) }

//go:noinline
func (q *queue[E]) get() E {
	v := q.items[0]
	q.items = q.items[1:]
	return v
}

//go:noinline
func (q *queue[E]) shift() E {
	var zero E
	v := q.items[0]
	n := copy(q.items, q.items[1:])
	q.items[n] = zero
	q.items = q.items[:n]
	return v
}

//zeroalloc:check
func generic(q *queue[int], v int) {
	for range 10 {
		q.put(v) // want `append allocates when it exceeds the capacity`
		sinkLen = q.get()
	}
}

//zeroalloc:check
func genericShifted(q *queue[int], v int) {
	for range 10 {
		q.put(v) // nope: growth
		sinkLen = q.shift()
	}
}

type owner struct {
	T
	done func()
	w    resetter
}

func newOwner() *owner {
	o := new(owner)
	o.done = o.reset
	return o
}

//zeroalloc:check
func (o *owner) callsBack(v int) {
	o.buf = append(o.buf, v) // want `append allocates when it exceeds the capacity`
	o.done()
}

//zeroalloc:check
func (o *owner) deferred(v int) {
	defer o.reset()
	o.buf = append(o.buf, v) // want `append allocates when it exceeds the capacity`
}

//zeroalloc:check
func (x *T) swappedForNothing(v int) {
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	x.buf, x.spare = x.spare, nil
}

//zeroalloc:check
func (x *T) clipped(v int) {
	x.buf = append(x.buf, v) // want `append allocates when it exceeds the capacity`
	x.buf = slices.Clip(x.buf)
}

type wrapper struct{ b bytes.Buffer }

//zeroalloc:check
func (w *wrapper) write(p []byte) {
	w.b.Reset()
	w.b.Write(p) // nope: growth
}

//zeroalloc:check
func (w *wrapper) writeAndForget(p []byte) {
	w.b.Write(p) // want `allocates`
	w.b = bytes.Buffer{}
}

//zeroalloc:check
func (x *T) replacedTooSmall(n int) {
	if cap(x.buf) < n {
		x.buf = make([]int, 4) // want `make allocates a slice`
	}
}

//zeroalloc:check
func (x *T) replacedByLess(n, m int) {
	if cap(x.buf) < n {
		x.buf = make([]int, m) // want `make of a slice of variable size allocates`
	}
}

//zeroalloc:check
func (x *T) replacedByDouble(n int) {
	if cap(x.buf) < n {
		size := 2 * cap(x.buf)
		if size < n {
			size = n
		}
		b := make([]int, len(x.buf), size) // nope: growth
		copy(b, x.buf)
		x.buf = b
	}
}

//zeroalloc:check
func onceLocal() {
	var once sync.Once                           // want `variable once is moved to the heap`
	once.Do(func() { sinkObject = new(object) }) // want `sync..*Once.*made anew`
}

var sinkObject *object

type starter struct {
	once sync.Once
	obj  *object
}

//zeroalloc:check
func (s *starter) start() *object {
	s.once.Do(func() { s.obj = new(object) }) // nope: once
	return s.obj
}

//zeroalloc:check
func (s *starter) startAgain() {
	s.once.Do(func() { s.obj = new(object) }) // want `sync..*Once.*made anew`
	s.once = sync.Once{}
}

// Loops.

//zeroalloc:check
func appended(dst, src []int) []int {
	for _, v := range src {
		dst = append(dst, v) // nope: growth
	}
	return dst
}

func (x *T) loopStored(n int) {
	x.buf = x.spare[:0]
	//zeroalloc:check
	for i := range n {
		x.buf = append(x.buf[:0], i) // nope: replaced outside the loop only
	}
	x.spare = x.buf
}

func (x *T) loopCleared(n int) {
	//zeroalloc:check
	for i := range n {
		x.buf = append(x.buf, i) // want `append allocates when it exceeds the capacity`
		x.reset()
	}
}

func loopLocal(n int) {
	b := make([]int, 0, 4)
	//zeroalloc:check
	for i := range n {
		b = append(b[:0], i) // nope: growth
	}
	sinkLen = use(b)
}

func loopDropped(b []int, n int) {
	//zeroalloc:check
	for i := range n {
		sinkLen = use(append(b, i)) // want `append allocates when it exceeds the capacity`
	}
}

func loopQueue(n int) {
	b := make([]int, 0, 4)
	//zeroalloc:check
	for i := range n {
		b = append(b, i) // want `append allocates when it exceeds the capacity`
		b = b[1:]
	}
	sinkLen = use(b)
}

func loopLazy(x *T, n int) {
	//zeroalloc:check
	for range n {
		if x.obj == nil {
			x.obj = new(object) // want `new object of type growth.object allocates`
		}
		x.forget()
	}
}

// Appends with room.

//zeroalloc:check
func fewLocal(v int) {
	var a [4]int
	b := append(a[:0], v)
	b = append(b, v, v)
	sinkLen = use(b)
}

// A buffer that the caller hands over is the caller's to make large enough.
//
//zeroalloc:check
func scratch(buf []byte, s []byte) int {
	buf = append(buf[:0], s...)
	buf = appendByte(buf, ';')
	return lookAt(buf)
}

//go:noinline
func appendByte(b []byte, c byte) []byte { return append(b, c) }

//go:noinline
func lookAt(b []byte) int { return len(b) }

//zeroalloc:check
func scratchUsed(buf []byte, s []byte) int {
	buf = append(buf, s...) // want `append allocates when it exceeds the capacity`
	return lookAt(buf)
}

type scratcher struct{ buf []byte }

//zeroalloc:check
func (x *scratcher) forgets(s []byte) int {
	b := append(x.buf[:0], s...) // want `append allocates when it exceeds the capacity`
	return lookAt(b)
}

var lastScratch []byte

//zeroalloc:check
func scratchKept(buf []byte, s []byte) {
	lastScratch = append(buf[:0], s...) // want `append allocates when it exceeds the capacity`
}

type registry struct {
	m map[int]*int
	n map[int]*int
}

//zeroalloc:check
func (r *registry) get(k int) *int {
	p, ok := r.m[k]
	if !ok {
		p = new(int) // nope: first time
		r.m[k] = p
	}
	return p
}

//zeroalloc:check
func (r *registry) getOrNil(k int) *int {
	p := r.m[k]
	if p == nil {
		p = new(int) // nope: first time
		r.m[k] = p
	}
	return p
}

//zeroalloc:check
func (r *registry) getNever(k int) *int {
	p, ok := r.m[k]
	if !ok {
		p = new(int) // want `new object of type int allocates`
	}
	return p
}

//zeroalloc:check
func (r *registry) getElsewhere(k int) *int {
	p, ok := r.m[k]
	if !ok {
		p = new(int) // want `new object of type int allocates`
		r.n[k] = p
	}
	return p
}

//zeroalloc:check
func oneByte(b []byte, i int) string { return string(b[i : i+1]) } // want `conversion of \[\]byte to string allocates its result`

//zeroalloc:check
func firstByte(b []byte) string { return string(b[:1]) }

//zeroalloc:check
func firstBytes(b []byte) string { return string(b[:2]) } // want `conversion of \[\]byte to string allocates its result`

type link struct {
	next *link
	once sync.Once
	at   atomic.Pointer[link]
	kid  *link
}

type cursor struct{ cur *link }

//zeroalloc:check
func (c *cursor) extends() {
	if c.cur.next == nil {
		c.cur.next = new(link) // want `new object of type growth.link allocates`
	}
	c.cur = c.cur.next
}

//zeroalloc:check
func (c *cursor) extendsOnce() {
	c.cur.once.Do(func() { c.cur.next = new(link) }) // want `sync\.\(\*Once\)\.doSlow of what is made anew each time is not followed`
	c.cur = c.cur.next
}

//zeroalloc:check
func (c *cursor) extendsAtomically() {
	next := c.cur.at.Load()
	if next == nil {
		next = new(link) // want `new object of type growth.link allocates`
		c.cur.at.Store(next)
	}
	c.cur = next
}

//zeroalloc:check
func (l *link) appends() {
	n := l
	for n.next != nil {
		n = n.next
	}
	if n.next == nil {
		n.next = new(link) // want `new object of type growth.link allocates`
	}
}

//zeroalloc:check
func (c *cursor) first() *link {
	if c.cur.kid == nil {
		c.cur.kid = new(link) // nope: first time
	}
	return c.cur.kid
}

//go:noinline
func (l *link) load() *link {
	l.once.Do(func() { l.next = new(link) })
	return l.next
}

//zeroalloc:check
func (c *cursor) loads() {
	c.cur = c.cur.load() // want `sync\.\(\*Once\)\.doSlow of what is made anew each time is not followed: growth\.\(\*link\)\.load → sync\.\(\*Once\)\.Do`
}

//zeroalloc:check
func (c *cursor) loadsFirst() *link { return c.cur.load() }

type ring struct {
	cur  *link
	list []link
	next int
}

//go:noinline
func (r *ring) fill() {
	if r.cur.kid == nil {
		r.cur.kid = new(link)
	}
}

//zeroalloc:check
func (r *ring) fills() { r.fill() } // nope: first time

//zeroalloc:check
func (r *ring) fillsNext() {
	r.fill() // want `new object of type growth.link allocates`
	r.cur = &r.list[r.next]
	r.next++
}

//zeroalloc:check
func (r *registry) getSometimes(k int, keep bool) *int {
	p, ok := r.m[k]
	if !ok {
		p = new(int) // want `new object of type int allocates`
		if keep {
			r.m[k] = p
		}
	}
	return p
}

//zeroalloc:check
func (r *registry) getOrFail(k int) (*int, error) {
	p, ok := r.m[k]
	if !ok {
		p = new(int) // nope: first time
		if k < 0 {
			return nil, errors.New("negative")
		}
		r.m[k] = p
	}
	return p, nil
}

//zeroalloc:check
func defersOnce(c *cursor) {
	defer c.cur.once.Do(emptyFunc) // nope: once
}

func emptyFunc() {}

//zeroalloc:check
func defersOnceAnew(n int) {
	var once sync.Once                                      // want `variable once is moved to the heap`
	defer once.Do(func() { sinkLen = len(make([]int, n)) }) // want `cannot be followed`
}
