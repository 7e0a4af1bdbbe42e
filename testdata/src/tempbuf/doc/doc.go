// Package doc holds the examples of the documentation.
package doc

import (
	"bytes"
	"crypto/md5"
	"io"
	"regexp"
)

func Render(w io.Writer, rows [][]string) error {
	for _, row := range rows {
		var buf bytes.Buffer // want `^bytes\.Buffer buf allocates as it fills, and is dropped at the end of the round, in a loop; made once before the loop, and emptied with Reset, it keeps its memory$`
		for _, cell := range row {
			buf.WriteString(cell)
		}
		if _, err := w.Write(buf.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

func RenderAll(w io.Writer, rows [][]string) error {
	var buf bytes.Buffer
	for _, row := range rows {
		buf.Reset()
		for _, cell := range row {
			buf.WriteString(cell)
		}
		if _, err := w.Write(buf.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

func Matching(lines []string) int {
	n := 0
	for _, line := range lines {
		re := regexp.MustCompile(`^\d+$`) // want `^regexp\.MustCompile makes the same regular expression each time, in a loop; a package variable is made once$`
		if re.MatchString(line) {
			n++
		}
	}
	return n
}

func Frames(r io.Reader, size int, handle func(byte)) error {
	for {
		frame := make([]byte, size) // want `^make\(\[\]byte, size\) allocates memory that is dropped at the end of the round, in a loop; made once before the loop it does for all rounds, after clear\(frame\) where zeros are needed$`
		if _, err := io.ReadFull(r, frame); err != nil {
			return err
		}
		handle(frame[0])
	}
}

//zeroalloc:hot
func Sum(r io.Reader, sum []byte) ([]byte, error) {
	h := md5.New() // want `^md5\.New allocates a hash that is dropped at the end of the call, annotated //zeroalloc:hot; a sync\.Pool keeps it for the next call, with Reset$`
	_, err := io.Copy(h, r)
	return h.Sum(sum), err
}
