// Package pool defines an Analyzer that reports uses of sync.Pool that cost more than they
// save, or hand out what is still in use.
//
// # Analyzer pool
//
// pool: report uses of sync.Pool that save nothing, or hand out what is in use
//
// A pool saves an allocation if what is put back is what was taken, each time, and if
// nobody uses it any more. This one makes an allocation with each Put, and returns memory
// that the next caller will write to:
//
//	var buffers = sync.Pool{New: func() any { return make([]byte, 0, 1024) }}
//
//	func Render(name string) []byte {
//		b := buffers.Get().([]byte)[:0]
//		b = append(b, "hello, "...)
//		b = append(b, name...)
//		buffers.Put(b) // Put of a []byte allocates to convert it to any: a pool of pointers, with the one that Get returned put back, does not
//		return b
//	}
//
// and
//
//	var pointers = sync.Pool{New: func() any { b := make([]byte, 0, 1024); return &b }}
//
//	func RenderBetter(w io.Writer, name string) error {
//		b := pointers.Get().(*[]byte)
//		defer pointers.Put(b)
//		*b = append((*b)[:0], "hello, "...)
//		*b = append(*b, name...)
//		_, err := w.Write(*b)
//		return err
//	}
//
// Reported are, wherever they stand but for tests, examples and generated files:
//
//   - boxed: Put of a slice, string or struct. Pointers, maps, channels and funcs are free;
//   - local: Put of &b, where b is a variable that holds a slice: b is then made on the
//     heap in each call, which is no better;
//   - lost: a return without Put, where the function puts back on other ways. Ways that
//     fail are left out;
//   - twice: a Put behind a Put, or a deferred one, of the same;
//   - used: a use of what was put back, by its fields or parts too, or the return of such
//     memory while a deferred call puts it back;
//   - shared: Put of what a field, package variable, map or channel was given;
//   - stale: Put of a bytes.Buffer that is written to, in a package that empties none;
//   - growth, with the flag -growth only: Put of a buffer without a look at its capacity;
//   - nonew: Get of a pool without New, with a type assertion that panics on nil;
//   - brief: a pool that is a variable of the function.
//
// Functions of the package that return what they take, or put back a parameter, count as Get
// and Put.
//
// # Limits of pool
//
// Functions of other packages that wrap a pool are not known, nor are those of generic types.
// A function that is handed what was taken is not looked into: it is taken to give it back.
// Whether a slice or a struct is emptied before it is used again is not checked, nor whether
// its length is relied on.
package pool
