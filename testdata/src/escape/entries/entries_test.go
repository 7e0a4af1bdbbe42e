package entries

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

var (
	text  = strings.Repeat("x", 40)
	runes = []rune(text)
	data  = []byte(text)
	ints  = make([]int, 40)
	one   = 1
	ptrs  = make([]*int, 40)
	texts = make([]string, 40)
	done  = make(chan bool)
	n     = 40
	pcs   = make([]uintptr, 10)
)

func init() {
	for i := range ptrs {
		ptrs[i], texts[i] = new(int), fmt.Sprint(i)
	}
	sinkBig = make(map[large]large)
	pcs = pcs[:runtime.Callers(0, pcs)]
}

var fresh byte

var calls = map[string]func(){
	"newobject":         func() { newobject(n) },
	"convT":             func() { convT(wide{[3]*int{&one}}) },
	"convTnoptr":        func() { convTnoptr(triple{n, n, n}) },
	"convT16":           func() { convT16(uint16(n) + 1000) },
	"convT32":           func() { convT32(uint32(n) + 1000) },
	"convT64":           func() { convT64(uint64(n) + 1000) },
	"convTstring":       func() { convTstring(text) },
	"convTslice":        func() { convTslice(ints) },
	"makeslice":         func() { makeslice(n) },
	"makeslice64":       func() { makeslice64(uint64(n)) },
	"makeslicecopy":     func() { makeslicecopy(ptrs) },
	"mallocgc":          func() { mallocgc(data) },
	"growslice":         func() { growslice(ints) },
	"moveSliceNoScan":   func() { moveSliceNoScan(ints[:2]) },
	"moveSlice":         func() { moveSlice(ptrs[:2]) },
	"makemapSmall":      func() { makemapSmall() },
	"makemap":           func() { makemap(n) },
	"makemap64":         func() { makemap64(int64(n)) },
	"mapassign":         func() { mapassign(n) },
	"mapassignFast":     func() { mapassignFast(n) },
	"mapassignPointer":  func() { mapassignPointer(ptrs) },
	"mapassignString":   func() { mapassignString(texts) },
	"mapassignLarge":    func() { fresh++; mapassignLarge(fresh) },
	"makechan":          func() { makechan(n) },
	"makechan64":        func() { makechan64(int64(n)) },
	"concat":            func() { concat(text, text, text, text, text, text) },
	"concatbyte":        func() { concatbyte(text, text, text, text, text, text) },
	"slicebytetostring": func() { slicebytetostring(data) },
	"slicerunetostring": func() { slicerunetostring(runes) },
	"stringtoslicebyte": func() { stringtoslicebyte(text) },
	"stringtoslicerune": func() { stringtoslicerune(text) },
	"intstring":         func() { intstring(rune(n) + 1000) },
	"deferprocReused":   func() { deferprocReused(n) },
	"deferrangefunc":    func() { deferrangefunc(n) },
	"newcoro":           func() { newcoro(numbers(n)) },
	"setFinalizer":      func() { setFinalizer(n) },
}

func TestMeasure(t *testing.T) {
	for name, call := range calls {
		fmt.Printf("measured %s %v\n", name, testing.AllocsPerRun(100, call))
	}
}
