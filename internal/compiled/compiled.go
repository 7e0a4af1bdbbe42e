// Package compiled tells what the compiler made of a package.
package compiled

import (
	"errors"
	"fmt"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/zeroalloc/zeroalloc-lint/internal/gobuild"
)

// Analyzer makes the object code of the package available. It reports nothing,
// and does no work before it is asked.
var Analyzer = &analysis.Analyzer{
	Name:       "zeroalloccompiled",
	Doc:        "read the object code of a package for other analyzers",
	Run:        run,
	ResultType: reflect.TypeFor[*Unit](),
}

var mode = auto

func init() {
	Analyzer.Flags.Var(&mode, "compiler", "ask the compiler whether code allocates: auto, on or off")
}

// A modeFlag is the value of -compiler.
type modeFlag string

const (
	auto modeFlag = "auto" // ask, and do without it where it cannot be asked
	on   modeFlag = "on"   // insist
	off  modeFlag = "off"  // do not ask
)

func (m *modeFlag) String() string { return string(*m) }

func (m *modeFlag) Set(s string) error {
	switch v := modeFlag(s); v {
	case auto, on, off:
		*m = v
		return nil
	}
	return fmt.Errorf("want auto, on or off")
}

// errOff is the error of a Unit that must not use the compiler.
var errOff = errors.New("the compiler is switched off by -compiler=off")

// errUnsaved is the error of a Unit whose files an editor has not saved. To compile each
// state that a user goes through is worth it for those who ask for a proof alone.
var errUnsaved = errors.New("no object code for files that are not saved")

// Kind is the kind of allocation that an entry point of the runtime makes.
type Kind string

// Kinds of allocation.
const (
	Object     Kind = "object"     // newobject, mallocgc of a size class: new, &T{}, variables moved to the heap, closures
	Box        Kind = "box"        // convT*: a value converted to an interface
	Slice      Kind = "slice"      // makeslice*, makeslicecopy, mallocgc: make, and make joined with copy
	Grow       Kind = "grow"       // growslice*: append beyond the capacity; moveSlice*: its result leaves the stack
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

	// HasBuffer is set if the call hands over a buffer on the stack for 32 bytes or
	// runes: the result is put on the heap only if it is longer. It is not known on all
	// architectures.
	HasBuffer bool

	// Stack is where the call stands, innermost inlined function first;
	// the last frame is the host itself.
	Stack []Frame
}

// Frame is a position in a function whose body stands in the host's code.
type Frame struct {
	Func string // linker symbol: "exp.(*T).M", "exp.F.func1"; "" if unknown
	File string // as the compiler was given it, with slashes
	Line int
}

// Unit is the package as compiled.
type Unit struct {
	source *source
	plain  variant // the package proper
	test   variant // the package with its test files
}

// Allocs returns the allocating calls that stand in the source lines of rng
// itself (that is, whose innermost frame lies there).
// The error tells why the object code could not be had; it is not for files that an
// editor has not saved.
func (u *Unit) Allocs(rng analysis.Range) ([]Alloc, error) {
	code, lines, err := u.at(rng)
	if err != nil {
		return nil, err
	}
	return code.allocs(lines, true), nil
}

// Under returns the allocating calls made by the source lines of rng or by what was
// inlined there (that is, any frame of which lies there).
func (u *Unit) Under(rng analysis.Range) ([]Alloc, error) {
	code, lines, err := u.at(rng)
	if err != nil {
		return nil, err
	}
	return code.allocs(lines, false), nil
}

// Missing tells why there is no object code of the package, if -compiler=on asks
// passes not to do without. It is nil with any other -compiler.
func (u *Unit) Missing() error {
	if mode != on {
		return nil
	}
	_, err := u.variant(u.source.external).code()
	return err
}

// Package returns the package as the go command builds it, with all that it depends on;
// with tests, the variant that has its test files, if it has any. Files that an editor
// has not saved are built as they are in this analysis.
// The error tells why it is not built.
func (u *Unit) Package(tests bool) (*gobuild.Package, error) { return u.variant(tests).pkg() }

func (u *Unit) variant(tests bool) variant {
	if tests {
		return u.test
	}
	return u.plain
}

// at returns the object code that holds the lines of rng.
func (u *Unit) at(rng analysis.Range) (*code, lines, error) {
	lines := u.source.lines(rng)
	code, err := u.variant(lines.test || u.source.external).code()
	return code, lines, err
}

func run(pass *analysis.Pass) (any, error) {
	source := newSource(pass)
	return &Unit{source, newVariant(source, false), newVariant(source, true)}, nil
}

// Preload names the packages that this process is going to analyse, so that one run of
// the go command serves them all. It must be called before any analysis.
func Preload(patterns func() []string) { gobuild.Preload(patterns) }
