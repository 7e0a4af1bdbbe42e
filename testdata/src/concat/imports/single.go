package imports

import "fmt" // to print

var _ = []any{fmt.Sprint()}

func Single(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func SingleAgain(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}
