package lsp

import "testing"

func TestText(t *testing.T) {
	text := newText([]byte("a\r\n\tö𝒢x\n\nlast"))
	for _, test := range []struct {
		line, column int
		want         position
	}{
		{1, 1, position{0, 0}},
		{2, 2, position{1, 1}},
		{2, 4, position{1, 2}}, // behind ö
		{2, 8, position{1, 4}}, // behind 𝒢
		{4, 5, position{3, 4}}, // the end of the file
		{9, 9, position{3, 4}}, // beyond it
		{0, 0, position{0, 0}}, // not a position
	} {
		if got := text.at(test.line, test.column); got != test.want {
			t.Errorf("%d:%d is %v, want %v", test.line, test.column, got, test.want)
		}
	}
	for n, want := range []string{"a", "\tö𝒢x", "", "last", ""} {
		if got := text.line(n); got != want {
			t.Errorf("line %d is %q, want %q", n, got, want)
		}
	}
	if got, want := text.wholeLine(1), (span{position{1, 1}, position{1, 5}}); got != want {
		t.Errorf("line 1 spans %v, want %v", got, want)
	}
}

func TestFiles(t *testing.T) {
	for _, file := range []string{"/a/b.go", "/a b/ö@%20.go"} {
		if got := fileOf(uriOf(file)); got != file {
			t.Errorf("%s becomes %s, and that %s", file, uriOf(file), got)
		}
	}
	for _, uri := range []string{"untitled:Untitled-1", "git:/a/b.go", "%", ""} {
		if got := fileOf(uri); got != "" {
			t.Errorf("%s is the file %q", uri, got)
		}
	}
}

func TestDecode(t *testing.T) {
	const out = `{
	"p": {"concat": [{"posn": "/p/a.go:1:2", "end": "/p/a.go:1:3", "message": "m"}]},
	"p [p.test]": {"concat": [{"posn": "/p/a.go:1:2", "end": "/p/a.go:1:3", "message": "m"}], "boxing": [{"posn": "/p/a_test.go:4:5", "message": "n"}]}
}`
	list, err := decode([]byte(out))
	if err != nil || len(list) != 2 || list[0].Pass != "concat" || list[1].Pass != "boxing" {
		t.Errorf("%+v, error %v", list, err)
	}
	if _, err := decode([]byte(`{"p": {"concat": {"error": "no"}}}`)); err == nil {
		t.Error("an error of a pass is none")
	}
	if file, line, column := splitPosition("C:/x.y:3"); file != "C:/x.y" || line != 3 || column != 0 {
		t.Errorf("%q, %d, %d", file, line, column)
	}
	if file, line, column := splitPosition("C:/x.go:3:4"); file != "C:/x.go" || line != 3 || column != 4 {
		t.Errorf("%q, %d, %d", file, line, column)
	}
}
