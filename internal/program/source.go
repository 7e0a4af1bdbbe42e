package program

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/ssaform"
)

// A Source is the SSA form of a package, to be asked by linker symbol and line.
type Source struct {
	Fset  *token.FileSet
	Types *types.Package
	Funcs []*ssa.Function // all with a body, and the one that initialises the package

	Directives *directives.Set // of the package

	trimmed  *trimmed                 // nil if it has all bodies
	declared map[string]*ssa.Function // by Key
	literals map[place][]*ssa.Function
	spans    map[string][]span // of literals, by base name of the file
}

// place is a line of a file, by base name: the object code has whole paths for
// some builds only.
type place struct {
	file string
	line int
}

// Func returns the function that the frame symbol stands for, declared at
// line of file. It returns nil if there is none, or more than one that it
// could be.
func (s *Source) Func(symbol, file string, line int) *ssa.Function {
	if fn := s.declared[Key(symbol)]; fn != nil {
		return fn
	}
	return s.literal(symbol, file, line)
}

// Enclosing returns the function of the frame symbol, which is at a line of
// file: the declared one, or the innermost literal around the line.
func (s *Source) Enclosing(symbol, file string, line int) *ssa.Function {
	if around := s.Around(symbol, file, line); len(around) > 0 {
		return around[0]
	}
	return nil
}

// SetSource has the package use the source that an analysis has loaded.
func (pkg *Package) SetSource(s *Source) {
	pkg.sourceMu.Lock()
	defer pkg.sourceMu.Unlock()
	pkg.part, pkg.whole = reading{source: s}, reading{source: s}
}

// Of makes the source of a package that an analysis has loaded.
func Of(fset *token.FileSet, pkg *types.Package, form *ssaform.Package) *Source {
	s := &Source{Fset: fset, Types: pkg, declared: make(map[string]*ssa.Function), literals: make(map[place][]*ssa.Function), spans: make(map[string][]span)}
	for _, fn := range form.Funcs {
		s.add(fn)
	}
	s.Funcs = form.Funcs
	if init := form.Pkg.Func("init"); init != nil {
		s.Funcs = append(s.Funcs[:len(s.Funcs):len(s.Funcs)], init)
	}
	return s
}

func (s *Source) add(fn *ssa.Function) {
	if decl, ok := fn.Syntax().(*ast.FuncDecl); ok && !isInit(decl) {
		symbol := Symbol(fn)
		s.declared[Key(symbol)] = fn
		if rest, ok := strings.CutPrefix(symbol, "main."); ok && fn.Pkg != nil { // see Package.symbol
			s.declared[Key(fn.Pkg.Pkg.Path()+"."+rest)] = fn
		}
		return
	}
	if fn.Syntax() == nil {
		return
	}
	pos := s.Fset.Position(fn.Syntax().Pos())
	at := place{filepath.Base(pos.Filename), pos.Line}
	s.literals[at] = append(s.literals[at], fn)
	s.addSpans(fn)
}

// isInit reports whether decl is an init function. There may be many, of which the
// symbols are numbered.
func isInit(decl *ast.FuncDecl) bool { return decl.Recv == nil && decl.Name.Name == "init" }

// Symbol returns the linker symbol of a declared function without its type
// arguments.
func Symbol(fn *ssa.Function) string {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		return fn.Name()
	}
	return FuncSymbol(obj)
}

// FuncSymbol returns the linker symbol of a function or method without its
// type arguments. The import path is not escaped.
func FuncSymbol(obj *types.Func) string {
	path := obj.Pkg().Path()
	if obj.Pkg().Name() == "main" {
		path = "main"
	}
	recv := obj.Signature().Recv()
	if recv == nil {
		return path + "." + obj.Name()
	}
	t := types.Unalias(recv.Type())
	pointer, isPointer := t.(*types.Pointer)
	if isPointer {
		t = types.Unalias(pointer.Elem())
	}
	name := "?"
	if named, ok := t.(*types.Named); ok {
		name = named.Obj().Name()
	}
	if isPointer {
		return fmt.Sprintf("%s.(*%s).%s", path, name, obj.Name())
	}
	return fmt.Sprintf("%s.%s.%s", path, name, obj.Name())
}

// Key reduces a linker symbol to what declares it: no type arguments, no
// escapes. The body of a loop over an iterator belongs to a function of its own.
func Key(symbol string) string {
	var b strings.Builder
	depth := 0
	for _, r := range symbol {
		switch {
		case r == '[':
			depth++
		case r == ']':
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return goobj.Unescape(b.String())
}

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

// Same reports whether two functions are the same one of the source, in two readings of
// its package it may be.
func Same(a, b *ssa.Function) bool {
	if a == b || a == nil || b == nil || a.Syntax() == nil || b.Syntax() == nil || a.Prog == b.Prog {
		return a == b
	}
	at, bt := a.Prog.Fset.PositionFor(a.Syntax().Pos(), false), b.Prog.Fset.PositionFor(b.Syntax().Pos(), false)
	return at == bt
}

// SameFunc reports whether two linker symbols name the same declaration,
// whatever the type arguments.
func SameFunc(a, b string) bool { return Key(a) == Key(b) }

// Compiled returns the functions in the object code that fn, a function of
// src, was compiled to: one, or each instance of a generic one.
func (pkg *Package) Compiled(src *Source, fn *ssa.Function) []*goobj.Func {
	if fn.Parent() == nil {
		return pkg.Instances(Symbol(fn))
	}
	pkg.indexMu.Lock()
	defer pkg.indexMu.Unlock()
	if pkg.literals[src] == nil {
		index := make(map[*ssa.Function][]*goobj.Func)
		for _, f := range pkg.sorted() {
			if fn := src.Func(f.Name, f.File, f.Line); fn != nil {
				index[fn] = append(index[fn], f)
			}
		}
		if pkg.literals == nil {
			pkg.literals = make(map[*Source]map[*ssa.Function][]*goobj.Func)
		}
		pkg.literals[src] = index
	}
	return pkg.literals[src][fn]
}

// Instances returns the functions in the object code that a declared function or
// method was compiled to: one, or each instance of a generic one. The symbol has
// no type arguments.
func (pkg *Package) Instances(symbol string) []*goobj.Func {
	archive, err := pkg.built.Archive(pkg.prog.format)
	if err != nil {
		return nil
	}
	pkg.indexMu.Lock()
	defer pkg.indexMu.Unlock()
	if pkg.instances == nil {
		pkg.instances = make(map[string][]string)
		for _, name := range archive.Names() {
			k := Key(pkg.symbol(name))
			pkg.instances[k] = append(pkg.instances[k], name)
		}
	}
	var list []*goobj.Func
	for _, name := range pkg.instances[Key(symbol)] {
		fn, err := archive.Func(name)
		if err != nil {
			return nil
		}
		list = append(list, fn)
	}
	return list
}

// symbol returns a linker symbol of the package as [FuncSymbol] has it. A command that is
// compiled for its tests is no "main" for the linker.
func (pkg *Package) symbol(name string) string {
	if pkg.built.Name == "main" && pkg.Path != "main" {
		if rest, ok := strings.CutPrefix(goobj.Unescape(name), pkg.Path+"."); ok {
			return "main." + rest
		}
	}
	return name
}

// sorted returns the functions in the object code in the order of their names.
func (pkg *Package) sorted() []*goobj.Func {
	funcs, err := pkg.Funcs()
	if err != nil {
		return nil
	}
	list := make([]*goobj.Func, 0, len(funcs))
	for _, name := range slices.Sorted(maps.Keys(funcs)) {
		list = append(list, funcs[name])
	}
	return list
}
