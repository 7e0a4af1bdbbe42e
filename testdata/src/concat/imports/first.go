package imports

import (
	// Text.
	"unicode"
)

var _ = []any{unicode.MaxRune}

func First(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func FirstAgain(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}
