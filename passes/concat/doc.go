// Package concat defines an analyzer that reports strings that grow piece by
// piece in a loop.
//
// # Analyzer concat
//
// concat: report strings that grow piece by piece in a loop
//
// A string cannot grow: s += x makes a new one and copies the old one into it.
// In a loop that is one allocation in each round, of ever more bytes, and the
// compiler never removes it:
//
//	func List(xs []string) string {
//		s := ""
//		for _, x := range xs {
//			s += x + "\n" // s += x + "\n" copies s into a new string each time, in a loop
//		}
//		return s
//	}
//
// A strings.Builder copies what it holds only when it runs out of room:
//
//	func List(xs []string) string {
//		var sb strings.Builder
//		for _, x := range xs {
//			sb.WriteString(x)
//			sb.WriteString("\n")
//		}
//		return sb.String()
//	}
//
// The finding is the same for s = s + x, for string types with a name, and for
// a string that is a field, a map or slice element or lies behind a pointer,
// so long as it is the same one in each round; for loops by goto, and for
// closures that are called in a loop. Its category is "accumulate". For
// numbers a builder is not the best there is:
//
//	func Numbers(xs []int) string {
//		s := ""
//		for _, x := range xs {
//			s += strconv.Itoa(x) + "," // s += strconv.Itoa(x) + "," copies s into a new string each time (strconv.AppendInt into a reused buffer allocates nothing), in a loop
//		}
//		return s
//	}
//
//	func AppendNumbers(buf []byte, xs []int) []byte {
//		for _, x := range xs {
//			buf = strconv.AppendInt(buf, int64(x), 10)
//			buf = append(buf, ',')
//		}
//		return buf
//	}
//
// The category "prepend" is for what grows at its front. Collecting the parts
// and reversing them once does without the copies:
//
//	func Path(n *Node) string {
//		s := ""
//		for ; n != nil; n = n.Parent {
//			s = "/" + n.Name + s // s = "/" + n.Name + s copies s into a new string each time, in a loop
//		}
//		return s
//	}
//
// The category "sprintf" is for what grows by fmt.Sprintf, fmt.Sprint,
// fmt.Sprintln or strings.Join; fmt.Fprintf to a strings.Builder does without
// the copies:
//
//	func Pairs(xs []Pair) string {
//		s := ""
//		for _, x := range xs {
//			s = fmt.Sprintf("%s%s=%d ", s, x.Key, x.Value) // s = fmt.Sprintf(...) copies s into a new string each time, in a loop
//		}
//		return s
//	}
//
// Not reported are loops known to run three times or less, where a builder
// costs more than it saves, and strings that each round resets or
// takes from somewhere else.
//
// # Fix
//
// "Replace s by a strings.Builder" is offered for a local variable of type
// string, declared alone and in the same list of statements as the loop,
// and only added to at its end until the loop is over. In the loop its value may be
// returned, and its length or its being empty tested. No closure may
// share it until then, nor may its address be taken. What is written has the same
// bytes as before; where an operand could change another one, the sum is
// written as a whole. The builder grows once where constants are written in
// each round of a loop over a slice, an array or a map.
//
// # Limits
//
// A string that grows by way of another variable (t := s + x; s = t), by
// a function or method that is called in the loop, or by a closure that
// a callee calls is not found. Neither is one reached through a call, as in
// f().s += x: whether that is the same one each time cannot be told.
//
// A string that is reset only by a method or a function that the loop calls
// without handing it the string's address is reported, although it does
// not grow beyond the round.
//
// Of strings that a loop makes out of two others without keeping them, as in
// use(x + y), only those are reported that are made for WriteString of a
// bytes.Buffer, bufio.Writer or strings.Builder: buf.WriteString(x + y). Each part
// can be written by itself, and the fix does so where it is evaluated without a call.
package concat
