// Package measured holds functions that make something anew in each round. The
// test beside it measures them, and what they should be instead.
package measured

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/aes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"io"
	"math/rand"
	"net"
	"regexp"
	"strings"
	"text/template"
	"time"
)

var (
	total int
	text  string
)

// Record is something to decode.
type Record struct {
	ID   int
	Name string
}

func matchEach(lines []string) {
	for _, line := range lines {
		re := regexp.MustCompile(`^item[0-9]+$`) // want `regexp.MustCompile makes the same regular expression each time, in a loop; a package variable is made once`
		if re.MatchString(line) {
			total++
		}
	}
}

func matchInline(lines []string) {
	for _, line := range lines {
		if regexp.MustCompile(`^item[0-9]+$`).MatchString(line) { // want `regexp.MustCompile makes the same`
			total++
		}
	}
}

func matchString(lines []string) {
	for _, line := range lines {
		if ok, _ := regexp.MatchString(`^item[0-9]+$`, line); ok { // want `regexp.MatchString makes the same regular expression`
			total++
		}
	}
}

func matchPrefix(lines []string, prefix string) {
	for _, line := range lines {
		re, err := regexp.Compile("^" + regexp.QuoteMeta(prefix)) // want `regexp.Compile makes the same regular expression each time, in a loop; one made before the loop does for all rounds`
		if err == nil && re.MatchString(line) {
			total++
		}
	}
}

//zeroalloc:hot
func matchOne(line string) bool {
	re := regexp.MustCompile(`^item[0-9]+$`) // want `regexp.MustCompile makes the same .*, annotated //zeroalloc:hot; a package variable is made once`
	return re.MatchString(line)
}

func replaceEach(lines []string) {
	for _, line := range lines {
		r := strings.NewReplacer("<", "&lt;", ">", "&gt;") // want `strings.NewReplacer makes the same replacer`
		total += len(r.Replace(line))
	}
}

//zeroalloc:hot
func replaceOne(line string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(line) // want `strings.NewReplacer makes the same replacer`
}

func templateEach(w io.Writer, lines []string) {
	for _, line := range lines {
		t := template.Must(template.New("line").Parse("{{.}}\n")) // want `\*template.Template.Parse makes the same template`
		t.Execute(w, line)
	}
}

func locationEach(times []time.Time) {
	for _, t := range times {
		loc, err := time.LoadLocation("Europe/Berlin") // want `time.LoadLocation makes the same location`
		if err == nil {
			total += t.In(loc).Hour()
		}
	}
}

func readFrames(r io.Reader, n int) error {
	for range n {
		var head [4]byte // want `variable head moves to the heap and is dropped at the end of the round, in a loop`
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return err
		}
		buf := make([]byte, binary.BigEndian.Uint32(head[:])) // want `make\(\[\]byte, binary.BigEndian.Uint32\(head\[:\]\)\) allocates memory that is dropped at the end of the round, in a loop; kept before the loop, slices.Grow\(buf\[:0\], n\)\[:n\] does`
		if _, err := io.ReadFull(r, buf); err != nil {
			return err
		}
		total += checksum(buf)
	}
	return nil
}

func checksum(b []byte) int {
	n := 0
	for _, c := range b {
		n += int(c)
	}
	return n
}

func copyBlocks(w io.Writer, r io.Reader, n int) error {
	for range n {
		block := make([]byte, 4096) // want `make\(\[\]byte, 4096\) allocates memory that is dropped at the end of the round, in a loop; made once before the loop it does for all rounds, after clear\(block\) where zeros are needed`
		k, err := r.Read(block)
		if err != nil {
			return err
		}
		if _, err := w.Write(block[:k]); err != nil {
			return err
		}
	}
	return nil
}

func sizedScratch(rows [][]int) {
	for _, row := range rows {
		scratch := make([]int, 0, len(row)) // want `make\(\[\]int, 0, len\(row\)\) allocates .*; made once before the loop, scratch\[:0\] does`
		for _, x := range row {
			if x%2 == 0 {
				scratch = append(scratch, x)
			}
		}
		total += sum(scratch)
	}
}

func sum(xs []int) int {
	n := 0
	for _, x := range xs {
		n += x
	}
	return n
}

func visited(graphs [][]int) {
	for _, g := range graphs {
		seen := make([]bool, len(g)) // want `make\(\[\]bool, len\(g\)\) allocates`
		for _, x := range g {
			if !seen[x%len(g)] {
				seen[x%len(g)] = true
				total++
			}
		}
	}
}

func distinct(rows [][]int) {
	for _, row := range rows {
		seen := make(map[int]bool, len(row)) // want `make\(map\[int\]bool, len\(row\)\) allocates a map that is dropped at the end of the round, in a loop; made once before the loop, and emptied with clear\(seen\), it does for all rounds`
		for _, x := range row {
			seen[x] = true
		}
		total += len(seen)
	}
}

func lookup(words []string) {
	for _, w := range words {
		months := map[string]int{ // want `map\[string\]int{...} allocates the same content each time, which is only read, in a loop; a package variable is made once`
			"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6,
			"jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
		}
		total += months[w]
	}
}

//zeroalloc:hot
func month(w string) int {
	return map[string]int{ // want `map\[string\]int{...} allocates the same content`
		"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6,
		"jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
	}[w]
}

func render(w io.Writer, rows [][]string) error {
	for _, row := range rows {
		var buf bytes.Buffer // want `bytes.Buffer buf allocates as it fills, and is dropped at the end of the round, in a loop; made once before the loop, and emptied with Reset, it keeps its memory`
		for _, cell := range row {
			buf.WriteString(cell)
			buf.WriteByte('\t')
		}
		if _, err := w.Write(buf.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

func renderText(rows [][]string) {
	for _, row := range rows {
		buf := new(bytes.Buffer) // want `new\(bytes.Buffer\) allocates as it fills`
		for _, cell := range row {
			fmt.Fprint(buf, cell, "\t")
		}
		text = buf.String()
	}
}

func digest(files [][]byte) {
	for _, f := range files {
		h := sha256.New() // want `sha256.New allocates a hash that is dropped at the end of the round, in a loop; one made before the loop does for all rounds, with Reset`
		feed(h, f)
		var digest [sha256.Size]byte // nope: it stays on the stack
		h.Sum(digest[:0])
		total += int(digest[0])
	}
}

// feed is not inlined, as code of some size is not.
//
//go:noinline
func feed(w io.Writer, data []byte) { w.Write(data) }

func sign(key []byte, msgs [][]byte) {
	var mac []byte
	for _, msg := range msgs {
		h := hmac.New(sha256.New, key) // want `hmac.New allocates a hash`
		h.Write(msg)
		mac = h.Sum(mac[:0])
		total += int(mac[0])
	}
}

func bucket(keys []string) {
	for _, k := range keys {
		h := fnv.New64a() // want `fnv.New64a allocates a hash`
		io.WriteString(h, k)
		total += int(h.Sum64() % 8)
	}
}

func checked(blocks [][]byte) {
	for _, b := range blocks {
		var h hash.Hash32 = crc32.NewIEEE() // want `crc32.NewIEEE allocates a hash`
		feed(h, b)
		total += int(h.Sum32())
	}
}

func compress(w io.Writer, msgs [][]byte) {
	for _, msg := range msgs {
		z := gzip.NewWriter(w) // want `gzip.NewWriter allocates a writer that is dropped at the end of the round, in a loop; one made before the loop does for all rounds, with Reset`
		z.Write(msg)
		z.Close()
	}
}

//zeroalloc:hot
func compressOne(w io.Writer, msg []byte) error {
	z := gzip.NewWriter(w) // want `gzip.NewWriter allocates a writer that is dropped at the end of the call, annotated //zeroalloc:hot; a sync.Pool keeps it for the next call, with Reset`
	defer z.Close()
	_, err := z.Write(msg)
	return err
}

func countLines(texts []string) {
	for _, t := range texts {
		sc := bufio.NewScanner(strings.NewReader(t)) // want `bufio.NewScanner allocates a buffer of 4096 bytes` `strings.NewReader allocates a reader`
		for sc.Scan() {
			total += len(sc.Bytes())
		}
	}
}

func firstLine(rs []io.Reader) {
	for _, r := range rs {
		br := bufio.NewReader(r) // want `bufio.NewReader allocates a reader`
		line, _ := br.ReadSlice('\n')
		total += len(line)
	}
}

func writeEach(ws []io.Writer, s string) {
	for _, w := range ws {
		bw := bufio.NewWriter(w) // want `bufio.NewWriter allocates a writer`
		bw.WriteString(s)
		bw.Flush()
	}
}

func csvEach(w io.Writer, rows [][]string) {
	for _, row := range rows {
		cw := csv.NewWriter(w) // want `csv.NewWriter allocates a writer for w that is dropped`
		cw.Write(row)
		cw.Flush()
	}
}

func xmlEach(w io.Writer, recs []Record) {
	for i := range recs {
		xml.NewEncoder(w).Encode(&recs[i]) // want `xml.NewEncoder allocates an encoder for w that is dropped at the end of the round, in a loop; one made before the loop does for all rounds`
	}
}

func unmarshalEach(lines [][]byte) {
	for _, line := range lines {
		var rec Record // nope: what is decoded into it costs far more
		if json.Unmarshal(line, &rec) == nil {
			total += rec.ID
		}
	}
}

//zeroalloc:hot
func unmarshalOne(line []byte) {
	var rec Record // want `variable rec moves to the heap and is dropped at the end of the call`
	if json.Unmarshal(line, &rec) == nil {
		total += rec.ID
	}
}

func decodeEach(lines [][]byte) {
	rec := new(Record)
	for _, line := range lines {
		if json.NewDecoder(bytes.NewReader(line)).Decode(rec) == nil { // want `json.NewDecoder allocates a buffer for one value, in a loop; json.Unmarshal decodes it where it is`
			total += rec.ID
		}
	}
}

// A parser reads numbers from what it holds.
type parser struct {
	data []byte
	pos  int
}

func newParser(data []byte) *parser { return &parser{data: data} }

func (p *parser) next() int {
	if p.pos == len(p.data) {
		return -1
	}
	p.pos++
	return int(p.data[p.pos-1])
}

func parseEach(r io.Reader, sizes []int) {
	for _, n := range sizes {
		buf := make([]byte, n) // want `make\(\[\]byte, n\) allocates`
		io.ReadFull(r, buf)
		p := newParser(buf)
		for x := p.next(); x >= 0; x = p.next() {
			total += x
		}
	}
}

func encryptEach(key []byte, blocks [][]byte) {
	dst := make([]byte, aes.BlockSize)
	for _, b := range blocks {
		c, err := aes.NewCipher(key) // want `aes.NewCipher makes the same cipher each time, in a loop; one made before the loop does for all rounds`
		if err == nil {
			c.Encrypt(dst, b)
		}
	}
}

func splitEach(words []string) {
	for _, w := range words {
		for _, stop := range strings.Split("a,an,the,of,to", ",") { // want `strings.Split makes the same slice each time, in a loop; a package variable is made once`
			if w == stop {
				total++
			}
		}
	}
}

func private(ips []net.IP) {
	for _, ip := range ips {
		_, block, err := net.ParseCIDR("10.0.0.0/8") // want `net.ParseCIDR makes the same network`
		if err == nil && block.Contains(ip) {
			total++
		}
	}
}

func writeTag(w io.Writer, msgs [][]byte) {
	for _, msg := range msgs {
		w.Write([]byte{0x7f, byte(len(msg))}) // want `\[\]byte{...} allocates memory that is dropped`
		w.Write(msg)
	}
}

func writeMagic(w io.Writer, msgs [][]byte) {
	for _, msg := range msgs {
		w.Write([]byte{0x7f, 'M', 'A', 'G'}) // want `\[\]byte{...} allocates the same content each time`
		w.Write(msg)
	}
}

//zeroalloc:hot
func large(n int) int {
	table := make([]int, 10000) // want `make\(\[\]int, 10000\) allocates, being larger than 64 KiB, memory that is dropped at the end of the call`
	for i := range table {
		table[i] = i * n
	}
	return sum(table)
}

//zeroalloc:hot
func largeArray(n int) int {
	var table [20000]int // want `variable table moves to the heap, being larger than 128 KiB`
	for i := range table {
		table[i] = i * n
	}
	return sum(table[:])
}

func pick(n int) {
	for range n {
		r := rand.New(rand.NewSource(time.Now().UnixNano())) // want `rand.NewSource allocates 4.9 KB and seeds them`
		total += r.Intn(6)
	}
}

func alphabet(msgs [][]byte) {
	for _, msg := range msgs {
		enc := base64.NewEncoding("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
		total += enc.EncodedLen(len(msg)) // nope: it stays on the stack
	}
}
