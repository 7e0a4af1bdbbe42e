//go:build go1.22

// Package old is of a version of Go in which Reset leaves what is in the channel.
package old

import "time"

func wait(in chan int) {
	for {
		select {
		case <-in:
		case <-time.After(time.Second): // want `in a loop; one timer for all rounds, in each stopped, its channel emptied and Reset, allocates once$`
			return
		}
	}
}
