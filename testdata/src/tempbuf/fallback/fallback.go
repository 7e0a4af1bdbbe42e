// Package fallback is analysed without object code.
package fallback

import (
	"bytes"
	"crypto/sha256"
	"io"
	"regexp"
)

func matching(lines []string) int {
	n := 0
	for _, line := range lines {
		if regexp.MustCompile(`^\d+$`).MatchString(line) { // want `regexp.MustCompile makes the same`
			n++
		}
	}
	return n
}

func frames(r io.Reader, sizes []int) {
	for _, n := range sizes {
		buf := make([]byte, n) // want `make\(\[\]byte, n\) allocates`
		io.ReadFull(r, buf)
	}
}

func large(r io.Reader, sizes []int) {
	for range sizes {
		buf := make([]byte, 100000) // want `make\(\[\]byte, 100000\) allocates, being larger than 64 KiB,`
		io.ReadFull(r, buf)
	}
}

func rendered(w io.Writer, rows [][]byte) {
	for _, row := range rows {
		var buf bytes.Buffer // want `bytes.Buffer buf allocates`
		buf.Write(row)
		w.Write(buf.Bytes())
	}
}

func unsure(r io.Reader, sizes []int) {
	for range sizes {
		buf := make([]byte, 16) // nope: it may be on the stack
		io.ReadFull(r, buf)
		h := sha256.New() // nope: the same
		h.Write(buf)
		var sum [32]byte // nope: the same
		h.Sum(sum[:0])
		m := make(map[int]int, len(sizes)) // nope: the same
		m[1]++
	}
}
