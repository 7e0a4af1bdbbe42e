// Package program reads a package with all that it depends on: the object code
// that the go command built, and the source it was built from.
//
// Nothing is read before it is asked for: an archive when a call leads into
// it, a source file when the path to an allocation has to be judged.
package program

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/gobuild"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

// A Program is a package with all that it depends on.
type Program struct {
	format *goobj.Format
	roots  []*Package          // the one it was loaded for, then its tests
	pkgs   map[string]*Package // by path as the linker has it
	fset   *token.FileSet      // of what is read

	mu      sync.Mutex
	dirs    map[string]*Package       // by directory
	imports map[string]*types.Package // from archives, by path
}

// A Package is one package of a program.
type Package struct {
	Path string // import path; "main" for a command

	prog  *Program
	built *gobuild.Package

	objectOnce sync.Once
	funcs      map[string]*goobj.Func
	objectErr  error

	indexMu   sync.Mutex
	instances map[string][]string // symbols by Key
	literals  map[*Source]map[*ssa.Function][]*goobj.Func

	sourceMu    sync.Mutex
	part, whole reading // the same, of most packages
}

// A reading is the source of a package, or why it cannot be had.
type reading struct {
	source *Source
	err    error
}

// Load lists the package in dir and its dependencies, and has the go command
// build what is not in its cache. With tests, the package is the variant that
// its tests are compiled into.
func Load(dir string, tests bool) (*Program, error) { return LoadPackage(dir, ".", tests) }

// LoadPackage is Load for the package that the go command knows by a path when it
// works in dir, as one of a dependency.
func LoadPackage(dir, path string, tests bool) (*Program, error) {
	b, err := gobuild.Run(dir, tests, path)
	if err != nil {
		return nil, err
	}
	pkg := b.Named(path, tests)
	if pkg == nil {
		return nil, fmt.Errorf("the go command knows no package %s in %s", path, dir)
	}
	return New(pkg)
}

// New returns the program of a package that was built, with the packages that hold
// its tests if it was built with them.
func New(built *gobuild.Package) (*Program, error) {
	if err := built.Built(); err != nil {
		return nil, fmt.Errorf("no object code for %s: %w", built.Path(), err)
	}
	format, err := compiled.Format(built.Build())
	if err != nil {
		return nil, err
	}
	p := &Program{
		format: format, pkgs: make(map[string]*Package),
		fset: token.NewFileSet(), imports: make(map[string]*types.Package),
	}
	p.roots = append(p.roots, p.add(built))
	for _, tests := range built.Tests() {
		p.roots = append(p.roots, p.add(tests))
	}
	return p, nil
}

// add adds a package with all that it depends on. Of the packages that another build
// of it may have, in the same run of the go command, it takes none.
func (p *Program) add(built *gobuild.Package) *Package {
	if pkg := p.packageOf(built); pkg != nil {
		return pkg
	}
	pkg := &Package{Path: built.Path(), prog: p, built: built}
	p.pkgs[built.Path()] = pkg
	if built.Name == "main" {
		p.pkgs["main"] = pkg
		if built.ForTest == "" { // with tests, it is compiled like any package
			pkg.Path = "main"
		}
	}
	for _, id := range built.Imports {
		if dep := built.Build().Package(id); dep != nil {
			p.add(dep)
		}
	}
	return pkg
}

// packageOf returns the package of the program that was built as such, or nil.
func (p *Program) packageOf(built *gobuild.Package) *Package { return p.pkgs[built.Path()] }

// Own returns the package that the program was loaded for.
func (p *Program) Own() *Package { return p.roots[0] }

// Package returns the package with the path, or nil.
func (p *Program) Package(path string) *Package { return p.pkgs[path] }

// Dir returns the directory of the sources of a package, or "".
func (p *Program) Dir(path string) string {
	if pkg := p.pkgs[path]; pkg != nil {
		return pkg.built.Dir
	}
	return ""
}

// PackageOf returns the package that a source file belongs to, nil if it is not known.
func (p *Program) PackageOf(file string) *Package {
	if own := p.Own(); strings.HasSuffix(file, "_test.go") && slices.Contains(own.files(), file) {
		return own // maybe an external test, in the directory of what it tests
	}
	return p.packageIn(filepath.Dir(file))
}

// packageIn returns the package whose sources are in dir, or nil.
func (p *Program) packageIn(dir string) *Package {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dirs == nil {
		p.dirs = make(map[string]*Package)
		for _, pkg := range p.pkgs {
			if !strings.HasSuffix(pkg.Path, "_test") {
				p.dirs[pkg.built.Dir] = pkg
			}
		}
	}
	return p.dirs[dir]
}

// Funcs returns the functions in the object code of the package, by symbol.
func (pkg *Package) Funcs() (map[string]*goobj.Func, error) {
	pkg.objectOnce.Do(func() { pkg.funcs, pkg.objectErr = pkg.readFuncs() })
	return pkg.funcs, pkg.objectErr
}

func (pkg *Package) readFuncs() (map[string]*goobj.Func, error) {
	archive, err := pkg.built.Archive(pkg.prog.format)
	if err != nil {
		return nil, err
	}
	list, err := archive.Funcs()
	if err != nil {
		return nil, err
	}
	funcs := make(map[string]*goobj.Func, len(list))
	for _, fn := range list {
		if funcs[fn.Name] == nil {
			if funcs[fn.Name], err = archive.Func(fn.Name); err != nil {
				return nil, err
			}
		}
	}
	return funcs, nil
}

// ErrNoBody is the error of Lookup for a function that has no code in the
// package it belongs to: it is defined by linkname elsewhere.
var ErrNoBody = errors.New("no code")

// Lookup finds the function that code of from calls as symbol. An instance of
// a generic function stands in the package that needed it first.
func (p *Program) Lookup(symbol string, from *Package) (*goobj.Func, *Package, error) {
	candidates := []*Package{from}
	if owner := p.pkgs[PackagePath(symbol)]; owner != nil && owner != from {
		candidates = append(candidates, owner)
	}
	for _, pkg := range candidates {
		archive, err := pkg.built.Archive(p.format)
		if err != nil {
			return nil, nil, err
		}
		if fn, err := archive.Func(symbol); fn != nil || err != nil {
			return fn, pkg, err
		}
	}
	return nil, nil, ErrNoBody
}

// PackagePath returns the import path of the package that a linker symbol
// belongs to.
func PackagePath(symbol string) string { return goobj.PackagePath(symbol) }

// Standard reports whether the package belongs to the standard library.
func (pkg *Package) Standard() bool { return pkg.built.Standard }
