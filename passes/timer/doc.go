// Package timer defines an Analyzer that reports timers and contexts that are made anew in
// each round of a loop.
//
// # Analyzer timer
//
// timer: report timers and contexts that are made anew in each round of a loop
//
// A timer is two objects on the heap, itself and its channel, and so is a ticker. time.After
// makes one with each call, used or not:
//
//	func Forward(in, out chan int, idle time.Duration) {
//		for {
//			select {
//			case n := <-in:
//				out <- n
//			case <-time.After(idle): // time.After makes a timer and its channel, in a loop; one timer for all rounds, Reset in each, allocates once
//				return
//			}
//		}
//	}
//
// and
//
//	func ForwardBetter(in, out chan int, idle time.Duration) {
//		timer := time.NewTimer(idle)
//		defer timer.Stop()
//		for {
//			select {
//			case n := <-in:
//				out <- n
//			case <-timer.C:
//				return
//			}
//			timer.Reset(idle)
//		}
//	}
//
// Since Go 1.23 Reset needs no Stop and no draining of the channel before. So there is a
// fix if the file is of that version: it makes the timer before the loop and resets it in front of
// the select statement, if that is a statement of the loop by itself, if the duration is a constant or
// made of variables from outside of the loop, and if time.After is called once in the
// function. It holds unless the program runs with GODEBUG=asynctimerchan=1.
//
// Reported are, in loops and in annotated code:
//
//   - time.After, but not in a select statement whose other cases all leave the loop: that
//     waits in each round, and what is allocated meanwhile does not matter. For <-time.After(d)
//     alone there is a fix, time.Sleep(d);
//   - time.Tick, and time.NewTimer and time.NewTicker if what they make is dropped at the end
//     of the round;
//   - context.WithValue and WithoutCancel, if the context is handed to nothing but
//     functions that are called in the round, and is the same in each round;
//   - in annotated code also context.WithTimeout, WithDeadline and WithCancel. In a loop
//     they give each round a time of its own, which one context for all would not.
//
// These functions allocate in their own code, so there is nothing to confirm in the object
// code of the package.
//
// Not reported are a timer or context that a goroutine, a func literal or a deferred call
// can keep, or that is stored, and time.AfterFunc, whose calls are often all wanted.
package timer
