package imports

import (
	"fmt"
	"unicode"

	"zeroalloc.test/concat/plain"
)

var _ = []any{fmt.Sprint(), unicode.MaxRune, plain.Result(nil)}

func Sorted(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func SortedAgain(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}
