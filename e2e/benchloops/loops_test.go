package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const source = `package p

import "testing"

func BenchmarkPlain(b *testing.B) {
	for i := 0; i < b.N; i++ { // want b.N
		for range 3 {
		}
	}
	for n := b.N; n > 0; n-- { // want b.N
	}
	for range b.N { // want b.N
		b.StopTimer() // timer
	}
}

func BenchmarkNested(b *testing.B) {
	b.Run("sub", func(bb *testing.B) {
		bb.ResetTimer() // nope: it is not in the loop
		for bb.Loop() { // want b.Loop
			for bb.Loop() { // nope: in another one
			}
		}
	})
	b.RunParallel(func(pb *testing.PB) {
		i := 0
	rounds:
		for pb.Next() { // want pb.Next
			if i++; i > 3 {
				continue rounds
			}
		}
	})
	// A comment stays above.
	for i := range b.N { // want b.N
		_ = i
	}
}

type counter struct{ N int }

func helper(b *testing.B, c *counter) {
	for i := 0; i < c.N; i++ { // nope: another N
	}
	for b.N == 0 { // want b.N
	}
	for i := 0; i < 10; i++ { // nope
	}
	func() { for b.Loop() {} }() // nope: no line of its own
}
`

func TestFindLoops(t *testing.T) {
	got, err := parse("p_test.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	forms := make(map[int]string)
	for _, l := range got {
		forms[l.Line] = l.Form
		if want := l.Line == 12; l.Timer != want {
			t.Errorf("line %d: Timer = %t, want %t", l.Line, l.Timer, want)
		}
	}
	for i, line := range strings.Split(source, "\n") {
		_, want, _ := strings.Cut(line, "// want ")
		if strings.Contains(line, "no line of its own") {
			want = "b.Loop" // left out later
		}
		if got := forms[i+1]; got != want {
			t.Errorf("line %d: %q, want %q: %s", i+1, got, want, line)
		}
	}
}

// TestAnnotate checks that the loops stand where they are said to stand, below
// a directive, and that annotating twice does the same.
func TestAnnotate(t *testing.T) {
	root := t.TempDir()
	name := filepath.Join("dir", "p_test.go")
	for file, text := range map[string]string{
		name:                        source,
		"testdata/q_test.go":        source,
		"dir/other.go":              source,
		"elsewhere/p_test.go":       source,
		"dir/broken/broken_test.go": "package",
	} {
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := annotate(root, nil, "strict"); err != nil || len(all) != 14 {
		t.Errorf("%d loops in all directories, %v, want 14", len(all), err)
	}
	loops, err := annotate(root, []string{"dir"}, "check")
	if err != nil {
		t.Fatal(err)
	}
	if len(loops) != 7 {
		t.Errorf("%d loops, want 7", len(loops))
	}
	src, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ParseComments); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(src), "\n")
	originals := strings.Split(source, "\n")
	marks := 0
	for i, l := range loops {
		if l.ID != i+1 || l.File != name {
			t.Errorf("loop %d of %s, want %d of %s", l.ID, l.File, i+1, name)
		}
		if got := strings.TrimSpace(lines[l.From-1]); got != "//zeroalloc:check" {
			t.Errorf("loop %d: %q in place of the directive", l.ID, got)
		}
		if lines[l.From] != originals[l.Line-1] || lines[l.To-1] != originals[l.end-1] {
			t.Errorf("loop %d: lines %q to %q, want %q to %q", l.ID, lines[l.From], lines[l.To-1], originals[l.Line-1], originals[l.end-1])
		}
	}
	for i, line := range lines {
		if strings.HasPrefix(line, "print(") {
			marks++
			if strings.Contains(lines[i-1], "rounds:") {
				t.Error("a mark between label and loop")
			}
		}
	}
	if marks != len(loops) {
		t.Errorf("%d marks, want %d", marks, len(loops))
	}
}
