package staticcheck

import (
	"strings"
	"testing"
)

// What foldNote says.
func TestFoldNote(t *testing.T) {
	for s, want := range map[string]float64{"unchanged": 0, "Changed": 1} {
		if n := testing.AllocsPerRun(100, func() { sink = strings.ToLower(s) }); n != want {
			t.Errorf("strings.ToLower(%q) allocates %v times, not %v", s, n, want)
		}
	}
	for _, p := range [][2]string{{"\u017f", "s"}, {"\u0130", "i"}} {
		if lower, fold := strings.ToLower(p[0]) == strings.ToLower(p[1]), strings.EqualFold(p[0], p[1]); lower == fold {
			t.Errorf("%q and %q: %v in lower case and %v folded", p[0], p[1], lower, fold)
		}
	}
}

var sink string
