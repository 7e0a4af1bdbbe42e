// Package fix holds what can be fixed, and what must not be.
package fix

import (
	"bytes"
	"errors"
	"sort"
	"strings"
)

type names []string

type table struct{ rows []int }

// Funcs holds the functions to compare before and after.
var Funcs = map[string]func([]int) any{
	"returned":       func(xs []int) any { return returned(xs) },
	"joined":         func(xs []int) any { return joined(xs) },
	"nonNil":         func(xs []int) any { return nonNil(xs) },
	"madeEmpty":      func(xs []int) any { return madeEmpty(xs) },
	"namedType":      func(xs []int) any { return []string(namedType(xs)) },
	"late":           func(xs []int) any { return late(xs) },
	"commented":      func(xs []int) any { return commented(xs) },
	"inBlock":        func(xs []int) any { return inBlock(xs) },
	"trailing":       func(xs []int) any { return trailing(xs) },
	"result":         func(xs []int) any { return result(xs) },
	"labeled":        func(xs []int) any { return labeled(xs) },
	"twoSlices":      func(xs []int) any { return twoSlices(xs) },
	"funcs":          func(xs []int) any { return len(funcs(xs)) },
	"guarded":        func(xs []int) any { return guarded(xs) },
	"product":        func(xs []int) any { return product(xs, xs) },
	"field":          func(xs []int) any { return field(&table{rows: xs}) },
	"nilPointer":     func(xs []int) any { return nilPointer(xs, tableOf(xs)) },
	"samePointer":    func(xs []int) any { return samePointer(&table{rows: xs}) },
	"constant":       func(xs []int) any { return constant(xs) },
	"copied":         func(xs []int) any { return copied(xs) },
	"written":        func(xs []int) any { return written(xs) },
	"buffered":       func(xs []int) any { return buffered(xs) },
	"filtered":       func(xs []int) any { return filtered(xs) },
	"errorReturn":    func(xs []int) any { r, err := errorReturn(xs); return []any{r, err} },
	"errorOnly":      func(xs []int) any { r, err := errorOnly(xs); return []any{r, err} },
	"naked":          func(xs []int) any { r, err := naked(xs); return []any{r, err} },
	"recovered":      func(xs []int) any { return recovered(xs) },
	"firstSeen":      func(xs []int) any { return firstSeen(xs) },
	"captured":       func(xs []int) any { return captured(xs) },
	"element":        func(xs []int) any { return element(xs) },
	"elementAfter":   func(xs []int) any { return elementAfter(xs) },
	"capacity":       func(xs []int) any { return capacity(xs) },
	"branched":       func(xs []int) any { return branched(xs) },
	"counted":        func(xs []int) any { return counted(len(xs)) },
	"length":         func(xs []int) any { return length(xs) },
	"shadowedLen":    func(xs []int) any { return shadowedLen(xs) },
	"shadowedMake":   func(xs []int) any { return shadowedMake(xs) },
	"shadowedSlices": func(xs []int) any { return shadowedSlices(xs) },
	"changed":        func(xs []int) any { return changed(xs) },
	"uncertainKeys":  func(xs []int) any { return uncertainKeys(xs) },
	"bytesSeen":      func(xs []int) any { return bytesSeen(xs) },
}

// Nil stays nil if there is nothing to append.
func returned(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}

func joined(xs []int) string {
	// want +1 `slice r grows to len\(xs\) elements of 16 bytes without capacity`
	var r []string

	for range xs {
		r = append(r, "x")
	}
	sort.Strings(r)
	return strings.Join(r, ",")
}

func nonNil(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	r := []int{}

	for _, x := range xs {
		r = append(r, x)
	}
	return r
}

func madeEmpty(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	r := make([]int, 0)
	n := 0
	for _, x := range xs {
		r = append(r, x)
		n++
	}
	return r
}

func namedType(xs []int) names {
	// want +1 `slice r grows to len\(xs\) elements of 16 bytes without capacity`
	var r names
	for range xs {
		r = append(r, "x")
	}
	return r
}

// Something is called before the loop: the length is not taken earlier than it was.
func late(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	use(&xs)
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}

func commented(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	use(&xs)
	if len(xs) > 2 {
		// A comment that belongs to the loop.
		for _, x := range xs {
			r = append(r, x)
		}
	}
	return r
}

func inBlock(xs []int) int {
	var (
		// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
		r   []int
		sum int
	)
	for _, x := range xs {
		r = append(r, x)
	}
	for _, x := range r {
		sum += x
	}
	return sum
}

func trailing(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int // is aligned
	n := 0      // with this one
	for _, x := range xs {
		r = append(r, x)
		n++
	}
	return r
}

func result(xs []int) (r []int) {
	for _, x := range xs {
		// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
		r = append(r, x)
	}
	return r
}

func labeled(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	use(&xs)
outer:
	for _, x := range xs {
		if x == 0 {
			r = append(r, 1)
			continue outer
		}
		r = append(r, x)
	}
	return r
}

func twoSlices(xs []int) [][]int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	// want +1 `slice s grows to 2\*len\(xs\) elements of 8 bytes without capacity`
	var s []int
	use(&xs)
	for _, x := range xs {
		r = append(r, x)
		s = append(s, x, x)
	}
	return [][]int{r, s}
}

func funcs(xs []int) []func() {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []func()
	for range xs {
		r = append(r, nil)
	}
	return r
}

func guarded(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	if len(xs) > 3 {
		for _, x := range xs {
			r = append(r, x)
		}
	}
	return r
}

func product(xs, ys []int) []int {
	// want +1 `slice r grows to len\(xs\)\*len\(ys\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range xs {
		for _, y := range ys {
			r = append(r, x*y)
		}
	}
	return r
}

func field(t *table) []int {
	// want +1 `slice r grows to len\(t\.rows\) elements of 8 bytes without capacity`
	var r []int
	for i := range t.rows {
		r = append(r, i)
	}
	return r
}

// tableOf returns no table if there is nothing to put in it.
func tableOf(xs []int) *table {
	if len(xs) == 0 {
		return nil
	}
	return &table{rows: xs}
}

// No fix: t may be nil if xs is empty.
func nilPointer(xs []int, t *table) int {
	// want +1 `slice r grows to len\(xs\)\*len\(t.rows\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range xs {
		for _, y := range t.rows {
			r = append(r, x*y)
		}
	}
	return len(r)
}

// The outer length goes through t already.
func samePointer(t *table) int {
	// want +1 `slice r grows to len\(t.rows\)\*len\(t.rows\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range t.rows {
		for _, y := range t.rows {
			r = append(r, x*y)
		}
	}
	return len(r)
}

// A constant number leaves no doubt whether the slice is nil.
func constant(xs []int) []int {
	// want +1 `slice r grows to 32 elements of 8 bytes without capacity`
	var r []int
	for i := range 32 {
		r = append(r, i+len(xs))
	}
	return r
}

func copied(xs []int) map[int]int {
	// want +1 `map m grows to len\(xs\) entries without a size`
	m := map[int]int{}
	for i, x := range xs {
		m[i] = x
	}
	return m
}

func written(xs []int) string {
	// want +1 `strings\.Builder b grows to 3\*len\(xs\) bytes without Grow`
	var b strings.Builder
	for range xs {
		b.WriteString("abc")
	}
	return b.String()
}

func buffered(xs []int) string {
	// want +1 `bytes\.Buffer b grows to len\(xs\) bytes without Grow`
	var b bytes.Buffer
	for range xs {
		b.WriteByte('a')
	}
	return b.String()
}

func filtered(xs []int) []int {
	// want +1 `slice r starts as make\(\[\]int, 0\), without the first buffer that append gives \[\]int{}`
	r := make([]int, 0)
	for _, x := range xs {
		if x > 0 {
			r = append(r, x)
		}
	}
	return r
}

// No fix: r is returned before anything is appended.
func errorReturn(xs []int) ([]int, error) {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range xs {
		if x == 1 {
			return r, errors.New("one")
		}
		r = append(r, x)
	}
	return r, nil
}

func errorOnly(xs []int) ([]int, error) {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range xs {
		if x == 1 {
			return nil, errors.New("one")
		}
		r = append(r, x)
	}
	return r, nil
}

func naked(xs []int) (r []int, err error) {
	for _, x := range xs {
		if x == 1 {
			return nil, errors.New("one")
		}
		// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
		r = append(r, x)
	}
	return
}

// No fix: after a panic, r is nil or not.
func recovered(xs []int) (r []int) {
	defer func() { recover() }()
	for _, x := range xs {
		if x == 1 {
			panic("one")
		}
		// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
		r = append(r, x)
	}
	return r
}

// No fix: nil is looked for.
func firstSeen(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range xs {
		if r == nil {
			x++
		}
		r = append(r, x)
	}
	return r
}

// No fix: the func literal may run at any time.
func captured(xs []int) bool {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	isNil := func() bool { return r == nil }
	was := false
	for _, x := range xs {
		was = was || isNil()
		r = append(r, x)
	}
	return was
}

// No fix: a growth makes the pointer one to an old copy.
func element(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	var first *int
	for _, x := range xs {
		r = append(r, x)
		if first == nil {
			first = &r[0]
		}
		*first++
	}
	return r
}

// After the loop, an address is that of the one array there is.
func elementAfter(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range xs {
		r = append(r, x)
	}
	for i := range r {
		p := &r[i]
		*p++
	}
	return r
}

// No fix: the capacity is looked at.
func capacity(xs []int) bool {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range xs {
		r = append(r, x)
	}
	return cap(r) >= len(xs)
}

// No fix: whether s and t share an array depends on the capacity.
func branched(xs []int) bool {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range xs {
		r = append(r, x)
	}
	s := append(r, 1)
	t := append(r, 2)
	return len(s) == len(t)
}

// No fix: n may be negative, and large.
func counted(n int) []int {
	// want +1 `slice r grows to n elements of 8 bytes without capacity`
	var r []int
	for i := range n {
		r = append(r, i)
	}
	return r
}

func length(xs []int) []int {
	n := len(xs)
	// want +1 `slice r grows to n elements of 8 bytes without capacity`
	var r []int
	for i := 0; i < n; i++ {
		r = append(r, i)
	}
	return r
}

// No fix: len is something else.
func shadowedLen(xs []int) []int {
	len := 3
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range xs {
		r = append(r, x+len)
	}
	return r
}

func shadowedMake(xs []int) []int {
	make := 3
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	r := []int{}
	for _, x := range xs {
		r = append(r, x+make)
	}
	return r
}

// No fix: slices is something else.
func shadowedSlices(xs []int) []int {
	slices := 3
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	var r []int
	for _, x := range xs {
		r = append(r, x+slices)
	}
	return r
}

// The length is that of the second xs.
func changed(xs []int) []int {
	// want +1 `slice r grows to len\(xs\) elements of 8 bytes without capacity`
	r := []int{}
	xs = xs[:len(xs)/2]
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}

// No fix: the keys may repeat.
func uncertainKeys(xs []int) map[int]int {
	// want +1 `map m grows to at most len\(xs\) entries without a size`
	m := map[int]int{}
	for i, x := range xs {
		m[x] = i
	}
	return m
}

// No fix: Bytes is nil if nothing was written, and must stay so.
func bytesSeen(xs []int) []byte {
	// want +1 `bytes\.Buffer b grows to len\(xs\) bytes without Grow`
	var b bytes.Buffer
	for range xs {
		b.WriteByte('a')
	}
	return b.Bytes()
}

//go:noinline
func use(*[]int) {}
