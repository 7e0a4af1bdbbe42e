package gobuild

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeModule writes files to a new directory, works there, and returns it.
func writeModule(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module m.test/a\n\ngo 1.26\n"
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return dir
}

func TestRun(t *testing.T) {
	writeModule(t, map[string]string{"a.go": "package a\n"})
	b, err := Run("", false, ".")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(b.GOROOT, "src", "errors")); err != nil {
		t.Errorf("GOROOT %s: %v", b.GOROOT, err)
	}
	if pkg := b.Named(".", false); pkg == nil || pkg.ImportPath != "m.test/a" || pkg.Built() != nil {
		t.Errorf("package %+v", pkg)
	}
}

// Of a package with its tests the variant is found that has them; of one that its
// tests are not in, the package itself.
func TestVariants(t *testing.T) {
	dir := writeModule(t, map[string]string{
		"a.go":          "package a\n\nimport _ \"m.test/a/dep\"\n",
		"a_test.go":     "package a\n\nimport _ \"testing\"\n",
		"x_test.go":     "package a_test\n\nimport _ \"m.test/a\"\n",
		"dep/dep.go":    "package dep\n",
		"dep/x_test.go": "package dep_test\n\nimport _ \"m.test/a/dep\"\n",
	})
	for _, test := range []struct {
		path, dir string
		tests     bool
		want      string
	}{
		{"m.test/a", ".", false, "m.test/a"},
		{"m.test/a", ".", true, "m.test/a [m.test/a.test]"},
		{"m.test/a_test", ".", true, "m.test/a_test [m.test/a.test]"},
		{"m.test/a/dep", "dep", true, "m.test/a/dep"},
		{"m.test/a/dep_test", "dep", true, "m.test/a/dep_test [m.test/a/dep.test]"},
	} {
		pkg, err := Find(Query{Path: test.path, Dir: filepath.Join(dir, test.dir), Tests: test.tests})
		if err != nil || pkg.ImportPath != test.want {
			t.Errorf("%s with tests %t: %+v, error %v; want %s", test.path, test.tests, pkg, err, test.want)
			continue
		}
		if test.tests && len(pkg.Tests()) != 1 && test.dir == "." || test.path == "m.test/a/dep" && len(pkg.Tests()) != 1 {
			t.Errorf("tests of %s are in %v as well", pkg.ImportPath, pkg.Tests())
		}
	}
}

// Files that are named on the command line are a package of their own.
func TestFiles(t *testing.T) {
	dir := writeModule(t, map[string]string{
		"a.go": "package a\n\nvar P = new(int)\n",
		"b.go": "//go:build ignore\n\npackage main\n\nimport _ \"fmt\"\n\nfunc main() {}\n",
	})
	pkg, err := Find(Query{Path: "command-line-arguments", Dir: dir, Files: []string{"b.go"}})
	if err != nil || pkg.Name != "main" || pkg.Built() != nil {
		t.Errorf("package %+v, error %v", pkg, err)
	}
}

// One run of the go command serves the packages that were named before.
func TestPreload(t *testing.T) {
	dir := writeModule(t, map[string]string{"a.go": "package a\n", "b/b.go": "package b\n"})
	asked := 0
	Preload(func() []string { asked++; return []string{"./b"} })
	t.Cleanup(func() { preload.patterns = nil })
	for range 2 {
		b, err := Find(Query{Path: "m.test/a/b", Dir: filepath.Join(dir, "b")})
		if err != nil {
			t.Fatal(err)
		}
		if build, err := preload.builds[0](); err != nil || b.Build() != build || asked != 1 {
			t.Errorf("patterns asked for %d times, error %v", asked, err)
		}
	}
	a, err := Find(Query{Path: "m.test/a", Dir: dir}) // not named: a run of its own
	if err != nil || a.Build().Dir != dir {
		t.Errorf("package %+v, error %v", a, err)
	}
}

func TestErrors(t *testing.T) {
	dir := writeModule(t, map[string]string{
		"a.go":     "package a\n\nimport _ \"m.test/a/bad\"\n",
		"bad/b.go": "package bad\n\nvar s string = 1\n",
	})
	pkg, err := Find(Query{Path: "m.test/a", Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := pkg.Built(); err == nil || !strings.HasPrefix(err.Error(), "it does not build: bad/b.go:3:16: cannot use 1") {
		t.Errorf("error %v", err)
	}
	if _, err := pkg.Archive(nil); err == nil || !strings.HasPrefix(err.Error(), "no object code for m.test/a: it does not build: bad/b.go") {
		t.Errorf("error %v", err)
	}
	if _, err := Find(Query{Path: "m.test/b", Dir: dir}); err == nil || !strings.Contains(err.Error(), "knows no such package in "+dir) {
		t.Errorf("error %v", err)
	}
	if _, err := Find(Query{Path: "m.test/b"}); err == nil {
		t.Error("a package without files is found")
	}
	t.Setenv("PATH", "/nonexistent")
	if _, err := Find(Query{Path: "m.test/a", Dir: dir}); err == nil || err.Error() != "the go command is not on PATH" {
		t.Errorf("error %v", err)
	}
}
