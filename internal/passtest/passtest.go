// Package passtest tests passes in the ways that package analysistest does not.
//
// The test packages of all passes lie in one module, testdata/src of this repository,
// a directory for each pass.
package passtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
)

// Testdata returns the absolute directory of the module that holds the test packages.
// It is called by tests of passes, which run two directories below the root.
func Testdata(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../testdata/src")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// SetCompiler sets the flag -compiler to mode for the rest of the test.
func SetCompiler(t *testing.T, mode string) {
	t.Helper()
	flag := compiled.Analyzer.Flags.Lookup("compiler")
	if flag == nil {
		t.Fatal("no flag -compiler")
	}
	before := flag.Value.String()
	if err := flag.Value.Set(mode); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { flag.Value.Set(before) })
}

// Measured runs the tests of packages of the module of test packages. They hold what
// comments say of allocations against the toolchain in use.
func Measured(t *testing.T, packages ...string) {
	t.Helper()
	GoTest(t, Testdata(t), packages...)
}

// GoTest runs go test in dir with the arguments given, which must find tests and pass.
func GoTest(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"test"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", cmd, err, out)
	}
	if untested.Match(out) {
		t.Errorf("%s: there is nothing to run\n%s", cmd, out)
	}
}

// Module writes a module to a new directory and returns that. The files are named by
// their paths with slashes; without one, go.mod names the module fixed.test.
func Module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if _, ok := files["go.mod"]; !ok {
		write(t, filepath.Join(dir, "go.mod"), "module fixed.test\n\ngo 1.26\n")
	}
	for name, content := range files {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), content)
	}
	return dir
}

// Read returns the content of a file below the module of test packages.
func Read(t *testing.T, elem ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(Testdata(t), filepath.Join(elem...)))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}
