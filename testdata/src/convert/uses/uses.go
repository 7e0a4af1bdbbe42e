// Package uses has conversions that are reported without a fix, and those that are not.
package uses

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"net"
	"strconv"
	"strings"
	"unicode/utf8"
)

type name string

type text []byte

func keys(bs [][]byte, m map[string]int, set map[string]struct{}, lists map[string][]int, named map[name]bool) {
	for i, b := range bs {
		m[string(b)] += i                              // want `for the key, though there may be one already`
		set[string(b)] = struct{}{}                    // want `for the key`
		lists[string(b)] = append(lists[string(b)], i) // want `for the key`
		named[name(b)] = true                          // want `name\(b\) allocates a copy for the key`
		m[string(b)] = len(bs) - i                     // nope: a new key, as far as can be seen
		if m[string(b)] > 3 {                          // nope: a look-up does not copy
			delete(m, string(b)) // nope: nor does that
		}
	}
}

func free(bs [][]byte, ss []string, m map[string]int) (n int) {
	for i, b := range bs {
		if string(b) == ss[i] { // nope: compared
			n++
		}
		switch string(b) { // nope: a tag
		case "a", "b":
			n++
		}
		for range []byte(ss[i]) { // nope: the range of a loop
			n++
		}
		n += len([]rune(ss[i])) // nope: counted
		n += utf8.RuneCountInString(ss[i])
		n += m[string(b)]                                                              // nope: a look-up
		b = append(b, []byte(ss[i])...)                                                // nope: append reads the string
		n += copy(b, []byte(ss[i]))                                                    // nope: so does copy
		if bytes.Equal(b, []byte(ss[i])) || strings.HasPrefix(string(b[:4]), "GET ") { // nope: inlined, to a comparison; and short
			n++
		}
	}
	return n
}

func prefixed(bs [][]byte) (n int) {
	for _, b := range bs {
		if strings.HasPrefix(string(b), "GET ") { // want `allocates a copy when longer than 32 bytes for strings.HasPrefix`
			n++
		}
	}
	return n
}

func kept(bs [][]byte, out []string, ch chan string) []string {
	for _, b := range bs {
		out = append(out, string(b)) // nope: it has to be made
		ch <- string(b)              // nope: so has this
		if len(b) == 0 {
			return append(out, string(b)+"x") // nope: and this
		}
	}
	return out
}

func hashed(h hash.Hash, conn net.Conn, ss []string) {
	for _, s := range ss {
		h.Write([]byte(s))    // want `\[\]byte\(s\) allocates a copy for Write, in a loop; appending to a buffer that is reused does not`
		conn.Write([]byte(s)) // want `appending to a buffer that is reused does not`
	}
	for _, s := range ss {
		sum := sha256.Sum256([]byte(s)) // nope: it does not copy
		h.Write(sum[:])
	}
}

func constants(h hash.Hash, w io.Writer, n int) error {
	for range n {
		h.Write([]byte("separator")) // want `\[\]byte\("separator"\) allocates a copy for Write, always of the same text, in a loop; a package variable holds it once, if nothing changes it`
		w.Write([]byte("separator")) // want `io.WriteString hands the string`
		var v any
		if err := json.Unmarshal([]byte(`{"a": 1}`), &v); err != nil { // want `for Unmarshal, always of the same text`
			return err
		}
	}
	return nil
}

func ranged(ss []string) (n int) {
	for _, s := range ss {
		for i, r := range []rune(s) { // nope: the index of a string counts bytes
			n += i * int(r)
		}
		for range []rune(s) { // want `a range over the string itself has the same runes`
			n++
		}
	}
	return n
}

func formats(w io.Writer, bs [][]byte) {
	for _, b := range bs {
		fmt.Fprintf(w, "%d %s\n", 1, string(b))  // want `fmt prints b alike`
		fmt.Fprintf(w, "%[1]s %[1]q", string(b)) // nope: the arguments are not taken one by one
		fmt.Fprintf(w, "%v", string(b))          // nope: it would be printed as a list
		fmt.Fprintln(w, string(b))               // nope: so it would
		fmt.Fprintf(w, "%s", text(b))            // nope: it does not copy
	}
}

func parts(bs [][]byte, n int) (out []string) {
	for _, b := range bs {
		out = append(out, string(b)[:n]) // want `slice first, and convert the part`
	}
	return out
}

func trips(ss []string) (out []string) {
	for _, s := range ss {
		out = append(out, string([]byte(s))) // nope: it is copied once
	}
	return out
}

func twoOnALine(bs [][]byte, ss []string) (n int) {
	for i, b := range bs {
		n += strings.Index(string(b), ss[i])                      // nope: there is no slice of bytes for the other one
		if strings.Contains(string(b), "x") || string(b) == "y" { // want `bytes.Contains takes b`
			n++
		}
	}
	return n
}

func numbers(dst []byte, ns []int, sb *strings.Builder) []byte {
	for _, n := range ns {
		dst = append(dst, strconv.Itoa(7)...) // nope: small numbers have static strings
		sb.WriteString(strconv.Itoa(n))       // nope: a strings.Builder lends no buffer
		s := strconv.Itoa(n)                  // nope: it may be used otherwise
		dst = append(dst, s...)
	}
	return dst
}

func binaries(rw io.ReadWriter, ns []uint32) error {
	for _, n := range ns {
		if err := binary.Write(rw, binary.BigEndian, n); err != nil { // want `binary.Write makes a buffer for a number, in a loop; binary.BigEndian.PutUint32 with one that is reused does not`
			return err
		}
		if err := binary.Read(rw, binary.BigEndian, &n); err != nil { // want `binary.BigEndian.Uint32 with one that is reused`
			return err
		}
		if err := binary.Write(rw, binary.BigEndian, ns); err != nil { // nope: many
			return err
		}
	}
	return nil
}

func once(b []byte) bool {
	return strings.Contains(string(b), "x") // nope: not in a loop
}

//zeroalloc:hot
func hot(b []byte) bool {
	return strings.Contains(string(b), "x") // want `annotated //zeroalloc:hot; bytes.Contains takes b`
}

func failing(bs [][]byte) error {
	for _, b := range bs {
		if len(b) > 10 {
			return fmt.Errorf("too long: %s", string(b)) // nope: a failing path
		}
	}
	return nil
}

func suppressed(bs [][]byte) (n int) {
	for _, b := range bs {
		//zeroalloc:allow convert short lines
		n += strings.Count(string(b), "x") // nope: allowed
	}
	return n
}
