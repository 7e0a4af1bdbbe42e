package fiximport

import (
	"strconv"
	"unicode"

	"zeroalloc.test/prealloc/fix"
)

var _ = fix.Funcs

func grouped(xs []rune) []string {
	var r []string // want `slice r grows to len\(xs\) elements`
	for _, x := range xs {
		r = append(r, strconv.Itoa(int(unicode.ToLower(x))))
	}
	return r
}
