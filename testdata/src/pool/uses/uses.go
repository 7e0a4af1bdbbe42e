// Package uses has pools that are misused.
package uses

import (
	"bytes"
	"errors"
	"io"
	"sync"
)

type node struct {
	data []byte
	n    int
}

var (
	nodes   = sync.Pool{New: func() any { return new(node) }}
	slices  = sync.Pool{New: func() any { return new([]byte) }}
	structs = sync.Pool{New: func() any { return node{} }}
	maps    = sync.Pool{New: func() any { return map[string]int{} }}
	buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
	empty   sync.Pool
)

func boxed(n node, s string, m map[string]int) {
	structs.Put(n)                     // want `Put of a node allocates`
	structs.Put(s)                     // want `Put of a string allocates`
	maps.Put(m)                        // nope: a map is a pointer
	structs.Put(struct{ p *node }{&n}) // nope: so is a struct of one
	structs.Put(struct{}{})            // nope: nothing is copied
}

func local(b []byte) {
	slices.Put(&b) // want `Put of &b moves b to the heap in each call: the pool saves one allocation and makes another; the pointer that Get returned can be put back`
}

func appended(x []byte) {
	b := *slices.Get().(*[]byte)
	b = append(b[:0], x...)
	slices.Put(&b) // want `Put of &b moves b to the heap`
}

func fresh() {
	nodes.Put(new(node))   // nope: it fills the pool
	nodes.Put(&node{n: 1}) // nope: so does this
}

func lost(ok bool) int {
	n := nodes.Get().(*node) // want `what Get returns is not put back on the way to the return in line \d+, as it is on others: the next Get allocates`
	n.n++
	if !ok {
		return 0
	}
	m := n.n
	nodes.Put(n)
	return m
}

func failing(r io.Reader) error {
	n := nodes.Get().(*node)
	if _, err := r.Read(n.data); err != nil {
		return err // nope: a way that fails
	}
	if n.n > 3 {
		return errors.New("too many") // nope: so is this
	}
	nodes.Put(n)
	return nil
}

func maybe() {
	n, ok := nodes.Get().(*node)
	if !ok {
		n = new(node) // nope: nothing was taken
	}
	n.n++
	nodes.Put(n)
}

func handed(ok bool) *node {
	n := nodes.Get().(*node) // nope: the caller has it
	if ok {
		return n
	}
	nodes.Put(n)
	return nil
}

func twice(ok bool) {
	n := nodes.Get().(*node)
	if ok {
		nodes.Put(n)
	}
	nodes.Put(n) // want `what was taken from the pool is put back twice: two users will get it at the same time`
}

func either(ok bool) {
	n := nodes.Get().(*node)
	if ok {
		nodes.Put(n) // nope: one or the other
		return
	}
	nodes.Put(n)
}

func rounds(k int) {
	for range k {
		n := nodes.Get().(*node)
		nodes.Put(n) // nope: another one in each round
	}
	n := nodes.Get().(*node)
	for range k {
		nodes.Put(n) // want `is put back twice`
	}
}

func deferredTwice(ok bool) {
	n := nodes.Get().(*node)
	defer nodes.Put(n)
	if ok {
		nodes.Put(n) // want `is put back twice`
	}
}

func deferredLiteral(ok bool) {
	n := nodes.Get().(*node)
	defer func() {
		n.data = n.data[:0]
		nodes.Put(n)
	}()
	if ok {
		nodes.Put(n) // want `is put back twice`
	}
}

func used() int {
	n := nodes.Get().(*node)
	nodes.Put(n) // want `what was taken from the pool is used after it was put back, when another goroutine may have it: see line \d+`
	return n.n
}

func usedPart() byte {
	n := nodes.Get().(*node)
	data := n.data
	nodes.Put(n) // want `is used after it was put back`
	return data[0]
}

func copied() int {
	n := nodes.Get().(*node)
	m := n.n
	nodes.Put(n)
	return m // nope: a copy
}

func returned(s string) []byte {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b) // want `memory of what was taken from the pool is returned though a deferred call puts it back: the caller shares it with the next user`
	b.Reset()
	b.WriteString(s)
	return b.Bytes()
}

func returnedByLiteral(s string) []byte {
	b := buffers.Get().(*bytes.Buffer)
	defer func() { // want `memory of what was taken from the pool is returned`
		b.Reset()
		buffers.Put(b)
	}()
	b.WriteString(s)
	return b.Bytes()
}

func returnedText(s string) string {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.WriteString(s)
	return b.String() // nope: a copy
}

type holder struct {
	data []byte
	last *node
}

func shared(h *holder) {
	n := nodes.Get().(*node)
	h.data = n.data
	nodes.Put(n) // want `what was taken from the pool is put back, but field data still has it: see line \d+`
}

func sent(ch chan *node) {
	n := nodes.Get().(*node)
	ch <- n
	nodes.Put(n) // want `but a channel still has it`
}

func forgotten(h *holder, do func(*holder)) {
	n := nodes.Get().(*node)
	h.last = n
	do(h)
	h.last = nil
	nodes.Put(n) // nope: taken out again
}

func nonew() *node {
	return empty.Get().(*node) // want `Get of empty returns nil while the pool is empty, since it has no New: the type assertion panics`
}

func tested() *node {
	if n, ok := empty.Get().(*node); ok { // nope: tested
		return n
	}
	return new(node)
}

func brief(k int) {
	pool := sync.Pool{New: func() any { return new(node) }}
	for range k {
		n := pool.Get().(*node) // want `the pool is made in each call, and empty: it saves nothing; a package variable serves all calls`
		n.n++
		pool.Put(n)
	}
}

func workers(k int) {
	pool := sync.Pool{New: func() any { return new(node) }}
	for range k {
		go func() {
			n := pool.Get().(*node) // nope: shared by goroutines
			n.n++
			pool.Put(n)
		}()
	}
}

func take() *node { return nodes.Get().(*node) }

func give(n *node) {
	if cap(n.data) > 1<<16 {
		return
	}
	nodes.Put(n)
}

func wrapped() int {
	n := take()
	give(n) // want `is used after it was put back`
	return n.n
}

func suppressed(n node) {
	//zeroalloc:allow pool start-up
	structs.Put(n)
}
