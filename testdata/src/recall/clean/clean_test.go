package clean

import "testing"

func TestAllocs(t *testing.T) {
	rs := records(16)
	for name, f := range Funcs {
		f(rs)
		if n := testing.AllocsPerRun(50, func() { f(rs) }); n >= 1 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
	if len(Funcs) < 40 {
		t.Errorf("%d functions, want 40", len(Funcs))
	}
}
