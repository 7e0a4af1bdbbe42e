package directives

import (
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"
)

// Export data tell the file and line of what is declared, and no more.
func TestFinder(t *testing.T) {
	dir := t.TempDir()
	src := `package p

type Doer interface {
	//zeroalloc:check
	Do()
	Other()
}

//zeroalloc:strict
type Handler func()

type Func func()

//zeroalloc:check
type Named Func

//zeroalloc:assume it was measured
//zeroalloc:hot
func F() {}
`
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, file := range []struct {
		name, recorded string
		want           bool
	}{
		{"whole path", filepath.Join(dir, "p.go"), true},
		{"trimmed path", "example.com/p@v1.0.0/p.go", true},
		{"missing", filepath.Join(dir, "q.go"), false},
		{"standard library", "$GOROOT/src/p/p.go", false},
	} {
		t.Run(file.name, func(t *testing.T) {
			fset := token.NewFileSet()
			tok := fset.AddFile(file.recorded, -1, 1<<10)
			for i := range 100 {
				tok.AddLine(i) // one byte a line
			}
			finder := NewFinder(token.NewFileSet(), new(Set))
			finder.Dir = func(path string) string {
				if path == "example.com/p" {
					return dir
				}
				return ""
			}
			pkg := types.NewPackage("example.com/p", "p")
			for _, c := range []struct {
				name string
				line int
				want string
			}{
				{"Do", 5, Check}, {"Other", 6, ""}, {"Handler", 10, Strict}, {"Func", 12, ""},
				{"Named", 15, Check}, {"F", 19, Assume}, {"Do", 6, ""},
			} {
				got := ""
				d, ok := finder.On(fset, types.NewVar(tok.LineStart(c.line), pkg, c.name, types.Typ[types.Int]), Check, Strict, Assume)
				if ok {
					got = d.Name
				}
				if want := c.want; file.want && got != want || !file.want && ok {
					t.Errorf("on %s in line %d stands %q, want %q", c.name, c.line, got, want)
				}
			}
		})
	}
	if _, ok := NewFinder(token.NewFileSet(), new(Set)).On(token.NewFileSet(), types.Universe.Lookup("error"), Check); ok {
		t.Error("something stands on the type error")
	}
}
