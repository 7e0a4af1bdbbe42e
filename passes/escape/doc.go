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
// # What it does not do yet
//
// Contracts, directives on interface methods and func types, are reported as
// unchecked. A func value is followed into a callee only as an argument, not
// through a field or a captured variable. Whether append finds room is known for
// constant lengths only. An assume directive that nothing needs is not reported.
package escape
