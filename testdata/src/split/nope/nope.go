// Package nope splits strings in ways that are as they should be, or not worth a word.
package nope

import (
	"bytes"
	"slices"
	"strings"
)

func once(line string) (n int) {
	for _, part := range strings.Split(line, ",") { // nope: runs once, it is the body that repeats
		n += len(part)
	}
	return n
}

func failing(lines []string) {
	for _, line := range lines {
		if line == "" {
			panic(strings.Split(line, ",")[0]) // nope: fails
		}
	}
}

func indexed(lines []string) (n int) {
	for _, line := range lines {
		for i, part := range strings.Split(line, ",") { // nope: an iterator gives no index
			n += i * len(part)
		}
		for i := range strings.Split(line, ",") { // nope: the same
			n += i
		}
	}
	return n
}

func kept(lines []string) (out [][]string, n int) {
	for _, line := range lines {
		parts := strings.Split(line, ",") // nope: the slice is kept
		for _, part := range parts {
			n += len(part)
		}
		out = append(out, parts)
	}
	return out, n
}

func again(lines []string) (n int) {
	for _, line := range lines {
		parts := strings.Split(line, ",") // nope: ranged over more than once
		for _, part := range parts {
			n += len(part)
		}
		for _, part := range parts {
			n *= len(part)
		}
		pieces := strings.Split(line, ",") // nope: ranged over in another loop
		for range n {
			for _, piece := range pieces {
				n += len(piece)
			}
		}
		sized := strings.Split(line, ",") // nope: both counted and ranged over
		list := make([]int, 0, len(sized))
		for _, part := range sized {
			list = append(list, len(part))
		}
		n += len(list)
	}
	return n
}

func changed(lines []string) (out []string) {
	for _, line := range lines {
		parts := strings.Split(line, ",") // nope: elements are assigned to
		parts[0] = strings.ToUpper(parts[0])
		out = append(out, strings.Join(parts, ","))
		first := strings.Split(line, ",") // nope: the address of an element is taken
		modify(&first[0])
		out = append(out, first[0])
		other := strings.Split(line, ",") // nope: another value is assigned
		other = other[1:]
		for _, part := range other {
			out = append(out, part)
		}
	}
	return out
}

func modify(s *string) { *s = strings.ToLower(*s) }

func few(lines []string) (n int) {
	for _, line := range lines {
		for _, part := range strings.SplitN(line, ",", 3) { // nope: an iterator has no limit
			n += len(part)
		}
		parts := strings.SplitN(line, ",", 3) // nope: Cut finds one separator, this two
		if len(parts) == 3 {
			n += len(parts[1])
		}
		if strings.SplitN(line, ",", 0) == nil { // nope: makes none
			n++
		}
		n += len(strings.SplitN(line, ",", 2)) // nope: at most 2
	}
	return n
}

// The separator may be empty: then each character is a part.
func separators(lines []string, sep string) (out []string, n int) {
	for _, line := range lines {
		n += len(strings.Split(line, sep))                                 // nope: may be empty
		n += len(strings.Split(line, ""))                                  // nope: is empty
		n += len(bytes.Split([]byte(line), nil))                           // nope: is empty
		out = append(out, strings.Split(line, sep)[0])                     // nope: may be empty
		out = append(out, strings.Join(strings.Split(line, sep), ","))     // nope: may be empty
		out = append(out, strings.Join(strings.SplitAfter(line, ","), "")) // nope: the separators stay
		n += len(strings.SplitAfter(line, ","))                            // nope: rare
		parts := strings.Split(line, "--")                                 // nope: "---" has one in it, which of the two?
		out = append(out, parts[len(parts)-1])
	}
	return out, n
}

func words(lines []string) (n int) {
	for _, line := range lines {
		n += len(strings.Fields(line))                    // nope: nothing counts words
		n += len(strings.Join(strings.Fields(line), " ")) // nope: nothing replaces white space
		n += len(strings.Fields(line)[0])                 // nope: Cut finds no white space
		parts := strings.Split(line, " ")                 // nope: the third is used
		n += len(parts[0]) + len(parts[2])
	}
	return n
}

func deferred(lines []string) {
	for _, line := range lines {
		for _, part := range strings.Split(line, ",") { // nope: defer costs more from within an iterator
			defer modify(&part)
		}
	}
}

// Split is not strings.Split.
func Split(s, sep string) []string { return []string{s, sep} }

type splitter struct{}

func (splitter) Split(s, sep string) []string { return []string{s, sep} }

func ours(lines []string) (n int) {
	for _, line := range lines {
		for _, part := range Split(line, ",") { // nope: another function
			n += len(part)
		}
		for _, part := range (splitter{}).Split(line, ",") { // nope: a method
			n += len(part)
		}
	}
	return n
}

func value(lines []string) (n int) {
	f := strings.Split
	for _, line := range lines {
		for _, part := range f(line, ",") { // nope: any function
			n += len(part)
		}
		for _, part := range strings.Split(both(line)) { // nope: the arguments are one call
			n += len(part)
		}
	}
	return n
}

func both(line string) (s, sep string) { return line, "," }

func sorted(lines []string) (n int) {
	for _, line := range lines {
		for _, part := range slices.Sorted(slices.Values(strings.Split(line, ","))) { // nope: needs the slice
			n += len(part)
		}
	}
	return n
}

func bytesParts(lines [][]byte) (out [][]byte) {
	for _, line := range lines {
		parts := bytes.Split(line, []byte(",")) // nope: what Cut finds is not clipped
		out = append(out, append(parts[0], '!'))
	}
	return out
}

func allowed(lines []string) (n int) {
	for _, line := range lines {
		//zeroalloc:allow split measured: one line
		for _, part := range strings.Split(line, ",") { // nope: allowed
			n += len(part)
		}
	}
	return n
}
