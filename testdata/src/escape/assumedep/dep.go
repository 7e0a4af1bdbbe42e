// Package assumedep has directives that package assume must obey.
package assumedep

var Sink any

// Inlined is small enough.
//
//zeroalloc:assume it was measured
func Inlined(n int) { Sink = n }

// Called is kept from being inlined.
//
//zeroalloc:assume it was measured
//go:noinline
func Called(n int) { Sink = n }

// Statement assumes one call only.
func Statement(n int) {
	box(n) //zeroalloc:assume it was measured
	if n == 7 {
		box(n)
	}
}

// StatementCalled is kept from being inlined.
//
//go:noinline
func StatementCalled(n int) {
	box(n) //zeroalloc:assume it was measured
}

//go:noinline
func box(n int) { Sink = n }

// Cold is a slow path.
//
//zeroalloc:cold it runs once a day
func Cold(n int) { Sink = n }

// ColdCalled is kept from being inlined.
//
//zeroalloc:cold it runs once a day
//go:noinline
func ColdCalled(n int) { Sink = n }

// ColdStatement has one.
func ColdStatement(n int) {
	if n > 1000 {
		//zeroalloc:cold never in production
		Sink = n
	}
}

// Method belongs to T.
//
//zeroalloc:assume it was measured
//go:noinline
func (T) Method(n int) { Sink = n }

type T struct{}

// Generic is not quite known.
//
//zeroalloc:assume it was measured
func Generic[E any](e E) { Sink = e }

// Through calls what is assumed.
//
//go:noinline
func Through(n int) { Called(n); Inlined(n) }

//zeroalloc:assume written in assembly
func Assembly(n int) int

func AssemblyBare(n int) int
