package truth

import (
	"fmt"
	"strings"
	"testing"
)

type reads struct{}

//go:noinline
func (reads) read(p *int) { sinkInt = p }

var (
	long   = strings.Repeat("x", 64)
	data   = []byte(long)
	big    = 1000
	h      = holder{m: make(map[string]int), big: make(map[int]blob)}
	buf    = make([]int, 0, 64)
	room   = make([]byte, 0, 64)
	r      = reader(reads{})
	key    int
	origin point
)

var calls = map[string]func(){
	"concatAssign":       func() { concatAssign(long, long) },
	"concatLocal":        func() { concatLocal(long, long) },
	"bytesToString":      func() { bytesToString(data) },
	"freeConversions":    func() { freeConversions(data, h.m, long) },
	"bounded":            func() { bounded(long, long, [16]byte{}) },
	"oneRune":            func() { oneRune(0x4e16) },
	"unbounded":          func() { unbounded(long, long) },
	"boundedSlice":       func() { boundedSlice(1234567) },
	"unboundedSlice":     func() { unboundedSlice(40) },
	"kept":               func() { kept(data) },
	"makeVariable":       func() { makeVariable(big) },
	"makeConstant":       func() { makeConstant() },
	"makeLarge":          func() { makeLarge() },
	"mapLocal":           func() { mapLocal(100) },
	"appendLocal":        func() { appendLocal(100) },
	"appendParameter":    func() { appendParameter(buf, 10) },
	"holder.appendField": func() { h.appendField(1) },
	"holder.mapUpdate":   func() { h.mapUpdate("x") },
	"holder.mapLargeValue": func() {
		key++
		h.mapLargeValue(key)
	},
	"makeChan":          func() { makeChan() },
	"goArgument":        func() { goArgument(1) },
	"goClosure":         func() { goClosure(1) },
	"deferLoop":         func() { deferLoop(3) },
	"deferOnce":         func() { deferOnce(1) },
	"boxFree":           func() { boxFree(7, &origin) },
	"boxInt":            func() { boxInt(big) },
	"literalStored":     func() { literalStored() },
	"literalCaptures":   func() { literalCaptures(big) },
	"methodValue":       func() { methodValue(point{}) },
	"emptyLiteral":      func() { emptyLiteral() },
	"constructorLocal":  func() { constructorLocal(1) },
	"constructorStored": func() { constructorStored(1) },
	"genericBox":        func() { genericBox(big) },
	"addressInError":    func() { addressInError(1) },
	"addressToInterface": func() {
		addressToInterface(r)
	},
	"constantFalse": func() { constantFalse(big) },
	"overIterator":  func() { overIterator(10) },
	"newValue":      func() { newValue() },
	"appendInt":     func() { appendInt(room, 1234567) },
	"atoi":          func() { atoi("1234567") },
	"itoa":          func() { itoa(big) },
	"once":          func() { once() },
	"matches":       func() { matches(data) },
	"cached":        func() { cached(7) },
	"pooled":        func() { pooled(data) },
	"buffered":      func() { buffered(data) },
	"callsBack":     func() { callsBack(big) },
	"hashes":        func() { hashes(data) },
}

// TestMeasure prints what each function allocates, for the test of the pass.
func TestMeasure(t *testing.T) {
	for name, call := range calls {
		fmt.Printf("measured %s %v\n", name, testing.AllocsPerRun(100, call))
	}
}
