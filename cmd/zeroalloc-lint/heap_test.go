package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// After the first collection all is as it was.
func TestGrowHeap(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	settings := func() (percent int, limit int64) {
		percent = debug.SetGCPercent(-1)
		debug.SetGCPercent(percent)
		return percent, debug.SetMemoryLimit(-1)
	}
	percent, limit := settings()
	growHeap(math.MaxInt64 / 2)
	if p, l := settings(); p != -1 || l != math.MaxInt64/2 {
		t.Errorf("collections at %d %% and %d bytes", p, l)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		runtime.GC()
		if p, l := settings(); p == percent && l == limit {
			return
		} else if time.Now().After(deadline) {
			t.Fatalf("collections at %d %% and %d bytes in the end, want %d %% and %d", p, l, percent, limit)
		}
	}
}
