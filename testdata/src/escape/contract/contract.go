// Package contract has directives on methods of interface types and on named func
// types.
package contract

import (
	"errors"
	"io"

	"zeroalloc.test/escape/contractdep"
)

var (
	sink  any
	bytes []byte
)

type Doer interface {
	//zeroalloc:check
	Do(n int)
	Other(n int)
}

// Calls through a contract are trusted.
//
//zeroalloc:check
func calls(d Doer, s contractdep.Sink, h contractdep.Handler, n int) {
	d.Do(n)    // nope: a contract
	d.Other(n) // want `call of interface method contract.Doer.Other cannot be followed`
	s.Put(n)   // nope: a contract of another package
	h(n)       // nope: a contract
	defer d.Do(n)
	s.Close() // want `call of interface method contractdep.Sink.Close cannot be followed`
}

//zeroalloc:strict
func strictCalls(d Doer, v contractdep.Visitor, h contractdep.Handler, n int) {
	d.Do(n)    // want `call of interface method contract.Doer.Do is only promised by //zeroalloc:check, annotated //zeroalloc:strict`
	v.Visit(n) // nope: a strict contract
	h(n)       // want `call of func value h is only promised by //zeroalloc:check`
}

// What is converted is checked.

type good struct{ n int }

func (g *good) Do(n int)    { g.n += n }
func (g *good) Other(n int) { sink = n } // nope: it has no contract

type bad struct{}

func (bad) Do(n int)    { sink = n }
func (bad) Other(n int) {}

type badPointer struct{}

func (*badPointer) Do(n int)    { contractdep.Text(n) }
func (*badPointer) Other(n int) {}

var (
	_ Doer = (*good)(nil)
	_ Doer = bad{}              // want `int value allocates when converted to any \(8 B\): contract.bad.Do, called as contract.Doer.Do, annotated //zeroalloc:check`
	d Doer = (*badPointer)(nil) // want `contract.\(\*badPointer\).Do`
)

func again() Doer { return &bad{} } // nope: reported above

// The ways in.

type inArgument struct{ bad }

func (inArgument) Do(n int) { sink = n }

type inField struct{}

func (inField) Do(n int)  { sink = n }
func (inField) Other(int) {}

type inSlice struct{ *inField }

func (inSlice) Do(n int) { sink = n }

type inChannel struct{ inField }

func (inChannel) Do(n int) { sink = n }

type inMap struct{ inField }

func (inMap) Do(n int) { sink = n }

type inReturn struct{ inField }

func (inReturn) Do(n int) { sink = n }

type explicit struct{ inField }

func (explicit) Do(n int) { sink = n }

func take(d Doer) { d.Other(1) }

type holder struct{ d Doer }

func ways(c chan Doer, m map[int]Doer) Doer {
	take(inArgument{})    // want `contract.inArgument.Do, called as`
	_ = holder{inField{}} // want `contract.inField.Do, called as`
	_ = []Doer{inSlice{}} // want `contract.inSlice.Do, called as`
	c <- inChannel{}      // want `contract.inChannel.Do, called as`
	m[1] = inMap{}        // want `contract.inMap.Do, called as`
	_ = Doer(&explicit{}) // want `contract.explicit.Do, called as`
	return inReturn{}     // want `contract.inReturn.Do, called as`
}

// Promoted methods are those of what is embedded.

type base struct{}

func (*base) Do(n int) { sink = n }

type promoted struct {
	*base
	n int
}

func (promoted) Other(int) {}

type fulfils struct{ Doer } // nope: of the embedded interface the same is asked

type other interface{ Do(n int) }

type doubtful struct{ other }

func (doubtful) Other(int) {}

var (
	_ Doer = promoted{} // want `contract.\(\*base\).Do, called as`
	_ Doer = fulfils{}
	_ Doer = doubtful{} // want `contract.doubtful value holds what cannot be followed, and is converted to a type with contract.Doer.Do, annotated //zeroalloc:check`
)

// Interfaces that embed it, aliases, interfaces of other packages.

type wide interface {
	Doer
	More()
}

type wideBad struct{ inField }

func (*wideBad) Do(n int) { sink = n }
func (*wideBad) More()    {}

type alias = wide

func widens(w *wideBad) alias {
	return w // want `contract.\(\*wideBad\).Do, called as contract.Doer.Do`
}

func narrows(w wide) Doer { return w } // nope: it has the contract already

func fromOther(x interface {
	Do(int)
	Other(int)
}) Doer {
	return x // want `interface\{Do\(int\); Other\(int\)\} value holds what cannot be followed`
}

func asserts(x any) {
	if d, ok := x.(Doer); ok { // want `any value holds what cannot be followed`
		d.Do(1)
	}
	switch x := x.(type) {
	case *good:
		x.Do(1)
	case alias: // want `any value holds what cannot be followed`
	}
	known := any(&good{})
	_ = known.(Doer) // nope: it holds *good
}

var (
	_ contractdep.Sink = &contractdep.Boxes{} // want `contractdep.\(\*Boxes\).Put, called as contractdep.Sink.Put`
	_ contractdep.Sink = &contractdep.Adds{}
)

// Directives of its own.

type itself struct{ inField }

//zeroalloc:check
func (itself) Do(n int) { sink = n } // want `^int value allocates when converted to any \(8 B\), annotated`

type assumed struct{ inField }

//zeroalloc:assume it was measured
func (assumed) Do(n int) { sink = n }

var (
	_ Doer = itself{}  // nope: reported there
	_ Doer = assumed{} // nope: assumed
)

type grows struct{ list []int }

func (g *grows) Visit(n int) { g.list = append(g.list, n) }

type assumedVisitor struct{}

//zeroalloc:assume it was measured
func (assumedVisitor) Visit(n int) { sink = n }

var (
	_ contractdep.Visitor = &grows{}         // want `append .*: contract.\(\*grows\).Visit, called as contractdep.Visitor.Visit, annotated //zeroalloc:strict`
	_ contractdep.Visitor = assumedVisitor{} // want `code that may allocate is only assumed not to: contract.assumedVisitor.Visit`
)

// Func types.

func boxes(n int) { sink = n }
func adds(n int)  { count += n }

var count int

type method struct{ n int }

func (m *method) handle(n int) { sink = n + m.n }

//zeroalloc:check
func annotated(n int) { sink = n } // want `^int value allocates`

var (
	_          contractdep.Handler = boxes // want `int value allocates when converted to any \(8 B\): contract.boxes, called as contractdep.Handler, annotated //zeroalloc:check`
	h1         contractdep.Handler = adds
	h2         contractdep.Handler = annotated
	h3         contractdep.Handler = contractdep.Text // want `contractdep.Text`
	h4, h5     contractdep.Handler
	noHandler  contractdep.Handler = nil
	sinkH      []contractdep.Handler
	fieldOf    struct{ h contractdep.Handler }
	chanOf     chan contractdep.Handler
	sameUnder  func(int) = boxes // nope: no contract
	unexported func(int)
)

func setHandler(h contractdep.Handler) { h4 = h }

func handlers(n int, m *method, f func(int)) contractdep.Handler {
	setHandler(func(x int) { sink = x }) // want `int value allocates when converted to any \(8 B\): contract.handlers.func1, called as`
	setHandler(func(x int) { count += x + n })
	fieldOf.h = m.handle                            // want `contract.\(\*method\).handle, called as`
	setHandler(f)                                   // want `func value holds what cannot be followed, and is converted to a type with contractdep.Handler`
	sinkH = append(sinkH, func(x int) { sink = n }) // want `contract.handlers.func3, called as`
	chanOf <- func(x int) { sink = "constant" }     // nope: static data
	h5 = (&method{}).Handle                         // want `contract.\(\*method\).Handle, called as`
	return func(x int) { contractdep.Text(x) }      // want `contract.handlers.func5: contractdep.Text|contract.handlers.func5 → contractdep.Text`
}

func (m *method) Handle(n int) { sink = n }

// Generics.

type ints struct{ n int }

func (i *ints) Next() (int, bool) { i.n++; return i.n, true }

type strings struct{ b []byte }

func (s *strings) Next() (string, bool) { return string(s.b), true }

type list[T any] struct{ kept []T }

func (l *list[T]) Next() (T, bool) { sink = l.kept[0]; return l.kept[0], true }

var (
	_ contractdep.Source[int]    = &ints{}
	_ contractdep.Source[string] = &strings{}      // want `contract.\(\*strings\).Next, called as contractdep.Source.Next, annotated`
	_ contractdep.Source[string] = &list[string]{} // want `contract.\(\*list\[string\]\).Next, called as`
	_ contractdep.Source[*int]   = &list[*int]{}   // nope: a pointer
)

func run[D Doer](d D) {
	d.Do(1)
}

type asArgument struct{ inField }

func (asArgument) Do(n int) { sink = n }

type box[D Doer] struct{ d D }

type asTypeArgument struct{ inField }

func (asTypeArgument) Do(n int) { sink = n }

func instances() {
	run(asArgument{})         // want `contract.asArgument.Do, called as contract.Doer.Do`
	_ = box[asTypeArgument]{} // want `contract.asTypeArgument.Do, called as contract.Doer.Do`
}

func passesOn[D Doer](d D) { run(d) } // nope: asked of its own type arguments

func passesOther[D interface {
	Do(int)
	Other(int)
}](d D) {
	run(d) // want `D value holds what cannot be followed`
}

// Errors: the contract exempts what fails.

type Writer interface {
	//zeroalloc:check
	Write(p []byte) (int, error)
}

type fails struct{}

func (fails) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, errors.New("nothing to write") // nope: fails
	}
	return len(p), nil
}

var _ Writer = fails{}

//zeroalloc:check
func writes(w Writer, p []byte) error {
	_, err := w.Write(p) // nope: a contract
	return err
}

//zeroalloc:check
func drops(w Writer, p []byte) {
	w.Write(p) // want `call of interface method contract.Writer.Write, whose error is dropped, cannot be followed`
}

//zeroalloc:check
func recovers(d Doer, n int) {
	defer func() { recover() }()
	d.Do(n) // want `call of interface method contract.Doer.Do, whose panic may be recovered from, cannot be followed`
}

var _ io.Writer = fails{} // nope: no contract

func local() {
	type localDoer interface {
		//zeroalloc:check
		Do(n int)
	}
	var d localDoer = localBad{}
	d.Do(1) // want `contract.localBad.Do, called as`
	var anon interface {
		//zeroalloc:check
		Do(n int)
	} = anonBad{}
	anon.Do(1) // want `contract.anonBad.Do, called as`
}

type localBad struct{}

func (localBad) Do(n int) { sink = n }

type anonBad struct{}

func (anonBad) Do(n int) { sink = n }

// Calls through contracts in other packages.

//zeroalloc:check
func drives(s contractdep.Sink, h contractdep.Handler, src contractdep.Source[int], n int) {
	contractdep.Drive(s, h, n)
	contractdep.DriveInlined(s, n)
	contractdep.DriveClose(s) // want `call of interface method contractdep.Sink.Close cannot be followed`
	contractdep.DriveSource(src)
	contractdep.DriveParam(s, n)
	contractdep.DriveParam(param, n)
	contractdep.DriveParam(paramBad, n) // want `contractdep.\(\*Adds2\).Put, called as contractdep.Sink.Put` `: contractdep.DriveParam\[pointer\] → contractdep.\(\*Adds2\).Put, annotated`
}

var (
	param    = &contractdep.Adds{}
	paramBad = &contractdep.Adds2{}
)

//zeroalloc:strict
func drivesStrictly(s contractdep.Sink, h contractdep.Handler, n int) {
	contractdep.Drive(s, h, n)     // want `is only promised by //zeroalloc:check: contractdep.Drive, annotated //zeroalloc:strict`
	contractdep.DriveInlined(s, n) // want `call of interface method contractdep.Sink.Put is only promised by //zeroalloc:check: contractdep.DriveInlined`
}

// What is deferred, or started.

//zeroalloc:check
func defers(d Doer, h contractdep.Handler, n int) {
	defer d.Do(n)
	defer h(n)
	defer d.Other(n) // want `call of interface method contract.Doer.Other cannot be followed`
}

func starts(d Doer, n int) {
	//zeroalloc:check
	for range n {
		go d.Do(1)    // want `allocates`
		go d.Other(1) // want `allocates`
	}
}

// Values of unexported interfaces are known without a contract, and better.

type closed interface {
	//zeroalloc:check
	run(n int)
}

type closedBad struct{}

func (closedBad) run(n int) { sink = n }

var closedValue closed = closedBad{} // want `contract.closedBad.run, called as contract.closed.run`

//zeroalloc:check
func callsClosed(n int) {
	closedValue.run(n) // want `contract.closedBad.run, annotated`
}

// More ways in.

func set[T any](p *T, v T) { *p = v }

type inSet struct{ inField }

func (inSet) Do(n int) { sink = n }

func converts[F ~func(int)](f F) contractdep.Handler {
	return contractdep.Handler(f) // want `F value holds what cannot be followed, and is converted to a type with contractdep.Handler`
}

type another func(int)

func ways2(a another, m map[string]Doer) (h contractdep.Handler, d Doer) {
	set(&d, Doer(inSet{}))                                     // want `contract.inSet.Do, called as`
	set[contractdep.Handler](&h, func(n int) { sink = n + 1 }) // want `contract.ways2.func1, called as`
	h = contractdep.Handler(a)                                 // want `contract.another value holds what cannot be followed`
	h = contractdep.Handler(another(func(n int) { sink = n })) // want `contract.ways2.func2, called as`
	select {                                                   // want `contract.ways2.func3, called as`
	case chanOf <- func(n int) { sink = -n }:
	default:
	}
	f := func(n int) { sink = n * 2 }
	if len(m) > 1 {
		f = adds
	}
	return f, nil // want `contract.ways2.func4, called as`
}

// In generic code the instances of this package, and of its tests, count.

type queue[T any] struct{ last T }

func (q *queue[T]) Do(int)    { sink = q.last }
func (q *queue[T]) Other(int) {}

func newQueue[T any]() Doer {
	return &queue[T]{} // want `contract.\(\*queue\[string\]\).Do, called as`
}

type stack[T any] struct{ queue[T] }

func (q *stack[T]) Do(int) { sink = q.last }

func newStack[T any]() Doer {
	return &stack[T]{} // want `//zeroalloc:check of contract.Doer.Do is not checked here: the compiler made no code for contract.\(\*stack\).Do`
}

type heap[T any] struct{ queue[T] }

func (q *heap[T]) Do(int) { sink = q.last }

func newHeap[T any]() Doer {
	return &heap[T]{} // want `contract.\(\*heap\[float64\]\).Do, called as`
}

func useQueue() { newQueue[string]() }

// The example of the documentation.

type Sink interface {
	//zeroalloc:check
	Put(n int)
}

type boxesLast struct{ last any }

func (b *boxesLast) Put(n int) { b.last = n }

var _ Sink = (*boxesLast)(nil) // want `^int value allocates when converted to any \(8 B\): contract.\(\*boxesLast\).Put, called as contract.Sink.Put, annotated //zeroalloc:check$`

// A pointer to the type argument has the method.
type doerPointer[T any] interface {
	*T
	Doer
}

func each[T any, P doerPointer[T]](list []T) {
	for i := range list {
		var p P = &list[i] // nope: what P is was checked
		p.Do(i)
		take(p)
	}
}

type eachBad struct{ inField }

func (*eachBad) Do(n int) { sink = n }

func useEach(bads []eachBad, goods []good) {
	each(bads) // want `contract.\(\*eachBad\).Do, called as contract.Doer.Do`
	each(goods)
}
