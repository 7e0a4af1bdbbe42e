// Package fallback is judged without the compiler: only what certainly leaves
// its function is reported.
package fallback

var (
	sink  func() int
	boxed any
)

type server struct {
	handler func() int
	inner   struct{ f func() int }
}

type visitor interface{ Visit(f func() int) }

func keep(f func() int) { sink = f }

func call(f func() int) int { return f() }

type T struct{ n int }

func (t *T) Len() int { return t.n }

func Certain(xs []int, s *server, v visitor, run func(func() int), c chan func() int, m map[int]func() int) {
	for _, x := range xs {
		sink = func() int { return x }      // want `func literal capturing x allocates 16 bytes, in a loop; .*`
		s.handler = func() int { return x } // want `func literal capturing x allocates 16 bytes, in a loop; .*`
		s.inner.f = func() int { return x } // want `func literal capturing x allocates 16 bytes, in a loop; .*`
		v.Visit(func() int { return x })    // want `func literal capturing x allocates 16 bytes, in a loop; .*`
		run(func() int { return x })        // want `func literal capturing x allocates 16 bytes, in a loop; .*`
		c <- func() int { return x }        // want `func literal capturing x allocates 16 bytes, in a loop; .*`
		m[x] = func() int { return x }      // want `func literal capturing x allocates 16 bytes, in a loop; .*`
		boxed = func() int { return x }     // want `func literal capturing x allocates 16 bytes, in a loop; .*`
		go func() { println(x) }()          // nope: the goroutine costs more
		defer func() { println(x) }()       // want `func literal capturing x allocates 16 bytes, in a loop; .*`
	}
}

func Method(ts []*T) {
	for _, t := range ts {
		sink = t.Len // want `method value t.Len capturing t allocates 16 bytes, in a loop; .*`
	}
}

func Reference(xs []int) {
	for range xs {
		n := 0
		sink = func() int { n++; return n } // want `func literal capturing &n allocates 16 bytes and moves n to the heap, in a loop; .*`
	}
}

func Uncertain(xs []int, ts []*T) (n int) {
	for _, x := range xs {
		keep(func() int { return x })      // nope: only the compiler knows what it does with its argument
		n += call(func() int { return x }) // nope: the same
		f := func() int { return x }
		n += f() // nope: called only
		var s server
		s.handler = func() int { return x } // nope: s may stay on the stack
		n += s.handler()
		sink = func() int { return 1 } // nope: captures nothing
	}
	for _, t := range ts {
		n += call(t.Len) // nope: the callee is known, and so perhaps inlined
	}
	return n
}

func Alternative(xs []int, run func(func() int)) {
	for _, x := range xs {
		var f func() int
		if x > 3 {
			f = func() int { return x } // nope: which func is called is not followed
		} else {
			f = func() int { return -x }
		}
		run(f)
	}
}
