// Package doc holds the examples of the pass's documentation.
package doc

import "iter"

type Tree interface {
	Each(f func(v string))
}

func Count(t Tree, words []string) (total int) {
	for _, w := range words {
		t.Each(func(v string) { // want `^func literal capturing w and &total allocates 32 bytes and moves total to the heap, in a loop; a func that takes them as arguments captures nothing$`
			if v == w {
				total++
			}
		})
	}
	return total
}

func CountOnce(t Tree, words []string) int {
	var c struct {
		word  string
		total int
	}
	each := func(v string) { // nope: once per call
		if v == c.word {
			c.total++
		}
	}
	for _, c.word = range words {
		t.Each(each)
	}
	return c.total
}

func work() bool { return true }

func Start(n int, done chan bool) {
	//zeroalloc:hot
	for range n {
		go func() { done <- work() }() // want `^func literal capturing done allocates 16 bytes, annotated //zeroalloc:hot; make it once, before the loop, since all it captures is declared there$`
	}
}

func StartOnce(n int, done chan bool) {
	fn := func() { done <- work() } // nope: once per call
	for range n {
		go fn()
	}
}

type Event struct {
	Name     string
	Source   string
	Priority int
	When     int64
}

var fired int

func (e Event) Fire()     { fired += e.Priority }
func (e *Event) FirePtr() { fired += e.Priority }

type Queue struct {
	funcs  []func()
	events []pending
}

type pending struct {
	event *Event
	run   func(*Event)
}

func (q *Queue) Push(f func())                        { q.funcs = append(q.funcs, f) }
func (q *Queue) PushEvent(e *Event, run func(*Event)) { q.events = append(q.events, pending{e, run}) }

func Fill(queue *Queue, events []Event) {
	for _, e := range events {
		queue.Push(e.Fire) // want `^method value e.Fire capturing e allocates 56 bytes, in a loop; the method expression Event.Fire takes the receiver as an argument$`
	}
}

func FillEvents(queue *Queue, events []Event) {
	for i := range events {
		queue.PushEvent(&events[i], (*Event).FirePtr) // nope: a method expression captures nothing
	}
}

type Set interface {
	All() iter.Seq[int]
}

func Sum(sets []Set) (sum int) {
	for _, set := range sets {
		for v := range set.All() { // want `^loop body made a func for set.All capturing &sum allocates 24 bytes and moves sum to the heap, in a loop; a plain loop, or an iterator that can be inlined, makes no func$`
			sum += v
		}
	}
	return sum
}
