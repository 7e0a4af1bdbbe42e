// Package contractdep declares what package contract fulfils and uses.
package contractdep

import "fmt"

// A Sink takes numbers.
type Sink interface {
	// Put takes one.
	//
	//zeroalloc:check
	Put(n int)

	Close() error // nope: no contract
}

// A Visitor has a strict contract.
type Visitor interface {
	//zeroalloc:strict
	Visit(n int)
}

// A Handler handles a number.
//
//zeroalloc:check
type Handler func(n int)

// A Source is generic.
type Source[T any] interface {
	//zeroalloc:check
	Next() (T, bool)
}

var kept any

// Boxes allocates.
type Boxes struct{ n int }

func (b *Boxes) Put(n int)  { kept = n + b.n }
func (*Boxes) Close() error { return nil }

// Adds does not.
type Adds struct{ n int }

func (a *Adds) Put(n int)  { a.n += n }
func (*Adds) Close() error { return nil }

// Text allocates.
func Text(n int) { kept = fmt.Sprint(n) }

// Drive calls through a contract.
//
//go:noinline
func Drive(s Sink, h Handler, n int) {
	s.Put(n)
	h(n)
}

// DriveInlined is small enough.
func DriveInlined(s Sink, n int) { s.Put(n) }

// DriveClose calls a method without one.
func DriveClose(s Sink) error { return s.Close() }

// DriveSource is generic.
func DriveSource[T any](s Source[T]) bool {
	_, ok := s.Next()
	return ok
}

// DriveParam calls a method of a type parameter.
//
//go:noinline
func DriveParam[S Sink](s S, n int) { s.Put(n) }

// Adds2 allocates.
type Adds2 struct{ Adds }

func (a *Adds2) Put(n int) { kept = n }
