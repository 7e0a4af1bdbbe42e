package driver

import (
	"os"
	"path/filepath"
	"testing"
)

// TestErrors: each fault is told once, by one of the go command, the parser and the type
// checker, and that of a package is not one of those that import it.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ what, source, want string }{
		{"type", "package p\n\nvar F = nothing\n", "p/p.go:3:9: undefined: nothing"},
		{"syntax", "package p\n\nvar F = 1\n}\n", "p/p.go:4:1: syntax error: non-declaration statement outside function body"},
		{"cycle", "package p\n\nimport _ \"m.test/r\"\n\nvar F = 1\n", "import cycle not allowed: import stack: [m.test/r m.test/q m.test/p m.test/r]"},
		{"missing", "", "q/q.go:3:8: no required module provides package m.test/p; to add it:\n\tgo get m.test/p"},
	} {
		t.Chdir(t.TempDir())
		files := map[string]string{
			"go.mod": "module m.test\n\ngo 1.26\n", "p/p.go": test.source,
			"q/q.go": "package q\n\nimport \"m.test/p\"\n\nvar G = p.F\n",
			"r/r.go": "package r\n\nimport \"m.test/q\"\n\nvar H = q.G\n",
		}
		for name, text := range files {
			if text == "" {
				continue
			}
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		r, err := Run(nil, true, []string{"./r"})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Errors) != 1 || r.Errors[0].Error() != test.want {
			t.Errorf("%s: %q, want %q", test.what, r.Errors, test.want)
		}
	}
}
