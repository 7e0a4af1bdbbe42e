package measured

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/aes"
	"crypto/hmac"
	"crypto/sha256"
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
	"slices"
	"strings"
	"sync"
	"testing"
	"text/template"
	"time"
)

const rounds = 50

var (
	lines  = slices.Repeat([]string{"item17"}, rounds)
	blocks = slices.Repeat([][]byte{bytes.Repeat([]byte("0123456789"), 20)}, rounds)
	rows   = slices.Repeat([][]int{slices.Repeat([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, 4)}, rounds)
	cells  = slices.Repeat([][]string{slices.Repeat([]string{"a cell of some text"}, 20)}, rounds)
	recs   = slices.Repeat([]Record{{1, "one"}}, rounds)
	times  = slices.Repeat([]time.Time{time.Unix(1e9, 0)}, rounds)
	jsons  = slices.Repeat([][]byte{[]byte(`{"ID":1,"Name":""}`)}, rounds)
	key    = []byte("secret")
	reader = bytes.NewReader(nil)
	frames = bytes.Repeat(append([]byte{0, 0, 0, 100}, make([]byte, 100)...), rounds)
	months = map[string]int{"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9}
	itemRE = regexp.MustCompile(`^item[0-9]+$`)
	escape = strings.NewReplacer("<", "&lt;", ">", "&gt;")
	line   = template.Must(template.New("line").Parse("{{.}}\n"))
	berlin = sync.OnceValue(func() *time.Location { loc, _ := time.LoadLocation("Europe/Berlin"); return loc })
	magic  = []byte{0x7f, 'M', 'A', 'G'}
	key16  = []byte("sixteen bytes is")
	sizes  = slices.Repeat([]int{100}, rounds)
	ips    = slices.Repeat([]net.IP{net.IPv4(10, 0, 0, 1)}, rounds)
	stops  = strings.Split("a,an,the,of,to", ",")
	tens   = func() *net.IPNet { _, n, _ := net.ParseCIDR("10.0.0.0/8"); return n }()
	pool   = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}
	pooled = sync.Pool{New: func() any { return new(Record) }}
	tables = sync.Pool{New: func() any { return new([20000]int) }}
)

// discard is a writer that the compiler knows nothing about.
var discard io.Writer = anyWriter{}

type anyWriter struct{}

func (anyWriter) Write(p []byte) (int, error) { total += len(p); return len(p), nil }

func reset(data []byte) io.Reader { reader.Reset(data); return reader }

var readers = func() []io.Reader {
	rs := make([]io.Reader, rounds)
	for i := range rs {
		rs[i] = endless{}
	}
	return rs
}()

type endless struct{}

func (endless) Read(p []byte) (int, error) { return copy(p, "a line\nand more\n"), nil }

var writers = slices.Repeat([]io.Writer{discard}, rounds)

// Each function that is reported, and how it should be. What is saved are allocations
// each round.
var tests = []struct {
	name   string
	slow   func()
	mended func()
	saved  float64
}{
	{"matchEach", func() { matchEach(lines) }, matchMended, 10},
	{"matchInline", func() { matchInline(lines) }, matchMended, 10},
	{"matchString", func() { matchString(lines) }, matchMended, 10},
	{"matchPrefix", func() { matchPrefix(lines, "item") }, matchMended, 10},
	{"matchOne", times50(func() { matchOne("item17") }), matchMended, 10},
	{"replaceEach", func() { replaceEach(lines) }, replaceMended, 3},
	{"replaceOne", times50(func() { replaceOne("item17") }), replaceMended, 3},
	{"templateEach", func() { templateEach(discard, lines) }, func() {
		for _, l := range lines {
			line.Execute(discard, l)
		}
	}, 10},
	{"locationEach", func() { locationEach(times) }, func() {
		for _, t := range times {
			total += t.In(berlin()).Hour()
		}
	}, 10},
	{"readFrames", func() { readFrames(reset(frames), rounds) }, func() { readFramesMended(reset(frames)) }, 1.9},
	{"copyBlocks", func() { copyBlocks(discard, endless{}, rounds) }, func() { copyBlocksMended(discard, endless{}) }, 0.9},
	{"sizedScratch", func() { sizedScratch(rows) }, func() {
		var scratch []int
		for _, row := range rows {
			scratch = scratch[:0]
			for _, x := range row {
				if x%2 == 0 {
					scratch = append(scratch, x)
				}
			}
			total += sum(scratch)
		}
	}, 0.8},
	{"visited", func() { visited(rows) }, func() {
		var seen []bool
		for _, g := range rows {
			seen = slices.Grow(seen[:0], len(g))[:len(g)]
			clear(seen)
			for _, x := range g {
				if !seen[x%len(g)] {
					seen[x%len(g)] = true
					total++
				}
			}
		}
	}, 0.9},
	{"distinct", func() { distinct(rows) }, func() {
		seen := make(map[int]bool)
		for _, row := range rows {
			clear(seen)
			for _, x := range row {
				seen[x] = true
			}
			total += len(seen)
		}
	}, 2},
	{"lookup", func() { lookup(lines) }, func() {
		for _, w := range lines {
			total += months[w]
		}
	}, 3},
	{"month", times50(func() { month("dec") }), times50(func() { total += months["sep"] }), 3},
	{"render", func() { render(discard, cells) }, func() {
		var buf bytes.Buffer
		for _, row := range cells {
			buf.Reset()
			for _, cell := range row {
				buf.WriteString(cell)
				buf.WriteByte('\t')
			}
			discard.Write(buf.Bytes())
		}
	}, 3},
	{"renderText", func() { renderText(cells) }, func() {
		buf := new(bytes.Buffer)
		for _, row := range cells {
			buf.Reset()
			for _, cell := range row {
				fmt.Fprint(buf, cell, "\t")
			}
			text = buf.String()
		}
	}, 3},
	{"digest", func() { digest(blocks) }, func() {
		h := sha256.New()
		for _, f := range blocks {
			h.Reset()
			feed(h, f)
			var digest [sha256.Size]byte
			h.Sum(digest[:0])
			total += int(digest[0])
		}
	}, 0.9},
	{"sign", func() { sign(key, blocks) }, func() {
		h := hmac.New(sha256.New, key)
		var mac []byte
		for _, msg := range blocks {
			h.Reset()
			h.Write(msg)
			mac = h.Sum(mac[:0])
			total += int(mac[0])
		}
	}, 4},
	{"bucket", func() { bucket(lines) }, func() {
		h := fnv.New64a()
		for _, k := range lines {
			h.Reset()
			io.WriteString(h, k)
			total += int(h.Sum64() % 8)
		}
	}, 0.9},
	{"checked", func() { checked(blocks) }, func() {
		var h hash.Hash32 = crc32.NewIEEE()
		for _, b := range blocks {
			h.Reset()
			feed(h, b)
			total += int(h.Sum32())
		}
	}, 0.9},
	{"compress", func() { compress(discard, blocks) }, func() {
		z := gzip.NewWriter(discard)
		for _, msg := range blocks {
			z.Reset(discard)
			z.Write(msg)
			z.Close()
		}
	}, 10},
	{"compressOne", times50(func() { compressOne(discard, blocks[0]) }), times50(func() {
		z := pool.Get().(*gzip.Writer)
		defer pool.Put(z)
		z.Reset(discard)
		z.Write(blocks[0])
		z.Close()
	}), 10},
	{"countLines", func() { countLines(lines) }, func() {
		buf := make([]byte, 4096)
		r := strings.NewReader("")
		for _, l := range lines {
			r.Reset(l)
			sc := bufio.NewScanner(r)
			sc.Buffer(buf, bufio.MaxScanTokenSize)
			for sc.Scan() {
				total += len(sc.Bytes())
			}
		}
	}, 1.9},
	{"firstLine", func() { firstLine(readers) }, func() {
		br := bufio.NewReader(nil)
		for _, r := range readers {
			br.Reset(r)
			line, _ := br.ReadSlice('\n')
			total += len(line)
		}
	}, 0.9},
	{"writeEach", func() { writeEach(writers, "text") }, func() {
		bw := bufio.NewWriter(nil)
		for _, w := range writers {
			bw.Reset(w)
			bw.WriteString("text")
			bw.Flush()
		}
	}, 0.9},
	{"csvEach", func() { csvEach(discard, cells) }, func() {
		cw := csv.NewWriter(discard)
		for _, row := range cells {
			cw.Write(row)
			cw.Flush()
		}
	}, 0.9},
	{"xmlEach", func() { xmlEach(discard, recs) }, func() {
		enc := xml.NewEncoder(discard)
		for i := range recs {
			enc.Encode(&recs[i])
		}
	}, 2},
	{"decodeEach", func() { decodeEach(jsons) }, func() {
		rec := new(Record)
		for _, line := range jsons {
			if json.Unmarshal(line, rec) == nil {
				total += rec.ID
			}
		}
	}, 2},
	{"parseEach", func() { parseEach(endless{}, sizes) }, func() {
		var buf []byte
		for _, n := range sizes {
			buf = slices.Grow(buf[:0], n)[:n]
			io.ReadFull(endless{}, buf)
			p := newParser(buf)
			for x := p.next(); x >= 0; x = p.next() {
				total += x
			}
		}
	}, 0.9},
	{"encryptEach", func() { encryptEach(key16, blocks) }, func() {
		dst := make([]byte, aes.BlockSize)
		c, _ := aes.NewCipher(key16)
		for _, b := range blocks {
			c.Encrypt(dst, b)
		}
	}, 0.9},
	{"splitEach", func() { splitEach(lines) }, func() {
		for _, w := range lines {
			for _, stop := range stops {
				if w == stop {
					total++
				}
			}
		}
	}, 0.9},
	{"private", func() { private(ips) }, func() {
		for _, ip := range ips {
			if tens.Contains(ip) {
				total++
			}
		}
	}, 2},
	{"unmarshalOne", times50(func() { unmarshalOne(jsons[0]) }), times50(func() {
		rec := pooled.Get().(*Record)
		*rec = Record{}
		if json.Unmarshal(jsons[0], rec) == nil {
			total += rec.ID
		}
		pooled.Put(rec)
	}), 0.9},
	{"writeTag", func() { writeTag(discard, blocks) }, func() {
		var buf []byte
		for _, msg := range blocks {
			buf = append(buf[:0], 0x7f, byte(len(msg)))
			discard.Write(buf)
			discard.Write(msg)
		}
	}, 0.9},
	{"writeMagic", func() { writeMagic(discard, blocks) }, func() {
		for _, msg := range blocks {
			discard.Write(magic)
			discard.Write(msg)
		}
	}, 0.9},
	{"large", times50(func() { large(3) }), times50(func() { tableMended(3) }), 0.9},
	{"largeArray", times50(func() { largeArray(3) }), times50(func() { tableMended(3) }), 0.9},
	{"pick", func() { pick(rounds) }, func() {
		for range rounds {
			total += rand.Intn(6)
		}
	}, 0.9},
}

func times50(f func()) func() {
	return func() {
		for range rounds {
			f()
		}
	}
}

func matchMended() {
	for _, line := range lines {
		if itemRE.MatchString(line) {
			total++
		}
	}
}

func replaceMended() {
	for _, line := range lines {
		total += len(escape.Replace(line))
	}
}

func readFramesMended(r io.Reader) {
	head := make([]byte, 4)
	var buf []byte
	for range rounds {
		io.ReadFull(r, head)
		n := int(binary.BigEndian.Uint32(head))
		buf = slices.Grow(buf[:0], n)[:n]
		io.ReadFull(r, buf)
		total += checksum(buf)
	}
}

func copyBlocksMended(w io.Writer, r io.Reader) {
	block := make([]byte, 4096)
	for range rounds {
		k, _ := r.Read(block)
		w.Write(block[:k])
	}
}

func tableMended(n int) {
	table := tables.Get().(*[20000]int)
	for i := range table {
		table[i] = i * n
	}
	total += sum(table[:])
	tables.Put(table)
}

func Test(t *testing.T) {
	for _, test := range tests {
		slow := testing.AllocsPerRun(20, test.slow) / rounds
		mended := testing.AllocsPerRun(20, test.mended) / rounds
		if slow-mended < test.saved {
			t.Errorf("%s: %.2f allocations each round, mended %.2f: less than %.1f saved", test.name, slow, mended, test.saved)
		}
	}
}

// What is not reported does not allocate.
func TestNone(t *testing.T) {
	if n := testing.AllocsPerRun(20, func() { alphabet(blocks) }); n > 0 {
		t.Errorf("alphabet: %v allocations", n)
	}
}
