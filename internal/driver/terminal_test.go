package driver

import (
	"bytes"
	"os"
	"testing"
)

func TestPrintTerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("p.go", []byte("\tgrößen += x.String() + \"\x1b\" \r\nlast"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := finding(t, "a", "p.go", 1, "m")
	f.Position.EndCol = len("\tgrößen") + 1
	f.Related = []Related{{f.Position, "there"}}
	gone := finding(t, "a", "gone.go", 1, "n")
	short := finding(t, "a", "p.go", 9, "o")
	for _, test := range []struct {
		colored bool
		want    string
	}{
		{false, "p.go:1:2: m\n\t\tgrößen += x.String() + \"\uFFFD\" \n\t\t^~~~~~\np.go:1:2: \tthere\ngone.go:1:2: n\np.go:9:2: o\n"},
		{true, "\x1b[1mp.go:1:2:\x1b[0m m\n\t\tgrößen += x.String() + \"\uFFFD\" \n\t\x1b[33m\t^~~~~~\x1b[0m\np.go:1:2: \tthere\n\x1b[1mgone.go:1:2:\x1b[0m n\n\x1b[1mp.go:9:2:\x1b[0m o\n"},
	} {
		var out bytes.Buffer
		if err := PrintTerminal(&out, test.colored, []Finding{f, gone, short}); err != nil {
			t.Fatal(err)
		}
		if out.String() != test.want {
			t.Errorf("%q, want %q", &out, test.want)
		}
	}
	if err := PrintTerminal(closedPipe{}, false, []Finding{f}); err == nil {
		t.Error("no error for a closed pipe")
	}
}

func TestColored(t *testing.T) {
	for _, test := range []struct {
		term, no string
		want     bool
	}{{"xterm", "", true}, {"xterm", "1", false}, {"dumb", "", false}, {"", "", false}} {
		t.Setenv("TERM", test.term)
		t.Setenv("NO_COLOR", test.no)
		if got := Colored(); got != test.want {
			t.Errorf("TERM=%q NO_COLOR=%q: %t", test.term, test.no, got)
		}
	}
}
