package main

import (
	"reflect"
	"strings"
	"testing"
)

func TestParseResults(t *testing.T) {
	mark := func(id string) string { return markPrefix + id + "\n" }
	out := "goos: linux\n" +
		mark("1") + "BenchmarkA-2   \t" + mark("1") + "some output 12\n" +
		"    2000\t       123.4 ns/op\t  12.50 MB/s\t      16 B/op\t       1 allocs/op\n" +
		// b.Loop: all marks come before the name.
		mark("2") + "BenchmarkB/x=1,y-2 \t    2000\t         5 ns/op\t       0 B/op\t       0 allocs/op\n" +
		// Fails: its marks are not those of the next one, which reaches two loops.
		"BenchmarkC\n--- FAIL: BenchmarkC-2\n" +
		"BenchmarkD-2\t" + mark("4") + mark("3") + mark("3") + "    2000\t 5 ns/op\t 7.000 extra\t  8 B/op\t  0 allocs/op\n" +
		"BenchmarkE-2\t    2000\t 5 ns/op\t  8 B/op\t  0 allocs/op\nPASS\n"
	want := []result{
		{Name: "BenchmarkA", N: 2000, Bytes: 16, Allocs: 1, Loops: []int{1}},
		{Name: "BenchmarkB/x=1,y", N: 2000, Loops: []int{2}},
		{Name: "BenchmarkD", N: 2000, Bytes: 8, Loops: []int{3, 4}},
		{Name: "BenchmarkE", N: 2000, Bytes: 8},
	}
	if got := parseResults(out); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestParseFindings(t *testing.T) {
	const list = `[{"posn": "/w/m/d/a_test.go:7:3", "category": "dynamic", "message": "m"}]`
	got, err := parseFindings([]byte(`{
		"m/d": {"directive": [{"posn": "/w/m/d/a_test.go:5:1", "message": "misplaced"}]},
		"m/d [m/d.test]": {"escape": `+list+`},
		"m/d.test": {"escape": `+list+`}}`), "/w/m")
	want := []finding{
		{File: "d/a_test.go", Line: 5, Category: unchecked, Message: "misplaced"},
		{File: "d/a_test.go", Line: 7, Category: "dynamic", Message: "m"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	if _, err := parseFindings([]byte(`{"m/d": {"escape": {"error": "broken"}}}`), "/w/m"); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("a pass that failed: %v", err)
	}
}

func TestClassify(t *testing.T) {
	none := []result{{N: rounds}, {N: rounds}}
	one := []result{{N: rounds}, {N: rounds, Allocs: 1, Bytes: 8}}
	part := []result{{N: rounds, Bytes: 1}}
	few := []result{{N: 50, Bytes: 16, Allocs: 3}}
	for _, test := range []struct {
		form     string
		results  []result
		findings string // categories
		want     string
	}{
		{"b.N", one, "", unsound},
		{"b.N", one, "allocates", sound},
		{"b.N", one, "dynamic", sound},
		{"b.N", one, "unchecked", notChecked},
		{"b.N", none, "", clean},
		{"b.N", none, "allocates", falseAlarm},
		{"b.N", none, "may-allocate unknown", unproven},
		{"b.N", none, "dynamic allocates", falseAlarm},
		{"b.N", none, "may-allocate", conditional},
		{"b.N", none, "may-allocate dynamic", unproven},
		{"b.N", none, "unchecked", notChecked},
		{"b.N", part, "", open},
		{"b.N", part, "allocates", open},
		{"b.N", few, "", open},
		{"b.Loop", few, "", unsound},
		{"b.N", nil, "", notMeasured},
	} {
		v := &verdict{Loop: &loop{Form: test.form}, Results: test.results}
		for category := range strings.FieldsSeq(test.findings) {
			v.Findings = append(v.Findings, finding{Category: category})
		}
		if got := classify(v); got != test.want {
			t.Errorf("%s, %v, %s: %s, want %s", test.form, test.results, test.findings, got, test.want)
		}
		v.Loop.Timer = true
		if got := classify(v); got != timer {
			t.Errorf("with the timer stopped: %s", got)
		}
	}
}

// TestNewReport checks which results and findings belong to which loop.
func TestNewReport(t *testing.T) {
	loops := []*loop{
		{ID: 1, File: "a_test.go", From: 5, To: 8},
		{ID: 2, File: "a_test.go", From: 10, To: 13},
		{ID: 3, File: "b_test.go", From: 5, To: 8},
	}
	findings := []finding{
		{File: "a_test.go", Line: 5, Category: unchecked},
		{File: "a_test.go", Line: 9, Category: "allocates"},
		{File: "b_test.go", Line: 8, Category: "allocates"},
	}
	results := []result{
		{Name: "A", N: rounds, Loops: []int{1}},
		{Name: "B/x", N: rounds, Loops: []int{2}},
		{Name: "B/y", N: rounds, Allocs: 2, Loops: []int{2}},
		{Name: "C", N: rounds, Allocs: 2, Loops: []int{3}},
		{Name: "D", N: rounds, Allocs: 2, Loops: []int{2, 3}},
		{Name: "E", N: rounds},
	}
	r := newReport(module{path: "m"}, loops, findings, &measurements{Results: results})
	want := []string{notChecked, unsound, sound}
	for i, v := range r.Verdicts {
		if v.Class != want[i] {
			t.Errorf("loop %d: %s, want %s", i+1, v.Class, want[i])
		}
	}
	if !reflect.DeepEqual(r.Unmapped, []string{"D", "E"}) {
		t.Errorf("not mapped: %q", r.Unmapped)
	}
	var out strings.Builder
	r.print(&out)
	if got := out.String(); !strings.Contains(got, "B/y: 2000 rounds") || strings.Contains(got, "B/x") {
		t.Errorf("what the unsound loop allocates is not listed: %s", got)
	}
}

func TestLongest(t *testing.T) {
	got := longest([]result{{Name: "A", N: 2000, Bytes: 8}, {Name: "B", N: 2000}, {Name: "B", N: 50, Allocs: 1}, {Name: "A", N: 50000}, {Name: "C", N: 50}})
	want := []result{{Name: "A", N: 50000}, {Name: "B", N: 2000}, {Name: "C", N: 50}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
