package imports

import str "strings"

var _ = []any{str.ToUpper("")}

func Renamed(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func RenamedAgain(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}
