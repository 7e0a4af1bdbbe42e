package measured

import "testing"

func TestAllocs(t *testing.T) {
	for _, f := range Funcs {
		if n := testing.AllocsPerRun(100, f.Func); n != f.Allocs {
			t.Errorf("%s allocates %v times, not %v", f.Name, n, f.Allocs)
		}
	}
}
