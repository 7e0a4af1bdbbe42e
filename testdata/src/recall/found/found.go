// Package found has functions as they stand in hot code, each with one known cause of
// allocations. A test measures that they allocate, and counts how many are found.
package found

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"net/netip"
	"os"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type record struct {
	ID    int
	Name  string
	Tags  []string
	At    time.Time
	Score float64
}

type event struct{ A, B, C, D int64 }

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

//go:noinline
func logf(format string, args ...any) {
	if enabled.Load() {
		fmt.Fprintf(writer, format, args...)
	}
}

// Funcs are called with 16 records.
var Funcs = map[string]func(rs []record){
	"boxInt":            boxInt,
	"boxString":         boxString,
	"boxTime":           boxTime,
	"boxStruct":         boxStruct,
	"boxSlice":          boxSlice,
	"logDisabled":       logDisabled,
	"appendAny":         appendAny,
	"sendAny":           sendAny,
	"storeAtomic":       storeAtomic,
	"contextKey":        contextKey,
	"binaryWrite":       binaryWrite,
	"returnInterface":   returnInterface,
	"storeClosure":      storeClosure,
	"methodValue":       methodValue,
	"mutatedCapture":    mutatedCapture,
	"sortBy":            sortBy,
	"loopVariable":      loopVariable,
	"goCapture":         goCapture,
	"plusEquals":        plusEquals,
	"prepend":           prepend,
	"plusField":         plusField,
	"plusMap":           plusMap,
	"sprintfAccumulate": sprintfAccumulate,
	"writePlus":         writePlus,
	"growSlice":         growSlice,
	"growEmpty":         growEmpty,
	"makeEmpty":         makeEmpty,
	"growMap":           growMap,
	"collect":           collect,
	"contains":          contains,
	"countKey":          countKey,
	"writeBytes":        writeBytes,
	"writeConstant":     writeConstant,
	"appendItoa":        appendItoa,
	"appendString":      appendString,
	"rangeRunes":        rangeRunes,
	"unmarshalConstant": unmarshalConstant,
	"formatBytes":       formatBytes,
	"ioWriteString":     ioWriteString,
	"splitRange":        splitRange,
	"splitFirst":        splitFirst,
	"splitCount":        splitCount,
	"fieldsRange":       fieldsRange,
	"sprintInt":         sprintInt,
	"sprintJoin":        sprintJoin,
	"sprintHex":         sprintHex,
	"appendSprintf":     appendSprintf,
	"bufferPerRound":    bufferPerRound,
	"makePerRound":      makePerRound,
	"regexpPerRound":    regexpPerRound,
	"replacerPerRound":  replacerPerRound,
	"scannerPerRound":   scannerPerRound,
	"hashPerRound":      hashPerRound,
	"mapPerRound":       mapPerRound,
	"hexPerRound":       hexPerRound,
	"poolSlice":         poolSlice,
	"poolLocal":         poolLocal,
	"deferUnlock":       deferUnlock,
	"timeAfter":         timeAfter,
	"addrString":        addrString,
}

func boxInt(rs []record) {
	for i := range rs {
		accept(rs[i].ID + 1000)
	}
}

func boxString(rs []record) {
	for i := range rs {
		accept(rs[i].Name)
	}
}

func boxTime(rs []record) {
	for i := range rs {
		accept(rs[i].At)
	}
}

func boxStruct(rs []record) {
	for i := range rs {
		accept(event{A: int64(i)})
	}
}

func boxSlice(rs []record) {
	for i := range rs {
		accept(rs[i].Tags)
	}
}

func logDisabled(rs []record) {
	for i := range rs {
		logf("%s %d", rs[i].Name, rs[i].ID+1000)
	}
}

func appendAny(rs []record) {
	args := make([]any, 0, 16)
	for i := range rs {
		args = append(args, rs[i].Score)
	}
	anySink = len(args)
}

func sendAny(rs []record) {
	ch := anyChan
	for i := range rs {
		ch <- rs[i].Name
		<-ch
	}
}

func storeAtomic(rs []record) {
	for i := range rs {
		atomicValue.Store(event{A: int64(i)})
	}
}

func contextKey(rs []record) {
	ctx := context.Background()
	for i := range rs {
		use(context.WithValue(ctx, ctxKey{}, rs[i].ID+1000))
	}
}

func binaryWrite(rs []record) {
	for i := range rs {
		binary.Write(writer, binary.LittleEndian, uint64(rs[i].ID+1000))
	}
}

func returnInterface(rs []record) {
	for i := range rs {
		shapes[0] = newShape(i)
	}
}

func storeClosure(rs []record) {
	for i := range rs {
		funcSink = func() int { return rs[i].ID }
	}
}

func methodValue(rs []record) {
	for i := range rs {
		funcSink = rs[i].id
	}
}

func mutatedCapture(rs []record) {
	for i := range rs {
		n := i
		funcSink = func() int { n++; return n }
	}
}

func sortBy(rs []record) {
	for i := range rs {
		tags := rs[i].Tags
		sort.Slice(tags, func(a, b int) bool { return tags[a] < tags[b] })
	}
}

func loopVariable(rs []record) {
	for _, r := range rs {
		pointers[0] = &r
	}
}

func goCapture(rs []record) {
	for i := range rs {
		done := doneChan
		go func() { done <- rs[i].ID }()
		<-done
	}
}

func plusEquals(rs []record) {
	s := ""
	for i := range rs {
		s += rs[i].Name
	}
	stringSink = s
}

func prepend(rs []record) {
	s := ""
	for i := range rs {
		s = rs[i].Name + s
	}
	stringSink = s
}

func plusField(rs []record) {
	var b struct{ text string }
	for i := range rs {
		b.text += rs[i].Name + ","
	}
	stringSink = b.text
}

func plusMap(rs []record) {
	for i := range rs {
		texts["k"] += rs[i].Name
	}
	clear(texts)
}

func sprintfAccumulate(rs []record) {
	s := ""
	for i := range rs {
		s = fmt.Sprintf("%s,%s", s, rs[i].Name)
	}
	stringSink = s
}

func writePlus(rs []record) {
	buf := bufio.NewWriter(io.Discard)
	for i := range rs {
		buf.WriteString(rs[i].Name + "=" + rs[i].Tags[0] + " and more than thirty-two bytes of it")
	}
}

func growSlice(rs []record) {
	var names []string
	for i := range rs {
		names = append(names, rs[i].Name)
	}
	keep(names)
}

func growEmpty(rs []record) {
	names := []string{}
	for i := range rs {
		names = append(names, rs[i].Name)
	}
	keep(names)
}

func makeEmpty(rs []record) {
	names := make([]string, 0)
	for i := range rs {
		names = append(names, rs[i].Name)
	}
	keep(names)
}

func growMap(rs []record) {
	m := make(map[string]int)
	for i := range rs {
		m[rs[i].Name+strconv.Itoa(i)] = i
	}
	keepMap(m)
}

func collect(rs []record) {
	for i := range rs {
		keep(slices.Collect(slices.Values(rs[i].Tags)))
	}
}

func contains(rs []record) {
	for range rs {
		if strings.Contains(string(long), "needle") {
			intSink++
		}
	}
}

func countKey(rs []record) {
	for range rs {
		counts[string(long)]++
	}
}

func writeBytes(rs []record) {
	for i := range rs {
		writer.Write([]byte(rs[i].Name))
	}
}

func writeConstant(rs []record) {
	for range rs {
		writer.Write([]byte("HTTP/1.1 200 OK\r\n"))
	}
}

func appendItoa(rs []record) {
	b := make([]byte, 0, 512)
	for i := range rs {
		b = append(b, strconv.Itoa(rs[i].ID+1000)...)
	}
	bytesSink = b
}

func appendString(rs []record) {
	b := make([]byte, 0, 2048)
	for range rs {
		b = append(b, string(long)...)
	}
	bytesSink = b
}

func rangeRunes(rs []record) {
	for range rs {
		for _, r := range []rune(longString) {
			intSink += int(r)
		}
	}
}

func unmarshalConstant(rs []record) {
	for range rs {
		var n int
		json.Unmarshal([]byte("17"), &n)
	}
}

func formatBytes(rs []record) {
	for range rs {
		fmt.Fprintf(writer, "%s\n", string(long))
	}
}

func ioWriteString(rs []record) {
	for range rs {
		io.WriteString(writer, string(long))
	}
}

func splitRange(rs []record) {
	for i := range rs {
		for _, part := range strings.Split(rs[i].Name, "-") {
			intSink += len(part)
		}
	}
}

func splitFirst(rs []record) {
	for i := range rs {
		stringSink = strings.Split(rs[i].Name, "-")[0]
	}
}

func splitCount(rs []record) {
	for i := range rs {
		intSink += len(strings.Split(rs[i].Name, "-"))
	}
}

func fieldsRange(rs []record) {
	for range rs {
		for _, f := range strings.Fields(longString) {
			intSink += len(f)
		}
	}
}

func sprintInt(rs []record) {
	for i := range rs {
		stringSink = fmt.Sprintf("%d", rs[i].ID+1000)
	}
}

func sprintJoin(rs []record) {
	for i := range rs {
		stringSink = fmt.Sprintf("%s/%s", rs[i].Name, rs[i].Tags[0])
	}
}

func sprintHex(rs []record) {
	for i := range rs {
		stringSink = fmt.Sprint(rs[i].Name, rs[i].Tags[0])
	}
}

func appendSprintf(rs []record) {
	b := make([]byte, 0, 1024)
	for i := range rs {
		b = append(b, fmt.Sprintf("%s=%d ", rs[i].Name, rs[i].ID+1000)...)
	}
	bytesSink = b
}

func bufferPerRound(rs []record) {
	for i := range rs {
		var buf bytes.Buffer
		buf.WriteString(rs[i].Name)
		buf.WriteByte('\n')
		writer.Write(buf.Bytes())
	}
}

func makePerRound(rs []record) {
	for i := range rs {
		b := make([]byte, 0, len(rs[i].Name)+100)
		b = append(b, rs[i].Name...)
		writer.Write(b)
	}
}

func regexpPerRound(rs []record) {
	for i := range rs {
		if regexp.MustCompile(`^[a-z]+-\d+$`).MatchString(rs[i].Name) {
			intSink++
		}
	}
}

func replacerPerRound(rs []record) {
	for i := range rs {
		stringSink = strings.NewReplacer("a", "1", "b", "2").Replace(rs[i].Name)
	}
}

func scannerPerRound(rs []record) {
	for range rs {
		sc := bufio.NewReader(os.Stdin)
		intSink += sc.Size()
	}
}

func hashPerRound(rs []record) {
	for i := range rs {
		h := crc32.NewIEEE()
		io.WriteString(h, rs[i].Name)
		intSink += int(h.Sum32())
	}
}

func mapPerRound(rs []record) {
	for i := range rs {
		seen := make(map[string]bool)
		for _, tag := range manyTags {
			seen[tag] = true
		}
		intSink += len(seen) + i
	}
}

func hexPerRound(rs []record) {
	b := make([]byte, 0, 4096)
	for i := range rs {
		b = append(b, hex.EncodeToString([]byte(rs[i].Name))...)
	}
	bytesSink = b
}

func poolSlice(rs []record) {
	for i := range rs {
		b := slicePool.Get().([]byte)[:0]
		b = append(b, rs[i].Name...)
		writer.Write(b)
		slicePool.Put(b)
	}
}

func poolLocal(rs []record) {
	for i := range rs {
		b := *pointerPool.Get().(*[]byte)
		b = append(b[:0], rs[i].Name...)
		writer.Write(b)
		pointerPool.Put(&b)
	}
}

func deferUnlock(rs []record) {
	for range rs {
		mutexes[0].Lock()
		mutexes[0].Unlock()
		defer note(len(rs))
	}
}

func timeAfter(rs []record) {
	ready := readyChan
	for range rs {
		select {
		case n := <-ready:
			intSink += n
		case <-time.After(time.Hour):
		}
	}
}

func addrString(rs []record) {
	b := make([]byte, 0, 1024)
	for range rs {
		b = append(b, addr.String()...)
	}
	bytesSink = b
}

type ctxKey struct{}

//go:noinline
func use(ctx context.Context) {
	if ctx.Err() != nil {
		intSink++
	}
}

type shape interface{ area() int }

type square struct{ a, b, c int }

func (s square) area() int { return s.a * s.b }

//go:noinline
func newShape(n int) shape { return square{n, n, n} }

func (r *record) id() int { return r.ID }

//go:noinline
func keep(list []string) { intSink += len(list) }

//go:noinline
func keepMap(m map[string]int) { intSink += len(m) }

//go:noinline
func note(n int) { intSink += n }

var (
	atomicValue atomic.Value
	anyChan     = make(chan any, 1)
	doneChan    = make(chan int)
	readyChan   = ready()
	pointers    [1]*record
	shapes      [1]shape
	texts       = map[string]string{}
	counts      = map[string]int{}
	long        = []byte(strings.Repeat("haystack ", 10))
	longString  = strings.Repeat("haystack ", 10)
	manyTags    = strings.Fields("a b c d e f g h i j k l m n o p")
	slicePool   = sync.Pool{New: func() any { return make([]byte, 0, 64) }}
	pointerPool = sync.Pool{New: func() any { return new([]byte) }}
	mutexes     [1]sync.Mutex
	addr        = netip.MustParseAddr("192.168.100.200")
)

// ready returns a channel that always has something.
func ready() chan int {
	ch := make(chan int)
	go func() {
		for {
			ch <- 1
		}
	}()
	return ch
}

// records returns n records.
func records(n int) []record {
	rs := make([]record, n)
	for i := range rs {
		rs[i] = record{ID: i, Name: "name-" + strconv.Itoa(1000+i), Tags: []string{"b", "a"}, At: time.Unix(1, 0), Score: float64(i) + 0.5}
	}
	return rs
}
