package doc

import (
	"bytes"
	"testing"
)

func TestAllocs(t *testing.T) {
	lines := [][]byte{bytes.Repeat([]byte("a// "), 20), bytes.Repeat([]byte("b"), 50)}
	counts := map[string]int{}
	pointers := map[string]*int{}
	Count(lines, counts)
	CountBetter(lines, pointers)
	if n := testing.AllocsPerRun(100, func() { Count(lines, counts) }); n != 4 {
		t.Errorf("Count allocates %v times, not 4", n)
	}
	if n := testing.AllocsPerRun(100, func() { CountBetter(lines, pointers) }); n != 0 {
		t.Errorf("CountBetter allocates %v times", n)
	}
}
