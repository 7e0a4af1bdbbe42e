package fix

import "time"

type server struct {
	idle time.Duration
	in   chan int
}

func (s *server) forever(stop chan bool) (n int) {
	for {
		select {
		case <-s.in:
			n++
		case <-time.After(s.idle): // want `time.After makes`
			return n
		}
	}
}

func labelled(in chan int) (n int) {
	wait := time.Second
	// Some words.
loop:
	for n < 10 {
		n++
		wait += time.Millisecond
		select {
		case <-in:
			continue loop
		case at := <-time.After(2*wait + time.Second): // want `time.After makes`
			println(at.String())
		}
	}
	return n
}

func inCase(in chan int, n int) {
	switch n {
	case 1:
		for range n {
			select {
			case <-in:
			case <-time.After(time.Duration(n) * time.Millisecond): // want `time.After makes`
			}
		}
	}
}

// The field might be behind a nil pointer if there is no round.
func (s *server) bounded(n int) {
	for range n {
		select {
		case <-s.in:
		case <-time.After(s.idle): // want `time.After makes`
		}
	}
}

func ofTheRound(in chan int, waits []time.Duration) {
	for _, wait := range waits {
		select {
		case <-in:
		case <-time.After(wait): // want `time.After makes`
		}
	}
}

func called(in chan int, wait func() time.Duration) {
	for {
		select {
		case <-in:
		case <-time.After(wait()): // want `time.After makes`
			return
		}
	}
}

func divided(in chan int, n time.Duration) {
	for range n {
		select {
		case <-in:
		case <-time.After(time.Second / n): // want `time.After makes`
			return
		}
	}
}

func taken(in chan int, timer time.Duration) {
	for {
		select {
		case <-in:
		case <-time.After(timer): // want `time.After makes`
			return
		}
	}
}

func twice(in chan int) {
	for {
		select {
		case <-in:
		case <-time.After(time.Second): // want `time.After makes`
			return
		}
		select {
		case <-in:
		case <-time.After(time.Minute): // want `time.After makes`
			return
		}
	}
}

func nested(in chan int, n int) {
	for {
		if n > 0 {
			select {
			case <-in:
			case <-time.After(time.Second): // want `time.After makes`
				return
			}
		}
		n = <-in
	}
}

func sent(in chan int, out chan<- <-chan time.Time) {
	for {
		select {
		case <-in:
		case out <- time.After(time.Second): // want `time.After makes`
		}
	}
}

func jumps(in chan int, n int) {
	if n == 0 {
		goto end
	}
	{
		for range n {
			select {
			case <-in:
			case <-time.After(time.Second): // want `time.After makes`
			}
		}
	}
end:
	println(n)
}

func commented(in chan int) {
	for {
		select {
		case <-in:
		case <-time.After( /* a while */ time.Second): // want `time.After makes`
			return
		}
	}
}
