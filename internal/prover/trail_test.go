package prover

import (
	"go/token"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestTranslate has several passes add one file to the file set that they share.
func TestTranslate(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	content := []byte("package a\n\nfunc F() {}\n")
	if err := os.WriteFile(name, content, 0o666); err != nil {
		t.Fatal(err)
	}
	read := func(fset *token.FileSet, name string, content []byte) token.Pos {
		f := fset.AddFile(name, -1, len(content))
		f.SetLinesForContent(content)
		return f.LineStart(3) + 5
	}
	from := token.NewFileSet()
	from.AddFile("other.go", -1, 100)
	pos := read(from, name, content)
	fset := token.NewFileSet()
	fset.AddFile(name, -1, 1<<16) // as export data leaves it

	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			tr := &translator{fset, make(map[string]*token.File)}
			for range 2 {
				got := fset.Position(tr.translate(from, pos))
				if want := from.Position(pos); got != want {
					t.Errorf("%v, want %v", got, want)
				}
			}
		})
	}
	group.Wait()
	files := 0
	fset.Iterate(func(*token.File) bool { files++; return true })
	if files != 2 {
		t.Errorf("%d files, want that of the export data and one with columns", files)
	}

	tr := &translator{fset, make(map[string]*token.File)}
	if tr.translate(from, token.NoPos).IsValid() || tr.translate(fset, token.NoPos).IsValid() {
		t.Error("no position became one")
	}
	missing := read(from, name+".missing", content)
	if tr.translate(from, missing).IsValid() {
		t.Error("a position in a file that cannot be read")
	}
	longer := append([]byte("// more\n\n\n\n"), content...)
	if tr.translate(from, from.File(read(from, name, longer)).LineStart(6)).IsValid() {
		t.Error("a position behind the end of the file")
	}
}
