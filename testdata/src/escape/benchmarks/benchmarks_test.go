package benchmarks

import "testing"

func BenchmarkLoop(b *testing.B) {
	//zeroalloc:check
	for b.Loop() { // nope: it sets the timer before the first round
		number++
	}
}

func BenchmarkLoopBoxes(b *testing.B) {
	//zeroalloc:check
	for b.Loop() {
		sink = number // want `int value allocates when converted to any \(8 B\)`
	}
}

func BenchmarkN(b *testing.B) {
	//zeroalloc:check
	for range b.N {
		number++
	}
}

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		n := 0
		//zeroalloc:check
		for pb.Next() {
			n++
		}
	})
}

func BenchmarkParallelBoxes(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		n := 1000
		//zeroalloc:check
		for pb.Next() {
			n++
			use(n) // want `int value allocates when converted to any \(8 B\)`
		}
	})
}

//go:noinline
func use(x any) {
	if x == nil {
		sink = x
	}
}

// BenchmarkTimer resets the timer in each round.
func BenchmarkTimer(b *testing.B) {
	//zeroalloc:check
	for b.Loop() {
		b.ResetTimer() // want `runtime.ReadMemStats is part of the runtime and not followed`
	}
}

// TestMeasure holds the comments above against what is counted.
func TestMeasure(t *testing.T) {
	for name, test := range map[string]struct {
		run  func(b *testing.B)
		want int64
	}{
		"Loop":          {BenchmarkLoop, 0},
		"LoopBoxes":     {BenchmarkLoopBoxes, 1},
		"N":             {BenchmarkN, 0},
		"Parallel":      {BenchmarkParallel, 0},
		"ParallelBoxes": {BenchmarkParallelBoxes, 1},
	} {
		if got := testing.Benchmark(test.run).AllocsPerOp(); got != test.want {
			t.Errorf("%s allocates %d times in a round, want %d", name, got, test.want)
		}
	}
}
