package doc

import (
	"context"
	"testing"
	"time"
)

// What the pass knows by name allocates.
func TestMade(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	type key struct{}
	soon := time.Now().Add(time.Hour)
	for name, f := range map[string]func(){
		"time.After":     func() { time.After(time.Hour) },
		"time.Tick":      func() { time.Tick(time.Hour) },
		"time.NewTimer":  func() { time.NewTimer(time.Hour).Stop() },
		"time.NewTicker": func() { time.NewTicker(time.Hour).Stop() },
		"context.WithCancel": func() {
			_, cancel := context.WithCancel(ctx)
			cancel()
		},
		"context.WithCancelCause": func() {
			_, cancel := context.WithCancelCause(ctx)
			cancel(nil)
		},
		"context.WithTimeout": func() {
			_, cancel := context.WithTimeout(ctx, time.Hour)
			cancel()
		},
		"context.WithTimeoutCause": func() {
			_, cancel := context.WithTimeoutCause(ctx, time.Hour, nil)
			cancel()
		},
		"context.WithDeadline": func() {
			_, cancel := context.WithDeadline(ctx, soon)
			cancel()
		},
		"context.WithDeadlineCause": func() {
			_, cancel := context.WithDeadlineCause(ctx, soon, nil)
			cancel()
		},
		"context.WithValue":     func() { sink = context.WithValue(ctx, key{}, 1) },
		"context.WithoutCancel": func() { sink = context.WithoutCancel(ctx) },
	} {
		if n := testing.AllocsPerRun(100, f); n < 1 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

var sink context.Context

func TestAllocs(t *testing.T) {
	in, out := make(chan int), make(chan int)
	run := func(forward func(in, out chan int, idle time.Duration)) float64 {
		go forward(in, out, time.Second)
		return testing.AllocsPerRun(100, func() {
			in <- 1
			<-out
		})
	}
	if n := run(Forward); n < 2 {
		t.Errorf("Forward allocates %v times a round, not 2 or more", n)
	}
	time.Sleep(1100 * time.Millisecond)
	if n := run(ForwardBetter); n >= 1 {
		t.Errorf("ForwardBetter allocates %v times a round", n)
	}
}
