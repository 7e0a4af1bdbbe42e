// Package compiled tells what the compiler made of a package.
package compiled

import (
	"errors"
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// Analyzer makes the object code of the package available. It reports nothing,
// and does no work before it is asked.
var Analyzer = &analysis.Analyzer{
	Name:       "zeroalloccompiled",
	Doc:        "read the object code of a package for other analyzers",
	Run:        run,
	ResultType: reflect.TypeFor[*Unit](),
}

// Kind is the kind of allocation that an entry point of the runtime makes.
type Kind string

// Kinds of allocation.
const (
	Object     Kind = "object"     // newobject, mallocgc*: new, &T{}, variables moved to the heap, closures
	Box        Kind = "box"        // convT*: a value converted to an interface
	Slice      Kind = "slice"      // makeslice*, makeslicecopy
	Grow       Kind = "grow"       // growslice*: append beyond the capacity
	Map        Kind = "map"        // makemap*
	MapAssign  Kind = "mapassign"  // mapassign*
	Chan       Kind = "chan"       // makechan*
	Concat     Kind = "concat"     // concatstring*, concatbyte*
	Conversion Kind = "conversion" // slicebytetostring, stringtoslicebyte, runes, intstring
	Go         Kind = "go"         // newproc
	Defer      Kind = "defer"      // deferproc*
	Other      Kind = "other"      // any other allocating entry
)

// An Alloc is a call of an allocating entry point of the runtime.
type Alloc struct {
	Kind  Kind
	Entry string // symbol called: runtime.convT64
	Type  string // type descriptor handed over, as the linker names it: "exp.P"; "" if unknown
	Host  string // symbol of the function whose code holds the call

	// Stack is where the call stands, innermost inlined function first;
	// the last frame is the host itself.
	Stack []Frame
}

// Frame is a position in a function whose body stands in the host's code.
type Frame struct {
	Func string // linker symbol: "exp.(*T).M", "exp.F.func1"
	File string // as the compiler was given it, with slashes
	Line int
}

// Unit is the package as compiled.
type Unit struct{}

// ErrOff is the error of a Unit that must not use the compiler.
var ErrOff = errors.New("the compiler is switched off by -compiler=off")

// Allocs returns the allocating calls that stand in the source lines of rng
// itself (that is, whose innermost frame lies there).
// The error tells why the object code could not be had.
func (u *Unit) Allocs(rng analysis.Range) ([]Alloc, error) { return nil, ErrOff }

// Under returns the allocating calls made by the source lines of rng or by what was
// inlined there (that is, any frame of which lies there).
func (u *Unit) Under(rng analysis.Range) ([]Alloc, error) { return nil, ErrOff }

func run(pass *analysis.Pass) (any, error) { return &Unit{}, nil }
