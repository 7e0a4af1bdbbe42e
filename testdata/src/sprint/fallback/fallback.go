// Package fallback is analysed without object code: types tell what allocates when it is
// converted to any.
package fallback

import "fmt"

func texts(out []string, key string, n int, b byte, v any) []string {
	for range n {
		out = append(out, fmt.Sprintf("%s=%d", key, n))      // want `^fmt\.Sprintf allocates up to 3 times, in a loop; key \+ "=" \+ strconv\.Itoa\(n\) makes the same with 2$`
		out = append(out, fmt.Sprintf("b%d", b))             // nope: no byte allocates
		out = append(out, fmt.Sprintf("%s", "xy"))           // want `^fmt\.Sprintf allocates once, in a loop; "xy" makes the same without$`
		kept = append(kept, []byte(fmt.Sprintf("%v", v))...) // want `fmt\.Appendf appends the same without$`
		last = []byte(fmt.Sprintf("v=%v", v))                // nope: the conversion may cost nothing
	}
	return out
}

var kept, last []byte
