package program

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/ssaform"
)

// Source returns the source of the package. Of a large dependency it need not have the
// bodies of functions that no call leads to, see [Package.SourceOf].
func (pkg *Package) Source() (*Source, error) { return pkg.readPart() }

// SourceOf returns the source of the package with the body of a function: that of the
// frame symbol, at a line of file if those are known.
func (pkg *Package) SourceOf(symbol, file string, line int) (*Source, error) {
	src, err := pkg.readPart(symbol)
	if err == nil && src.trimmed.has(symbol, file, line) {
		return pkg.readWhole()
	}
	return src, err
}

// Whole returns the source of the package with all its functions: what nothing in it
// does, nothing does. It returns an error for large packages.
func (pkg *Package) Whole() (*Source, error) {
	if pkg.size() >= large {
		return nil, fmt.Errorf("package %s is too large", pkg.Path)
	}
	return pkg.readWhole()
}

// readPart reads what is needed of the package first, with the functions that are
// asked for.
func (pkg *Package) readPart(symbols ...string) (*Source, error) {
	pkg.sourceMu.Lock()
	defer pkg.sourceMu.Unlock()
	if pkg.part.source == nil && pkg.part.err == nil {
		switch {
		case pkg.whole != reading{}:
			pkg.part = pkg.whole
		case slices.Contains(pkg.prog.roots, pkg) || pkg.size() < large:
			pkg.part = pkg.parse(nil)
			pkg.whole = pkg.part
		default:
			pkg.part = pkg.parse(pkg.reach(symbols...))
			if pkg.part.err != nil || pkg.part.source.trimmed == nil {
				pkg.whole = pkg.part
			}
		}
	}
	return pkg.part.source, pkg.part.err
}

func (pkg *Package) readWhole() (*Source, error) {
	pkg.sourceMu.Lock()
	defer pkg.sourceMu.Unlock()
	if pkg.whole == (reading{}) {
		pkg.whole = pkg.parse(nil)
	}
	return pkg.whole.source, pkg.whole.err
}

// parse reads the package, with the bodies of the functions that are reached, or all of
// them.
func (pkg *Package) parse(r *reached) reading {
	fset := pkg.prog.fset
	var files []*ast.File
	for _, name := range pkg.files() {
		file, err := directives.ParseFile(fset, name, parser.SkipObjectResolution)
		if err != nil {
			return reading{err: err}
		}
		files = append(files, file)
	}
	var trimmed *trimmed
	if r != nil {
		trimmed = r.trim(fset, files)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object),
		Instances: make(map[*ast.Ident]types.Instance), Scopes: make(map[ast.Node]*types.Scope),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), FileVersions: make(map[*ast.File]string),
	}
	config := types.Config{
		Importer: importer{pkg},
		Sizes:    types.SizesFor("gc", runtime.GOARCH),

		DisableUnusedImportCheck: trimmed != nil,
	}
	tpkg, err := config.Check(pkg.built.Path(), fset, files, info)
	if err != nil {
		return reading{err: err}
	}
	src := Of(fset, tpkg, ssaform.Build(fset, tpkg, files, info))
	src.Directives = directives.Collect(fset, files, info)
	src.trimmed = trimmed
	return reading{source: src}
}

// importer imports the dependencies of a package from their archives.
type importer struct{ pkg *Package }

func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if actual, ok := i.pkg.built.ImportMap[path]; ok {
		path, _, _ = strings.Cut(actual, " ") // in a test, or vendored
	}
	return i.pkg.prog.importTypes(path)
}

// importTypes returns the types of a package, from its archive. All packages that are
// read share them.
func (p *Program) importTypes(path string) (*types.Package, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.imports[path]; t != nil && t.Complete() {
		return t, nil
	}
	dep := p.pkgs[path]
	if dep == nil || dep.built.Export == "" {
		return nil, fmt.Errorf("no export data for %s", path)
	}
	f, err := os.Open(dep.built.Export)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(r, p.fset, p.imports, path)
}

// size returns how many bytes of source the package has.
func (pkg *Package) size() int {
	size := 0
	for _, name := range pkg.files() {
		if info, err := os.Stat(name); err == nil {
			size += int(info.Size())
		}
	}
	return size
}

// files returns the source files that the package is compiled from.
func (pkg *Package) files() []string {
	files := slices.Clone(pkg.built.CompiledGoFiles)
	for i, name := range files {
		if !filepath.IsAbs(name) {
			files[i] = filepath.Join(pkg.built.Dir, name)
		}
	}
	return files
}
