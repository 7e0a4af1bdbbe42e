package doc

import (
	"bytes"
	"strings"
)

func Count(lines [][]byte, counts map[string]int) (comments int) {
	for _, line := range lines {
		if strings.Contains(string(line), "//") { // want `^string\(line\) allocates a copy when longer than 32 bytes for strings.Contains, in a loop; bytes.Contains takes line as it is$`
			comments++
		}
		counts[string(line)]++ // want `^string\(line\) allocates a copy for the key, though there may be one already, in a loop; a look-up does not: update what a pointer in the map points to, and assign only where there is none$`
	}
	return comments
}

func CountBetter(lines [][]byte, counts map[string]*int) (comments int) {
	for _, line := range lines {
		if bytes.Contains(line, []byte("//")) {
			comments++
		}
		if n := counts[string(line)]; n != nil {
			*n++
		} else {
			counts[string(line)] = new(1)
		}
	}
	return comments
}
