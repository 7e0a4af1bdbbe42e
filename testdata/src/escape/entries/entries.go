// Package entries has a function for each entry of the runtime that allocates, as far
// as the compiler calls it.
package entries

import (
	"iter"
	"runtime"
)

type (
	small  struct{ p *int }
	triple struct{ a, b, c int }
	wide   struct{ p [3]*int }
	large  [200]byte
)

var (
	sinkAny    any
	sinkObj    *triple
	sinkBytes  []byte
	sinkRunes  []rune
	sinkInts   []int
	sinkPtrs   []*int
	sinkString string
	sinkChan   chan int
	sinkMap    map[string]int
	sinkBig    map[large]large
	sinkNext   func() (int, bool)
	sinkCount  int
)

//zeroalloc:check
func newobject(n int) { sinkObj = &triple{n, n, n} } // want `new object of type entries.triple allocates \(24 B\)`

//zeroalloc:check
func convT(v wide) { sinkAny = v } // want `entries.wide value allocates when converted to any`

//zeroalloc:check
func convTnoptr(v triple) { sinkAny = v } // want `entries.triple value allocates when converted to any`

//zeroalloc:check
func convT16(v uint16) { sinkAny = v } // want `uint16 value allocates when converted to any`

//zeroalloc:check
func convT32(v uint32) { sinkAny = v } // want `uint32 value allocates when converted to any`

//zeroalloc:check
func convT64(v uint64) { sinkAny = v } // want `uint64 value allocates when converted to any`

//zeroalloc:check
func convTstring(v string) { sinkAny = v } // want `string value allocates when converted to any`

//zeroalloc:check
func convTslice(v []int) { sinkAny = v } // want `\[\]int value allocates when converted to any`

//zeroalloc:check
func makeslice(n int) { sinkInts = make([]int, n) } // want `make of a slice of variable size allocates`

//zeroalloc:check
func makeslice64(n uint64) { sinkInts = make([]int, n) } // want `make of a slice of variable size allocates`

//zeroalloc:check
func makeslicecopy(from []*int) {
	to := make([]*int, len(from)) // want `make of a slice of variable size allocates`
	copy(to, from)
	sinkPtrs = to
}

//zeroalloc:check
func mallocgc(from []byte) {
	to := make([]byte, len(from)) // want `make of a slice of variable size allocates`
	copy(to, from)
	sinkBytes = to
}

//zeroalloc:check
func growslice(from []int) {
	var list []int
	for _, x := range from {
		list = append(list, x) // want `append allocates when it exceeds the capacity`
	}
	sinkCount = len(list)
}

//zeroalloc:check
func moveSliceNoScan(from []int) {
	var list []int
	for _, x := range from {
		list = append(list, x) // want `append allocates when it exceeds the capacity`
	}
	sinkInts = list // want `moved to the heap`
}

//zeroalloc:check
func moveSlice(from []*int) {
	var list []*int
	for _, x := range from {
		list = append(list, x) // want `append allocates when it exceeds the capacity`
	}
	sinkPtrs = list // want `moved to the heap`
}

//zeroalloc:check
func makemapSmall() { sinkMap = make(map[string]int) } // want `make allocates a map`

//zeroalloc:check
func makemap(n int) { sinkMap = make(map[string]int, n) } // want `make allocates a map`

//zeroalloc:check
func makemap64(n int64) { sinkMap = make(map[string]int, n) } // want `make allocates a map`

//zeroalloc:check
func mapassign(n int) {
	m := make(map[triple]int)
	for i := range n {
		m[triple{i, i, i}] = i // want `assignment of a new key allocates when the map grows`
	}
	sinkCount = len(m)
}

//zeroalloc:check
func mapassignFast(n int) {
	a, b := make(map[int32]int), make(map[int64]int)
	for i := range n {
		a[int32(i)] = i // want `assignment of a new key allocates when the map grows`
		b[int64(i)] = i // want `assignment of a new key allocates when the map grows`
	}
	sinkCount = len(a) + len(b)
}

//zeroalloc:check
func mapassignPointer(list []*int) {
	m := make(map[*int]int)
	for i, p := range list {
		m[p] = i // want `assignment of a new key allocates when the map grows`
	}
	sinkCount = len(m)
}

//zeroalloc:check
func mapassignString(list []string) {
	m := make(map[string]int)
	for i, s := range list {
		m[s] = i // want `assignment of a new key allocates when the map grows`
	}
	sinkCount = len(m)
}

//zeroalloc:check
func mapassignLarge(n byte) { sinkBig[large{n}] = large{n} } // want `assignment of a new key allocates the element of over 128 bytes`

//zeroalloc:check
func makechan(n int) { sinkChan = make(chan int, n) } // want `make allocates a channel`

//zeroalloc:check
func makechan64(n int64) { sinkChan = make(chan int, n) } // want `make allocates a channel`

//zeroalloc:check
func concat(a, b, c, d, e, f string) {
	sinkString = a + b                 // want `string concatenation allocates its result`
	sinkString = a + b + c             // want `string concatenation allocates its result`
	sinkString = a + b + c + d         // want `string concatenation allocates its result`
	sinkString = a + b + c + d + e     // want `string concatenation allocates its result`
	sinkString = a + b + c + d + e + f // want `string concatenation allocates its result`
}

//zeroalloc:check
func concatbyte(a, b, c, d, e, f string) {
	sinkBytes = []byte(a + b)                 // want `allocates`
	sinkBytes = []byte(a + b + c)             // want `allocates`
	sinkBytes = []byte(a + b + c + d)         // want `allocates`
	sinkBytes = []byte(a + b + c + d + e)     // want `allocates`
	sinkBytes = []byte(a + b + c + d + e + f) // want `allocates`
}

//zeroalloc:check
func slicebytetostring(v []byte) { sinkString = string(v) } // want `conversion of \[\]byte to string allocates its result`

//zeroalloc:check
func slicerunetostring(v []rune) { sinkString = string(v) } // want `conversion of \[\]rune to string allocates its result`

//zeroalloc:check
func stringtoslicebyte(v string) { sinkBytes = []byte(v) } // want `conversion of string to \[\]byte allocates its result`

//zeroalloc:check
func stringtoslicerune(v string) { sinkRunes = []rune(v) } // want `conversion of string to \[\]rune allocates its result`

//zeroalloc:check
func intstring(v rune) { sinkString = string(v) } // want `conversion of rune to string allocates its result`

//zeroalloc:strict
func newproc(done chan bool) {
	go send(done) // want `go statement`
	<-done
}

//go:noinline
func send(done chan bool) { done <- true }

//zeroalloc:strict
func deferproc(n int) {
	for range n {
		defer count() // want `defer in a loop makes a record, which the runtime reuses`
	}
}

// The records are reused.
//
//zeroalloc:check
func deferprocReused(n int) {
	for range n {
		defer count()
	}
}

func count() { sinkCount++ }

//zeroalloc:check
func deferrangefunc(n int) {
	for i := range numbers(n) { // want `defer in a loop over an iterator allocates a list of records`
		if i >= 0 {
			defer count()
		}
	}
}

func numbers(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

//zeroalloc:check
func newcoro(seq iter.Seq[int]) {
	next, stop := iter.Pull(seq) // want `iter.Pull`
	sinkNext = next
	stop()
}

//zeroalloc:check
func setFinalizer(n int) {
	v := &triple{n, n, n}             // want `new object of type entries.triple allocates`
	runtime.SetFinalizer(v, finalize) // want `SetFinalizer allocates`
}

func finalize(v *triple) {}

// What the runtime makes for it is small and kept.

//zeroalloc:check
func frames(pcs []uintptr) {
	more := true
	for f := runtime.CallersFrames(pcs); more; { // want `new object of type runtime.Frames allocates: runtime.CallersFrames`
		_, more = f.Next() // want `Next allocates`
	}
}

//zeroalloc:check
func funcForPC(pc uintptr) {
	sinkCount = len(runtime.FuncForPC(pc).Name()) // want `FuncForPC is part of the runtime and not followed` `Name allocates`
}
