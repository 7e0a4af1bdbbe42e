package doc

import (
	"bytes"
	"encoding/binary"
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

func TestBinary(t *testing.T) {
	rw := new(bytes.Buffer)
	rw.Grow(1 << 16)
	n := uint32(1000)
	if allocs := testing.AllocsPerRun(100, func() { binary.Write(rw, binary.BigEndian, n) }); allocs < 1 {
		t.Errorf("binary.Write allocates %v times", allocs)
	}
	if allocs := testing.AllocsPerRun(100, func() { binary.Read(rw, binary.BigEndian, &n) }); allocs < 1 {
		t.Errorf("binary.Read allocates %v times", allocs)
	}
}
