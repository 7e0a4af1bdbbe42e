// Package hoist holds func literals that can be made before the loop.
package hoist

var sink func()

//go:noinline
func keep(f func()) { sink = f }

//go:noinline
func visit(x int, f func()) bool { sink = f; return x > 0 }

func OneLine(n int, done chan bool) {
	for range n {
		keep(func() { done <- true }) // want `func literal capturing done allocates 16 bytes, in a loop; make it once, before the loop, since all it captures is declared there`
	}
}

func Lines(n int, done chan bool) {
	count := 0
	for i := range n {
		if i == 0 {
			continue
		}
		keep(func() { // want `func literal capturing &count and done allocates 24 bytes and moves count to the heap, in a loop; make it once, .*`
			// A comment stays.
			count++

			done <- count > 3
		})
	}
}

func Commented(xs []int, done chan bool) {
	done <- true // not here

	// The directive stays with its loop.
	//zeroalloc:hot
	for range xs {
		keep(func() { done <- true }) // want `make it once, before the loop`
	}
}

func Two(xs []int, done chan bool) {
	for range xs {
		keep(func() { done <- true })  // want `make it once, before the loop`
		keep(func() { done <- false }) // want `make it once, before the loop`
	}
}

func Taken(fn []int, done chan bool) {
	switch {
	case len(fn) > 1:
		for _, x := range fn {
			ok := visit(x, func() { done <- true }) // want `make it once, before the loop`
			done <- ok
		}
	}
}

// Conditional has no fix: the literal may be made rarely.
func Conditional(xs []int, done chan bool) {
	for _, x := range xs {
		if x > 100 {
			keep(func() { done <- true }) // want `make it once, before the loop`
		}
	}
}

// CutShort has no fix: the literal may be made rarely.
func CutShort(xs []int, done chan bool) {
	for _, x := range xs {
		done <- x > 100 && visit(x, func() { done <- true }) // want `make it once, before the loop`
	}
}

// LocalType has no fix: the type is declared in the loop.
func LocalType(xs []int, done chan bool) {
	for range xs {
		type flag bool
		keep(func() { done <- bool(flag(true)) }) // want `make it once, before the loop`
	}
}

// RawString has no fix: moving the text would change the string.
func RawString(xs []int, done chan string) {
	for range xs {
		keep(func() { // want `make it once, before the loop`
			done <- `
			x`
		})
	}
}

// Labeled has no fix: the label stands directly before the loop.
func Labeled(xs []int, done chan bool) {
outer:
	for range xs {
		for _, x := range xs {
			if x < 0 {
				continue outer
			}
		}
		keep(func() { done <- true }) // want `make it once, before the loop`
	}
}

// Goto has no fix: it must not jump over a declaration.
func Goto(xs []int, done chan bool) {
	if len(xs) == 1 {
		goto end
	}
	for range xs {
		keep(func() { done <- true }) // want `make it once, before the loop`
	}
end:
}

// LoopVariable captures what each round makes anew.
func LoopVariable(xs []int, done chan bool) {
	for _, x := range xs {
		keep(func() { done <- x > 0 }) // want `a func that takes them as arguments captures nothing`
	}
}
