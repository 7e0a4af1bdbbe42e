package measured

import "testing"

func TestAllocs(t *testing.T) {
	for _, f := range Funcs {
		was, then := testing.AllocsPerRun(100, f.Was), testing.AllocsPerRun(100, f.Then)
		if was <= then {
			t.Errorf("%s allocates %v times, and %v as advised", f.Name, was, then)
		}
	}
	for _, f := range Worse {
		was, then := testing.AllocsPerRun(100, f.Was), testing.AllocsPerRun(100, f.Then)
		if was > then {
			t.Errorf("%s allocates %v times, and %v with capacity", f.Name, was, then)
		}
	}
}
