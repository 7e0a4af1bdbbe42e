package cases

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"math/big"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// What allocates nothing, each beside something that does.

type empty struct{}

//zeroalloc:check
func boxesFree(b byte, flag bool, p *point, c chan int, m map[int]int) {
	sinkAny = "constant"
	sinkAny = 1 << 40
	sinkAny = 2.5
	sinkAny = point{1, 2}
	sinkAny = b
	sinkAny = flag
	sinkAny = empty{}
	sinkAny = [0]int{}
	sinkAny = p
	sinkAny = c
	sinkAny = m
	sinkAny = boxesOne
	sinkAny = func(n int) int { return n }
	sinkAny = &empty{}
}

//zeroalloc:check
func boxesOne(p point) {
	sinkAny = p // want `cases.point value allocates when converted to any`
}

//zeroalloc:check
func conversions(b []byte, m map[string]int, s string) (n int) {
	for i, c := range []byte(s) {
		n += i + int(c)
	}
	if string(b) < s || string(b) == "x"+s[:0] {
		n++
	}
	b = append(b[:0], s...)
	copy(b, s)
	n += m[string(b)]
	if bytes.Equal(b, []byte("constant")) {
		n++
	}
	_, ok := m[string(b[:1])]
	switch {
	case string(b) == "a", ok:
		n++
	}
	return n + len(string(b))
}

//zeroalloc:check
func conversionStored(b []byte, m map[string]int) {
	m[string(b)] = 1 // want `conversion of \[\]byte to string allocates its result`
}

//go:noinline
func newPoint(x int) *point { return &point{x: x} }

//zeroalloc:check
func constructorCalled(x int) int {
	return newPoint(x).x // want `new object of type cases.point allocates \(16 B\) as it is returned: cases.newPoint`
}

func inlinedPoint(x int) *point { return &point{x: x} }

//zeroalloc:check
func constructorInlined(x int) int {
	return inlinedPoint(x).x
}

func each(list []int, f func(int)) {
	for _, x := range list {
		f(x)
	}
}

func eachOf[T any](list []T, f func(T)) {
	for _, x := range list {
		f(x)
	}
}

//zeroalloc:check
func closures(list []int, n int) (sum int) {
	each(list, func(x int) { sum += x * n })
	eachOf(list, func(x int) { sum += x * n })
	sum += slices.IndexFunc(list, func(x int) bool { return x == n })
	slices.SortFunc(list, func(a, b int) int { return cmp.Compare(a*n, b*n) })
	i, _ := slices.BinarySearchFunc(list, n, func(a, b int) int { return a - b*n })
	sum += strings.IndexFunc("abc", func(r rune) bool { return int(r) == n })
	return sum + i
}

//go:noinline
func eachKept(list []int, f func(int)) {
	sinkAny = f
	each(list, f)
}

//zeroalloc:check
func closureKept(list []int, n int) {
	eachKept(list, func(x int) { sinkInt += x * n }) // want `func literal that captures n allocates`
}

type stored struct{ run func(int) *point }

// Its body allocates where it is called.
//
//zeroalloc:check
func literalStored(s *stored) {
	s.run = func(x int) *point { return &point{x, x} }
}

//zeroalloc:check
func literalCalled(s *stored) *point {
	f := func(x int) *point { return &point{x, x} }
	return f(1) // want `new object of type cases.point allocates .*: cases.literalCalled.func`
}

//go:noinline
func byValue(n int) point { return point{n, n} }

func sum(list ...int) (n int) {
	for _, x := range list {
		n += x
	}
	return n
}

//go:noinline
func sumCalled(list ...int) int { return sum(list...) }

//zeroalloc:check
func values(s, t string, a any, list []int) (n int) {
	p, q := byValue(1), byValue(2)
	if p == q || s == t || s < t {
		n++
	}
	n += sum(1, n, 3) + sumCalled(n, n, n)
	for _, x := range []int{n, n + 1, n + 2} {
		n += x
	}
	array := [4]int{n, n, n, n}
	n += copy(array[:], list)
	n += min(n, p.x, 5) + max(n, q.y)
	switch v := a.(type) {
	case int:
		n += v
	case point:
		n += v.x
	case string, stringer:
		n++
	}
	if v, ok := a.(point); ok {
		n += v.x
	}
	return n
}

type stringer interface{ String() string }

//go:noinline
func keepList(list ...int) { sinkInts = list }

//zeroalloc:check
func variadicKept(n int) {
	keepList(n, n) // want `slice of variadic arguments allocates \(16 B\)`
}

// What initialises variables is nobody's hot path.
var table = buildTable()

func buildTable() map[string]*big.Int {
	m := make(map[string]*big.Int)
	for i := range 10 {
		m[strconv.Itoa(i)] = big.NewInt(int64(i))
	}
	return m
}

func init() { table["ten"] = big.NewInt(10) }

//zeroalloc:check
func looksUp(s string) bool {
	return table[s] != nil
}

//zeroalloc:check
func builds() int {
	return len(buildTable()) // want `make allocates a map: cases.buildTable`
}

type encoder struct {
	buf []byte
	out bytes.Buffer
	num [8]byte
}

//zeroalloc:check
func (e *encoder) numbers(n int64, f float64) {
	b := e.buf[:0]
	b = strconv.AppendInt(b, n, 10)
	b = strconv.AppendUint(b, uint64(n), 16)
	b = strconv.AppendFloat(b, f, 'g', -1, 64)
	b = strconv.AppendBool(b, n > 0)
	e.buf = b
}

//zeroalloc:check
func (e *encoder) quoted(s string) {
	b := e.buf[:0]
	b = strconv.AppendQuote(b, s)
	b = strconv.AppendQuoteToASCII(b, s)
	b = strconv.AppendQuoteRune(b, 'x')
	e.buf = b
}

//zeroalloc:check
func (e *encoder) formatted(n int64) {
	e.buf = append(e.buf[:0], strconv.FormatInt(n, 10)...) // want `strconv.FormatInt allocates its result`
}

//zeroalloc:check
func (e *encoder) buffered(s string, b []byte) int {
	e.out.Reset()
	e.out.WriteString(s)
	e.out.Write(b)
	e.out.WriteByte('\n')
	e.out.WriteRune('é')
	e.out.Write(strconv.AppendInt(e.out.AvailableBuffer(), int64(len(b)), 10))
	return e.out.Len()
}

//zeroalloc:check
func (e *encoder) taken(s string) {
	e.out.Reset()
	e.out.WriteString(s)
	sinkString = e.out.String() // want `bytes.\(\*Buffer\).String allocates its result`
}

//zeroalloc:check
func (e *encoder) binary(n uint64) uint64 {
	binary.BigEndian.PutUint32(e.num[:4], uint32(n))
	binary.LittleEndian.PutUint64(e.num[:], n)
	e.buf = binary.BigEndian.AppendUint64(e.buf[:0], n)
	e.buf = binary.AppendUvarint(e.buf, n)
	e.buf = hex.AppendEncode(e.buf, e.num[:])
	i, _ := binary.Uvarint(e.buf)
	return i + uint64(binary.BigEndian.Uint16(e.num[:])) + uint64(binary.PutUvarint(e.buf[:10], n))
}

//zeroalloc:check
func (e *encoder) binaryFresh() {
	sinkBytes = binary.BigEndian.AppendUint64(nil, uint64(len(e.buf))) // want `append allocates when it exceeds the capacity: binary.bigEndian.AppendUint64`
}

//zeroalloc:check
func (e *encoder) runes(s string, r rune) (n int) {
	e.buf = utf8.AppendRune(e.buf[:0], r)
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		n += int(r)
		s = s[size:]
	}
	last, _ := utf8.DecodeLastRune(e.buf)
	return n + utf8.RuneCountInString(s) + utf8.RuneLen(last) + utf8.EncodeRune(e.num[:], r)
}

// It makes a string of all that comes after the first rune of more than one byte.
//
//zeroalloc:check
func (e *encoder) runeCount(b []byte) int {
	return utf8.RuneCount(b) // want `conversion of \[\]byte to string allocates when the result is longer than 32 bytes: utf8.RuneCount`
}

//zeroalloc:check
func (e *encoder) runeList(s string) int {
	list := []rune(s) // want `conversion of string to \[\]rune allocates when the result is longer than 32 runes`
	return int(list[len(list)-1])
}

//zeroalloc:check
func (e *encoder) address(a netip.Addr, p netip.Prefix, ap netip.AddrPort) bool {
	e.buf = a.AppendTo(e.buf[:0])
	e.buf = p.AppendTo(e.buf)
	e.buf = ap.AppendTo(e.buf)
	next := a.Next()
	return p.Contains(next) && next.Compare(a) > 0 && a.Is4() && ap.Port() > 0 && a.Unmap() == a
}

// It drops the error of a prefix that is not valid.
//
//zeroalloc:check
func masked(p netip.Prefix) netip.Prefix {
	return p.Masked() // want `string concatenation allocates its result: .*, only when netip.Addr.Prefix fails`
}

//zeroalloc:check
func (e *encoder) addressText(a netip.Addr) {
	sinkString = a.String() // want `netip.Addr.String allocates its result`
}

//zeroalloc:check
func parsesAddress(s string) (netip.Addr, error) {
	return netip.ParseAddr(s)
}

//zeroalloc:check
func (e *encoder) times(at time.Time) time.Duration {
	e.buf = at.AppendFormat(e.buf[:0], time.RFC3339Nano)
	e.buf = at.AppendFormat(e.buf, "15:04:05.000")
	start := time.Now()
	return time.Since(start) + at.Sub(start).Round(time.Second) + time.Until(at.Add(time.Hour)) + time.Duration(at.Unix()+int64(at.Year()))
}

//zeroalloc:check
func (e *encoder) timeText(at time.Time) {
	sinkString = at.Format("15:04:05.000") // want `time.Time.Format allocates its result`
}
