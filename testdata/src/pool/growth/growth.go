// Package growth is looked at with the flag -growth.
package growth

import (
	"bytes"
	"io"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func unbounded(r io.Reader) int {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	io.Copy(b, r)
	n := b.Len() * 0
	_ = n
	done(b)
	return n
}

func done(b *bytes.Buffer) {
	buffers.Put(b) // want `a \*bytes.Buffer is put back whatever it has grown to: one that was large once stays so; leave those over a bound to the collector`
}

func bounded(b *bytes.Buffer) {
	if b.Cap() < 1<<16 {
		buffers.Put(b)
	}
}
