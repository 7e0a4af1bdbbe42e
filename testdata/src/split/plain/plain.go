// Package plain splits strings where it need not, in ways for which there is no safe fix.
package plain

import (
	"bytes"
	"slices"
	"strings"
)

func overwritten(lines [][]byte) (n int) {
	for _, line := range lines {
		for _, part := range bytes.Split(line, []byte(",")) { // want `only ranged over`
			line[len(line)-1] = ','
			n += len(part)
		}
		for _, part := range bytes.Fields(line) { // want `only ranged over`
			n += copy(line, part)
		}
		for _, part := range bytes.Fields(line) { // want `only ranged over`
			line = append(line[:0], part...)
		}
		for _, part := range bytes.Fields(line) { // want `only ranged over`
			shuffle(part)
		}
	}
	return n
}

func shuffle([]byte) {}

func stateful(lines []string) (n int) {
	quoted := false
	for _, line := range lines {
		isSep := func(r rune) bool {
			if r == '"' {
				quoted = !quoted
			}
			return !quoted && r == ','
		}
		for _, part := range strings.FieldsFunc(line, isSep) { // want `only ranged over`
			n += len(part)
		}
		for _, part := range strings.FieldsFunc(line, func(r rune) bool { return r == ',' && !quoted }) { // want `only ranged over`
			quoted = part == "q"
		}
	}
	return n
}

func searched(lines []string) (n int) {
	for _, line := range lines {
		if slices.Contains(strings.Split(line, ","), "delta") { // want `^strings\.Split allocates a slice that is only searched, in a loop; a loop over strings\.SplitSeq makes none$`
			n++
		}
	}
	return n
}

func unguarded(lines []string) (out []string) {
	for _, line := range lines {
		kv := strings.SplitN(line, "=", 2)  // want `slice of two`
		out = append(out, kv[1])            // panics if there is none
		kv2 := strings.SplitN(line, "=", 2) // want `slice of two`
		if len(kv2) == 2 {
			out = append(out, kv2[0])
		}
		out = append(out, kv2[1])
		out = append(out, strings.SplitN(line, "=", 2)[1]) // want `slice of two`
	}
	return out
}

func second(lines []string) (out []string) {
	for _, line := range lines {
		out = append(out, strings.Split(line, "=")[1]) // want `^strings\.Split allocates a slice of which only the second element is used, in a loop; strings\.Cut twice makes none$`
		kv := strings.Split(line, "=")                 // want `of which no more than two elements are used, in a loop; strings\.Cut twice makes none$`
		if len(kv) > 1 {
			out = append(out, kv[1])
		}
	}
	return out
}

func within(lines []string) (out []string) {
	for _, line := range lines {
		out = append(out, strings.Split(line, "=")[0]) // want `only the first element is used`
		if strings.Split(line, "=")[0] == "a" {        // want `only the first element is used`
			out = append(out, line)
		}
	}
	return out
}

func firstBytes(lines [][]byte) (n int) {
	for _, line := range lines {
		b := bytes.Split(line, []byte("="))[0] // want `^bytes\.Split allocates a slice of which only the first element is used, in a loop; bytes\.Cut makes none$`
		n += len(b)
	}
	return n
}

func commented(lines []string) (n int) {
	for _, line := range lines {
		for /* index */ _ /* not used */, part := range strings.Split(line, ",") { // want `only ranged over`
			n += len(part)
		}
		n += len( /* all */ strings.Split(line, ",")) // want `only counted`
	}
	return n
}

func taken(lines []string, found int) (out []string) {
	for _, line := range lines {
		kv := strings.SplitN(line, "=", 2) // want `slice of two`
		if len(kv) == 2 && found > 1 {
			out = append(out, kv[1])
		}
	}
	return out
}

type raw []byte

func (raw) len() int { return 1 }

func named(lines []raw) (n int) {
	for _, line := range lines {
		parts := bytes.Split(line, []byte("=")) // want `only the last element is used`
		last := parts[len(parts)-1]
		n += len(last)
	}
	return n
}

func called(line func() string) (n int) {
	for range 1000 {
		parts := strings.Split(line(), "=") // want `only the last element is used`
		n += len(parts[len(parts)-1])
	}
	return n
}
