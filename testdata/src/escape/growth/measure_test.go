package growth

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"testing"
)

// full returns a T whose buffers have no room behind their lengths.
func full() *T {
	return &T{
		buf: make([]int, 2), bytes: make([]byte, 2),
		rows: []row{{}}, lists: [][]int{nil, make([]int, 1)}, byKey: map[int][]int{1: make([]int, 1)},
	}
}

// fresh returns a T that the calls of a function warm up.
func fresh() *T {
	return &T{rows: []row{{}}, lists: [][]int{nil}, byKey: make(map[int][]int)}
}

var (
	a, b     = full(), fresh()
	fixed    = make([]int, 2)
	room     = make([]int, 0, 64)
	ch       = chain{}
	fullCh   = chain{make([]int, 2)}
	text     = bytes.Repeat([]byte("x"), 100)
	buf      bytes.Buffer
	sinkInts []int
	l        = new(list)
	q, q2    = new(queue[int]), new(queue[int])
	o        = newOwner()
	wr       wrapper
	st, st2  starter
	out      = bufio.NewWriterSize(io.Discard, 16)
)

var calls = map[string]func(){
	"T.stored":                   func() { b.stored(1) },
	"T.storedElsewhere":          func() { a.storedElsewhere(1) },
	"T.returned":                 func() { a.returned(1) },
	"T.returnedAndStored":        func() { b.returnedAndStored(1) },
	"T.storedSometimes":          func() { a.storedSometimes(1) },
	"T.droppedByCallee":          func() { a.droppedByCallee(1) },
	"T.addedByCallee":            func() { b.addedByCallee(1) },
	"T.addedElsewhere":           func() { a.addedElsewhere(1) },
	"T.addedTwice":               func() { b.addedTwice(1) },
	"T.addedToOther":             func() { b.addedToOther(1) },
	"parameterReturned":          func() { parameterReturned(room, 1) },
	"parameterDropped":           func() { parameterDropped(fixed, 1) },
	"toGlobal":                   func() { toGlobal(1) },
	"toOtherGlobal":              func() { global = global[:cap(global)]; toOtherGlobal(1) },
	"throughPointer":             func() { throughPointer(&b.buf, 1) },
	"throughPointerDropped":      func() { throughPointerDropped(&a.buf, 1) },
	"T.local":                    func() { b.local(10) },
	"T.localDropped":             func() { a.localDropped(10) },
	"T.putBackByCallee":          func() { b.putBackByCallee(1) },
	"T.putBackElsewhereByCallee": func() { a.putBackElsewhereByCallee(b, 1) },
	"chain.copied":               func() { fullCh.copied(1) },
	"T.clearedBefore":            func() { b.clearedBefore(1) },
	"T.clearedAfter":             func() { b.clearedAfter(1) },
	"T.clearedByCallee":          func() { b.clearedByCallee(1) },
	"T.clearedByInlined":         func() { b.clearedByInlined(1) },
	"T.clearedDeep":              func() { b.next = 0; b.clearedDeep(1) },
	"T.truncatedByCallee":        func() { b.truncatedByCallee(1) },
	"chain.clearedWhole":         func() { ch.clearedWhole(1) },
	"T.clearedNested":            func() { b.clearedNested(1) },
	"T.clearedThroughPointer":    func() { b.clearedThroughPointer(1) },
	"T.clearedByLiteral":         func() { b.clearedByLiteral(1) },
	"T.clearedByMethod":          func() { b.clearedByMethod(1) },
	"T.clearedToFixed":           func() { b.clearedToFixed(1) },
	"T.clearedByOther":           func() { b.clearedByOther(&T{}, 1) },
	"T.swapped":                  func() { b.swapped(1) },
	"T.clearedOnFailure":         func() { b.clearedOnFailure(1) },
	"T.clearedIfLarge":           func() { b.clearedIfLarge(1) },
	"T.clearedIfAny":             func() { b.clearedIfAny(1) },
	"T.clearedMap":               func() { b.clearedMap(1) },
	"T.emptiedMap":               func() { b.emptiedMap(1) },
	"T.elements":                 func() { b.elements(1) },
	"T.elementsKept":             func() { b.elementsKept(1) },
	"T.elementsTakenAgain":       func() { b.elementsTakenAgain(1) },
	"T.lostLists":                func() { b.lostLists(1) },
	"T.keptLists":                func() { b.keptLists(1) },
	"T.listsOfMap":               func() { b.listsOfMap(1, 1) },
	"T.listsDeleted":             func() { b.listsDeleted(1, 1) },
	"T.resetByLiteral":           func() { b.resetByLiteral(1) },
	"T.resetByWrongLiteral":      func() { b.resetByWrongLiteral(1) },
	"T.resetByMethod":            func() { b.resetByMethod(1) },
	"T.resetByMethodTo":          func() { b.resetByMethodTo(1) },
	"T.queue":                    func() { b.queue(1) },
	"T.queueLocal":               func() { b.queueLocal(1) },
	"T.queuePopped":              func() { b.queuePopped(1) },
	"T.queueCompacted":           func() { b.queueCompacted(1) },
	"T.queueCopied":              func() { b.queueCopied(1) },
	"T.stack":                    func() { b.stack(1) },
	"T.ringBuffer":               func() { b.ringBuffer(1) },
	"T.deleteMiddle":             func() { b.deleteMiddle(1) },
	"T.inserted":                 func() { b.inserted(1) },
	"T.grown":                    func() { b.grown(10) },
	"T.grownElsewhere":           func() { a.grownElsewhere(10) },
	"T.replaced":                 func() { b.replaced(100) },
	"T.replacedOther":            func() { a.replacedOther(100) },
	"T.replacedIfRoom":           func() { a.replacedIfRoom(2) },
	"T.lazy":                     func() { b.lazy() },
	"T.lazyReset":                func() { b.lazyReset() },
	"T.lazyInlinedReset":         func() { b.lazyInlinedReset() },
	"T.lazyInCallee":             func() { b.lazyInCallee() },
	"T.lazyCallee":               func() { b.lazyCallee() },
	"T.lazyNothing":              func() { b.lazyNothing() },
	"cached":                     func() { cached(a) },
	"cachedAndEmptied":           func() { cachedAndEmptied(a) },
	"pooled":                     func() { pooled(10) },
	"pooledInPlace":              func() { pooledInPlace(1) },
	"pooledAndForgotten":         func() { pooledAndForgotten(10) },
	"scratch":                    func() { scratch(roomy, text) },
	"scratchUsed":                func() { scratchUsed(fullBytes, text) },
	"scratcher.forgets":          func() { new(scratcher).forgets(text) },
	"scratchKept":                func() { scratchKept(nil, text) },
	"registry.get":               func() { reg.get(7) },
	"ring.fills":                 func() { ring1.fills() },
	"ring.fillsNext":             func() { ring2.fillsNext() },
	"registry.getSometimes":      func() { sinkP = reg.getSometimes(-3, false) },
	"registry.getOrFail":         func() { reg.getOrFail(9) },
	"defersOnce":                 func() { defersOnce(&chain7) },
	"defersOnceAnew":             func() { defersOnceAnew(100) },
	"cursor.loads":               func() { (&chain6).loads() },
	"cursor.loadsFirst":          func() { (&chain7).loadsFirst() },
	"cursor.extends":             func() { (&chain1).extends() },
	"cursor.extendsOnce":         func() { (&chain2).extendsOnce() },
	"cursor.extendsAtomically":   func() { (&chain3).extendsAtomically() },
	"link.appends":               func() { link4.appends() },
	"cursor.first":               func() { (&chain5).first() },
	"registry.getOrNil":          func() { reg.getOrNil(8) },
	"registry.getNever":          func() { sinkP = reg.getNever(-1) },
	"registry.getElsewhere":      func() { sinkP = reg.getElsewhere(-2) },
	"firstByte":                  func() { sinkS = firstByte(text) },
	"firstBytes":                 func() { sinkS = firstBytes(text) },
	"pooledAndCleared":           func() { pooledAndCleared(1) },
	"pooledObject":               func() { pooledObject(1) },
	"pooledObjectCleared":        func() { pooledObjectCleared(1) },
	"buffer":                     func() { buffer(&buf, text) },
	"bufferCleared":              func() { bufferCleared(&buf, text) },
	"bufferNumber":               func() { bufferNumber(&buf, 1234567) },
	"writerNumber": func() {
		for range 4 { // most of them find too little room
			writerNumber(out, 123456789012345)
		}
	},
	"T.number":               func() { b.number(1234567) },
	"T.numberReturned":       func() { a.numberReturned(1234567) },
	"T.collected":            func() { b.collected(fixed) },
	"uniqueAgain":            func() { uniqueAgain("name") },
	"matchString":            func() { matchString("abc12") },
	"findIndex":              func() { sinkInts = findIndex("abc12") },
	"fd":                     func() { fd(os.Stdout) },
	"T.storedInOther":        func() { a.storedInOther(b, 1) },
	"T.setInOther":           func() { a.setInOther(b, 1) },
	"T.otherElement":         func() { a.otherElement(1) },
	"T.otherKey":             func() { a.otherKey(1) },
	"otherPointer":           func() { otherPointer(&b.buf, &fixed, 1) },
	"T.initOther":            func() { b.initOther(&T{}, 1) },
	"T.copiedAway":           func() { a.copiedAway(1) },
	"T.filledCopy":           func() { a.filledCopy(1) },
	"T.overwritten":          func() { b.overwritten(&T{}, 1) },
	"T.aliased":              func() { b.aliased(1) },
	"T.rowsInPlace":          func() { b.rowsInPlace(1) },
	"T.either":               func() { fresh().either(full(), 1) },
	"list.pushed":            func() { l.pushed(1) },
	"list.pushedAndDropped":  func() { l.pushedAndDropped(1) },
	"list.shifted":           func() { l.shifted(1) },
	"generic":                func() { generic(q, 1) },
	"genericShifted":         func() { genericShifted(q2, 1) },
	"owner.callsBack":        func() { o.callsBack(1) },
	"owner.deferred":         func() { o.deferred(1) },
	"T.swappedForNothing":    func() { b.swappedForNothing(1) },
	"T.clipped":              func() { b.clipped(1) },
	"wrapper.write":          func() { wr.write(text) },
	"wrapper.writeAndForget": func() { wr.writeAndForget(text) },
	"T.replacedTooSmall":     func() { b.replacedTooSmall(10) },
	"T.replacedByLess":       func() { b.replacedByLess(10, 5) },
	"T.replacedByDouble":     func() { b.replacedByDouble(100) },
	"onceLocal":              func() { onceLocal() },
	"starter.start":          func() { st.start() },
	"starter.startAgain":     func() { st2.startAgain() },
	"appended":               func() { appended(room, fixed) },
	"T.loopStored":           func() { b.loopStored(1) },
	"T.loopCleared":          func() { b.loopCleared(10) },
	"loopLocal":              func() { loopLocal(100) },
	"loopDropped":            func() { loopDropped(fixed, 10) },
	"loopQueue":              func() { loopQueue(100) },
	"loopLazy":               func() { loopLazy(b, 10) },
	"fewLocal":               func() { fewLocal(1) },
}

// TestMeasure prints what each function allocates, for the test of the pass.
func TestMeasure(t *testing.T) {
	for name, call := range calls {
		*b = *fresh()
		fmt.Printf("measured %s %v\n", name, testing.AllocsPerRun(100, call))
	}
}

var (
	roomy     = make([]byte, 0, 4096)
	fullBytes = []byte("full")
)

var (
	reg   = registry{make(map[int]*int), make(map[int]*int)}
	sinkP *int
	sinkS string
)

var (
	chain1 = cursor{new(link)}
	chain2 = cursor{new(link)}
	chain3 = cursor{new(link)}
	link4  = new(link)
	chain5 = cursor{new(link)}
)

var (
	chain6 = cursor{new(link)}
	chain7 = cursor{new(link)}
)

var (
	ring1 = &ring{cur: new(link)}
	ring2 = &ring{cur: new(link), list: make([]link, 10000)}
)
