package fix

import "time"

func wait(n int) {
	for range n {
		<-time.After(time.Second) // want `time.Sleep waits without`
	}
}
