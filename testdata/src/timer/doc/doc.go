package doc

import "time"

func Forward(in, out chan int, idle time.Duration) {
	for {
		select {
		case n := <-in:
			out <- n
		case <-time.After(idle): // want `^time.After makes a timer and its channel, in a loop; one timer for all rounds, Reset in each, allocates once$`
			return
		}
	}
}

func ForwardBetter(in, out chan int, idle time.Duration) {
	timer := time.NewTimer(idle)
	defer timer.Stop()
	for {
		select {
		case n := <-in:
			out <- n
		case <-timer.C:
			return
		}
		timer.Reset(idle)
	}
}
