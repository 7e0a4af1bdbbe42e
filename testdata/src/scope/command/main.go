// Package main runs once, but for the loop that is its work.
package main

func here() int { return 0 }

func main() {
	for range 9 {
		here() // nope: at start-up
	}
	configure(9)
	Exported(9)
	onEvent(handle)
	for {
		here() // want `in a loop`
		work(9)
	}
}

// nope: main calls it once.
func configure(n int) {
	for range n {
		here()
		check(n)
	}
}

// nope: a command runs once as a whole.
func check(n int) {
	for range n {
		here()
	}
	for n > 0 {
		here() // nope: a command runs once as a whole
		n--
	}
	for {
		if here() > 0 { // want `in a loop`
			break
		}
	}
}

// nope: nobody can import a command.
func Exported(n int) {
	for range n {
		here()
	}
}

// nope: it never runs, and what it calls is not hot for that.
func unused(n int) { check(n) }

var callback func(int)

func onEvent(f func(int)) { callback = f }

func handle(n int) {
	for range n {
		here() // want `in a loop`
	}
}

func work(n int) {
	for range n {
		here() // want `in a loop`
	}
}
