// Package boxing defines an analyzer that reports conversions to interfaces that
// allocate.
//
// # Analyzer boxing
//
// boxing: report values that are copied to the heap to become interface values
//
// An interface value holds a pointer. A value that is not one is copied to the
// heap when it is converted to an interface, unless the copy provably stays
// within the function. The source often does not show the conversion: it is in
// an argument, most of all one for ...any, a result, an assignment, a channel
// send, the key or value of a map, the element of a literal, or an argument of a
// generic function that was instantiated with an interface. For example:
//
//	type queue struct{ items []any }
//
//	func (q *queue) push(item any) { q.items = append(q.items, item) }
//
//	for _, e := range events {
//		q.push(e) // event value of 24 bytes allocates when converted to any for an argument of queue.push, in a loop
//	}
//
// A pointer to a value that is on the heap anyway is free to convert:
//
//	for i := range events {
//		q.push(&events[i])
//	}
//
// and where there is but one type, no interface is needed:
//
//	type typedQueue[T any] struct{ items []T }
//
//	for _, e := range events {
//		q.push(e)
//	}
//
// The pointer is no cure where it makes a variable escape that did not before:
// &e in the first loop would allocate as much as e. Neither change keeps the
// meaning of every program, so that no fix is offered.
//
// The size is that of the value, which the allocator rounds up. For integers
// of more than a byte the runtime keeps the values 0 to 255 ready, which is
// said, since the analyzer does not know the value:
//
//	for _, id := range ids {
//		seen[id] = true // int value of 8 bytes allocates (unless 0 to 255) when converted to any for a key of seen, in a loop
//	}
//
// Likewise, an empty string and a nil slice are free, which is not said.
//
// Several arguments for one variadic parameter make one finding, which names
// the sum and lists them:
//
//	for _, e := range events {
//		fmt.Fprintln(w, e.id, e.name) // 2 arguments of fmt.Fprintln (int, string) allocate up to 24 bytes when converted to any, in a loop
//	}
//
// It says "up to" if some of the values might be free. A directive
// //zeroalloc:allow at the call holds for all of them, one at the line of an
// argument for this one.
//
// What does not allocate is not reported: constants, and literals that have
// constant parts only; pointers, maps, channels, funcs, and structs or arrays that
// are nothing but one of these; booleans and integers of one byte; values
// without a size; and what the compiler leaves on the stack. That it does is not
// guessed: a conversion is reported only if the object code of the package
// has the call that makes the copy.
//
//	func isNew(v any, seen map[any]bool) bool { return !seen[v] }
//
//	for _, id := range ids {
//		if isNew(id, seen) { // stays on the stack
//			n++
//		}
//	}
//
// Code that is there to not run often is left alone. An argument of a variadic
// function, as loggers have, is not reported in the body of an if statement whose
// condition asks whether output is wanted: a call, variable or field named V or
// with "enabled", "debug", "verbose" or "trace" in its name, alone or
// joined to others by &&. An argument of a logger that is switched off, but called all
// the same, is reported: it is converted before the logger can tell. For functions and
// methods of loggers with names that begin with Debug or Trace, this is said. Values that go
// into a failure are not reported: arguments of errors.New, fmt.Errorf and other
// functions that return an error alone and are named for it, and of functions
// with names that begin with Fatal or Panic.
//
// Outside of annotated code, these are left alone too:
//
//   - lines of a log: arguments of functions and methods with names that begin with
//     Print, Info, Warn, Error or With, if their type or package has "log" in its name: the
//     line costs more; and what tells of trouble: arguments of
//     variadic functions with names that end in Err, Error, Warn, Warning or Failure,
//     or these and an f, as a parser has to collect errors; and any value that becomes
//     an error by its conversion;
//   - what goes to the console: arguments of fmt.Print and its kin, and of fmt.Fprint
//     and its kin with os.Stdout or os.Stderr. They have no buffer, so that each call
//     is a system call, beside which a copy does not count.
//
// # What it does not catch
//
// Object code has lines but no columns. If a line has several conversions of
// the same kind, some of which stay on the stack, those are reported that cannot
// have stayed there, as the value sent on a channel or an argument of
// fmt.Sprint; the others are not.
//
// A conversion of a value whose type is a type parameter is reported if some
// instantiation that is compiled with this package allocates. One that
// only other packages make is not seen.
//
// Conversions within functions of other packages are not reported, even if
// they were inlined here; nor is what package reflect converts, nor the closure
// that a method value makes.
//
// Without object code (a package that does not build, -compiler=off) only what
// certainly escapes is reported: results, channel sends, what is assigned to package
// variables, behind pointers, to map and slice elements, and arguments of append,
// of the print functions of fmt, log and log/slog, of interface methods and of funcs that
// come from elsewhere.
package boxing
