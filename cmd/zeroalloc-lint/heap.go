package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// A first is garbage from the start.
type first struct{ _ *int } // of a size and kind that has a block of memory to itself

// growHeap has the first garbage collection wait until so many bytes are in use. Most
// runs, each of which is about one package under go vet, are over before that, and a
// quarter of their time went into collections of a small heap that was all in use.
// Whoever sets GOGC or GOMEMLIMIT knows better.
func growHeap(bytes int64) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(bytes)
	// The first collection finalizes what nothing refers to: from then on it is as
	// it was.
	runtime.SetFinalizer(new(first), func(*first) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
}
