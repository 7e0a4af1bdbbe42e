// Package sprint defines an analyzer that reports text that fmt makes at a higher price
// than necessary.
//
// # Analyzer sprint
//
// sprint: report calls of fmt.Sprintf and its kin for which something cheaper makes the same
//
// fmt.Sprintf allocates the text that it returns, and most operands as they are converted
// to any:
//
//	func Keys(names []string, port int) map[string]bool {
//		keys := make(map[string]bool, len(names))
//		for _, name := range names {
//			keys[fmt.Sprintf("%s:%d", name, port)] = true // fmt.Sprintf allocates up to 3 times, in a loop; name + ":" + strconv.Itoa(port) makes the same with 2
//		}
//		return keys
//	}
//
// A concatenation allocates the text, and strconv that of a number:
//
//	func KeysOf(names []string, port int) map[string]bool {
//		keys := make(map[string]bool, len(names))
//		for _, name := range names {
//			keys[name+":"+strconv.Itoa(port)] = true
//		}
//		return keys
//	}
//
// Text that is only written, or appended to bytes, need not be a string first:
//
//	func Print(w io.Writer, values []float64) {
//		for _, v := range values {
//			io.WriteString(w, fmt.Sprintf("%8.2f\n", v)) // fmt.Sprintf allocates up to twice, in a loop; fmt.Fprintf writes the same with 1
//		}
//	}
//
// Fprintf and Appendf do the same without:
//
//	func PrintTo(w io.Writer, values []float64) {
//		for _, v := range values {
//			fmt.Fprintf(w, "%8.2f\n", v)
//		}
//	}
//
// The counts are for text that is not empty and for numbers of three digits or more: strconv
// has the others ready.
//
// The categories tell what does the same:
//
//   - "text": an expression, with concatenation, strconv, hex.EncodeToString for arrays,
//     or the method String of types of the standard library.
//   - "write": fmt.Fprintf and its kin, or what they write to.
//   - "append": fmt.Appendf and its kin, or functions of strconv that append.
//
// Nothing is reported that gains nothing: what the compiler converts to any without an
// allocation is not counted, by the object code. So "user-%d" stays, for strconv.Itoa
// allocates as the conversion does; %x of a slice, for which hex.EncodeToString makes the
// text twice; %q, as strconv.Quote of more than a few characters does so, too; fmt.Fprintf for a
// strings.Builder that the compiler keeps on the stack, as it moves to the heap then; and
// fmt.Errorf with nothing to format, which since Go 1.26 costs what errors.New costs.
//
// # Fix
//
// A fix is offered where the text and the order of evaluation stay as they are. What has
// a method Format, String or Error of its own is left to package fmt: that survives a
// nil receiver and a panic. So are errors and all other interfaces, flags, widths and
// numbered operands; they matter to expressions only, not to Fprintf and Appendf.
//
// # What it does not catch
//
// Calls through other functions that format, such as those of loggers; text for
// which several calls of a strings.Builder would do better than a concatenation; what
// makes a text longer in each round, which package concat reports; text in several
// lines, which a concatenation would make hard to read. For %.2f of
// numbers beyond 1e20 strconv.FormatFloat grows its buffer and gains nothing.
package sprint
