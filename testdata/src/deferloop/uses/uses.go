// Package uses has deferred calls in loops.
package uses

import (
	"iter"
	"os"
)

func done()      {}
func note(n int) {}

func arguments(ns []int) {
	for _, n := range ns {
		defer note(n) // want `for its arguments`
	}
	for range ns {
		defer note(1) // nope: a constant is in the code
	}
	for range ns {
		defer done() // nope: the record is reused
	}
}

func literals(ns []int) (sum int) {
	for _, n := range ns {
		defer func() { sum += n }() // want `for what its func literal captures`
	}
	for range ns {
		defer func() { done() }() // nope: it captures nothing
	}
	return sum
}

func files(names []string) error {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close() // want `for its receiver`
	}
	return nil
}

func inside(names []string) {
	for _, name := range names {
		func() {
			f, err := os.Open(name)
			if err != nil {
				return
			}
			defer f.Close() // nope: obeyed at the end of the func literal
		}()
	}
}

func inLiteral(names []string) func() {
	return func() {
		for _, name := range names {
			defer println(name) // want `for its arguments`
		}
	}
}

func first(names []string) error {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		defer f.Close() // nope: the loop ends here
		return nil
	}
	return os.ErrNotExist
}

func iterated(seq iter.Seq[int]) {
	for n := range seq {
		defer note(n) // want `for its arguments`
	}
}

func ofIterator(seq iter.Seq[int]) {
	for n := range seq {
		if n > 3 {
			defer note(n) // nope: the round leaves the loop
			return
		}
		defer func() { note(n) }() // want `for what its func literal captures`
	}
}

func mayLeave(ns []int) {
	for _, n := range ns {
		defer note(n) // want `for its arguments`
		if n > 3 {
			return
		}
	}
	for _, n := range ns {
		defer note(n) // nope: both ways leave the loop
		if n > 3 {
			return
		}
		break
	}
	for {
		defer note(len(ns)) // want `for its arguments`
		done()
	}
}

func generic[T any](ts []T, free func(T)) {
	for _, t := range ts {
		defer free(t) // want `for its arguments`
	}
}

func method(ms []interface{ Unlock() }) {
	for _, m := range ms {
		defer m.Unlock() // want `for its receiver`
	}
	for _, m := range ms {
		f := m.Unlock
		defer f() // nope: what it needs is made with f, which pass capture reports
	}
}

var _ = generic[int]

func byGoto(n int) {
again:
	defer note(n) // nope: loops by goto are not looked at
	if n--; n > 0 {
		goto again
	}
}

func outside(n int) {
	defer note(n) // nope: on the stack
	for range n {
		done()
	}
}

func suppressed(ns []int) {
	for _, n := range ns {
		//zeroalloc:allow deferloop there are two of them
		defer note(n)
	}
}
