package cases

import (
	"fmt"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"
)

var (
	text      = strings.Repeat("é", 40)
	data      = []byte(text)
	ints      = make([]int, 40)
	x         = &index{map[string]int{"a": 1}}
	e         = new(encoder)
	shape any = point{1, 2}
	one       = point{1, 2}
	words     = map[string]int{"a": 1}
	at        = time.Date(2026, 1, 2, 3, 4, 5, 600, time.UTC)
	addr      = netip.MustParseAddr("10.1.2.3")
	pref      = netip.MustParsePrefix("10.1.0.0/16")
	c         = make(chan int)
	m         = map[int]int{}
	f         = reflect.ValueOf(func(n int) int { return n })
	args      = []reflect.Value{reflect.ValueOf(1000)}
)

var calls = map[string]func(){
	"localChan":           func() { localChan(1) },
	"index.read":          func() { x.read("a") },
	"index.remove":        func() { x.remove("b") },
	"index.empty":         func() { x.empty() },
	"ping":                func() { ping(1000) },
	"pong":                func() { pong(1001) },
	"tick":                func() { tick(1001) },
	"tock":                func() { tock(1000) },
	"left":                func() { left(10) },
	"right":               func() { right(10) },
	"reflectCall":         func() { reflectCall(f, args) },
	"atomics":             func() { atomics(&one) },
	"intrinsics":          func() { intrinsics(12345) },
	"unsafely":            func() { unsafely(data, text) },
	"handsOn":             func() { handsOn(1) },
	"swallows":            func() { swallows(-1) },
	"tests":               func() { tests(1) },
	"endOfFile":           func() { endOfFile(1) },
	"endOfFileAfter":      func() { endOfFileAfter(1) },
	"endOfFileOnly":       func() { endOfFileOnly(1) },
	"alwaysFails":         func() { sinkErr = alwaysFails(1) },
	"alwaysFailsTwice":    func() { sinkErr = alwaysFailsTwice(1) },
	"recoversItself":      func() { recoversItself(1) },
	"panics":              func() { panics(1) },
	"boxesFree":           func() { boxesFree(200, true, &one, c, m) },
	"boxesOne":            func() { boxesOne(one) },
	"conversions":         func() { conversions(data, words, text) },
	"conversionStored":    func() { clear(words); conversionStored(data, words) },
	"constructorCalled":   func() { constructorCalled(1) },
	"constructorInlined":  func() { constructorInlined(1) },
	"closures":            func() { closures(ints, 3) },
	"closureKept":         func() { closureKept(ints, 3) },
	"literalStored":       func() { literalStored(new(stored)) },
	"literalCalled":       func() { sinkPoint = literalCalled(nil) },
	"values":              func() { values(text, "b", shape, ints) },
	"variadicKept":        func() { variadicKept(1) },
	"looksUp":             func() { looksUp("ten") },
	"builds":              func() { builds() },
	"encoder.numbers":     func() { e.numbers(1<<40, 1.0/3) },
	"encoder.quoted":      func() { e.quoted(text) },
	"encoder.formatted":   func() { e.formatted(1 << 40) },
	"encoder.buffered":    func() { e.buffered(text, data) },
	"encoder.taken":       func() { e.taken(text) },
	"encoder.binary":      func() { e.binary(1 << 40) },
	"encoder.binaryFresh": func() { e.binaryFresh() },
	"encoder.runes":       func() { e.runes(text, 'é') },
	"encoder.runeList":    func() { e.runeList(text) },
	"encoder.runeCount":   func() { e.runeCount(data) },
	"masked":              func() { masked(netip.Prefix{}) },
	"encoder.address":     func() { e.address(addr, pref, netip.AddrPortFrom(addr, 80)) },
	"encoder.addressText": func() { e.addressText(addr) },
	"parsesAddress":       func() { parsesAddress("10.1.2.3") },
	"encoder.times":       func() { e.times(at) },
	"encoder.timeText":    func() { e.timeText(at) },
}

func TestMeasure(t *testing.T) {
	for name, call := range calls {
		fmt.Printf("measured %s %v\n", name, testing.AllocsPerRun(100, call))
	}
}
