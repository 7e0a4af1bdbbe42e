package reasons_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zeroalloc/zeroalloc-lint/internal/gobuild"
	"github.com/zeroalloc/zeroalloc-lint/internal/reasons"
)

const said = `go: warning: something: else
# m1
./a.go:9:6: can inline A with cost 9 as: func() { x := 1; sink = &x }
./a.go:9:12: x escapes to heap in A:
./a.go:9:12:   flow: p ← &x:
./a.go:9:12:     from &x (address-of) at ./a.go:9:27
./a.go:9:12:     from p := &x (assign-pair) at ./a.go:9:26
./a.go:9:12:   flow: {heap} ← p:
./a.go:9:12:     from sink = p (assign) at ./a.go:10:25
./a.go:11:8: parameter r leaks to {heap} for C with derefs=0:
./a.go:11:8:   flow: {heap} ← r:
./a.go:11:8:     from r.Read(b[:]) (call parameter) at ./a.go:11:44
./a.go:9:12: moved to heap: x
./a.go:11:21: func literal escapes to heap in A:
./a.go:11:21:   flow: {heap} ← &{storage for func literal}:
./a.go:11:21:     from f(") at b.go:1:1") (call parameter) at ./a.go:11:21
./a.go:11:21: func literal escapes to heap
# m1 [m1.test]
./a.go:9:12: x escapes to heap in A:
./a.go:9:12:     from &x (address-of) at ./a.go:9:27
m1/b.go:7: y escapes to heap in B:
m1/b.go:7:     from return &y (return) at m1/b.go:8
`

var (
	moved = &reasons.Reason{"x", "A", reasons.Position{"a.go", 9, 12}, []reasons.Edge{
		{"&x", "address-of", reasons.Position{"a.go", 9, 27}},
		{"p := &x", "assign-pair", reasons.Position{"a.go", 9, 26}},
		{"sink = p", "assign", reasons.Position{"a.go", 10, 25}},
	}}
	literal = &reasons.Reason{"func literal", "A", reasons.Position{"a.go", 11, 21}, []reasons.Edge{
		{`f(") at b.go:1:1")`, "call parameter", reasons.Position{"a.go", 11, 21}},
	}}
	withoutColumns = &reasons.Reason{"y", "B", reasons.Position{"b.go", 7, 0}, []reasons.Edge{
		{"return &y", "return", reasons.Position{"b.go", 8, 0}},
	}}
)

func expect(t *testing.T, set *reasons.Set, file string, line int, want ...*reasons.Reason) {
	t.Helper()
	got := set.At(file, line)
	if !slices.EqualFunc(got, want, func(a, b *reasons.Reason) bool { return reflect.DeepEqual(a, b) }) {
		t.Errorf("%s:%d: %d reasons, want %d", file, line, len(got), len(want))
		for _, r := range got {
			t.Logf("%+v", *r)
		}
	}
}

func TestParse(t *testing.T) {
	set := reasons.Parse([]byte(said))
	expect(t, set, "/any/a.go", 9, moved)
	expect(t, set, "a.go", 11, literal)
	expect(t, set, "b.go", 7, withoutColumns)
	expect(t, set, "a.go", 10)
	expect(t, nil, "a.go", 9)
}

// TestParseOlder reads the wording of before Go 1.26.
func TestParseOlder(t *testing.T) {
	text := strings.NewReplacer(" in A:", ":", " in B:", ":", " ← ", " = ").Replace(said)
	older := *moved
	older.Func = ""
	expect(t, reasons.Parse([]byte(text)), "a.go", 9, &older)
}

// TestParseOther reads what is not understood: there is no reason, and no panic.
func TestParseOther(t *testing.T) {
	for _, r := range []struct{ old, new string }{
		{"escapes to heap", "lives on the heap"},
		{"./a.go:9:12: x", "x at ./a.go:9:12"},
		{":9:12", ":9:12:13:14:15"},
		{":9:12", ":99999999999999999999"},
		{":9:12: ", ":9:12 "},
	} {
		expect(t, reasons.Parse([]byte(strings.ReplaceAll(said, r.old, r.new))), "a.go", 9)
	}
	for _, r := range []struct{ old, new string }{{"from ", "by "}, {") at ", ") in "}, {" (", " ["}, {"    from", "from"}} {
		for _, reason := range reasons.Parse([]byte(strings.ReplaceAll(said, r.old, r.new))).At("a.go", 9) {
			if len(reason.Flow) > 0 {
				t.Errorf("with %q the way is known: %+v", r.new, reason.Flow)
			}
		}
	}
	for i := range said {
		reasons.Parse([]byte(said[:i]))
	}
	expect(t, reasons.Parse([]byte(strings.Repeat("x", 3<<20)+"\r\n"+strings.ReplaceAll(said, "\n", "\r\n"))), "a.go", 9, moved)
}

func TestOf(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module probe.test\n\ngo 1.21\n",
		"a.go":      "package p\n\nfunc A() *int {\n\tx := 1\n\treturn &x\n}\n",
		"a_test.go": "package p\n\nfunc B() *int {\n\ty := 1\n\treturn &y\n}\n",
		"x_test.go": "package p_test\n\nfunc C() *int {\n\tz := 1\n\treturn &z\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tests := range []bool{false, true, true} { // what is cached is said again
		set, err := reasons.Of(dir, tests, nil)
		if err != nil {
			t.Fatal(err)
		}
		for file, subject := range map[string]string{"a.go": "x", "a_test.go": "y", "x_test.go": "z"} {
			at := set.At(file, 4)
			if file != "a.go" && !tests {
				if len(at) > 0 {
					t.Errorf("%s is compiled without tests", file)
				}
				continue
			}
			if len(at) != 1 || at[0].Subject != subject || len(at[0].Flow) == 0 || at[0].Flow[len(at[0].Flow)-1].How != "return" {
				t.Errorf("%s: %+v", file, at)
			}
		}
	}
	unsaved := gobuild.Overlay{filepath.Join(dir, "a.go"): []byte("package p\n\n\n\nfunc A() *int {\n\tw := 1\n\treturn &w\n}\n")}
	set, err := reasons.Of(dir, false, unsaved)
	if err != nil {
		t.Fatal(err)
	}
	if at := set.At("a.go", 6); len(at) != 1 || at[0].Subject != "w" {
		t.Errorf("unsaved: %+v", at)
	}
	if _, err := reasons.Of(filepath.Join(dir, "missing"), false, nil); err == nil {
		t.Error("no error for a directory that is missing")
	}
}

func TestFlags(t *testing.T) {
	for goflags, want := range map[string]string{
		"":                                    "-m=2",
		"-mod=mod -race":                      "-m=2",
		"-gcflags=-N":                         "-N -m=2",
		"--gcflags=-N":                        "-N -m=2",
		"-race '-gcflags=-N -l' -tags=x":      "-N -l -m=2",
		"-gcflags=all=-N":                     "-N -m=2",
		"-gcflags=-N \"-gcflags=./...=-l=4\"": "-l=4 -m=2",
		"'-gcflags=-N":                        "-N -m=2",
	} {
		if got := reasons.Flags(goflags); got != want {
			t.Errorf("%s: %q, want %q", goflags, got, want)
		}
	}
}
