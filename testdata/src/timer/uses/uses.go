// Package uses has timers and contexts in loops.
package uses

import (
	"context"
	"time"
)

func retry(ctx context.Context, try func() bool, pause time.Duration) error {
	for !try() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause): // nope: the other case leaves the loop, so it waits in each round
		}
	}
	return nil
}

func poll(in chan int, stop chan bool) {
loop:
	for {
		select {
		case <-stop:
			break loop
		case <-time.After(time.Second): // nope: so it does here
		}
	}
	for {
		select {
		case <-in:
			break // leaves the select statement alone
		case <-time.After(time.Second): // want `one timer for all rounds`
		case <-stop:
			return
		}
	}
}

func ready(in chan int, n int) {
	for range n {
		select {
		case <-time.After(time.Second): // want `time.After makes`
		default:
		}
	}
}

func timers(in chan int, n int) (kept []*time.Timer) {
	for range n {
		t := time.NewTimer(time.Second) // want `time.NewTimer makes a timer and its channel, in a loop; one for all rounds, Reset in each, allocates once`
		select {
		case <-in:
		case <-t.C:
		}
		t.Stop()
	}
	for range n {
		t := time.NewTimer(time.Second) // nope: kept
		kept = append(kept, t)
	}
	for range n {
		t := time.NewTimer(time.Second) // nope: the goroutine has it
		go func() { <-t.C }()
	}
	var last *time.Timer
	for range n {
		last = time.NewTimer(time.Second) // nope: it outlives the round
	}
	for range n {
		<-time.Tick(time.Second) // want `time.Tick makes a ticker and its channel`
	}
	return append(kept, last)
}

func contexts(ctx context.Context, n int, do func(context.Context)) {
	type key struct{}
	for range n {
		ctx, cancel := context.WithTimeout(ctx, time.Second) // nope: each round has a second
		do(ctx)
		cancel()
	}
	var cancels []func()
	for range n {
		ctx, cancel := context.WithCancel(ctx) // nope: it lives on
		do(ctx)
		cancels = append(cancels, cancel)
	}
	for range n {
		ctx, cancel := context.WithCancel(ctx) // nope: the goroutine has it
		go do(ctx)
		cancel()
	}
	for range n {
		ctx := context.WithValue(ctx, key{}, n) // want `context.WithValue makes a context, in a loop; made before, it serves all rounds`
		do(ctx)
	}
	for i := range n {
		ctx := context.WithValue(ctx, key{}, i) // nope: another one in each round
		do(ctx)
	}
	once, cancel := context.WithTimeout(ctx, time.Second) // nope: not in a loop
	defer cancel()
	do(once)
}

func serve(ctx context.Context, requests chan func(context.Context)) {
	for request := range requests {
		request := request
		func() {
			ctx, cancel := context.WithTimeout(ctx, time.Second) // nope: it is of the func literal
			defer cancel()
			request(ctx)
		}()
	}
}

//zeroalloc:hot
func hot(in chan int) {
	select {
	case <-in:
	case <-time.After(time.Second): // want `annotated //zeroalloc:hot`
	}
}

//zeroalloc:hot
func hotContext(ctx context.Context, do func(context.Context)) {
	ctx, cancel := context.WithTimeout(ctx, time.Second) // want `^context.WithTimeout makes a context and its timer, annotated //zeroalloc:hot; one for all calls, or a deadline of the connection, allocates once$`
	do(ctx)
	cancel()
}

func suppressed(in chan int, n int) {
	for range n {
		select {
		case <-in:
		case <-time.After(time.Second): //zeroalloc:allow timer there are few
		}
	}
}
