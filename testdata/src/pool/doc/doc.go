package doc

import (
	"io"
	"sync"
)

var buffers = sync.Pool{New: func() any { return make([]byte, 0, 1024) }}

func Render(name string) []byte {
	b := buffers.Get().([]byte)[:0]
	b = append(b, "hello, "...)
	b = append(b, name...)
	buffers.Put(b) // want `^Put of a \[\]byte allocates to convert it to any: a pool of pointers, with the one that Get returned put back, does not$`
	return b
}

var pointers = sync.Pool{New: func() any { b := make([]byte, 0, 1024); return &b }}

func RenderBetter(w io.Writer, name string) error {
	b := pointers.Get().(*[]byte)
	defer pointers.Put(b)
	*b = append((*b)[:0], "hello, "...)
	*b = append(*b, name...)
	_, err := w.Write(*b)
	return err
}
