// Package nope holds what must not be reported: a buffer used again there would
// corrupt data, or nothing would be saved.
package nope

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"net/http"
	"os"
	"regexp"
	"sort"
	"strings"
	"sync"
	"text/template"
	"time"
	"unsafe"
)

var (
	total int
	kept  []byte
	held  any
)

type frame struct {
	data []byte
	next *frame
}

type store struct {
	last   []byte
	frames map[string][]byte
}

// What is made is in use after the round.

func appended(r io.Reader, n int) [][]byte {
	var all [][]byte
	for range n {
		buf := make([]byte, n)
		io.ReadFull(r, buf)
		all = append(all, buf) // nope: an element
	}
	return all
}

func part(r io.Reader, n int) [][]byte {
	var all [][]byte
	for range n {
		buf := make([]byte, n)
		k, _ := r.Read(buf)
		all = append(all, bytes.TrimSpace(buf[:k])) // nope: a part of it is an element
	}
	return all
}

func fields(r io.Reader, n int) [][]byte {
	var all [][]byte
	for range n {
		buf := make([]byte, n)
		io.ReadFull(r, buf)
		all = append(all, bytes.Fields(buf)...) // nope: its fields are
	}
	return all
}

func sent(r io.Reader, c chan<- []byte, n int) {
	for range n {
		buf := make([]byte, n)
		io.ReadFull(r, buf)
		c <- buf // nope: the receiver has it
	}
}

func sentIn(r io.Reader, c chan<- frame, n int) {
	for range n {
		buf := make([]byte, n)
		io.ReadFull(r, buf)
		f := frame{data: buf}
		c <- f // nope: the same
	}
}

func previous(r io.Reader, n int) {
	var prev []byte
	for range n {
		buf := make([]byte, n)
		io.ReadFull(r, buf)
		if bytes.Equal(prev, buf) {
			total++
		}
		prev = buf // nope: the next round compares with it
	}
}

func previousByField(r io.Reader, n int) {
	var s store
	for range n {
		buf := make([]byte, n)
		io.ReadFull(r, buf)
		if bytes.Equal(s.last, buf) {
			total++
		}
		s.last = buf // nope: the same, in a field
	}
}

func longest(r io.Reader, n int) []byte {
	var best []byte
	for range n {
		buf := make([]byte, n)
		k, _ := r.Read(buf)
		if k > len(best) {
			best = buf[:k] // nope: returned
		}
	}
	return best
}

func (s *store) keep(r io.Reader, names []string) {
	for _, name := range names {
		buf := make([]byte, len(name))
		io.ReadFull(r, buf)
		s.frames[name] = buf // nope: in a map
	}
}

func (s *store) set(b []byte) { s.last = b }

func (s *store) keepByMethod(r io.Reader, n int) {
	for range n {
		buf := make([]byte, n)
		io.ReadFull(r, buf)
		s.set(buf) // nope: a callee keeps it
	}
}

func pass(b []byte) []byte { return b }

func keepByResult(r io.Reader, n int) {
	for range n {
		buf := make([]byte, n)
		io.ReadFull(r, buf)
		kept = pass(buf) // nope: a callee returns it
	}
}

type sink interface{ Take(b []byte) }

func unknown(s sink, r io.Reader, n int) {
	for range n {
		buf := make([]byte, n)
		io.ReadFull(r, buf)
		s.Take(buf) // nope: who knows
	}
}

func called(f func([]byte), r io.Reader, n int) {
	for range n {
		buf := make([]byte, n)
		io.ReadFull(r, buf)
		f(buf) // nope: who knows
	}
}

func concurrent(r io.Reader, n int) {
	var wg sync.WaitGroup
	for range n {
		buf := make([]byte, n)
		wg.Go(func() { io.ReadFull(r, buf) }) // nope: a goroutine of its own
	}
	wg.Wait()
}

func handled(r io.Reader, n int) {
	for range n {
		go func() {
			buf := make([]byte, n) // nope: one for each goroutine
			io.ReadFull(r, buf)
			total += len(buf)
		}()
	}
}

func deferred(w io.Writer, n int) {
	for range n {
		buf := make([]byte, n)
		defer w.Write(buf) // nope: used when all rounds are over
	}
}

func captured(n int) []func() int {
	var fs []func() int
	for range n {
		buf := make([]int, n)
		fs = append(fs, func() int { return len(buf) }) // nope: captured
	}
	return fs
}

func list(n int) *frame {
	var head *frame
	for range n {
		head = &frame{next: head} // nope: a list
	}
	return head
}

func errs(xs []string) error {
	var all []error
	for _, x := range xs {
		err := &parseError{text: x}
		all = append(all, err) // nope: as an error
	}
	return errors.Join(all...)
}

type parseError struct{ text string }

func (e *parseError) Error() string { return e.text }

func inString(r io.Reader, n int) []string {
	var all []string
	for range n {
		buf := make([]byte, 16)
		io.ReadFull(r, buf)
		all = append(all, unsafe.String(&buf[0], len(buf))) // nope: a string of the same memory
	}
	return all
}

func contents(rows []string) [][]byte {
	var all [][]byte
	for _, row := range rows {
		var buf bytes.Buffer
		buf.WriteString(row)
		all = append(all, buf.Bytes()) // nope: the memory of the buffer is kept
	}
	return all
}

func rest(rows []string) [][]byte {
	var all [][]byte
	for _, row := range rows {
		br := bufio.NewReader(strings.NewReader(row))
		line, _ := br.ReadSlice('\n')
		all = append(all, line) // nope: the memory of the reader is
	}
	return all
}

func tokens(rs []io.Reader) [][]byte {
	var all [][]byte
	for _, r := range rs {
		sc := bufio.NewScanner(r)
		for sc.Scan() {
			all = append(all, sc.Bytes()) // nope: the memory of the scanner is
		}
	}
	return all
}

func copied(rows []string) []bytes.Buffer {
	var all []bytes.Buffer
	for _, row := range rows {
		var buf bytes.Buffer
		buf.WriteString(row)
		all = append(all, buf) // nope: a copy has the same memory
	}
	return all
}

func requests(ctx context.Context, bodies [][]byte) {
	for _, body := range bodies {
		req, err := http.NewRequestWithContext(ctx, "POST", "http://localhost", bytes.NewReader(body)) // nope: the request keeps it
		if err == nil {
			held = req
		}
	}
}

func values(ctx context.Context, n int) {
	for range n {
		buf := make([]byte, n)
		ctx = context.WithValue(ctx, total, buf) // nope: the context keeps it
	}
	held = ctx
}

func joined(w io.Writer, n int) []io.Writer {
	var all []io.Writer
	for range n {
		h := sha256.New()
		all = append(all, io.MultiWriter(w, h)) // nope: a writer keeps it
	}
	return all
}

func hashes(n int) []hash.Hash {
	all := make([]hash.Hash, n)
	for i := range all {
		all[i] = sha256.New() // nope: each has its own
	}
	return all
}

func pooled(p *sync.Pool, n int) {
	for range n {
		p.Put(new([64]byte)) // nope: the pool keeps it
	}
}

func sorted(rows [][]int) {
	for _, row := range rows {
		xs := make([]int, len(row))
		copy(xs, row)
		sort.Slice(xs, func(i, j int) bool { return xs[i] < xs[j] }) // nope: captured, though for a moment
		total += xs[0]
	}
}

// What is made is not the same.

func patterns(exprs []string, s string) {
	for _, expr := range exprs {
		if regexp.MustCompile(expr).MatchString(s) { // nope: another one each time
			total++
		}
	}
}

func changing(lines []string, expr string) {
	for _, line := range lines {
		if regexp.MustCompile(expr).MatchString(line) { // nope: it changes
			expr += "x"
		}
	}
}

func invalid(lines []string) {
	for _, line := range lines {
		if re, err := regexp.Compile("("); err == nil && re.MatchString(line) { // nope: it never compiles
			total++
		}
	}
}

func longestMatch(lines []string) {
	for i, line := range lines {
		re := regexp.MustCompile("a+|b")
		if i%2 == 0 {
			re.Longest() // nope: one for all would be changed for all
		}
		total += len(re.FindString(line))
	}
}

func signed(keys [][]byte, msg []byte) {
	for _, key := range keys {
		h := hmac.New(sha256.New, key) // nope: Reset keeps the key
		h.Write(msg)
		total += h.Size()
	}
}

//zeroalloc:hot
func signedOnce(key, msg []byte) int {
	h := hmac.New(sha256.New, key) // nope: in the next call the key is another
	h.Write(msg)
	return h.Size()
}

func levels(w io.Writer, msg []byte) {
	for level := gzip.BestSpeed; level <= gzip.BestCompression; level++ {
		z, _ := gzip.NewWriterLevel(w, level) // nope: Reset keeps the level
		z.Write(msg)
		z.Close()
	}
}

func encodeEach(ws []io.Writer, x any) {
	for _, w := range ws {
		json.NewEncoder(w).Encode(x) // nope: an encoder belongs to its writer
	}
}

func gobs(w io.Writer, xs []any) {
	for _, x := range xs {
		gob.NewEncoder(w).Encode(x) // nope: another one describes the types again
	}
}

func indented(w io.Writer, xs []any) {
	for _, x := range xs {
		enc := xml.NewEncoder(w)
		enc.Indent("", "\t") // nope: it starts each but the first value with a new line
		enc.Encode(x)
	}
}

func utc(ts []time.Time) {
	for _, t := range ts {
		loc, _ := time.LoadLocation("UTC") // nope: it is at hand
		total += t.In(loc).Hour()
	}
}

func closures(w io.Writer, rows []string) {
	for i, row := range rows {
		t := template.Must(template.New("row").Funcs(template.FuncMap{"row": func() int { return i }}).Parse("{{row}}")) // nope: it depends on the round
		t.Execute(w, row)
	}
}

// The compiler has removed it.

func small(rows [][]int) {
	for _, row := range rows {
		buf := make([]int, 8) // nope: on the stack
		total += copy(buf, row)
		m := map[int]bool{} // nope: on the stack, and nothing grows
		total += len(m)
		var arr [64]byte // nope: on the stack
		total += len(arr[:])
		for _, s := range []string{"a", "b"} { // nope: no memory of its own
			total += len(s)
		}
	}
}

func hashed(keys [][]byte) {
	for _, k := range keys {
		h := fnv.New64a() // nope: inlined, it stays on the stack
		h.Write(k)
		total += int(h.Sum64() % 8)
		s := sha256.New() // nope: the same
		s.Write(k)
	}
}

func unused(rows []string) {
	for range rows {
		var buf bytes.Buffer // nope: nothing is written to it
		total += buf.Len()
	}
}

// It does not matter there.

func once(r io.Reader) {
	buf := make([]byte, 100000) // nope: no loop
	io.ReadFull(r, buf)
	total += len(buf)
}

var known = regexp.MustCompile("^a") // nope: once for all

func init() {
	for range 10 {
		total += len(regexp.MustCompile("^a").FindString("aa")) // nope: at start-up
	}
}

func failing(lines []string) error {
	for _, line := range lines {
		if line == "" {
			var buf bytes.Buffer // nope: on a failing path
			fmt.Fprintf(&buf, "no line after %d", total)
			return errors.New(buf.String())
		}
	}
	return nil
}

func brief(r io.Reader) {
	for range 3 {
		buf := make([]byte, 100) // nope: three times
		io.ReadFull(r, buf)
	}
}

func grown(r io.Reader, sizes []int) {
	var buf []byte
	for _, n := range sizes {
		if cap(buf) < n {
			buf = make([]byte, n) // nope: used again already
		}
		io.ReadFull(r, buf[:n])
	}
}

func eachFile(names []string) {
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		sc := bufio.NewScanner(f) // nope: beside opening a file it does not count
		for sc.Scan() {
			total += len(sc.Bytes())
		}
		f.Close()
	}
}

func hasBuffer(rs []io.Reader) {
	buf := make([]byte, 4096)
	for _, r := range rs {
		sc := bufio.NewScanner(r) // nope: it is given a buffer
		sc.Buffer(buf, 1<<20)
		for sc.Scan() {
			total += len(sc.Bytes())
		}
	}
}

func decoded(lines [][]byte) {
	for _, line := range lines {
		var rec struct{ ID int }
		if json.Unmarshal(line, &rec) == nil { // nope: that costs far more than the variable
			total += rec.ID
		}
	}
}

func locked(n int) {
	for range n {
		var mu sync.Mutex // nope: a lock has no other value
		lock(&mu)
	}
}

func lock(l sync.Locker) { l.Lock(); l.Unlock() }

//zeroalloc:cold only asked for by hand
func dump(w io.Writer, rows []string) {
	for _, row := range rows {
		var buf bytes.Buffer // nope: cold
		buf.WriteString(row)
		w.Write(buf.Bytes())
	}
}

func allowed(w io.Writer, rows []string) {
	for _, row := range rows {
		//zeroalloc:allow tempbuf each row is huge, and memory is short
		var buf bytes.Buffer
		buf.WriteString(row)
		w.Write(buf.Bytes())
	}
}
