// Package nope holds what users of other tools complained about.
package nope

import (
	"fmt"
	"io"
	"iter"
	"slices"
)

type stack struct {
	items []int
	depth int
}

func (s *stack) all() []int { return s.items }
func (s *stack) pop() int {
	x := s.items[0]
	s.items = s.items[1:]
	return x
}

func keep(x int) bool { return x > 0 }

func redeclared(xs []int) (sum int) {
	var r []int // nope: what grows is another r (alexkohler/prealloc#11)
	for _, x := range xs {
		r := []int{x}
		r = append(r, x)
		sum += len(r)
	}
	return sum + len(r)
}

func fromChannel(c chan int) []int {
	var r []int // nope: a channel has no length (alexkohler/prealloc#13)
	for x := range c {
		r = append(r, x)
	}
	return r
}

func continues(xs []int) []int {
	var r []int // nope: continue leaves elements out (alexkohler/prealloc#16)
	for _, x := range xs {
		if !keep(x) {
			continue
		}
		r = append(r, x)
	}
	return r
}

func filters(xs []int) []int {
	var r []int // nope: the same, written with if (golangci/golangci-lint#633)
	for _, x := range xs {
		if keep(x) {
			r = append(r, x)
		}
	}
	return r
}

func filtersBySwitch(xs []int) []int {
	var r []int // nope: no default, so that elements are left out
	for _, x := range xs {
		switch {
		case x > 0:
			r = append(r, x)
		case x < 0:
			r = append(r, -x)
		}
	}
	return r
}

func breaks(xs []int) []int {
	var r []int // nope: the loop may leave early
	for _, x := range xs {
		if !keep(x) {
			break
		}
		r = append(r, x)
	}
	return r
}

func returns(xs []int) []int {
	var r []int // nope: the loop may leave early
	for _, x := range xs {
		r = append(r, x)
		if !keep(x) {
			return r
		}
	}
	return r
}

func returnsEOF(xs []int) ([]int, error) {
	var r []int // nope: io.EOF is no failure, the loop may leave early
	for _, x := range xs {
		if !keep(x) {
			return r, io.EOF
		}
		r = append(r, x)
	}
	return r, nil
}

func returnsOk(xs []int) ([]int, bool) {
	var r []int // nope: the loop may leave early, and nobody says that it failed
	for _, x := range xs {
		if !keep(x) {
			return nil, false
		}
		r = append(r, x)
	}
	return r, true
}

func tailCall(xs []int, f func() ([]int, error)) ([]int, error) {
	var r []int // nope: the error may be nil
	for _, x := range xs {
		if !keep(x) {
			return f()
		}
		r = append(r, x)
	}
	return r, nil
}

func jumps(xs []int) []int {
	var r []int // nope: goto, the loop may leave early
	for _, x := range xs {
		if !keep(x) {
			goto done
		}
		r = append(r, x)
	}
done:
	return r
}

func remade(xs []int) []int {
	var (
		r []int // nope: made before the loop (golangci/golangci-lint#633)
		n int
	)
	r = make([]int, 0, len(xs))
	for _, x := range xs {
		r = append(r, x)
		n++
	}
	return r[:n]
}

func variadic(xss [][]int) []int {
	var r []int // nope: the number of elements is unknown (golangci/golangci-lint#991)
	for _, xs := range xss {
		r = append(r, xs...)
	}
	return r
}

func sized(xs []int) []int {
	var r []int = make([]int, 0, len(xs)) // nope: it is sized (alexkohler/prealloc#25)
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}

func fromIterator(seq iter.Seq[int]) []int {
	var r []int // nope: an iterator has no length (alexkohler/prealloc#29)
	for x := range seq {
		r = append(r, x)
	}
	return r
}

func appendedBefore(xs []int, all bool) []int {
	var r []int // nope: filled in another branch, too (alexkohler/prealloc#30)
	if all {
		r = append(r, 0)
	}
	for _, x := range xs {
		if x == 0 {
			continue
		}
		r = append(r, x)
	}
	return r
}

func assignedInBranch(xs []int, all bool) []int {
	var r []int // nope: has content from another branch
	if all {
		r = slices.Clone(xs)
	} else {
		for _, x := range xs {
			r = append(r, x+1)
		}
	}
	return r
}

func methodLength(s *stack) []int {
	var r []int // nope: the length costs a call, which need not be pure (alexkohler/prealloc#75)
	for _, x := range s.all() {
		r = append(r, x)
	}
	for i := 0; i < cap(s.items); i++ {
		r = append(r, i)
	}
	return r
}

func countedByCall(s *stack) []int {
	var r []int // nope: the length costs a call
	for i := 0; i < len(s.all()); i++ {
		r = append(r, s.items[i])
	}
	return r
}

func lengthMade(xs []int) []int {
	r := make([]int, len(xs)) // nope: has content; appending to it is another mistake (alexkohler/prealloc#76)
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}

func emptyLiteral() []string {
	r := []string{} // nope: no loop (tektoncd/pipelines-as-code#2385)
	r = append(r, "a")
	return r
}

func onePlusLen(xs []int) []int {
	r := []int{1} // nope: a literal with content, the capacity would be 1+len(xs) (kcp-dev/kcp-operator#162)
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}

func twoLoops(xs, ys []int) []int {
	var r []int // nope: the capacity would be a sum (vitessio/vitess#18901)
	for _, x := range xs {
		r = append(r, x)
	}
	for _, y := range ys {
		r = append(r, y)
	}
	return r
}

func headerAndRows(xs, ys []int) []int {
	var r []int // nope: the capacity would be a sum (vitessio/vitess#18901)
	for _, x := range xs {
		r = append(r, x)
		for _, y := range ys {
			r = append(r, y)
		}
	}
	return r
}

func reset(xss [][]int, f func([]int)) {
	var r []int // nope: starts anew (vitessio/vitess#18901)
	for _, xs := range xss {
		for _, x := range xs {
			r = append(r, x)
		}
		f(r)
		r = nil
	}
}

func reused(xss [][]int, f func([]int)) {
	var r []int // nope: its array is used again
	for _, xs := range xss {
		r = r[:0]
		for _, x := range xs {
			r = append(r, x)
		}
		f(r)
	}
}

func ragged(xss [][]int) []int {
	var r []int // nope: the inner length differs from round to round
	for _, xs := range xss {
		for _, x := range xs {
			r = append(r, x)
		}
	}
	return r
}

func shrinking(s *stack, n int) []int {
	var r []int // nope: the loop changes its own length
	for i := 0; i < len(s.items); i++ {
		r = append(r, s.pop())
	}
	return r
}

func skipping(xs []int) []int {
	var r []int // nope: the loop changes its counter
	for i := 0; i < len(xs); i++ {
		if keep(xs[i]) {
			i++
		}
		r = append(r, i)
	}
	return r
}

func whileLoop(more func() bool) []int {
	var r []int // nope: the number of rounds is unknown (git-town/git-town#4514)
	for more() {
		r = append(r, 1)
	}
	return r
}

func runes(s string) []rune {
	var r []rune // nope: the runes of a string are fewer than its bytes
	for _, c := range s {
		r = append(r, c)
	}
	return r
}

func handful(xss [][]int, f func([]int)) {
	for range xss {
		var r []int // nope: append starts with room for eight (cilium/cilium#10716)
		for i := range 8 {
			r = append(r, i)
		}
		f(r)
	}
}

func one(xss [][]int, f func([][20]int)) {
	for range xss {
		var r [][20]int // nope: one element is one allocation, either way
		for i := range 1 {
			r = append(r, [20]int{i})
		}
		f(r)
	}
}

func nothing(xs []int) []struct{} {
	var r []struct{} // nope: elements without size allocate nothing
	for range xs {
		r = append(r, struct{}{})
	}
	return r
}

func parameter(r, xs []int) []int {
	for _, x := range xs {
		r = append(r, x) // nope: the slice belongs to the caller
	}
	return r
}

func field(s *stack, xs []int) {
	for _, x := range xs {
		s.items = append(s.items, x) // nope: a field outlives the call, and may have room
	}
}

func namedWithContent(xs []int) (r []int, err error) {
	r, err = xs[:1:1], nil // nope: has content
	for _, x := range xs {
		r = append(r, x)
	}
	return r, err
}

func fromClosure(xs []int, each func(func(int))) []int {
	var r []int // nope: appended in a func literal, who knows how often
	each(func(x int) { r = append(r, x) })
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}

func addressTaken(xs []int, f func(*[]int)) []int {
	var r []int // nope: f may give it another value
	f(&r)
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}

func otherTarget(xs []int) (s []int) {
	var r []int // nope: r stays as it is
	for _, x := range xs {
		s = append(r, x)
	}
	return s
}

func untrusted(n uint32, next func() (int, error)) ([]int, error) {
	var r []int // nope: a number read from outside must not size memory before the data is there
	for range n {
		x, err := next()
		if err != nil {
			return nil, fmt.Errorf("reading: %w", err)
		}
		r = append(r, x)
	}
	return r, nil
}
