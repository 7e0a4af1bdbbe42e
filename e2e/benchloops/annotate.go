package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// original is what the name of a test file as it was ends with, next to the
// annotated one.
const original = ".benchloops"

// annotate puts a directive above each measured loop in the test files of a
// module, or of some of its directories, and a mark above that. It can be done
// again.
func annotate(root string, dirs []string, kind string) ([]*loop, error) {
	names, err := testFiles(root, dirs)
	if err != nil {
		return nil, err
	}
	var all []*loop
	for _, name := range names {
		path := filepath.Join(root, name)
		src, err := pristine(path)
		if err != nil {
			return nil, err
		}
		loops, err := parse(name, src)
		if err != nil {
			continue // of the tests of a parser
		}
		loops = slices.DeleteFunc(loops, func(l *loop) bool { return !alone(src, l) })
		for _, l := range loops {
			l.File = name
			l.ID = len(all) + 1
			all = append(all, l)
		}
		if err := os.WriteFile(path, insert(src, loops, kind), 0o666); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// testFiles returns the test files below root, relative to it, but for those
// that the go command ignores.
func testFiles(root string, dirs []string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() && path != root && (base == "testdata" || base == "vendor" || strings.ContainsAny(base[:1], "._")) {
			return fs.SkipDir
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if strings.HasSuffix(base, "_test.go") && (len(dirs) == 0 || slices.Contains(dirs, filepath.ToSlash(filepath.Dir(name)))) {
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

// pristine returns the source of a file before it was annotated.
func pristine(path string) ([]byte, error) {
	src, err := os.ReadFile(path + original)
	if err == nil {
		return src, nil
	}
	if src, err = os.ReadFile(path); err != nil {
		return nil, err
	}
	return src, os.WriteFile(path+original, src, 0o666)
}

// alone reports whether a loop begins its line.
func alone(src []byte, l *loop) bool {
	lines := bytes.SplitAfter(src, []byte("\n"))
	return bytes.HasPrefix(bytes.TrimSpace(lines[l.Line-1]), []byte("for "))
}

// markPrefix begins a line that a benchmark prints before it gets to a loop.
const markPrefix = "\x02benchloops "

// insert returns src with a mark and a directive above each of the loops, and
// notes the new lines of the loops.
//
// Some packages have a println of their own.
//
//	for b.Loop() {      print("\x02benchloops 1\n")
//	                    //zeroalloc:check
//	                    for b.Loop() {
func insert(src []byte, loops []*loop, kind string) []byte {
	above := make(map[int]string)
	for i, l := range loops {
		above[l.before] += fmt.Sprintf("print(%q)\n", fmt.Sprintf("%s%d\n", markPrefix, l.ID))
		above[l.Line] += "//zeroalloc:" + kind + "\n"
		l.From = l.Line + 2*i + 1
		l.To = l.end + 2*i + 2
	}
	var out bytes.Buffer
	for i, line := range bytes.SplitAfter(src, []byte("\n")) {
		out.WriteString(above[i+1])
		out.Write(line)
	}
	return out.Bytes()
}
