// Package escape holds annotated code against what the compiler made of it.
//
// # Analyzer escape
//
// escape: report allocations that annotated functions and loops make
//
// The directive //zeroalloc:check on a function, a func literal or a loop says
// that a call, or a round of the loop, allocates nothing in the steady state;
// //zeroalloc:strict says so without exemptions. The pass reads the object code
// of the package and of all that it calls, the standard library included, and
// reports each place from which an allocation is reached:
//
//	//zeroalloc:check
//	func (m *Metric) Write(w *bytes.Buffer, n int) {
//		w.WriteString(m.name)
//		w.WriteString(strconv.Itoa(n))
//	}
//
//	strconv.Itoa allocates its result (up to 20 B): strconv.Itoa → strconv.FormatInt, annotated //zeroalloc:check; strconv.AppendInt to a kept []byte does not
//
// Where something of the package itself is on the heap, the message says by what
// way it got there, as the compiler tells; related positions lead along the calls and to the place
// where it escapes.
//
// The category of a finding is its class: allocates (always when reached),
// may-allocate (depending on a size or value at run time), dynamic (a call of an
// interface method or func value that is not followed) or unknown (assembly,
// reflection and the like). A directive that could not be checked at all is a
// finding of category unchecked: the package does not build, the go command is
// not there, the function was never compiled.
//
// # What is exempt
//
// A check does not count what is allocated on a path that ends in a panic or in
// returning an error that is certainly not nil, unless the caller drops that
// error; growth of memory that outlives the call (append to what a parameter or
// field holds, a new key of such a map); and first-time work: sync.Once, a miss
// of a sync.Pool, if x.f == nil { x.f = ... }. A strict directive counts all that,
// with the categories cold, growth and first-time.
//
// //zeroalloc:assume REASON on a function or a call takes it as free of
// allocations, //zeroalloc:cold REASON as a slow path. Neither satisfies strict.
//
// An assume for which there is a proof all the same, whoever the caller is, is a
// finding of category unused-assume.
//
// # Contracts
//
// On a method of an interface type, or on a named func type, a directive is a
// contract. Annotated code may call through it, and each type or func that is converted
// to it is checked where it is converted, once:
//
//	type Sink interface {
//		//zeroalloc:check
//		Put(n int)
//	}
//
//	type boxesLast struct{ last any }
//
//	func (b *boxesLast) Put(n int) { b.last = n }
//
//	var _ Sink = (*boxesLast)(nil)
//
//	int value allocates when converted to any (8 B): contract.(*boxesLast).Put, called as contract.Sink.Put, annotated //zeroalloc:check
//
// The package with the conversion must be analysed; that of the contract, or of the
// method, need not be. An implementation with a directive of its own is
// reported there. What is converted from another interface or func type without the
// contract, or asserted to have it, is reported as dynamic unless it is known what it
// holds. Code with a strict directive needs a strict contract. What a call allocates
// to fail, a contract with check exempts: a caller that drops the error, or recovers
// from panics, cannot rely on it.
//
// # Generic code
//
// There is object code of instances only. A generic function is checked for those that
// its package makes, or its tests; a finding that is not of all of them
// says of which. If there are none, it is unchecked. The instances that another
// package makes are checked when that one is analysed, and reported where it
// instantiates the function.
//
// # What it does not do
//
// A call through an interface or a func value is followed only where all that it can be
// is known: what exported variables and fields hold is not. Whether append finds room is known
// for constant lengths only. The page docs/limits.md has the rest.
package escape
