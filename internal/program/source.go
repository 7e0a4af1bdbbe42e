package program

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

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
