// Package plain formats text at a price, in ways for which there is no safe fix.
package plain

import (
	"bytes"
	"fmt"
)

type counter struct {
	key string
	buf *bytes.Buffer
}

func (c *counter) next() string { c.key += "x"; c.buf = new(bytes.Buffer); return c.key }

// A function called for a later operand changes an earlier one.
func order(out []string, c *counter, n int) []string {
	for range n {
		out = append(out, fmt.Sprintf("%s-%s", c.key, c.next())) // want `makes the same with 1$`
		c.buf.WriteString(fmt.Sprintf("%10s", c.next()))         // want `fmt\.Fprintf writes the same with 1$`
	}
	return out
}

func captured(out []string, n int) []string {
	key := "k"
	change := func() string { key += "x"; return key }
	for range n {
		out = append(out, fmt.Sprintf("%s-%s", key, change())) // want `makes the same with 1$`
	}
	return out
}

func commented(out []string, key string, n int) []string {
	for range n {
		out = append(out, fmt.Sprintf("%s" /* the key */, key)) // want `key makes the same without$`
		out = append(out, fmt.Sprintf(                          // want `makes the same with 1$`
			"%s-%s",
			key, // the key
			key,
		))
	}
	return out
}

// What the fixes would use means something else.
func shadowed(out []string, n int, id name, strconv []int) []string {
	type string = any
	for range n {
		out = append(out, fmt.Sprintf("%d", n))  // want `strconv\.Itoa\(n\) makes`
		out = append(out, fmt.Sprintf("%s", id)) // want `string\(id\) makes`
	}
	return out
}

type name string

func constants(n int) (m int) {
	for range n {
		switch {
		case fmt.Sprintf("ab") == "ab": // want `"ab" makes the same without$`
			m++
		}
		m += int(fmt.Sprintf("abc")[n%3]) // want `"abc" makes the same without$`
	}
	return m
}

// What is nil if it is empty is not the same as what is empty.
func empty(out [][]byte, key fmt.Stringer, n int) [][]byte {
	for range n {
		out = append(out, []byte(fmt.Sprintf("%v", key))) // want `fmt\.Appendf appends the same with 1$`
	}
	return out
}

const format = "subject.%s"

func constantFormat(out []string, key string, n int) []string {
	for range n {
		out = append(out, fmt.Sprintf(format, key)) // want `"subject\." \+ key makes the same with 1$`
		out = append(out, fmt.Sprintf("%s", second( // want `its operand makes the same without$`
			"a first argument that is rather long", key)))
	}
	return out
}

func second(a, b string) string { return b }
