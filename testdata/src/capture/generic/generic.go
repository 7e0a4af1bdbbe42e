// Package generic holds func values made in generic code, whose size depends on
// the instance.
package generic

var sinks []any

type list[E any] struct{ items []E }

func (l *list[E]) Len() int { return len(l.items) }

//go:noinline
func keep(f func() int) { sinks = append(sinks, f) }

//go:noinline
func call(f func() int) int { return f() }

func Each[E any](xs []E) (n int) {
	for _, x := range xs {
		sinks = append(sinks, func() E { return x })          // want `func literal capturing x allocates, in a loop; .*`
		n += call(func() int { return len(any(x).(string)) }) // nope: the callee does not keep it
	}
	return n
}

func Lens[E any](ls []*list[E]) {
	for _, l := range ls {
		keep(l.Len) // want `method value l.Len capturing l allocates, in a loop; .*`
	}
}

func Use(ls []*list[int]) {
	Each([]int{1})
	Each([]string{"a"})
	Lens(ls)
	for _, l := range ls {
		keep(l.Len) // want `method value l.Len capturing l allocates 16 bytes, in a loop; the method expression \(\*list\[int\]\).Len takes the receiver as an argument`
	}
}

func Unused[E any](xs []E) {
	for _, x := range xs {
		sinks = append(sinks, func() E { return x }) // nope: nobody instantiates it here, so there is no code to judge
	}
}
