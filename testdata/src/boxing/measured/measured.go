// Package measured has what is known to allocate, with a count from
// testing.AllocsPerRun for each: measured_test.go holds them to it.
package measured

import (
	"bytes"
	"container/heap"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"sync/atomic"
	"time"
)

type pair struct{ a, b int }

func (p pair) Sum() int { return p.a + p.b }

type summer interface{ Sum() int }

var (
	sink   any
	number = 1000
	text   = "text"
	slice  = []int{1, 2}
	couple = pair{1, 2}
	now    = time.Now()
	delay  = time.Second
)

func variables() { // 6
	for range number / 1000 {
		sink = number // want `^int value of 8 bytes allocates \(unless 0 to 255\) when converted to any for the assignment to sink, in a loop$`
		sink = text   // want `^string value of 16 bytes`
		sink = slice  // want `^\[\]int value of 24 bytes`
		sink = couple // want `^pair value of 16 bytes`
		sink = now    // want `^time.Time value of 24 bytes`
		sink = delay  // want `^time.Duration value of 8 bytes allocates \(unless 0 to 255\) when`
	}
}

var small = 255

func smallInteger() { // 0
	for range number / 1000 {
		sink = small // want `^int value of 8 bytes allocates \(unless 0 to 255\) when`
	}
}

var quiet = slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelError}))

func disabledLogger() { // 3
	for range number / 1000 {
		quiet.Debug("got", "number", number, "text", text, "couple", couple) // want `^3 arguments of slog.Logger.Debug \(int, string, pair\) allocate up to 40 bytes when converted to any, in a loop; so it does while the level is off, unless an if statement asks first$`
	}
}

var anys = make([]any, 0, 10)

func appended() { // 1
	for range number / 1000 {
		anys = append(anys[:0], couple) // want `^pair value .* for an argument of append, in a loop$`
	}
}

var queue = make(chan any, 1)

func sent() { // 1
	for range number / 1000 {
		queue <- couple // want `^pair value .* for the send on queue, in a loop$`
		<-queue
	}
}

var shared atomic.Value

func stored() { // 1
	for range number / 1000 {
		shared.Store(couple) // want `^pair value .* for an argument of atomic.Value.Store, in a loop$`
	}
}

type key struct{}

var ctx = context.Background()

func contextValue() { // 2
	for range number / 1000 {
		sink = context.WithValue(ctx, key{}, number) // want `^int value .* for an argument of context.WithValue, in a loop$`
	}
}

type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }

func (h *ints) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

var queued = make(ints, 0, 10)

func pushed() { // 1
	for range number / 1000 {
		queued = queued[:0]
		heap.Push(&queued, number) // want `^int value .* for an argument of heap.Push, in a loop$`
	}
}

//go:noinline
func sum(s summer) int { sink = s; return s.Sum() }

func behindInterface() { // 1
	for range number / 1000 {
		sum(couple) // want `^pair value of 16 bytes allocates when converted to summer for an argument of sum, in a loop$`
	}
}

func returned() { // 1
	for range number / 1000 {
		get := func() summer { return couple } // want `^pair value of 16 bytes allocates when converted to summer for a result, in a loop$`
		sink = get()
	}
}

func boxEach[T any](ts []T) {
	for _, t := range ts {
		sink = t // want `^T value, as instantiated in this package, allocates when converted to any for the assignment to sink, in a loop$`
	}
}

var numbers = []int{1000}

func generic() { // 1
	boxEach(numbers)
}

func deepEqual() { // 2
	for range number / 1000 {
		reflect.DeepEqual(slice, numbers) // want `^\[\]int value .* for an argument of reflect.DeepEqual, in a loop$` `^\[\]int value`
	}
}

var out bytes.Buffer

func binaryWrite() { // 1
	for range number / 1000 {
		out.Reset()
		binary.Write(&out, binary.LittleEndian, uint32(number)) // nope: the one allocation is the buffer, inside of Write
	}
}

func repeated() { // 2
	for range number / 1000 {
		fmt.Fprintln(io.Discard, text) // want `^string value .* for an argument of fmt.Fprintln, in a loop$`
		fmt.Fprintln(io.Discard, text) // want `^string value .* for an argument of fmt.Fprintln, in a loop$`
	}
}

//go:noinline
func look(v any) bool { return v == nil }

func stays() { // 0
	for range number / 1000 {
		look(couple)    // nope: stays on the stack
		sum(pair{3, 4}) // nope: read-only data
	}
}
