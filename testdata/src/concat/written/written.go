package written

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
)

type pair struct{ key, value string }

// Funcs are compared with what the fixes make of them.
var Funcs = map[string]func(ps []pair) string{"fields": fields, "builder": builder}

func fields(ps []pair) string {
	var buf bytes.Buffer
	for _, p := range ps {
		buf.WriteString(p.key + "=" + p.value) // want `^p.key \+ "=" \+ p.value makes a string when longer than 32 bytes for WriteString to copy, in a loop; a WriteString for each part does without$`
	}
	return buf.String()
}

func builder(ps []pair) string {
	var b strings.Builder
	b.Grow(1 << 12)
	for _, p := range ps {
		if p.key != "" {
			b.WriteString(p.key + p.value + "\n") // want `a WriteString for each part does without`
		}
	}
	return b.String()
}

func unfixed(w *bufio.Writer, ps []pair, name func() string) error {
	for i, p := range ps {
		w.WriteString(name() + p.value)                           // want `for each part`
		w.WriteString(ps[i].key + p.value)                        // want `for each part`
		if _, err := w.WriteString(p.key + p.value); err != nil { // want `for each part`
			return err
		}
		w.WriteString("a" + "b")         // nope: a constant
		w.WriteString(p.key)             // nope: as it is
		io.WriteString(w, p.key+p.value) // nope: what it writes to is not known
		fmt.Fprint(w, p.key+p.value)     // nope: not copied to a buffer of its own
	}
	return nil
}
