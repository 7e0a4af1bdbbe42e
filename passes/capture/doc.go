// Package capture reports func values that allocate what they capture.
//
// # Analyzer capture
//
// capture: report func literals and method values that allocate what they capture
//
// A func value that outlives the function that makes it, or goes where the
// compiler cannot follow it, is an object on the heap that holds what the func
// captures: 8 bytes for the code, then each variable. A variable that is assigned
// to after its declaration, whose address is taken or that is larger than 128
// bytes is captured by reference, written &x below: the object holds its address,
// and the variable itself moves to the heap too. In a loop, or in a function
// that is called all the time, that is garbage for each round or call.
//
//	func Count(t Tree, words []string) (total int) {
//		for _, w := range words {
//			t.Each(func(v string) { // t is an interface
//				if v == w {
//					total++
//				}
//			})
//		}
//		return total
//	}
//
//	func literal capturing w and &total allocates 32 bytes and moves total to the heap, in a loop; a func that takes them as arguments captures nothing
//
// One func for all rounds will do here, over a variable that each round sets:
//
//	func CountOnce(t Tree, words []string) int {
//		var c struct {
//			word  string
//			total int
//		}
//		each := func(v string) {
//			if v == c.word {
//				c.total++
//			}
//		}
//		for _, c.word = range words {
//			t.Each(each)
//		}
//		return c.total
//	}
//
// A literal that captures nothing of the loop's own can be made before it. Where
// each round makes it, there is a fix:
//
//	//zeroalloc:hot
//	for range n {
//		go func() { done <- work() }()
//	}
//
//	func literal capturing done allocates 16 bytes, annotated //zeroalloc:hot; make it once, before the loop, since all it captures is declared there
//
//	fn := func() { done <- work() }
//	for range n {
//		go fn()
//	}
//
// A method value, a method that is selected but not called, captures its
// receiver, a copy of it if the method has a value receiver:
//
//	for _, e := range events {
//		queue.Push(e.Fire)
//	}
//
//	method value e.Fire capturing e allocates 56 bytes, in a loop; the method expression Event.Fire takes the receiver as an argument
//
// A queue of events needs no func, or the same one for all:
//
//	for i := range events {
//		queue.PushEvent(&events[i], (*Event).FirePtr)
//	}
//
// The body of a loop over an iterator is a func as well, unless the compiler
// inlines the iterator:
//
//	for _, set := range sets { // sets holds interfaces
//		for v := range set.All() {
//			sum += v
//		}
//	}
//
//	loop body made a func for set.All capturing &sum allocates 24 bytes and moves sum to the heap, in a loop; a plain loop, or an iterator that can be inlined, makes no func
//
// Whether the func value is on the heap, and what is captured how, is read
// from the object code of the package. So there is no finding about a literal that
// captures nothing, is called at once, is deferred outside loops, or is given to a
// function that is inlined or does not keep it: sort.Slice, slices.SortFunc,
// slices.IndexFunc, strings.Map and (*sync.Once).Do are among these. Without object
// code, only what is certainly kept is reported: stored outside the function,
// sent, returned, handed to an unknown callee, run by go, or deferred in a loop.
//
// What a new goroutine runs, by a go statement or the method Go of a group, is
// reported in annotated code only: the goroutine itself costs more. So is a
// field of a struct literal, part of an object that the loop makes.
//
// The variable of a loop over a slice is reported too if its address is taken, as &r, and
// it moves to the heap: since Go 1.22 there is one in each round. &list[i] points to the
// element itself.
//
// # What it does not catch
//
// A literal in a small constructor that is called in a loop: the literal stands
// outside the loop, though its code is inlined there. Literals in generic functions
// that the package itself does not instantiate. The values that go and defer
// statements make of their own to hold the arguments of the call. If several
// func values of one line look alike to the compiler and not all of them
// allocate, one finding may speak for all.
package capture
