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
