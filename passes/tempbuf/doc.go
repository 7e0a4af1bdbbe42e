// Package tempbuf defines an analyzer that reports what is made anew each time
// and dropped.
//
// # Analyzer tempbuf
//
// tempbuf: report what is made anew in each round of a loop and dropped at its end
//
// A buffer, a map, a hash or a regular expression that is made in each round of a
// loop, and not in use after it, could be the same one in all rounds:
//
//	func Render(w io.Writer, rows [][]string) error {
//		for _, row := range rows {
//			var buf bytes.Buffer // bytes.Buffer buf allocates as it fills, and is dropped at the end of the round, in a loop; made once before the loop, and emptied with Reset, it keeps its memory
//			for _, cell := range row {
//				buf.WriteString(cell)
//			}
//			if _, err := w.Write(buf.Bytes()); err != nil {
//				return err
//			}
//		}
//		return nil
//	}
//
// is better written as
//
//	func RenderAll(w io.Writer, rows [][]string) error {
//		var buf bytes.Buffer
//		for _, row := range rows {
//			buf.Reset()
//			for _, cell := range row {
//				buf.WriteString(cell)
//			}
//			if _, err := w.Write(buf.Bytes()); err != nil {
//				return err
//			}
//		}
//		return nil
//	}
//
// In a function that is annotated, a call is the round: there a sync.Pool or memory of
// the caller serves.
//
// The categories tell what it is:
//
//   - "constant" is the same each time: a regular expression, a replacer, a template,
//     a location, a literal of constants that is only read.
//   - "buffer" is a slice, an array or a bytes.Buffer.
//   - "map" is a map.
//   - "reset" is what has a method Reset, such as a hash or a bufio.Reader, an encoder
//     that is made for the same writer each time, or a source of random numbers.
//   - "variable" is another variable or object. It is not reported where it is handed
//     to packages beside whose work it does not count: encoding/json, database/sql,
//     fmt, os, net.
//
// For example:
//
//	func Matching(lines []string) int {
//		n := 0
//		for _, line := range lines {
//			re := regexp.MustCompile(`^\d+$`) // regexp.MustCompile makes the same regular expression each time, in a loop; a package variable is made once
//			if re.MatchString(line) {
//				n++
//			}
//		}
//		return n
//	}
//
//	func Frames(r io.Reader, size int, handle func(byte)) error {
//		for {
//			frame := make([]byte, size) // make([]byte, size) allocates memory that is dropped at the end of the round, in a loop; made once before the loop it does for all rounds, after clear(frame) where zeros are needed
//			if _, err := io.ReadFull(r, frame); err != nil {
//				return err
//			}
//			handle(frame[0])
//		}
//	}
//
//	//zeroalloc:hot
//	func Sum(r io.Reader, sum []byte) ([]byte, error) {
//		h := md5.New() // md5.New allocates a hash that is dropped at the end of the call, annotated //zeroalloc:hot; a sync.Pool keeps it for the next call, with Reset
//		_, err := io.Copy(h, r)
//		return h.Sum(sum), err
//	}
//
// Memory is only reported if the object code shows that it is on the heap: what
// the compiler keeps on the stack costs nothing. It keeps there no more than 64 KiB of
// what make, new and &T{} make, and 128 KiB of a variable, and the finding says
// so if that is the reason.
//
// # What must not be used again
//
// Used again too early, a buffer corrupts data. So nothing is reported that
// is returned, sent, stored in something that outlives the round, compared with in the
// next round, captured by a func literal, deferred, handed to a goroutine or to
// a function that may keep it. Functions of the package itself are looked into;
// of the standard library it is known what they keep; a method Read or Write
// keeps nothing, as package io demands. Others are taken to keep what they are
// given. The same goes for what shares the memory, such as Bytes of a bytes.Buffer.
//
// # Fix
//
// A regular expression or replacer of constants, a slice, a map and a bytes.Buffer
// are moved out of all loops of the function and emptied where they were made. That is
// offered for a statement of the loop itself that declares one variable which keeps
// its value, or grows by append only, and whose size is known before the loop.
//
// # Limits
//
// A slice that starts as nil and grows by append is not reported, nor a map that starts
// without a size and is not handed out: how much they hold is known to nobody.
// A strings.Builder cannot be used again, as its string has the same memory.
// Beside opening a file, a connection or a process in the same round, a reader or writer for it
// does not count. A gob.Encoder for the same writer would write something else if it
// were kept.
package tempbuf
