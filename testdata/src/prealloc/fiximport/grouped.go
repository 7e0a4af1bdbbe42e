package fiximport

import (
	"strconv"
	"unicode"

	"zeroalloc.test/prealloc/fix"
)

var _ = fix.Funcs

func grouped(xs []rune) []string {
	// want +1 `slice r grows to len\(xs\) elements of 16 bytes without capacity`
	var r []string
	for _, x := range xs {
		r = append(r, strconv.Itoa(int(unicode.ToLower(x))))
	}
	return r
}
