// Package dep is what package places calls.
package dep

var Sink any

//go:noinline
func Box(n int) { Sink = n }

//go:noinline
func Outer(n int) { inner(n) }

//go:noinline
func inner(n int) { Box(n) }

// Parse allocates only when it fails.
//
//go:noinline
func Parse(n int) (int, error) {
	if n < 0 {
		return 0, &ParseError{N: n}
	}
	return n, nil
}

type ParseError struct{ N int }

func (e *ParseError) Error() string { return "negative" }

// Keep boxes its argument for some types only.
func Keep[T any](v T) { Sink = v }
