package fix

import (
	"bytes"
	"strings"
	"unicode"
)

// Fixed lists functions that do the same as they are and as they are fixed.
var Fixed = map[string]func([]string) []any{
	"ranged":     ranged,
	"assigned":   assigned,
	"unused":     unused,
	"fields":     fields,
	"fieldsFunc": fieldsFunc,
	"afterSep":   afterSep,
	"unlimited":  unlimited,
	"ofBytes":    ofBytes,
	"variable":   variable,
	"labelled":   labelled,
	"count":      count,
	"compared":   compared,
	"joined":     joined,
	"first":      first,
	"firstVar":   firstVar,
	"pair":       pair,
	"inHeader":   inHeader,
	"negated":    negated,
	"exact":      exact,
	"exactOr":    exactOr,
	"last":       last,
	"lastBytes":  lastBytes,
	"empty":      empty,
}

func ranged(lines []string) (out []any) {
	for _, line := range lines {
		for _, part := range strings.Split(line, ",") { // want `^strings\.Split allocates a slice that is only ranged over, in a loop; strings\.SplitSeq makes none$`
			out = append(out, part)
		}
	}
	return out
}

// A variable of the loop that is assigned, not defined.
func assigned(lines []string) (out []any) {
	var part string
	for _, line := range lines {
		for _, part = range strings.Split(line, ", ") { // want `only ranged over`
			if part == "" {
				continue
			}
			if part == "b" {
				break
			}
		}
		out = append(out, part)
	}
	return out
}

func unused(lines []string) []any {
	n := 0
	for _, line := range lines {
		for range strings.Split(line, ",") { // want `only ranged over`
			n++
		}
		for _ = range strings.Split(line, "b") { // want `only ranged over`
			n++
		}
		for _, _ = range strings.Split(line, "a") { // want `only ranged over`
			n++
		}
	}
	return []any{n}
}

func fields(lines []string) (out []any) {
	for _, line := range lines {
		for _, part := range strings.Fields(line) { // want `^strings\.Fields allocates a slice that is only ranged over, in a loop; strings\.FieldsSeq makes none$`
			out = append(out, part)
		}
	}
	return out
}

func fieldsFunc(lines []string) (out []any) {
	for _, line := range lines {
		for _, part := range strings.FieldsFunc(line, unicode.IsUpper) { // want `strings\.FieldsFuncSeq makes none`
			out = append(out, part)
		}
		for _, part := range strings.FieldsFunc(line, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) { // want `strings\.FieldsFuncSeq makes none`
			out = append(out, part)
		}
	}
	return out
}

func afterSep(lines []string) (out []any) {
	for _, line := range lines {
		for _, part := range strings.SplitAfter(line, ",") { // want `strings\.SplitAfterSeq makes none`
			out = append(out, part)
		}
	}
	return out
}

// Less than nothing is no limit.
func unlimited(lines []string) (out []any) {
	for _, line := range lines {
		for _, part := range strings.SplitN(line, ",", -1) { // want `^strings\.SplitN allocates a slice that is only ranged over, in a loop; strings\.SplitSeq makes none$`
			out = append(out, part)
		}
		for _, part := range strings.SplitAfterN(line, ",", -1) { // want `strings\.SplitAfterSeq makes none`
			out = append(out, part)
		}
	}
	return out
}

func ofBytes(lines []string) (out []any) {
	n := 0
	for _, line := range lines {
		b := []byte(line)
		for _, part := range bytes.Split(b, []byte(",")) { // want `^bytes\.Split allocates a slice that is only ranged over, in a loop; bytes\.SplitSeq makes none$`
			out = append(out, string(part))
		}
		for _, part := range bytes.Fields(b) { // want `bytes\.FieldsSeq makes none`
			n += len(part)
		}
	}
	return append(out, n)
}

func variable(lines []string) (out []any) {
	for _, line := range lines {
		parts := strings.Split(line, ",") // want `only ranged over`
		for _, part := range parts {
			out = append(out, part)
		}
	}
	return out
}

func labelled(lines []string) (out []any) {
next:
	for _, line := range lines {
		var parts = strings.Fields(line) // want `only ranged over`
	inner:
		for _, part := range parts {
			for i := range part {
				switch part[i] {
				case 'x':
					continue inner
				case 'y':
					continue next
				case 'z':
					return out
				}
			}
			out = append(out, part)
		}
	}
	return out
}

func count(lines []string) (out []any) {
	for _, line := range lines {
		n := len(strings.Split(line, ","))               // want `^strings\.Split allocates a slice that is only counted, in a loop; strings\.Count makes none$`
		m := len(bytes.Split([]byte(line), []byte(","))) // want `^bytes\.Split allocates a slice that is only counted, in a loop; bytes\.Count makes none$`
		out = append(out, n, m)
		n = len(strings.Split(line, "b")) - 1 // want `only counted`
		m = 2 * len(strings.Split(line, "c")) // want `only counted`
		out = append(out, n, m)
	}
	return out
}

func compared(lines []string) (out []any) {
	for _, line := range lines {
		if len(strings.Split(line, ",")) > 1 { // want `^strings\.Split allocates a slice that is only counted, in a loop; strings\.Contains makes none$`
			out = append(out, 1)
		}
		if line != "" && len(strings.Split(line, ",")) < 2 { // want `strings\.Contains makes none`
			out = append(out, 2)
		}
		if 1 == len(strings.Split(line, ",")) { // want `strings\.Contains makes none`
			out = append(out, 3)
		}
		if len(strings.Split(line, ",")) == 3 { // want `strings\.Count makes none`
			out = append(out, 4)
		}
	}
	return out
}

func joined(lines []string) (out []any) {
	for _, line := range lines {
		out = append(out, strings.Join(strings.Split(line, ","), "; ")) // want `^strings\.Split allocates a slice that strings\.Join joins again, in a loop; strings\.ReplaceAll makes none$`
		b := bytes.Join(bytes.Split([]byte(line), []byte(",")), nil)    // want `^bytes\.Split allocates a slice that bytes\.Join joins again, in a loop; bytes\.ReplaceAll makes none$`
		out = append(out, b)
	}
	return out
}

func first(lines []string) (out []any) {
	var host string
	for _, line := range lines {
		host = strings.Split(line, ",")[0]                       // want `^strings\.Split allocates a slice of which only the first element is used, in a loop; strings\.Cut makes none$`
		name := strings.SplitN(line, "b", 2)[0]                  // want `^strings\.SplitN allocates a slice of which only the first element is used, in a loop; strings\.Cut makes none$`
		if kind := strings.SplitN(line, "c", 3)[0]; kind != "" { // want `only the first element`
			out = append(out, host, name, kind)
		}
	}
	return out
}

func firstVar(lines []string) (out []any) {
	for _, line := range lines {
		parts := strings.Split(line, ",") // want `of which only the first element is used`
		if parts[0] != "" {
			out = append(out, parts[0]+line)
		}
	}
	return out
}

func pair(lines []string) (out []any) {
	for _, line := range lines {
		kv := strings.SplitN(line, ",", 2) // want `^strings\.SplitN allocates a slice of two, in a loop; strings\.Cut makes none$`
		if len(kv) != 2 {
			out = append(out, kv[0])
			continue
		}
		out = append(out, kv[0], kv[1])
	}
	return out
}

func inHeader(lines []string) (out []any) {
	for _, line := range lines {
		if kv := strings.SplitN(line, ", ", 2); len(kv) == 2 && kv[1] != "" { // want `slice of two`
			out = append(out, func() string { return kv[1] }())
		}
	}
	return out
}

func negated(lines []string) (out []any) {
	for _, line := range lines {
		kv := strings.SplitN(line, ",", 2) // want `slice of two`
		if !(len(kv) > 1) {
			out = append(out, "none")
		} else if kv[1] != "" {
			out = append(out, kv[1])
		}
	}
	return out
}

func exact(lines []string) (out []any) {
	for _, line := range lines {
		kv := strings.Split(line, ",") // want `^strings\.Split allocates a slice of which two elements are used, in a loop; strings\.Cut makes none$`
		if len(kv) != 2 {
			continue
		}
		out = append(out, kv[0], kv[1])
	}
	return out
}

func exactOr(lines []string) (out []any) {
	for _, line := range lines {
		kv := strings.Split(line, ",") // want `of which two elements are used`
		if len(kv) != 2 || kv[1] == "" {
			continue
		}
		if len(kv) == 2 || line == "" {
			out = append(out, kv[0], kv[1])
		}
	}
	return out
}

func last(lines []string) (out []any) {
	for _, line := range lines {
		parts := strings.Split(line, ",") // want `^strings\.Split allocates a slice of which only the last element is used, in a loop; strings\.LastIndex makes none$`
		out = append(out, parts[len(parts)-1])
	}
	return out
}

func lastBytes(lines []string) (out []any) {
	for _, line := range lines {
		b := []byte(line)
		parts := bytes.Split(b, []byte{','})
		sep := bytes.Split(b, []byte(",")) // want `^bytes\.Split allocates a slice of which only the last element is used, in a loop; bytes\.LastIndex makes none$`
		out = append(out, parts[len(parts)-1], sep[len(sep)-1], cap(parts[len(parts)-1]) == cap(sep[len(sep)-1]))
	}
	return out
}

// Without a separator each character is a part.
func empty(lines []string) (out []any) {
	for _, line := range lines {
		for _, part := range strings.Split(line, "") { // want `only ranged over`
			out = append(out, part)
		}
	}
	return out
}
