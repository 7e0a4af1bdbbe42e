package sites

import (
	"fmt"
	"testing"
)

var (
	numbers     = make([]int, 100)
	held        = outer{&inner{1}}
	number  any = 1000
	big         = 1000
)

var calls = map[string]func(){
	"fails":                func() { fails(big) },
	"failsOnly":            func() { failsOnly(big) },
	"twoLiterals":          func() { twoLiterals(big) },
	"nested":               func() { nested(big) },
	"constant":             func() { constant() },
	"constantStays":        func() { constantStays() },
	"literal":              func() { literal(big) },
	"assigned":             func() { assigned(big) },
	"assignedWhereItFails": func() { assignedWhereItFails(big) },
	"declared":             func() { declared(big) },
	"results":              func() { results(big) },
	"clause":               func() { clause(number) },
	"mapLiteral":           func() { mapLiteral(big) },
	"moved":                func() { moved(numbers, 0) },
	"movedResults":         func() { movedResults(numbers) },
	"generic":              func() { generic() },
	"genericObject":        func() { genericObject() },
	"promoted":             func() { promoted(held, big) },
	"promotedBox":          func() { promotedBox(held, big) },
	"promotedDropped":      func() { promotedDropped(held, -big) },
}

func TestMeasure(t *testing.T) {
	for name, call := range calls {
		fmt.Printf("measured %s %v\n", name, testing.AllocsPerRun(100, call))
	}
}
