// Package split defines an analyzer that reports strings that are split into slices
// without need.
//
// # Analyzer split
//
// split: report slices of substrings that are made only to be looked at once
//
// strings.Split and its kin allocate a slice for the parts, even if it is only ranged
// over:
//
//	func Words(lines []string, count map[string]int) {
//		for _, line := range lines {
//			for _, word := range strings.Split(line, ",") { // strings.Split allocates a slice that is only ranged over, in a loop; strings.SplitSeq makes none
//				count[word]++
//			}
//		}
//	}
//
// The iterators that came with Go 1.24 find one part after the other:
//
//	func WordsOf(lines []string, count map[string]int) {
//		for _, line := range lines {
//			for word := range strings.SplitSeq(line, ",") {
//				count[word]++
//			}
//		}
//	}
//
// Nor is a slice needed for two parts:
//
//	func Settings(lines []string, set func(key, value string)) {
//		for _, line := range lines {
//			kv := strings.SplitN(line, "=", 2) // strings.SplitN allocates a slice of two, in a loop; strings.Cut makes none
//			if len(kv) != 2 {
//				continue
//			}
//			set(kv[0], kv[1])
//		}
//	}
//
// Cut finds the same two:
//
//	func SettingsOf(lines []string, set func(key, value string)) {
//		for _, line := range lines {
//			key, value, ok := strings.Cut(line, "=")
//			if !ok {
//				continue
//			}
//			set(key, value)
//		}
//	}
//
// The categories tell what is done with the slice:
//
//   - "range": it is ranged over, and the indices are not used. SplitSeq, SplitAfterSeq,
//     FieldsSeq and FieldsFuncSeq make none.
//   - "count": its length is taken. Count tells the number of separators, which is
//     one less, and Contains whether there is one.
//   - "join": Join joins it again, with another separator. So does ReplaceAll.
//   - "cut": no more than the first two elements are used. Cut finds them.
//   - "last": the last element is used. LastIndex finds where it begins.
//   - "search": slices.Contains looks for an element. A loop over the iterator finds it.
//
// All but the first need a separator that is constant and not empty: without one each
// character is a part. The same goes for package bytes, but for Cut: what bytes.Split
// returns is clipped, so that appending to it does not overwrite the next part, and what
// bytes.Cut returns is not.
//
// The compiler is not asked: the slice is made in the code of package strings or bytes,
// which is not inlined, so that each call makes it.
//
// # Fix
//
// A fix is offered where it changes nothing. An iterator finds the parts while the loop
// runs: for bytes there is no fix if the loop may change them, nor one for FieldsFunc
// with a function that depends on variables. kv[1] becomes what Cut finds only where
// kv is known to have two elements, for otherwise it panics.
//
// # What it does not catch
//
// Elements beyond the second; variables that are ranged over elsewhere than right
// behind the split; and strings.Split in functions of several hundred
// lines, into which the compiler inlines little: there SplitSeq allocates more
// than the slice.
package split
