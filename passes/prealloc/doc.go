// Package prealloc defines an analyzer that reports slices, maps, builders and
// buffers that grow in a loop of known length.
//
// # Analyzer prealloc
//
// prealloc: report what grows in a loop whose number of rounds is known
//
// A slice that starts without capacity is allocated and copied anew each time
// append has used it up: five times on the way to 100 ints, eight times on the
// way to 100 structs of 40 bytes. A map grows likewise, and so does the memory of
// a strings.Builder or bytes.Buffer. If the number of rounds is known before the
// loop, one allocation is enough. For example:
//
//	var names []string // slice names grows to len(users) elements of 16 bytes without capacity, in a loop
//	for _, u := range users {
//		names = append(names, u.name)
//	}
//
//	ages := make(map[int]int) // map ages grows to len(users) entries without a size, in a loop
//	for i, u := range users {
//		ages[i] = u.age
//	}
//
//	var b strings.Builder // strings.Builder b grows to 2*len(users) bytes without Grow, in a loop
//	for range users {
//		b.WriteString("- ")
//	}
//
// are better written as
//
//	names := make([]string, 0, len(users))
//	ages := make(map[int]int, len(users))
//	var b strings.Builder
//	b.Grow(2 * len(users))
//
// The number of rounds is known if a loop ranges over a slice, array, map,
// integer, or []byte(s), over slices.All, slices.Values, slices.Backward or their
// likes in maps, or counts up to or down from an integer or a length, and if
// what the number is calculated from is a name, a path of fields or a
// constant. All loops between the declaration and the append must be like that.
//
// Nothing is reported where the advice would be wrong:
//
//   - Not every round appends, or not all append the same number: there is a
//     condition, a continue, a spread slice. Memory for what a filter
//     drops is wasted.
//   - The loop may leave early, other than by panicking or returning an error.
//   - The length costs a call, belongs to a channel or an iterator, or changes
//     in the loop.
//   - The slice has content, is filled elsewhere, too, or starts anew.
//   - Nothing would be saved: append starts with 64 bytes, a map with room for 8
//     entries. A slice must get two elements that together exceed that.
//   - The keys of the map are expected to repeat: it is a set, it counts or
//     groups, or the keys are calculated.
//   - The number of rounds is an integer that is not a length, and a round may fail:
//     a number read from input must not size memory before the data is there.
//
// # The fix
//
// A slice that was nil must be nil again if nothing is appended, since
// encoding/json, reflect.DeepEqual and comparisons tell nil from empty. Hence make
// is proposed only if the slice was not nil to begin with, if the number is a
// constant other than 0, or if the slice is only used where that makes no
// difference: in range, len, index, copy, append(s, names...), strings.Join, and
// functions of slices and sort that keep nothing. Otherwise the fix uses
// slices.Grow, which leaves nil as it is if the length is 0:
//
//	names := slices.Grow([]string(nil), len(users))
//
// If anything that could change the length happens between the declaration and
// the loop, the growth is put directly in front of the loop instead.
//
// No fix is offered if nil or empty could be seen while the loop runs (return
// names, err), if an inner length goes through a pointer that may be nil when the
// outer one is 0, if cap(names), names[:n] or s := append(names, x) depend on the
// capacity, if a pointer to an element or a func literal refers to the slice, if
// the keys of the map may repeat, if the number is an integer that may be
// negative, and if the code cannot be written, because len or make or slices is
// something else there, or Go is older than 1.21.
//
// # make([]T, 0)
//
// A slice that grows by an unknown number of elements and is returned once is
// given a first buffer of append on the stack, and is copied to the heap but once
// if it fits. Not so if it starts as make([]T, 0): 3 allocations instead of 1 for 4
// ints. An empty literal is as empty, and has the buffer:
//
//	adults := make([]user, 0) // slice adults starts as make([]user, 0), without the first buffer that append gives []user{}, in a loop
//	for _, u := range users {
//		if u.age >= 18 {
//			adults = append(adults, u)
//		}
//	}
//
// # Where it reports
//
// The loop that counts is the one around the append. The finding stands at the
// declaration, of a named result at the append. An allow directive has effect
// at either.
//
// The compiled code is asked whether it grows there at all. It cannot tell in
// generic functions, nor for bytes.Buffer, which grows in a method of its own.
//
// # What it does not find
//
// Sums (a header and rows, one loop after the other), ragged loops, ranges over
// strings, fields and elements that are appended to, package variables,
// growth in a func literal, strings of unknown length written to a builder, and
// slices.Collect. A slice returned at two places has lost the first buffer of append
// already; that it then could gain for less than 64 bytes is not considered.
package prealloc
