package measured

import "testing"

// What the pass leaves alone would gain nothing. What it reports is measured as it is and
// as it is fixed, by the test of the fixes.
func TestNoGain(t *testing.T) {
	for _, test := range []struct {
		name           string
		as, instead    func()
		want, wantThen float64
	}{
		{"prefix", prefixed, prefixedItoa, 2, 2},
		{"numbers", twoNumbers, twoItoa, 3, 3},
		{"byte", octets, octetsItoa, 1, 1},
		{"long quote", quoted, quotedStrconv, 2, 2},
		{"hexadecimal", hexed, hexedEncode, 2, 2},
		{"static error", static, staticNew, 1, 1},
		{"local Builder", local, localFprintf, 4, 4},
	} {
		as := testing.AllocsPerRun(100, test.as)
		instead := testing.AllocsPerRun(100, test.instead)
		if as != test.want || instead != test.wantThen {
			t.Errorf("%s: %v and %v allocations, want %v and %v", test.name, as, instead, test.want, test.wantThen)
		}
	}
}
