package imports

import . "strings"

var _ = ToUpper("")

func Dot(xs []string) string {
	s := "" // nope: strings has no name in this file
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}
