// Package assume calls what is assumed to be free of allocations, here and in
// another package.
package assume

import (
	"sync"

	"zeroalloc.test/escape/assumedep"
)

var sink any

//zeroalloc:check
func calls(n int, t assumedep.T) {
	assumedep.Inlined(n)
	assumedep.Called(n)
	assumedep.Statement(n) // want `int value allocates when converted to any .*: assumedep.Statement → assumedep.box`
	assumedep.StatementCalled(n)
	assumedep.Cold(n)
	assumedep.ColdCalled(n)
	assumedep.ColdStatement(n)
	assumedep.Through(n)
	assumedep.Generic(n)
	assumedep.Generic("x"[n:])
	t.Method(n)
	assumedep.Assembly(n)
	assumedep.AssemblyBare(n) // want `assumedep.AssemblyBare is written in assembly`
	inlined(n)
	called(n)
}

// An assume does not satisfy strict, inlined or not.
//
//zeroalloc:strict
func strict(n int, t assumedep.T) {
	assumedep.Inlined(n)         // want `code that may allocate is only assumed not to: assumedep.Inlined, annotated //zeroalloc:strict`
	assumedep.Called(n)          // want `code that may allocate is only assumed not to: assumedep.Called, annotated`
	assumedep.StatementCalled(n) // want `code that may allocate is only assumed not to: assumedep.StatementCalled`
	assumedep.Cold(n)            // want `int value allocates`
	assumedep.ColdCalled(n)      // want `int value allocates`
	assumedep.ColdStatement(n)   // want `int value allocates`
	assumedep.Through(n)         // want `code that may allocate is only assumed not to: assumedep.Through → assumedep`
	assumedep.Generic(n)         // want `code that may allocate is only assumed not to: assumedep.Generic`
	t.Method(n)                  // want `code that may allocate is only assumed not to: assumedep.T.Method`
	assumedep.Assembly(n)        // want `code that may allocate is only assumed not to`
	inlined(n)                   // want `code that may allocate is only assumed not to: assume.inlined`
	called(n)                    // want `code that may allocate is only assumed not to: assume.called`
}

//zeroalloc:assume it was measured
func inlined(n int) { sink = n }

//zeroalloc:assume it was measured
//go:noinline
func called(n int) { sink = n }

// What nothing needs.

//zeroalloc:assume it adds // want `//zeroalloc:assume is not needed: nothing here allocates`
func adds(a, b int) int { return a + b }

//zeroalloc:assume it calls what does not allocate // want `//zeroalloc:assume is not needed`
func callsQuiet(a int) int { return quiet(a) }

//go:noinline
func quiet(a int) int { return a * a }

// Exported is for other packages.
//
//zeroalloc:assume it was measured // want `//zeroalloc:assume is not needed`
func Exported(b []byte) int { return len(b) }

//zeroalloc:assume it fails sometimes
func fails(n int) (int, error) { // nope: a caller may drop the error
	if n < 0 {
		return 0, &failure{n}
	}
	return n, nil
}

type failure struct{ n int }

func (*failure) Error() string { return "negative" }

//zeroalloc:assume the buffer has room
func grows(b []byte, x byte) []byte { return append(b, x) } // nope: a caller may give a fresh one

//zeroalloc:assume f is one of ours
func dynamic(f func()) { f() } // nope

var once sync.Once

//zeroalloc:assume it is done once // want `//zeroalloc:assume is not needed`
func first() { once.Do(func() { sink = new(int) }) }

//zeroalloc:assume of use to instances only
func generic[T any](v T) { sink = v } // nope: no instance, nothing known

func statements(n int, f func(int)) {
	quiet(n)        //zeroalloc:assume it was measured // want `//zeroalloc:assume is not needed`
	called(n)       //zeroalloc:assume it has its own // nope: not sure
	boxes(n)        //zeroalloc:assume it was measured
	boxes(quiet(n)) //zeroalloc:assume it was measured
	f(n)            //zeroalloc:assume it was measured
	if false {
		quiet(n) //zeroalloc:assume it was measured // nope: no code
	}
	for i := range quiet(n) { //zeroalloc:assume it was measured // want `//zeroalloc:assume is not needed`
		boxes(i)
	}
	//zeroalloc:assume above // want `//zeroalloc:assume is not needed`
	sink2 = quiet(n) +
		quiet(n+1)
	go quiet(n) //zeroalloc:assume it makes a goroutine only
	var lit = func() {
		quiet(n) //zeroalloc:assume it was measured // want `//zeroalloc:assume is not needed`
		boxes(n) //zeroalloc:assume it was measured
	}
	lit()
	defer quiet(n) //zeroalloc:assume it was measured // want `//zeroalloc:assume is not needed`
}

var sink2 int

//go:noinline
func boxes(n int) { sink = n }

// There is nothing to read in what is written in assembly.
//
//zeroalloc:check // want `//zeroalloc:check is not checked: it stands on a function without a body`
func assembly(n int) int

//zeroalloc:check
func callsAssembly(n int) int {
	return assembly(n) // want `assume.assembly is written in assembly`
}
