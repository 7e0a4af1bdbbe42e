// Package dynamic has functions that call func values and interface methods. What
// can be known of those without guessing must be known; the test measures each
// function.
package dynamic

import (
	"bytes"
	"hash/fnv"
	"io"
	"slices"
	"strings"
)

var (
	sinkString string
	sinkInt    int
	sinkInts   []int
)

//go:noinline
func apply(f func(int) int, n int) int { return f(n) + f(n+1) }

//go:noinline
func twice(n int) int { return 2 * n }

//go:noinline
func kept(n int) int {
	sinkInts = make([]int, n+1)
	return n
}

//zeroalloc:check
func argument(n int) int { return apply(twice, n) }

//zeroalloc:check
func argumentAllocates(n int) int { return apply(kept, n) } // want `make of a slice`

//zeroalloc:check
func captured(n int) int {
	f := func(x int) int { return x + n }
	g := func(x int) int { return f(x) * f(x) }
	return apply(g, n)
}

//zeroalloc:check
func capturedAllocates(n int) int {
	f := func(x int) int { return kept(x) + n }
	g := func(x int) int { return f(x) * f(x) }
	return apply(g, n) // want `make of a slice`
}

//zeroalloc:check
func chosen(n int, up bool) int {
	f := twice
	if up {
		f = func(x int) int { return x + 1 }
	}
	return apply(f, n)
}

//zeroalloc:check
func chosenAllocates(n int, up bool) int {
	f := twice
	if up {
		f = kept
	}
	return apply(f, n) // want `make of a slice`
}

// hook is set here and nowhere else.
var hook = twice

// Hook can be set by any package.
var Hook = twice

// hooked is set to functions that allocate as well.
var hooked = twice

func setHooked() { hooked = kept }

//zeroalloc:check
func variable(n int) int { return hook(n) }

//zeroalloc:check
func exportedVariable(n int) int { return Hook(n) } // want `call of .* cannot be followed`

//zeroalloc:check
func variableAllocates(n int) int { return hooked(n) } // want `make of a slice`

// leaked is set through a pointer to it.
var leaked = twice

func pointer() *func(int) int { return &leaked }

//zeroalloc:check
func variableLeaked(n int) int { return leaked(n) } // want `call of .* cannot be followed`

type step struct {
	run  func(int) int
	next func(int) int
	w    io.Writer
}

func newStep(next func(int) int) *step {
	return &step{run: twice, next: next, w: new(bytes.Buffer)}
}

//zeroalloc:check
func (s *step) field(n int) int { return s.run(n) }

//zeroalloc:check
func (s *step) fieldOfCaller(n int) int { return s.next(n) } // want `call of .* cannot be followed`

//zeroalloc:check
func (s *step) interfaceField(b []byte) {
	s.w.Write(b)
	s.w.(*bytes.Buffer).Reset()
}

// A shape is a closed set of types.
type shape interface{ area() int }

type square struct{ side int }

func (s square) area() int { return s.side * s.side }

type circle struct{ radius int }

func (c *circle) area() int { return 3 * c.radius * c.radius }

var shapes = []shape{square{1000}, &circle{1000}}

//zeroalloc:check
func areas(list []shape) int {
	sum := 0
	for _, s := range list {
		sum += s.area()
	}
	return sum
}

// A namer has a type whose method allocates.
type namer interface{ name() string }

type fixed string

func (f fixed) name() string { return string(f) }

type joined struct{ a, b string }

//go:noinline
func (j joined) name() string { return j.a + j.b }

var namers = []namer{fixed("a"), joined{strings.Repeat("a", 40), "b"}}

//zeroalloc:check
func names(list []namer) {
	for _, n := range list {
		sinkString = n.name() // want `string concatenation allocates its result`
	}
}

// An opener is in the signature of an exported function: other packages have
// values of it.
type opener interface{ Open() int }

type door int

func (d door) Open() int { return int(d) }

var front opener = door(1)

// Through opens what it is given.
//
//zeroalloc:check
func Through(o opener) int { return o.Open() } // want `call of interface method .* cannot be followed`

//zeroalloc:check
func openFront() int { return Through(front) }

// An animal is in the signatures of exported functions, but only types of this
// package have its unexported method.
type animal interface {
	Legs() int
	isAnimal()
}

type cat struct{ legs int }

func (c *cat) Legs() int { return c.legs }
func (c *cat) isAnimal() {}

type bird struct{ Wings int }

func (b *bird) Legs() int { return 2 }
func (b *bird) isAnimal() {}

// Adopted returns a bird, which other packages convert to an animal.
func Adopted() *bird { return new(bird) }

var pet animal = &cat{4}

// CountLegs counts the legs of what it is given.
//
//zeroalloc:check
func CountLegs(a animal) int { return a.Legs() }

// A tree is like animal, but one of the types that have its method allocates. It
// is never converted here.
type tree interface {
	Name() string
	isTree()
}

type oak struct{ age int }

func (o *oak) Name() string { return "oak" }
func (o *oak) isTree()      {}

type fir struct{ place string }

//go:noinline
func (f *fir) Name() string { return "fir in " + f.place }
func (f *fir) isTree()      {}

// Planted returns a fir.
func Planted() *fir { return &fir{strings.Repeat("a", 40)} }

var planted tree = &oak{100}

// NameTree names what it is given.
//
//zeroalloc:check
func NameTree(t tree) { sinkString = t.Name() } // want `string concatenation allocates its result`

// A fish comes out of another interface.
type fish interface {
	Fins() int
	isFish()
}

type eel struct{ fins int }

func (e *eel) Fins() int { return e.fins }
func (e *eel) isFish()   {}

type carp struct{ names []string }

//go:noinline
func (c *carp) Fins() int { c.names = []string{"carp", "koi"}; return len(c.names) }
func (c *carp) isFish()   {}

var pond = []any{&eel{1}, &carp{}}

//zeroalloc:check
func fins(a any) int {
	if f, ok := a.(fish); ok {
		return f.Fins() // want `slice literal allocates`
	}
	return 0
}

// A part is like animal, but a struct of another package gets its method by
// embedding a Base.
type part interface {
	Size() int
	isPart()
}

// Base is embedded by parts.
type Base struct{}

func (Base) isPart() {}

type bolt struct{ Base }

func (*bolt) Size() int { return 1 }

var fitted part = new(bolt)

// SizePart measures what it is given.
//
//zeroalloc:check
func SizePart(p part) int { return p.Size() } // want `call of interface method .* cannot be followed`

//go:noinline
func writeTwice(w io.Writer, b []byte) {
	w.Write(b)
	w.Write(b)
}

//zeroalloc:check
func writer(b *bytes.Buffer, data []byte) {
	b.Reset()
	writeTwice(b, data)
}

type copying struct{ last []byte }

func (c *copying) Write(b []byte) (int, error) {
	c.last = bytes.Clone(b)
	return len(b), nil
}

//zeroalloc:check
func writerAllocates(c *copying, data []byte) {
	writeTwice(c, data) // want `allocates`
}

//zeroalloc:check
func writeString(b *bytes.Buffer, s string) {
	b.Reset()
	io.WriteString(b, s)
}

//zeroalloc:check
func writeStringOfBytes(c *copying, s string) {
	io.WriteString(c, s) // want `allocates`
}

//go:noinline
func describe(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case interface{ name() string }:
		return v.name()
	case []byte:
		return string(v)
	}
	return ""
}

//zeroalloc:check
func describeString(s *fixed) { sinkString = describe(s) }

//zeroalloc:check
func describeBytes(p *joined) { sinkString = describe(p) } // want `string concatenation allocates its result`

//zeroalloc:check
func methodValue(c *circle) int { return apply2(c.area) }

//go:noinline
func apply2(f func() int) int { return f() + f() }

//zeroalloc:check
func methodValueAllocates(j *joined) int { return apply3(j.name) } // want `string concatenation allocates its result`

//go:noinline
func apply3(f func() string) int {
	sinkString = f()
	return len(sinkString)
}

//zeroalloc:check
func iterated(list []int) int {
	sum := 0
	for v := range slices.Values(list) {
		sum += v
	}
	return sum
}

//zeroalloc:check
func iteratedBackward(list []int, buf []int) []int {
	return slices.AppendSeq(buf[:0], slices.Values(list))
}

// wrapped calls itself with ever deeper func values.
func wrapped(f func(int) int, depth int) int {
	if depth == 0 {
		return f(1)
	}
	return wrapped(func(x int) int { return f(x) + 1 }, depth-1)
}

//zeroalloc:check
func wrappedTwice() int { return wrapped(twice, 2) } // want `call of func value .* cannot be followed`

type sized interface{ size() int }

type word string

//go:noinline
func (w word) size() int { return len(w) }

type list []int

//go:noinline
func (l list) size() int {
	sinkInts = append([]int(nil), l...)
	return len(l)
}

//go:noinline
func total[T sized](a, b T) int { return a.size() + size(b) }

//go:noinline
func size[T sized](x T) int { return x.size() }

//zeroalloc:check
func typeArgument(w word) int { return total(w, w) }

//zeroalloc:check
func typeArgumentAllocates(l list) int { return total(l, l) } // want `append`

type pair[T sized] struct{ a, b T }

//go:noinline
func (p *pair[T]) size() int { return p.a.size() + p.b.size() }

//zeroalloc:check
func typeArgumentOfReceiver(p *pair[word]) int { return p.size() }

//zeroalloc:check
func typeArgumentOfReceiverAllocates(p *pair[list]) int { return p.size() } // want `append`

func adder(up bool) func(int) int {
	if up {
		return twice
	}
	return func(x int) int { return x - 1 }
}

//zeroalloc:check
func result(n int) int { return apply(adder(n > 0), n) }

func keeper() (func(int) int, bool) { return kept, true }

//zeroalloc:check
func resultAllocates(n int) int {
	f, _ := keeper()
	return apply(f, n) // want `make of a slice`
}

// checksum is what a function of another package returns.
var checksum = fnv.New32a()

//zeroalloc:check
func hashed(b []byte) uint32 {
	checksum.Reset()
	checksum.Write(b)
	return checksum.Sum32()
}

//zeroalloc:check
func hashedAllocates() []byte { return checksum.Sum(nil) } // want `append`

//zeroalloc:check
func recursiveLiteral(n int) int {
	var down func(int) int
	down = func(x int) int {
		if x == 0 {
			return 0
		}
		return down(x - 1)
	}
	return apply(down, n) // want `call of func value .* cannot be followed`
}

//go:noinline
func through(w io.Writer, n int) io.Writer { return w }

//zeroalloc:check
func around(b *bytes.Buffer, n int) {
	b.Reset()
	var w io.Writer = b
	for i := range n {
		w = through(w, i)
		writeTwice(w, nil) // want `call of interface method io.Writer.Write cannot be followed`
	}
}

// A logger writes to what it was made for, and to nothing else ever.
type logger struct {
	out  io.Writer
	next *logger
	name string
}

func newLogger(out io.Writer) *logger { return &logger{out: out, name: "log"} }

func (l *logger) under() *logger { return &logger{out: l.out, next: l} }

//go:noinline
func (l *logger) log(b []byte) {
	l.out.Write(b)
	if l.next != nil {
		l.next.out.Write(b)
	}
}

var (
	toBuffer = newLogger(buffered)
	buffered = new(bytes.Buffer)
	toCopy   = newLogger(new(copying))
	underOne = toBuffer.under()
)

//zeroalloc:check
func logs(b []byte) {
	buffered.Reset()
	toBuffer.log(b)
	underOne.log(b)
}

//zeroalloc:check
func logsAllocates(b []byte) {
	toCopy.log(b) // want `allocates`
}

//zeroalloc:check
func (l *logger) logsAnywhere(b []byte) {
	l.out.Write(b) // want `call of interface method io.Writer.Write cannot be followed`
}

// A switcher can be told to write to something else.
type switcher struct{ out io.Writer }

func (s *switcher) to(out io.Writer) { s.out = out }

var switched = &switcher{out: buffered}

//zeroalloc:check
func switches(b []byte) {
	switched.out.Write(b) // want `call of interface method io.Writer.Write cannot be followed`
}

// A restarter is made anew in its place.
type restarter struct{ out io.Writer }

func (r *restarter) restart(out io.Writer) { *r = restarter{out: out} }

var restarted = &restarter{out: buffered}

//zeroalloc:check
func restarts(b []byte) {
	restarted.out.Write(b) // want `call of interface method io.Writer.Write cannot be followed`
}

// A config is a struct by value.
type config struct {
	out io.Writer
	f   func(int) int
}

//go:noinline
func (c config) run(n int) int { return c.f(n) }

//zeroalloc:check
func byValue(n int) int {
	c := config{f: twice}
	return c.run(n)
}

//zeroalloc:check
func byValueAllocates(n int) int {
	c := config{f: kept}
	return c.run(n) // want `make of a slice`
}

func inLiteral(b []byte) func() {
	l := newLogger(buffered)
	//zeroalloc:check
	return func() {
		buffered.Reset()
		l.log(b)
	}
}

func inLiteralAllocates(b []byte) func() {
	l := newLogger(new(copying))
	//zeroalloc:check
	return func() {
		l.log(b) // want `allocates`
	}
}

func inLoop(n int, b []byte) {
	l := newLogger(buffered)
	//zeroalloc:check
	for range n {
		buffered.Reset()
		l.log(b)
	}
}
