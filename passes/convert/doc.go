// Package convert defines an Analyzer that reports conversions between strings and
// slices of bytes or runes that can be done without.
//
// # Analyzer convert
//
// convert: report conversions between strings and slices that can be done without
//
// A string cannot change, a slice can, so a conversion of one to the other copies it. The
// compiler leaves the copy out where it sees that nothing changes, as in a comparison or a
// look-up. In other places there is often a way to hand over what is there already:
//
//	func Count(lines [][]byte, counts map[string]int) (comments int) {
//		for _, line := range lines {
//			if strings.Contains(string(line), "//") { // string(line) allocates a copy when longer than 32 bytes for strings.Contains, in a loop; bytes.Contains takes line as it is
//				comments++
//			}
//			counts[string(line)]++ // string(line) allocates a copy for the key, though there may be one already, in a loop; a look-up does not: update what a pointer in the map points to, and assign only where there is none
//		}
//		return comments
//	}
//
// and
//
//	func CountBetter(lines [][]byte, counts map[string]*int) (comments int) {
//		for _, line := range lines {
//			if bytes.Contains(line, []byte("//")) {
//				comments++
//			}
//			if n := counts[string(line)]; n != nil {
//				*n++
//			} else {
//				counts[string(line)] = new(1)
//			}
//		}
//		return comments
//	}
//
// Reported are, in loops and in annotated code:
//
//   - strings.F(string(b)) and bytes.F([]byte(s)), where the other package has F too;
//   - w.Write([]byte(s)), w.WriteString(string(b)) and io.WriteString(w, string(b));
//   - append(b, string(c)...), and append(b, strconv.Itoa(n)...) with its kin, of which
//     there is a form that appends; the same for WriteString of a bytes.Buffer or
//     bufio.Writer;
//   - range []rune(s) without its index;
//   - m[string(b)]++ and other assignments to what may be there already;
//   - fmt.Fprintf(w, "%s", string(b)), which prints b alike;
//   - string(b)[:n] and string(b)[i];
//   - []byte(string(b));
//   - []byte("constant"), handed to a function;
//   - binary.Write and binary.Read of one number.
//
// A finding is confirmed by the object code: the conversion does copy. Without it, only
// what copies whatever the compiler does is reported. Fixes are offered where behaviour
// stays the same.
//
// Not reported are strings that are kept, since they have to be made; the second of two
// conversions of one value, unless they are nested; and of several conversions in a line
// any, if the compiler has removed some of them: object code has lines but no columns.
package convert
