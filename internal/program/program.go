// Package program reads a package with all that it depends on: the object code
// that the go command built, and the source it was built from.
//
// Nothing is read before it is asked for: an archive when a call leads into
// it, a source file when the path to an allocation has to be judged.
package program

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/probe"
)

// A Program is a package with all that it depends on.
type Program struct {
	format *goobj.Format
	pkgs   map[string]*Package // by path as the linker has it

	mu      sync.Mutex
	symbols map[string][]string // names of numbered symbols, by path
	dirs    map[string]*Package // by directory
}

// A Package is one package of a program.
type Package struct {
	Path string // import path; "main" for a command

	prog   *Program
	listed listed

	objectOnce sync.Once
	funcs      map[string]*goobj.Func
	objectErr  error

	indexMu   sync.Mutex
	instances map[string][]*goobj.Func // by Key of the symbol
	literals  map[*Source]map[*ssa.Function][]*goobj.Func

	sourceOnce sync.Once
	source     *Source
	sourceErr  error
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Name, Dir, Export, ForTest string
	CompiledGoFiles                        []string
	ImportMap                              map[string]string
	Standard, DepOnly                      bool
	Error                                  *struct{ Err string }
	DepsErrors                             []struct{ Err string }
}

// Load lists the package in dir and its dependencies, and has the go command
// build what is not in its cache. With tests, the package is the variant that
// its tests are compiled into.
func Load(dir string, tests bool) (*Program, error) { return LoadPackage(dir, ".", tests) }

// LoadPackage is Load for the package that the go command knows by a path when it
// works in dir, as one of a dependency.
func LoadPackage(dir, path string, tests bool) (*Program, error) {
	args := []string{"list", "-e", "-export", "-deps", "-compiled",
		"-json=ImportPath,Name,Dir,Export,ForTest,CompiledGoFiles,ImportMap,Standard,DepOnly,Error,DepsErrors"}
	if tests {
		args = append(args, "-test")
	}
	cmd := exec.Command("go", append(args, "--", path)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list -export in %s: %w: %s", dir, err, strings.TrimSpace(stderr.String()))
	}
	goroot, err := goRoot(dir)
	if err != nil {
		return nil, err
	}
	format, err := probe.Format(dir, goroot, compiled.KindOf)
	if err != nil {
		return nil, err
	}
	p := &Program{format: format, pkgs: make(map[string]*Package), symbols: make(map[string][]string)}
	return p, p.addAll(out)
}

// goRoot returns the GOROOT of the go command that works in dir: the toolchain
// can depend on the go.mod file there.
func goRoot(dir string) (string, error) {
	cmd := exec.Command("go", "env", "GOROOT")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir)
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

func (p *Program) addAll(list []byte) error {
	dec := json.NewDecoder(bytes.NewReader(list))
	for {
		var l listed
		if err := dec.Decode(&l); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		if l.Error != nil {
			return fmt.Errorf("package %s does not build: %s", l.ImportPath, l.Error.Err)
		}
		path := l.ImportPath
		if i := strings.Index(path, " ["); i >= 0 {
			path = path[:i]
		} else if p.pkgs[path] != nil {
			continue // its test variant is here already
		}
		if strings.HasSuffix(path, ".test") && l.Name == "main" {
			continue // the generated main of a test binary
		}
		if l.Name == "main" {
			path = "main"
		}
		p.pkgs[path] = &Package{Path: path, prog: p, listed: l}
	}
}

// Package returns the package with the path, or nil.
func (p *Program) Package(path string) *Package { return p.pkgs[path] }

// Dir returns the directory of the sources of a package, or "".
func (p *Program) Dir(path string) string {
	if pkg := p.pkgs[path]; pkg != nil {
		return pkg.listed.Dir
	}
	return ""
}

// PackageIn returns the package whose sources are in dir, or nil.
func (p *Program) PackageIn(dir string) *Package {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dirs == nil {
		p.dirs = make(map[string]*Package)
		for _, pkg := range p.pkgs {
			if !strings.HasSuffix(pkg.Path, "_test") {
				p.dirs[pkg.listed.Dir] = pkg
			}
		}
	}
	return p.dirs[dir]
}

func (pkg *Package) readObject() (map[string]*goobj.Func, error) {
	if pkg.listed.Export == "" {
		why := "it was not built"
		if len(pkg.listed.DepsErrors) > 0 {
			why = pkg.listed.DepsErrors[0].Err
		}
		return nil, fmt.Errorf("no object code for %s: %s", pkg.Path, why)
	}
	list, err := goobj.Read(pkg.listed.Export, pkg.prog.format, pkg.prog.symbolName)
	if err != nil {
		return nil, err
	}
	funcs := make(map[string]*goobj.Func, len(list))
	for _, fn := range list {
		// What is called from assembly, or written in it, has a wrapper of the
		// same name for the other calling convention, which only jumps to it.
		if old := funcs[fn.Name]; old == nil || old.File == "<autogenerated>" {
			funcs[fn.Name] = fn
		}
	}
	return funcs, nil
}

// Funcs returns the functions in the object code of the package, by symbol.
func (pkg *Package) Funcs() (map[string]*goobj.Func, error) {
	pkg.objectOnce.Do(func() { pkg.funcs, pkg.objectErr = pkg.readObject() })
	return pkg.funcs, pkg.objectErr
}

// symbolName implements [goobj.Names].
func (p *Program) symbolName(path string, index uint32) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	names, ok := p.symbols[path]
	if !ok {
		if pkg := p.pkgs[unescape(path)]; pkg != nil && pkg.listed.Export != "" {
			names, _ = goobj.SymbolNames(pkg.listed.Export, p.format) // a nameless frame is judged unknown
		}
		p.symbols[path] = names
	}
	if int(index) >= len(names) {
		return ""
	}
	return names[index]
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
		funcs, err := pkg.Funcs()
		if err != nil {
			return nil, nil, err
		}
		if fn := funcs[symbol]; fn != nil {
			return fn, pkg, nil
		}
	}
	return nil, nil, ErrNoBody
}

// PackagePath returns the import path of the package that a linker symbol
// belongs to.
func PackagePath(symbol string) string {
	if i := strings.IndexByte(symbol, '['); i >= 0 {
		symbol = symbol[:i]
	}
	slash := strings.LastIndexByte(symbol, '/')
	dot := strings.IndexByte(symbol[slash+1:], '.')
	if dot < 0 {
		return ""
	}
	return unescape(symbol[:slash+1+dot])
}

// unescape undoes the escaping of import paths in linker symbols: %2e is a dot.
func unescape(path string) string {
	if !strings.Contains(path, "%") {
		return path
	}
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		var c byte
		if path[i] == '%' && i+2 < len(path) {
			if _, err := fmt.Sscanf(path[i+1:i+3], "%02x", &c); err == nil {
				b.WriteByte(c)
				i += 2
				continue
			}
		}
		b.WriteByte(path[i])
	}
	return b.String()
}

// Standard reports whether the package belongs to the standard library.
func (pkg *Package) Standard() bool { return pkg.listed.Standard }
