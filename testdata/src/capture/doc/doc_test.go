package doc

import (
	"iter"
	"testing"
)

type list []string

func (l list) Each(f func(string)) {
	for _, v := range l {
		f(v)
	}
}

type ints []int

func (s ints) All() iter.Seq[int] { return s.each }

func (s ints) each(yield func(int) bool) {
	for _, v := range s {
		if !yield(v) {
			return
		}
	}
}

func TestAllocs(t *testing.T) {
	const n = 50
	words := make([]string, n)
	events := make([]Event, n)
	done := make(chan bool, n)
	var tree Tree = list{"a", "b"}
	queue := &Queue{funcs: make([]func(), 0, n), events: make([]pending, 0, n)}
	wait := func() {
		for range n {
			<-done
		}
	}
	for _, test := range []struct {
		name     string
		f        func()
		min, max float64
	}{
		{"Count", func() { Count(tree, words) }, n + 1, n + 1},
		{"CountOnce", func() { CountOnce(tree, words) }, 2, 2},
		{"Start", func() { Start(n, done); wait() }, n, 2 * n},
		{"StartOnce", func() { StartOnce(n, done); wait() }, 1, n / 2}, // goroutines may have to be made at first
		{"Fill", func() { queue.funcs = queue.funcs[:0]; Fill(queue, events) }, n, n},
		{"FillEvents", func() { queue.events = queue.events[:0]; FillEvents(queue, events) }, 0, 0},
	} {
		if got := testing.AllocsPerRun(100, test.f); got < test.min || got > test.max {
			t.Errorf("%s: %v allocations, want %v to %v", test.name, got, test.min, test.max)
		}
	}
	sets := []Set{ints{1}, ints{2}}
	if got := testing.AllocsPerRun(100, func() { Sum(sets) }); got < 5 {
		t.Errorf("Sum: %v allocations, want a func and a state for each set, and the sum", got)
	}
}
