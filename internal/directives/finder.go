package directives

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Finder finds the directives on what is declared in any package: functions,
// methods, methods of interface types, named func types. Those of other packages
// it reads from the source file that the declaration stands in, and from no other:
// nothing else has to be loaded or built to know whether there are any.
type Finder struct {
	// Dir returns the directory of the sources of a package, or "". It is asked
	// for files whose path was cut off the object code. It may be nil.
	Dir func(pkg string) string

	fset  *token.FileSet
	own   map[token.Pos][]Found // by name, of the package that fset is for
	files map[string]map[spot][]Found
}

// A spot is where a declared name stands. Export data have no columns.
type spot struct {
	line int
	name string
}

// A Found is a directive with the file set that its positions are in.
type Found struct {
	*Directive
	Fset *token.FileSet
}

// NewFinder returns a finder. The directives of a package that was loaded from
// source, into fset, are given.
func NewFinder(fset *token.FileSet, own *Set) *Finder {
	f := &Finder{fset: fset, own: make(map[token.Pos][]Found), files: make(map[string]map[spot][]Found)}
	for _, d := range own.All {
		if name := declaredName(d.Node); name != nil {
			f.own[name.Pos()] = append(f.own[name.Pos()], Found{d, fset})
		}
	}
	return f
}

// On returns the first directive with one of the names that stands on the
// declaration of obj, an object of a package whose positions are in fset.
func (f *Finder) On(fset *token.FileSet, obj types.Object, names ...string) (Found, bool) {
	if obj == nil || obj.Pkg() == nil || !obj.Pos().IsValid() {
		return Found{}, false // error.Error
	}
	if fset == f.fset {
		if found, ok := pick(f.own[obj.Pos()], names); ok {
			return found, true
		}
	}
	at := fset.Position(obj.Pos())
	file := f.fileOf(obj.Pkg().Path(), at.Filename)
	if file == "" {
		return Found{}, false
	}
	spots, known := f.files[file]
	if !known {
		spots = read(file)
		f.files[file] = spots
	}
	return pick(spots[spot{at.Line, obj.Name()}], names)
}

func pick(list []Found, names []string) (Found, bool) {
	for _, d := range list {
		if slices.Contains(names, d.Name) {
			return d, true
		}
	}
	return Found{}, false
}

// fileOf returns the path of a source file, "" if it is of the standard library
// or not known.
func (f *Finder) fileOf(pkg, name string) string {
	if strings.HasPrefix(name, "$GOROOT") || strings.HasPrefix(name, filepath.Join(build.Default.GOROOT, "src")+string(filepath.Separator)) {
		return ""
	}
	if filepath.IsAbs(name) {
		return name
	}
	if f.Dir == nil {
		return ""
	}
	dir := f.Dir(pkg)
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, filepath.Base(name))
}

// read returns the directives on declarations in a file, none if it cannot be
// read.
func read(name string) map[spot][]Found {
	content, err := os.ReadFile(name)
	if err != nil || !mayHold(content) {
		return nil
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	spots := make(map[spot][]Found)
	for _, d := range Collect(fset, []*ast.File{file}, &types.Info{}).All {
		if name := declaredName(d.Node); name != nil {
			at := spot{fset.Position(name.Pos()).Line, name.Name}
			spots[at] = append(spots[at], Found{d, fset})
		}
	}
	return spots
}

// declaredName returns the name that n declares, or nil.
func declaredName(n ast.Node) *ast.Ident {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Name
	case *ast.TypeSpec:
		return n.Name
	case *ast.Field:
		if len(n.Names) == 1 {
			return n.Names[0]
		}
	}
	return nil
}
