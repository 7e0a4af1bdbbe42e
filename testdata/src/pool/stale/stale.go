// Package stale empties no buffer.
package stale

import (
	"bytes"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func render(s string) string {
	b := buffers.Get().(*bytes.Buffer)
	b.WriteString(s)
	out := b.String()
	buffers.Put(b) // want `a \*bytes.Buffer is put back with what it holds, and never Reset: the next user appends to it`
	return out
}
