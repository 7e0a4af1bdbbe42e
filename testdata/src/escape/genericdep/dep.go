// Package genericdep has annotated generic code, most of which only others
// instantiate.
package genericdep

var Sink any

// Keep boxes its argument for some types only.
//
//zeroalloc:check // want `//zeroalloc:check is not checked: the compiler made no code for Keep: it is generic, and neither this package nor its tests instantiate it; call it in a test`
func Keep[T any](v T) { Sink = v }

// Tested is instantiated by the tests in a package of their own.
//
//zeroalloc:check
func Tested[T any](v T) {
	Sink = v // want `T value allocates when converted to any`
}

// TestedInside is instantiated by the tests in the package.
//
//zeroalloc:check
func TestedInside[T any](v T) {
	Sink = v // want `T value allocates when converted to any`
}

// TestedClean is instantiated with pointers only.
//
//zeroalloc:check
func TestedClean[T any](v T) {
	Sink = v // nope: a pointer
}

// Unannotated is not asked about.
func Unannotated[T any](v T) { Sink = v }

// A Set has annotated methods.
type Set[T comparable] struct {
	m    map[T]bool
	last T
}

//zeroalloc:check // want `not checked: the compiler made no code for Last: it is generic`
func (s *Set[T]) Last() any { return s.last }

//zeroalloc:strict // want `not checked: the compiler made no code for Add: it is generic`
func (s *Set[T]) Add(v T) { s.m[v] = true }

//zeroalloc:check // want `not checked: the compiler made no code for Has: it is generic`
func (s *Set[T]) Has(v T) bool { return s.m[v] }
