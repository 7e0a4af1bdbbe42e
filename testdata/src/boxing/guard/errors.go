package guard

import (
	"errors"
	"fmt"
)

type failure struct{}

func (failure) Error() string { return "failure" }

func newError(format string, vs ...any) error    { return fmt.Errorf(format, vs...) }
func wrapf(err error, s string, vs ...any) error { return fmt.Errorf(s+" %w", append(vs, err)...) }

type logger interface {
	Fatalf(format string, vs ...any)
	Infof(format string, vs ...any)
}

//go:noinline
func store(key, value any) error { sink = value; return nil }

//go:noinline
func errorValue(value any) (any, error) { return value, nil }

var sink any

func collect(ns []int, l logger) (err error) {
	for _, n := range ns {
		err = errors.Join(err, fmt.Errorf("got %d", n)) // nope: goes into an error
		err = errors.New(fmt.Sprintf("got %d", n))      // nope: goes into an error
		err = newError("got %d", n)                     // nope: goes into an error
		err = wrapf(err, "got %d", n)                   // nope: goes into an error
		err = store("n", n)                             // want `^int value of 8 bytes .* for an argument of store, in a loop$`
		sink, err = errorValue(n)                       // want `^int value of 8 bytes .* for an argument of errorValue, in a loop$`
		if n < 0 {
			l.Fatalf("got %d", n) // nope: does not return
		}
		l.Infof("got %d", n) // nope: writes a line
		f := func() any {
			return newError(fmt.Sprint(n), func() any { // nope: goes into an error
				return n // want `^int value of 8 bytes .* for a result, in a loop$`
			}())
		}
		sink = f()
	}
	return err
}
