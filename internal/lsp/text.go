package lsp

import (
	"bytes"
	"os"
	"sort"
	"unicode/utf8"
)

// A text is the content of a file, for positions in it. The protocol counts UTF-16 code
// units, everything else here bytes.
type text struct {
	content []byte
	starts  []int // of lines
}

// readText reads a file. What cannot be read is empty, and has one position.
func readText(file string) *text {
	content, err := os.ReadFile(file)
	if err != nil {
		content = nil
	}
	return newText(content)
}

func newText(content []byte) *text {
	t := &text{content: content, starts: []int{0}}
	for i, b := range content {
		if b == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// at returns the position of a line and column, from 1, in bytes.
func (t *text) at(line, column int) position {
	line = min(max(line, 1), len(t.starts))
	return t.offset(t.starts[line-1] + max(column, 1) - 1)
}

// offset returns the position of an offset in bytes.
func (t *text) offset(offset int) position {
	offset = min(max(offset, 0), len(t.content))
	line := sort.SearchInts(t.starts, offset+1) - 1
	units := 0
	for rest := t.content[t.starts[line]:offset]; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		units++
		if r >= 1<<16 {
			units++ // a surrogate pair
		}
		rest = rest[size:]
	}
	return position{line, units}
}

// line returns a line, from 0, without its end; "" if there is no such line.
func (t *text) line(n int) string {
	if n < 0 || n >= len(t.starts) {
		return ""
	}
	line := t.content[t.starts[n]:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	return string(bytes.TrimRight(line, "\r"))
}

// wholeLine returns the span of a line without the space around it.
func (t *text) wholeLine(n int) span {
	line := t.line(n)
	indent := len(line) - len(bytes.TrimLeft([]byte(line), " \t"))
	return span{t.offset(t.starts[n] + indent), t.offset(t.starts[n] + len(line))}
}
