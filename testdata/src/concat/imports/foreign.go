package imports

import (
	"zeroalloc.test/concat/plain"
)

var _ = []any{plain.Result(nil)}

func Foreign(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func ForeignAgain(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}
