// Package idioms has pools as they are used well. Nothing is reported.
package idioms

import (
	"bytes"
	"io"
	"sync"
)

type printer struct {
	buf     []byte
	arg     any
	wrapped []int
}

var free = sync.Pool{New: func() any { return new(printer) }}

func newPrinter() *printer {
	p := free.Get().(*printer)
	p.arg = nil
	return p
}

func (p *printer) free() {
	if cap(p.buf) > 64*1024 {
		p.buf = nil
	} else {
		p.buf = p.buf[:0]
	}
	p.wrapped = nil
	free.Put(p)
}

func Print(w io.Writer, arg any) (int, error) {
	p := newPrinter()
	p.arg = arg
	n, err := w.Write(p.buf)
	p.free()
	return n, err
}

var buffers sync.Pool

func Buffer() *bytes.Buffer {
	if v := buffers.Get(); v != nil {
		b := v.(*bytes.Buffer)
		b.Reset()
		return b
	}
	return new(bytes.Buffer)
}

func Release(b *bytes.Buffer) {
	if b.Cap() <= 1<<16 {
		buffers.Put(b)
	}
}

func Encode(s string) ([]byte, error) {
	b := Buffer()
	defer Release(b)
	b.WriteString(s)
	return bytes.Clone(b.Bytes()), nil
}

type Stream struct {
	pool sync.Pool
	cur  *printer
}

func New() *Stream {
	s := &Stream{}
	s.pool.New = func() any { return new(printer) }
	return s
}

func (s *Stream) Next() {
	if s.cur != nil {
		s.pool.Put(s.cur)
	}
	s.cur = s.pool.Get().(*printer)
}

func (s *Stream) Close() {
	s.pool.Put(s.cur)
	s.cur = nil
}

func Loop(in chan string, w io.Writer) {
	for s := range in {
		p := free.Get().(*printer)
		p.buf = append(p.buf[:0], s...)
		if len(s) == 0 {
			free.Put(p)
			continue
		}
		w.Write(p.buf)
		free.Put(p)
	}
}

func Chunk(r io.Reader, w io.Writer) (err error) {
	bp := chunks.Get().(*[]byte)
	defer chunks.Put(bp)
	b := *bp
	for {
		n, err := r.Read(b)
		if _, werr := w.Write(b[:n]); werr != nil {
			return werr
		}
		if err != nil {
			return err
		}
	}
}

var chunks = sync.Pool{New: func() any { b := make([]byte, 4096); return &b }}

type work struct {
	err  error
	next *work
	done chan bool
}

var works = sync.Pool{New: func() any { return new(work) }}

func (w *work) recycle() { works.Put(w) }

func (w *work) recycleIfDone() bool {
	if w.next == nil {
		works.Put(w)
		return true
	}
	return false
}

// What a pointer or an interface in it refers to is something else.
func fields() (*work, error) {
	w := works.Get().(*work)
	err, next := w.err, w.next
	w.recycle()
	if next != nil {
		next.err = err
	}
	return next, err
}

// The result tells whether it was put back.
func told() {
	w := works.Get().(*work)
	if done := w.recycleIfDone(); !done {
		w.err = nil
		w.recycle()
	}
}

// One condition decides what becomes of it.
func correlated(m map[int]*work, store bool) {
	w := works.Get().(*work)
	if store {
		m[0] = w
	}
	if !store {
		w.recycle()
	}
}

// A variable that is nil where nothing was taken.
func optional(ok bool) {
	var w *work
	if ok {
		w = works.Get().(*work)
	}
	if w != nil {
		w.recycle()
	}
}

// It is returned unless it is put back.
func unless(ok bool) *work {
	w := works.Get().(*work)
	if !ok {
		w.recycle()
		w = nil
	}
	return w
}
