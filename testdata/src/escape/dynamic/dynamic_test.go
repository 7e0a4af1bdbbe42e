package dynamic

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

var sinkBytes []byte

var (
	buffer = bytes.NewBuffer(make([]byte, 0, 4096))
	data   = []byte("data")
	text   = strings.Repeat("x", 64)
	ints   = []int{1, 2, 3}
	room   = make([]int, 0, 8)
	s      = newStep(twice)
	pairs  = &joined{text, text}
	fix    = fixed("fixed")
	copier = new(copying)
	words  = pair[word]{"a", "b"}
	lists  = pair[list]{ints, ints}

	adopted = Adopted()
	grown   = Planted()
)

var calls = map[string]func(){
	"argument":                        func() { argument(1) },
	"argumentAllocates":               func() { argumentAllocates(1) },
	"captured":                        func() { captured(1) },
	"capturedAllocates":               func() { capturedAllocates(1) },
	"chosen":                          func() { chosen(1, true) },
	"chosenAllocates":                 func() { chosenAllocates(1, true) },
	"variable":                        func() { variable(1) },
	"exportedVariable":                func() { exportedVariable(1) },
	"variableAllocates":               func() { setHooked(); variableAllocates(1) },
	"variableLeaked":                  func() { *pointer() = kept; variableLeaked(1) },
	"step.field":                      func() { s.field(1) },
	"step.fieldOfCaller":              func() { s.fieldOfCaller(1) },
	"step.interfaceField":             func() { s.interfaceField(data) },
	"areas":                           func() { areas(shapes) },
	"names":                           func() { names(namers) },
	"Through":                         func() { Through(front) },
	"CountLegs":                       func() { CountLegs(pet); CountLegs(adopted) },
	"NameTree":                        func() { NameTree(grown) },
	"SizePart":                        func() { SizePart(fitted) },
	"fins":                            func() { fins(pond[1]) },
	"openFront":                       func() { openFront() },
	"writer":                          func() { writer(buffer, data) },
	"writerAllocates":                 func() { writerAllocates(copier, data) },
	"writeString":                     func() { writeString(buffer, text) },
	"writeStringOfBytes":              func() { writeStringOfBytes(copier, text) },
	"describeString":                  func() { describeString(&fix) },
	"describeBytes":                   func() { describeBytes(pairs) },
	"methodValue":                     func() { methodValue(shapes[1].(*circle)) },
	"methodValueAllocates":            func() { methodValueAllocates(pairs) },
	"iterated":                        func() { iterated(ints) },
	"iteratedBackward":                func() { iteratedBackward(ints, room) },
	"typeArgument":                    func() { typeArgument("word") },
	"typeArgumentAllocates":           func() { typeArgumentAllocates(ints) },
	"typeArgumentOfReceiver":          func() { typeArgumentOfReceiver(&words) },
	"typeArgumentOfReceiverAllocates": func() { typeArgumentOfReceiverAllocates(&lists) },
	"result":                          func() { result(1) },
	"resultAllocates":                 func() { resultAllocates(1) },
	"hashed":                          func() { hashed(data) },
	"hashedAllocates":                 func() { sinkBytes = hashedAllocates() },
	"logs":                            func() { logs(data) },
	"logsAllocates":                   func() { logsAllocates(data) },
	"logger.logsAnywhere":             func() { toBuffer.logsAnywhere(nil) },
	"switches":                        func() { switched.to(copier); switches(data) },
	"restarts":                        func() { restarted.restart(copier); restarts(data) },
	"byValue":                         func() { byValue(1) },
	"byValueAllocates":                func() { byValueAllocates(1) },
	"inLiteral":                       inLiteral(data),
	"inLiteralAllocates":              inLiteralAllocates(data),
	"wrappedTwice":                    func() { wrappedTwice() },
	"recursiveLiteral":                func() { recursiveLiteral(3) },
	"around":                          func() { around(buffer, 3) },
}

func TestMeasure(t *testing.T) {
	for name, call := range calls {
		fmt.Printf("measured %s %g\n", name, testing.AllocsPerRun(100, call))
	}
}
