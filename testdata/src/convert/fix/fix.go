// Package fix has what is fixed.
package fix

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// Funcs are compared with what the fixes make of them.
var Funcs = map[string]func(bs [][]byte, ss []string) any{
	"contains": contains, "index": index, "both": both, "any": anyOf, "stringsTwin": stringsTwin,
	"builder": builder, "writer": writer, "file": file, "ioWriter": ioWriter, "pointer": pointer,
	"appended": appended, "number": number, "instant": instant, "buffered": buffered,
	"runes": runes, "format": format, "single": single, "clone": clone,
}

func contains(bs [][]byte, _ []string) any {
	n := 0
	for _, b := range bs {
		if strings.Contains(string(b), "needle") { // want `allocates a copy when longer than 32 bytes for strings.Contains, in a loop; bytes.Contains takes b as it is`
			n++
		}
	}
	return n
}

func index(bs [][]byte, _ []string) any {
	n := 0
	for _, b := range bs {
		n += strings.LastIndexByte(string(b), 'x') // want `bytes.LastIndexByte takes b`
	}
	return n
}

func both(bs [][]byte, _ []string) any {
	n := 0
	for i, b := range bs {
		n += strings.Count(string(b), string(bs[i][1:3])) // want `bytes.Count takes b`
	}
	return n
}

func anyOf(bs [][]byte, _ []string) any {
	n := 0
	for _, b := range bs {
		n += strings.IndexAny(string(b), "xyz") // want `bytes.IndexAny takes b`
	}
	return n
}

func stringsTwin(_ [][]byte, ss []string) any {
	n := 0
	for _, s := range ss {
		n += bytes.IndexAny([]byte(s), "xyz") // want `strings.IndexAny takes s`
	}
	return n
}

func builder(bs [][]byte, _ []string) any {
	var w io.StringWriter = new(bytes.Buffer)
	buf := bufio.NewWriter(io.Discard)
	for _, b := range bs {
		buf.WriteString(string(b)) // want `Write takes b as it is`
	}
	return w != nil
}

func writer(bs [][]byte, _ []string) any {
	var buf bytes.Buffer
	var w io.Writer = &buf
	for _, b := range bs {
		io.WriteString(w, string(b)) // want `for io.WriteString, in a loop; Write takes b as it is`
	}
	return buf.String()
}

func pointer(bs [][]byte, _ []string) any {
	var buf bytes.Buffer
	for _, b := range bs {
		io.WriteString(&buf, string(b)) // want `for io.WriteString, in a loop; Write takes b as it is`
	}
	return buf.String()
}

func file(_ [][]byte, ss []string) any {
	f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, s := range ss {
		f.Write([]byte(s)) // want `WriteString takes s as it is`
	}
	return nil
}

type stringWriter struct{ n int }

func (w *stringWriter) Write(p []byte) (int, error)       { w.n += len(p); return len(p), nil }
func (w *stringWriter) WriteString(s string) (int, error) { w.n += len(s); return len(s), nil }

func ioWriter(_ [][]byte, ss []string) any {
	var sw stringWriter
	writeAll(&sw, ss)
	return sw.n
}

//go:noinline
func writeAll(w io.Writer, ss []string) {
	for _, s := range ss {
		w.Write([]byte(s)) // want `io.WriteString hands the string to writers that take one`
	}
}

func appended(bs [][]byte, _ []string) any {
	out := make([]byte, 0, 1<<10)
	for _, b := range bs {
		out = append(out[:0], string(b)...) // want `append takes b... as it is`
	}
	return string(out)
}

func number(bs [][]byte, _ []string) any {
	out := make([]byte, 0, 1<<10)
	for i, b := range bs {
		out = append(out, strconv.Itoa(len(b)*1000)...)                    // want `strconv.Itoa makes a string for append to copy, in a loop; strconv.AppendInt writes the same in place`
		out = append(out, strconv.FormatInt(int64(i)+1000, 10)...)         // want `strconv.AppendInt writes`
		out = append(out, strconv.Quote("quoted")...)                      // want `strconv.AppendQuote writes`
		out = append(out, strconv.FormatFloat(float64(i), 'g', -1, 64)...) // want `strconv.AppendFloat writes`
	}
	return string(out)
}

func instant(bs [][]byte, _ []string) any {
	out := make([]byte, 0, 1<<10)
	t := time.Unix(0, 0).UTC()
	for range bs {
		out = append(out, t.Format(time.RFC3339)...) // want `t.Format makes a string for append to copy, in a loop; AppendFormat writes the same in place`
	}
	return string(out)
}

func buffered(bs [][]byte, _ []string) any {
	var buf bytes.Buffer
	buf.Grow(1 << 10)
	for i := range bs {
		buf.WriteString(strconv.Itoa(1000 + i)) // want `strconv.Itoa makes a string for WriteString to copy`
	}
	return buf.String()
}

func runes(_ [][]byte, ss []string) any {
	n := 0
	for _, s := range ss {
		for _, r := range []rune(s) { // want `range over the string itself has the same runes`
			n += int(r)
		}
	}
	return n
}

func format(bs [][]byte, _ []string) any {
	for _, b := range bs {
		fmt.Fprintf(io.Discard, "<%s> %5q", string(b), string(b)) // want `fmt prints b alike` `fmt prints b alike`
	}
	return nil
}

func single(bs [][]byte, _ []string) any {
	n := 0
	for i, b := range bs {
		n += int(string(b)[i]) // want `an index has that without`
	}
	return n
}

func clone(bs [][]byte, _ []string) any {
	var kept []byte
	for _, b := range bs {
		kept = []byte(string(b)) // want `append\(\[\]byte{}, b...\) copies once`
	}
	return kept
}
