package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/zeroalloc/zeroalloc-lint/internal/lsptest"
)

// scratch is where gopls is built, and has its cache.
var scratch string

var built = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "gopls")
	cmd := exec.Command("go", "run", ".", "-o", path)
	cmd.Stderr = os.Stderr
	return path, cmd.Run()
})

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "gopls-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	scratch = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// gopls returns the path of a gopls that was built as the documentation says.
func gopls(t *testing.T) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// tour returns a copy of the module of examples/tour.
func tour(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../examples/tour/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of the tour: %v", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := write(dir, map[string][]byte{filepath.Base(file): content}); err != nil {
			t.Fatal(err)
		}
	}
	if err := write(dir, map[string][]byte{"go.mod": []byte("module example.com/tour\n\ngo 1.26\n")}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// run runs gopls in dir, with a cache of its own, and returns what it prints.
func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(gopls(t), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPLSCACHE="+filepath.Join(scratch, "cache"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return string(out)
}

func TestCheck(t *testing.T) {
	dir := tour(t)
	out := run(t, dir, "check", "report.go", "sample.go", "valid.go")
	for _, want := range []string{
		`report\.go:25:3-\d+: list \+= .* copies list into a new string`,
		`report\.go:32:\d+-\d+: slice names grows`,
		`sample\.go:54:15: conversion of \[\]byte to string allocates its result, annotated //zeroalloc:check`,
		`sample\.go:68:1-\d+: //zeroalloc:chekc is unknown`,
	} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	if got, want := findings(out), findings(alone(t, dir)); len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("gopls has\n%s\nthe tool\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	diff := run(t, dir, "codeaction", "-kind=quickfix", "-diff", "-exec", "report.go:32:6")
	if !strings.Contains(diff, "+\tnames := ") {
		t.Errorf("code action:\n%s", diff)
	}
}

// alone returns what the tool itself prints about the module in dir.
func alone(t *testing.T, dir string) string {
	t.Helper()
	tool := filepath.Join(scratch, "zeroalloc-lint")
	build := exec.Command("go", "build", "-o", tool, "./cmd/zeroalloc-lint")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(tool, "./...")
	cmd.Dir = dir
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Fatalf("%v, want exit code 3", err)
	}
	return string(out)
}

var position = regexp.MustCompile(`^(?:.*/)?([^/:]+\.go):(\d+):[-\d]+: (.*)$`)

// findings returns file, line and message of each finding in out, sorted. What is related to
// one begins with a dash or a tab.
func findings(out string) []string {
	var list []string
	for line := range strings.Lines(out) {
		m := position.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m != nil && !strings.HasPrefix(m[3], "- ") && !strings.HasPrefix(m[3], "\t") {
			list = append(list, m[1]+":"+m[2]+": "+m[3])
		}
	}
	slices.Sort(list)
	return list
}

// TestSession: in a buffer that is not saved the passes work on what it holds, and escape
// has it compiled.
func TestSession(t *testing.T) {
	dir := tour(t)
	e := lsptest.Start(t, dir, nil, gopls(t))
	e.Open("sample.go")
	e.Open("report.go")
	of := func(code string) func([]lsptest.Diagnostic) bool {
		return func(list []lsptest.Diagnostic) bool {
			return slices.ContainsFunc(list, func(d lsptest.Diagnostic) bool { return d.Source == "escape" && d.Code == code || d.Source == code })
		}
	}
	e.Await("sample.go", of("escape"))

	report, err := os.ReadFile(filepath.Join(dir, "report.go"))
	if err != nil {
		t.Fatal(err)
	}
	list := e.Await("report.go", of("prealloc"))
	at := slices.IndexFunc(list, func(d lsptest.Diagnostic) bool { return d.Source == "prealloc" })
	actions := e.Actions("report.go", list[at].Range, list[at])
	if len(actions) == 0 {
		t.Fatal("no code action")
	}
	mended := e.Apply("report.go", string(report), actions[0])
	e.Change("report.go", mended)
	e.Await("report.go", func(list []lsptest.Diagnostic) bool { return !of("prealloc")(list) })

	sample, err := os.ReadFile(filepath.Join(dir, "sample.go"))
	if err != nil {
		t.Fatal(err)
	}
	// The file allocates at the end of Key, the buffer at its beginning.
	unsaved := strings.Replace(string(sample), "return string(buf)", "return \"\"", 1)
	unsaved = strings.Replace(unsaved, "buf = append(buf[:0], s.Name...)", "last = new(Sample)\n\tbuf = append(buf[:0], s.Name...)", 1) + "\nvar last *Sample\n"
	if unsaved == string(sample) {
		t.Fatal("the tour has changed")
	}
	e.Change("sample.go", unsaved)
	e.Await("sample.go", func(list []lsptest.Diagnostic) bool {
		var messages []string
		for _, d := range list {
			if d.Source == "escape" {
				messages = append(messages, d.Message)
			}
		}
		return len(messages) == 1 && strings.HasPrefix(messages[0], "new object of type tour.Sample allocates (56 B)")
	})

	// What cannot be compiled is not taken for clean.
	e.Change("sample.go", strings.Replace(unsaved, "last = new(Sample)", "last = nothing", 1))
	e.Await("sample.go", func(list []lsptest.Diagnostic) bool {
		return slices.ContainsFunc(list, func(d lsptest.Diagnostic) bool {
			return d.Source == "compiler" || strings.Contains(d.Message, "is not checked")
		})
	})
}
