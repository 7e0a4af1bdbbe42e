// Package benchmarks has annotated loops of benchmarks.
package benchmarks

var sink any

var number = 1000

// An Adder may be anything.
type Adder interface{ Add(n int) int }

type up struct{}

func (up) Add(n int) int { return n + 1 }

type down struct{}

func (down) Add(n int) int { return n - 1 }

// NewAdder returns one of them.
//
//go:noinline
func NewAdder(n int) Adder {
	if n > 3 {
		return Adders[1]
	}
	return Adders[0]
}

// Adders can be changed by other packages.
var Adders = []Adder{up{}, down{}}
