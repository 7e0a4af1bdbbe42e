package measured

import "testing"

func TestAllocations(t *testing.T) {
	for _, test := range []struct {
		name string
		f    func()
		want float64
	}{
		{"variables", variables, 6},
		{"smallInteger", smallInteger, 0},
		{"disabledLogger", disabledLogger, 3},
		{"appended", appended, 1},
		{"sent", sent, 1},
		{"stored", stored, 1},
		{"contextValue", contextValue, 2},
		{"pushed", pushed, 1},
		{"behindInterface", behindInterface, 1},
		{"returned", returned, 1},
		{"generic", generic, 1},
		{"deepEqual", deepEqual, 2},
		{"binaryWrite", binaryWrite, 1},
		{"repeated", repeated, 2},
		{"stays", stays, 0},
	} {
		if got := testing.AllocsPerRun(100, test.f); got != test.want {
			t.Errorf("%s: %v allocations, want %v", test.name, got, test.want)
		}
	}
}
