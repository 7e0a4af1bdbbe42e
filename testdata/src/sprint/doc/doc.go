// Package doc holds the examples of the documentation.
package doc

import (
	"fmt"
	"io"
	"strconv"
)

func Keys(names []string, port int) map[string]bool {
	keys := make(map[string]bool, len(names))
	for _, name := range names {
		keys[fmt.Sprintf("%s:%d", name, port)] = true // want `^fmt\.Sprintf allocates up to 3 times, in a loop; name \+ ":" \+ strconv\.Itoa\(port\) makes the same with 2$`
	}
	return keys
}

func KeysOf(names []string, port int) map[string]bool {
	keys := make(map[string]bool, len(names))
	for _, name := range names {
		keys[name+":"+strconv.Itoa(port)] = true // nope: no operands to convert to any
	}
	return keys
}

func Print(w io.Writer, values []float64) {
	for _, v := range values {
		io.WriteString(w, fmt.Sprintf("%8.2f\n", v)) // want `^fmt\.Sprintf allocates up to twice, in a loop; fmt\.Fprintf writes the same with 1$`
	}
}

func PrintTo(w io.Writer, values []float64) {
	for _, v := range values {
		fmt.Fprintf(w, "%8.2f\n", v) // nope: nothing in between
	}
}
