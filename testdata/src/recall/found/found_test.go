package found

import "testing"

func TestAllocs(t *testing.T) {
	rs := records(16)
	for name, f := range Funcs {
		if n := testing.AllocsPerRun(50, func() { f(rs) }); n < 1 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
	if len(Funcs) < 60 {
		t.Errorf("%d functions, want 60", len(Funcs))
	}
}
