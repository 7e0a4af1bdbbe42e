// Package clean has functions as they stand in hot code that allocate nothing, or what
// they have to. Nothing is to be reported.
package clean

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

type record struct {
	ID    int
	Name  string
	Tags  []string
	At    time.Time
	Score float64
}

var (
	anySink    any
	stringSink string
	bytesSink  []byte
	funcSink   func() int
	intSink    int
	writer     io.Writer = io.Discard
	enabled    atomic.Bool
)

//go:noinline
func accept(v any) { anySink = v }

// Funcs are called with 16 records, and allocate nothing.
var Funcs = map[string]func(rs []record){
	"boxConstant": boxConstant, "boxByte": boxByte, "boxPointer": boxPointer, "boxEmpty": boxEmpty, "typeSwitch": typeSwitch,
	"guarded": guarded, "failing": failing,
	"localClosure": localClosure, "noCapture": noCapture, "sortFunc": sortFunc, "sharedFunc": sharedFunc,
	"sum": sum, "join": join, "compare": compare,
	"filter": filter, "reuse": reuse, "fixed": fixed, "smallMap": smallMap, "appendTo": appendTo,
	"lookup": lookup, "switchOn": switchOn, "rangeBytes": rangeBytes, "hasPrefix": hasPrefix, "bufferWrite": bufferWrite, "copyTo": copyTo, "runeCount": runeCount,
	"cut": cut, "seq": seq, "fieldsSeq": fieldsSeq,
	"appendInt": appendInt, "appendf": appendf, "appendTime": appendTime, "appendHex": appendHex, "appendAddr": appendAddr,
	"stackBuffer": stackBuffer, "localBuffer": localBuffer, "hoisted": hoisted, "pooled": pooled, "wrapped": wrapped,
	"deferOnce": deferOnce, "timerReset": timerReset, "binaryPut": binaryPut,
}

func boxConstant(rs []record) {
	for range rs {
		accept("constant") // nope: static data
	}
}

func boxByte(rs []record) {
	for i := range rs {
		accept(byte(rs[i].ID)) // nope: one of 256 static values
	}
}

func boxPointer(rs []record) {
	for i := range rs {
		accept(&rs[i]) // nope: a pointer
	}
}

func boxEmpty(rs []record) {
	for range rs {
		accept(struct{}{}) // nope: nothing to copy
	}
}

func typeSwitch(rs []record) {
	for i := range rs {
		var v any = rs[i].ID // nope: it stays on the stack
		switch v := v.(type) {
		case int:
			intSink += v
		case string:
			intSink += len(v)
		}
	}
}

func guarded(rs []record) {
	for i := range rs {
		if enabled.Load() {
			logf("%s %d", rs[i].Name, rs[i].ID) // nope: a logging call that is switched off
		}
	}
}

func logf(format string, args ...any) { fmt.Fprintf(writer, format, args...) }

func failing(rs []record) {
	if err := check(rs); err != nil {
		accept(err)
	}
}

func check(rs []record) error {
	for i := range rs {
		if rs[i].ID < 0 {
			return fmt.Errorf("record %d: %s is negative", i, rs[i].Name) // nope: a failing path
		}
		if rs[i].Name == "" {
			return errors.New("no name in " + strconv.Itoa(i)) // nope: so is this
		}
	}
	return nil
}

func localClosure(rs []record) {
	for i := range rs {
		add := func() { intSink += rs[i].ID } // nope: it stays on the stack
		add()
	}
}

func noCapture(rs []record) {
	for range rs {
		funcSink = func() int { return intSink } // nope: it captures nothing
	}
}

func sortFunc(rs []record) {
	for i := range rs {
		slices.SortFunc(rs[i].Tags, func(a, b string) int { return strings.Compare(a, b) }) // nope: generic, and nothing captured
	}
}

func sharedFunc(rs []record) {
	for i := range rs {
		n := sort.Search(len(rs[i].Tags), func(k int) bool { return rs[i].Tags[k] >= "a" }) // nope: inlined
		intSink += n
	}
}

func sum(rs []record) {
	total := 0.0
	for i := range rs {
		total += rs[i].Score // nope: numbers
	}
	intSink = int(total)
}

func join(rs []record) {
	same := 0
	for i := range rs {
		if "name-"+rs[i].Tags[0] == rs[i].Name { // nope: short, on the stack
			same++
		}
	}
	intSink = same
}

func compare(rs []record) {
	for i := range rs {
		s := ""
		for range 1 {
			s += rs[i].Name // nope: once
		}
		intSink += len(s)
	}
}

var scratch []record

func filter(rs []record) {
	scratch = scratch[:0]
	for i := range rs {
		if rs[i].ID == 3 {
			scratch = append(scratch, rs[i]) // nope: a buffer that is kept
		}
	}
}

func reuse(rs []record) {
	b := bytesSink[:0]
	for i := range rs {
		b = append(b, rs[i].Name...) // nope: so is this
	}
	bytesSink = b
}

func fixed(rs []record) {
	var ids [16]int
	list := ids[:0]
	for i := range rs {
		list = append(list, rs[i].ID) // nope: an array on the stack
	}
	intSink = len(list)
}

func smallMap(rs []record) {
	for i := range rs {
		m := map[int]bool{} // nope: small, on the stack
		m[rs[i].ID] = true
		intSink += len(m)
	}
}

func appendTo(rs []record) {
	bytesSink = encode(bytesSink[:0], rs)
}

func encode(dst []byte, rs []record) []byte {
	for i := range rs {
		dst = append(dst, rs[i].Name...) // nope: the caller's buffer
		dst = append(dst, ',')
	}
	return dst
}

var (
	index = map[string]int{"name-1000": 1}
	key   = []byte("name-1000")
	text  = strings.Repeat("a b c ", 20)
)

func lookup(rs []record) {
	for range rs {
		intSink += index[string(key)] // nope: a look-up
	}
}

func switchOn(rs []record) {
	for range rs {
		switch string(key) { // nope: compared
		case "name-1000":
			intSink++
		case "name-1001":
			intSink--
		}
	}
}

func rangeBytes(rs []record) {
	for i := range rs {
		for _, b := range []byte(rs[i].Name) { // nope: nothing is copied
			intSink += int(b)
		}
	}
}

func hasPrefix(rs []record) {
	for i := range rs {
		if bytes.HasPrefix([]byte(rs[i].Name), key[:4]) { // nope: inlined
			intSink++
		}
	}
}

var buffer bytes.Buffer

func bufferWrite(rs []record) {
	buffer.Reset()
	for i := range rs {
		buffer.Write([]byte(rs[i].Name)) // nope: the callee only reads
	}
}

func copyTo(rs []record) {
	var b [64]byte
	for i := range rs {
		intSink += copy(b[:], []byte(rs[i].Name)) // nope: nothing is copied twice
	}
}

func runeCount(rs []record) {
	for i := range rs {
		intSink += len([]rune(rs[i].Name)) + utf8.RuneCountInString(text) // nope: counted
	}
}

func cut(rs []record) {
	for i := range rs {
		if before, _, ok := strings.Cut(rs[i].Name, "-"); ok {
			stringSink = before
		}
	}
}

func seq(rs []record) {
	for i := range rs {
		for part := range strings.SplitSeq(rs[i].Name, "-") {
			intSink += len(part)
		}
	}
}

func fieldsSeq(rs []record) {
	for range rs {
		for part := range strings.FieldsSeq(text) {
			intSink += len(part)
		}
	}
}

var line = make([]byte, 0, 4096)

func appendInt(rs []record) {
	b := line[:0]
	for i := range rs {
		b = strconv.AppendInt(b, int64(rs[i].ID), 10)
	}
	line = b
}

func appendf(rs []record) {
	b := line[:0]
	for range rs {
		b = fmt.Appendf(b, "%s=%d ", "constant", 7) // nope: constants
	}
	line = b
}

func appendTime(rs []record) {
	b := line[:0]
	for i := range rs {
		b = rs[i].At.AppendFormat(b, time.RFC3339)
	}
	line = b
}

func appendHex(rs []record) {
	b := line[:0]
	for range rs {
		b = hex.AppendEncode(b, key)
	}
	line = b
}

var addr = netip.MustParseAddr("192.168.100.200")

func appendAddr(rs []record) {
	b := line[:0]
	for range rs {
		b = addr.AppendTo(b)
	}
	line = b
}

func stackBuffer(rs []record) {
	for i := range rs {
		var b [64]byte // nope: on the stack
		n := copy(b[:], rs[i].Name)
		intSink += n
	}
}

func localBuffer(rs []record) {
	for i := range rs {
		b := make([]byte, 0, 64) // nope: constant and small, on the stack
		b = append(b, rs[i].Name[:4]...)
		intSink += len(b)
	}
}

func hoisted(rs []record) {
	b := line[:0]
	for i := range rs {
		b = append(b[:0], rs[i].Name...)
		writer.Write(b)
	}
	line = b
}

var pool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func pooled(rs []record) {
	for i := range rs {
		b := pool.Get().(*bytes.Buffer)
		b.Reset()
		b.WriteString(rs[i].Name)
		writer.Write(b.Bytes())
		pool.Put(b)
	}
}

var slicePool = sync.Pool{New: func() any { b := make([]byte, 0, 64); return &b }}

func wrapped(rs []record) {
	for i := range rs {
		b := slicePool.Get().(*[]byte)
		*b = append((*b)[:0], rs[i].Name...)
		writer.Write(*b)
		slicePool.Put(b)
	}
}

var mu sync.Mutex

func deferOnce(rs []record) {
	for range rs {
		locked()
	}
}

func locked() {
	mu.Lock()
	defer mu.Unlock()
	intSink++
}

var timer = time.NewTimer(time.Hour)

func timerReset(rs []record) {
	for range rs {
		timer.Reset(time.Hour)
		select {
		case <-timer.C:
			intSink++
		case <-background.Done():
		default:
		}
	}
}

var background = context.Background()

func binaryPut(rs []record) {
	var b [8]byte
	for i := range rs {
		binary.LittleEndian.PutUint64(b[:], uint64(rs[i].ID))
		intSink += int(b[0])
	}
}

// records returns n records.
func records(n int) []record {
	rs := make([]record, n)
	for i := range rs {
		rs[i] = record{ID: i, Name: "name-" + strconv.Itoa(1000+i), Tags: []string{"b", "a"}, At: time.Unix(1, 0), Score: float64(i) + 0.5}
	}
	return rs
}
