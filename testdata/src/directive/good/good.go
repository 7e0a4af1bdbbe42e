// Package good has directives at all places that they may stand on.
package good

// encode writes x.
//
//go:noinline
//zeroalloc:check
func encode(dst []byte, x byte) []byte {
	return append(dst, x)
}

//zeroalloc:strict // the inner loop of everything
func add(x, y int) int { return x + y }

//zeroalloc:assume written in assembly, see https://go.dev/doc/asm
func sum(x []int) int { return len(x) }

// report describes x.
//
//zeroalloc:cold only for people to read
func report(x any) any { return x }

type codec int

//zeroalloc:check
//zeroalloc:hot
func (c codec) size() int { return int(c) }

// A writer takes bytes.
type writer interface {
	// write takes one.
	//
	//zeroalloc:check
	write(b byte)
}

//zeroalloc:check
type callback func(x int)

type (
	// A hook is called always.
	//
	//zeroalloc:strict
	hook func()
)

//zeroalloc:check
var global = func() {}

var (
	first = 1
	//zeroalloc:allow boxing set once
	boxed any = first
	other any = first //zeroalloc:allow boxing,escape set once
)

type handlers struct {
	get, put func()
}

var table = handlers{
	//zeroalloc:check
	get: func() {},

	put: func() {}, //zeroalloc:allow capture set once
}

func statements(x []int, w writer) (result any) {
	//zeroalloc:check
	for range x {
		//zeroalloc:hot
		for i := 0; i < len(x); i++ {
			w.write(byte(i)) //zeroalloc:assume all writers are ours
		}
	}

	// The label and the loop are one statement.
	//
	//zeroalloc:strict
	//zeroalloc:allow prealloc its length is not known
outer:
	for {
		break outer
	}

	//zeroalloc:check
	f := func() {}
	f()

	//zeroalloc:check
	defer func() {}()

	switch len(x) {
	//zeroalloc:cold never seen
	case 0:
		return nil
	}

	//zeroalloc:cold never seen
	if len(x) == 1 {
		result = report(x)
	}

	//zeroalloc:assume encode does not grow here
	encode(nil,
		1)
	report( //zeroalloc:allow boxing of one value
		first,
	)
	return add(
		add(1, 2), //zeroalloc:assume it adds
		sum(x),
	)
}
