package tour

import "testing"

func TestAppendSample(t *testing.T) {
	s := &Sample{Name: "requests", Labels: []Label{{"code", "200"}, {"host", "a"}}, Value: 1.5, Time: 1000}
	const want = "requests;code=200;host=a 1.5 1000\n"
	if got := string(AppendSample(nil, s)); got != want {
		t.Errorf("AppendSample: %q, want %q", got, want)
	}

	// What the directives of the package promise, measured.
	buf := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() { buf = AppendSample(buf[:0], s) }); n != 0 {
		t.Errorf("AppendSample allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { sink = Key(buf, s) }); n != 1 {
		t.Errorf("Key allocates %v times, the tour says once", n)
	}
}

var sink string
