// Package a marks places by calls of here: each wants the reason why the place
// counts, or is one that does not.
package a

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"os"
	"sync"
)

func here() int { return 0 }

const debug = false

func straight() {
	here() // nope: runs once a call
}

func loops(xs []int, m map[string]int, ch chan int, n int) {
	for range xs {
		here() // want `in a loop`
	}
	for i := here(); i < here(); i += here() { // want `in a loop` `in a loop`
	}
	for range here() { // nope: evaluated once
	}
	for range n {
		for range 2 {
			here() // want `in a loop`
		}
	}
	for range 3 {
		here() // nope: a constant few rounds
	}
	for i := 0; i < 3; i++ {
		here() // nope: a constant few rounds
	}
	for i := 0; i <= 3; i++ {
		here() // want `in a loop`
	}
	for _, s := range []string{"a", "b"} {
		_ = s
		here() // nope: a constant few rounds
	}
	for range [4]int{} {
		here() // want `in a loop`
	}
	for x := range ch {
		if x > 3 {
			here() // nope: the loop ends here
			break
		}
	}
	for range xs {
		for x := range ch {
			if x > 3 {
				here() // want `in a loop`
				break
			}
		}
	}
}

func search(xs []int) string {
	for _, x := range xs {
		if x == 7 {
			return fmt.Sprint(here()) // nope: leaves the function
		}
	}
	return ""
}

func byGoto(n int) {
again:
	here() // want `in a loop`
	if n--; n > 0 {
		goto again
	}
	here() // nope: behind the loop
}

func briefAndGoto(n int) {
	for range 2 {
		if n > 2 {
			here() // nope: a constant few rounds
		}
	}
}

func literals(xs []int, f func(func())) {
	for range xs {
		f(func() {
			here() // want `in a loop`
		})
		if len(xs) == 7 {
			f(func() {
				here() // nope: made where the function leaves
			})
			return
		}
	}
	f(func() {
		here() // nope: made once
		for range xs {
			here() // want `in a loop`
		}
	})
}

func overIterator(seq iter.Seq[int]) int {
	for x := range seq {
		here() // want `in a loop`
		if x > 7 {
			for range x {
				here() // want `in a loop`
			}
		}
		if x == 3 {
			here() // nope: the loop ends here
			break
		}
	}
	for range seq {
		return here() // nope: there is but one round
	}
	return here() // nope: behind the loop
}

func failing(xs []int, w io.Writer) error {
	for _, x := range xs {
		if x < 0 {
			return fmt.Errorf("negative: %d", here()) // nope: fails
		}
		if x == 1 {
			panic(here()) // nope: fails
		}
		if x == 2 {
			log.Fatal(here()) // nope: fails
		}
		if x == 3 {
			fatal(here()) // nope: fails
		}
		if x == 4 {
			here() // nope: every way on from here fails
			if len(xs) > 3 {
				os.Exit(1)
			}
			return errors.New("four")
		}
		if _, err := w.Write(nil); err != nil {
			return wrap(err, here()) // nope: fails
		}
		if err := step(x); err != nil {
			log.Print(here(), err) // nope: an error is handled
		}
	}
	return nil
}

func sentinel(xs []int, r io.Reader) (err error) {
	for range 7 {
		for _, x := range xs {
			if x == 7 {
				here() // nope: leaves, if without certain failure
				return io.EOF
			}
		}
		here() // want `in a loop`
	}
	return nil
}

func named(xs []int) (n int, err error) {
	for _, x := range xs {
		for range xs {
			if x < 0 {
				err = fmt.Errorf("negative: %d", here()) // nope: fails
				return
			}
			here() // want `in a loop`
		}
	}
	return
}

func swallows(xs []int) {
	for range xs {
		func() {
			defer func() { recover() }()
			if len(xs) > 7 {
				panic(here()) // want `in a loop`
			}
		}()
	}
}

func onlyErrors(xs []int) error {
	for range xs {
		here() // want `in a loop`
	}
	return errors.New("always")
}

func fatal(n int) { panic(fmt.Sprint(n)) }

func wrap(err error, n int) error { return fmt.Errorf("%d: %w", n, err) }

func step(x int) error {
	if x > 0 {
		return io.EOF
	}
	return nil
}

func constant(xs []int) {
	for range xs {
		if debug {
			here() // nope: behind a false constant
		} else {
			here() // want `in a loop`
		}
		if !debug {
			here() // want `in a loop`
		} else {
			here() // nope: behind a true constant
		}
		if debug && len(xs) > 3 {
			here() // nope: behind a false constant
		}
	}
}

type table struct {
	cache map[int]int
	once  sync.Once
}

var pool = sync.Pool{New: func() any {
	for range 9 {
		here() // nope: on a miss only
	}
	return nil
}}

func (t *table) firstTime(xs []int) {
	for range xs {
		if t.cache == nil {
			t.cache = make(map[int]int, here()) // nope: once, then kept
		}
		t.once.Do(func() {
			here() // nope: once
		})
		var local map[int]int
		if local == nil {
			local = make(map[int]int, here()) // want `in a loop`
		}
	}
}

var squares = build(9)

var initialised = func() int {
	for range 9 {
		here() // want `in a loop`
	}
	return 0
}

var table2 = func() []int {
	for range 9 {
		here() // nope: at start-up
	}
	return nil
}()

// nope: only an initialiser calls it.
func build(n int) []int {
	for range n {
		here()
	}
	helper(n)
	return nil
}

// nope: only start-up code calls it.
func helper(n int) {
	for range n {
		here()
	}
}

func init() {
	for range 9 {
		here()    // nope: at start-up
		shared(9) // so often that it matters
	}
}

func shared(n int) {
	for range n {
		here() // want `in a loop`
	}
}

func UsesShared(n int) { shared(n) }

type parseError struct{ parts []string }

func (e *parseError) Error() string {
	for range e.parts {
		here() // nope: the text of an error is asked for after a failure
	}
	return ""
}

// The result is stored to itself when the function returns, for the deferred
// call to see.
func deferredResult(xs []int) (err error) {
	defer func() { err = wrap(err, 1) }()
	for range xs {
		here() // want `in a loop`
		if err := step(2); err != nil {
			return err
		}
	}
	for err != nil {
		here() // nope: an error is handled
	}
	return err
}

func afterError(xs []int) {
	for _, x := range xs {
		err := step(x)
		if err != nil {
			here() // nope: an error is handled
			continue
		}
		if err := step(x + 1); err == nil {
			here() // want `in a loop`
		} else {
			here() // nope: an error is handled
		}
		here() // want `in a loop`
	}
}

func (t *table) String() string {
	for range t.cache {
		here() // nope: a text for people
	}
	return ""
}

func (t *table) TestExpression() string {
	for range t.cache {
		here() // nope: for tests
	}
	return ""
}

func (t *table) Key() string {
	for range t.cache {
		here() // want `in a loop`
	}
	return ""
}
