// Package doc has the examples of the documentation of boxing.
package doc

import (
	"fmt"
	"io"
)

type event struct {
	id   int
	name string
}

type queue struct{ items []any }

func (q *queue) push(item any) { q.items = append(q.items, item) }

func bad(q *queue, events []event) {
	for _, e := range events {
		q.push(e) // want `^event value of 24 bytes allocates when converted to any for an argument of queue.push, in a loop$`
	}
}

func good(q *queue, events []event) {
	for i := range events {
		q.push(&events[i]) // nope: a pointer
	}
}

type typedQueue[T any] struct{ items []T }

func (q *typedQueue[T]) push(item T) { q.items = append(q.items, item) }

func better(q *typedQueue[event], events []event) {
	for _, e := range events {
		q.push(e) // nope: no interface
	}
}

func badKeys(seen map[any]bool, ids []int) {
	for _, id := range ids {
		seen[id] = true // want `^int value of 8 bytes allocates \(unless 0 to 255\) when converted to any for a key of seen, in a loop$`
	}
}

func badList(w io.Writer, events []event) {
	for _, e := range events {
		fmt.Fprintln(w, e.id, e.name) // want `^2 arguments of fmt.Fprintln \(int, string\) allocate up to 24 bytes when converted to any, in a loop$`
	}
}

func isNew(v any, seen map[any]bool) bool { return !seen[v] }

func stays(seen map[any]bool, ids []int) (n int) {
	for _, id := range ids {
		if isNew(id, seen) { // nope: stays on the stack
			n++
		}
	}
	return n
}

func fails(events []event) error {
	for _, e := range events {
		if e.id < 0 {
			return fmt.Errorf("bad event %v", e) // nope: a failing path
		}
	}
	return nil
}
