// Package fallback is looked at without the compiler.
package fallback

import (
	"io"
	"strings"
)

func fallback(w io.Writer, bs [][]byte, ss []string, m map[string]int) (n int) {
	for i, b := range bs {
		n += strings.Count(string(b), "x") // nope: it may be short
		m[string(b)]++                     // want `string\(b\) allocates a copy for the key`
		w.Write([]byte(ss[i]))             // want `allocates a copy for Write, in a loop; io.WriteString`
		io.WriteString(w, string(b))       // want `for io.WriteString`
	}
	return n
}
