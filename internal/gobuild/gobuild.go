// Package gobuild has the go command build packages, and tells what became of
// them and of all that they depend on.
//
// One run of the go command serves all analyses of a package, and where a driver has
// named the packages that it is going to analyse, one run serves them all.
package gobuild

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

// A Build is what one run of the go command built: packages and all they
// depend on.
type Build struct {
	Dir     string  // where the go command worked; "" for here
	GOROOT  string  // of the toolchain it used there
	Overlay Overlay // what it took in place of files

	pkgs   map[string]*Package // by ImportPath
	stderr string
}

// A Package is what the go command tells about one.
type Package struct {
	ImportPath string // "p", or "p [q.test]" when compiled for the test of q
	Name       string
	Dir        string
	Export     string // archive in the build cache; "" if it does not build
	ForTest    string // q
	Standard   bool
	Match      []string // patterns that name it

	GoFiles, CgoFiles []string
	CompiledGoFiles   []string // with what cgo made
	Imports           []string // by ImportPath
	ImportMap         map[string]string

	Error      *Error
	DepsErrors []*Error

	build *Build

	archiveOnce sync.Once
	archive     *goobj.Archive
	archiveErr  error
	namesOnce   sync.Once
	names       []string
}

// An Error is why a package does not build.
type Error struct{ Err string }

const fields = "ImportPath,Name,Dir,Export,ForTest,Standard,Match,GoFiles,CgoFiles,CompiledGoFiles,Imports,ImportMap,Error,DepsErrors"

// anyStandard is a package of the standard library that costs nothing to build. It
// tells where the toolchain is, also to a package that imports nothing.
const anyStandard = "unsafe"

// Run has the go command build packages when it works in dir, "" for here. With
// tests, it builds their variants with test files too. It is an error if the go
// command does not run, but not if packages do not build.
func Run(dir string, tests bool, patterns ...string) (*Build, error) {
	return run(dir, tests, nil, patterns)
}

func run(dir string, tests bool, overlay Overlay, patterns []string) (*Build, error) {
	args := []string{"list", "-e", "-deps", "-export", "-compiled", "-json=" + fields}
	if tests {
		args = append(args, "-test")
	}
	flags, remove, err := overlay.Flags()
	if err != nil {
		return nil, err
	}
	defer remove()
	args = append(args, flags...)
	args = append(append(args, "--"), patterns...)
	if !slices.ContainsFunc(patterns, isFile) { // with which nothing else can be named
		args = append(args, anyStandard)
	}
	var stdout, stderr bytes.Buffer
	cmd := command(dir, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("the go command is not on PATH")
	} else if err != nil && stdout.Len() == 0 {
		return nil, fmt.Errorf("go list: %w: %s", err, firstLine(stderr.String()))
	}
	b := &Build{Dir: dir, Overlay: overlay, pkgs: make(map[string]*Package), stderr: strings.TrimSpace(stderr.String())}
	for dec := json.NewDecoder(&stdout); ; {
		pkg := &Package{build: b}
		if err := dec.Decode(pkg); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		b.pkgs[pkg.ImportPath] = pkg
	}
	return b, b.findRoot()
}

// isFile reports whether a pattern is a Go file.
func isFile(pattern string) bool { return strings.HasSuffix(pattern, ".go") }

func command(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	if dir != "" {
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PWD="+dir)
	}
	return cmd
}

// findRoot finds the GOROOT of the go command in Dir: the toolchain can depend on the
// go.mod file there.
func (b *Build) findRoot() error {
	for _, pkg := range b.pkgs {
		root, ok := strings.CutSuffix(filepath.ToSlash(pkg.Dir), "/src/"+pkg.ImportPath)
		if pkg.Standard && ok {
			b.GOROOT = filepath.FromSlash(root)
			return nil
		}
	}
	out, err := command(b.Dir, "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	b.GOROOT = strings.TrimSpace(string(out))
	return nil
}

// Package returns the package that has the import path, with that of the test
// it is compiled for if there is one; or nil.
func (b *Build) Package(importPath string) *Package { return b.pkgs[importPath] }

// Named returns the package that the pattern, a path or directory, names; with tests
// the variant that has its test files, if it has any. It returns nil if there is none.
func (b *Build) Named(pattern string, tests bool) *Package {
	for _, pkg := range b.pkgs {
		if !slices.Contains(pkg.Match, pattern) || pkg.ForTest != "" {
			continue
		}
		if variant := b.pkgs[testVariant(pkg.ImportPath, pkg.ImportPath)]; variant != nil && tests {
			return variant
		}
		return pkg
	}
	return nil
}

// testVariant returns the import path of a package that is compiled for the test
// of another one.
func testVariant(path, tested string) string { return path + " [" + tested + ".test]" }

// Path returns the import path of the package, without that of a test.
func (p *Package) Path() string {
	path, _, _ := strings.Cut(p.ImportPath, " ")
	return path
}

// Build returns what the package was built with.
func (p *Package) Build() *Build { return p.build }

// Tests returns the packages that the test files of p, a variant with tests or not, are
// in as well: those that are of a package of their own.
func (p *Package) Tests() []*Package {
	tested := strings.TrimSuffix(p.Path(), "_test")
	var list []*Package
	for _, path := range []string{tested, tested + "_test"} {
		if other := p.build.pkgs[testVariant(path, tested)]; other != nil && other != p {
			list = append(list, other)
		}
	}
	return list
}

// Built tells why there is no object code of the package.
func (p *Package) Built() error {
	if p.Export != "" {
		return nil
	}
	for _, e := range append([]*Error{p.Error}, p.DepsErrors...) {
		if e != nil {
			return fmt.Errorf("it does not build: %s", firstLine(e.Err))
		}
	}
	return errors.New("it does not build")
}

// firstLine returns the first line of the compiler's output that is not the
// name of a package.
func firstLine(output string) string {
	for line := range strings.Lines(output) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
			return line
		}
	}
	return strings.TrimSpace(output)
}
