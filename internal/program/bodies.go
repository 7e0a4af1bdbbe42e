package program

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

// Reading net/http as a whole takes 0.35 s of a processor, nine tenths of it to check
// and to build the bodies of functions. Most programs lead to few of them. Of a large
// dependency only those bodies are read at first that calls in the object code can
// lead to: a function is read with all that it calls in its package, or is left out.
// What is asked of the functions that are read does not depend on those that are not,
// so that it does not matter which ones they are. When another function is asked for,
// the package is read again, as a whole.

// large is how many bytes of source a package has that is not read as a whole at once:
// net/http has 900 kB, the next below it, crypto/tls, 450 kB.
const large = 512 << 10

// reached is what the object code leads to in a package, as far as it is known from
// the calls of functions.
type reached struct {
	pkg     *Package
	keys    map[string]bool  // of functions
	lines   map[string][]int // by base name of the file
	seen    map[*goobj.Func]bool
	callers map[*Package]bool // packages that can call pkg
	names   map[*Package][]string
	work    []reachedFunc
}

type reachedFunc struct {
	fn  *goobj.Func
	pkg *Package
}

// reach finds what the package that the program was loaded for, and functions asked
// for, lead to in pkg.
func (pkg *Package) reach(symbols ...string) *reached {
	r := &reached{
		pkg: pkg, keys: make(map[string]bool), lines: make(map[string][]int),
		seen: make(map[*goobj.Func]bool), callers: pkg.prog.importersOf(pkg), names: make(map[*Package][]string),
	}
	for _, own := range pkg.prog.roots {
		for _, symbol := range r.namesIn(own) {
			r.add(symbol, own)
		}
	}
	for _, symbol := range symbols {
		r.keys[Key(symbol)] = true
		r.add(symbol, pkg)
	}
	for len(r.work) > 0 {
		next := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		r.visit(next)
	}
	for file := range r.lines {
		slices.Sort(r.lines[file])
	}
	return r
}

// namesIn returns the symbols of the functions in the object code of a package.
func (r *reached) namesIn(pkg *Package) []string {
	names, ok := r.names[pkg]
	if !ok {
		if archive, err := pkg.built.Archive(pkg.prog.format); err == nil {
			names = archive.Names()
		}
		r.names[pkg] = names
	}
	return names
}

// add adds the function that code of from calls as symbol. Other packages than those
// that import pkg do not lead to it.
func (r *reached) add(symbol string, from *Package) {
	if owner := r.pkg.prog.pkgs[PackagePath(symbol)]; owner != nil && !r.callers[owner] && !strings.Contains(symbol, "[") {
		return
	}
	fn, pkg, err := r.pkg.prog.Lookup(symbol, from)
	if err != nil || r.seen[fn] {
		return // what cannot be read is found out where it is called
	}
	r.seen[fn] = true
	r.work = append(r.work, reachedFunc{fn, pkg})
}

func (r *reached) visit(at reachedFunc) {
	r.note(at.fn.Name, at.fn.File, at.fn.Line)
	for _, call := range at.fn.Calls {
		for _, frame := range call.Frames {
			r.note(frame.Func, frame.File, frame.Line)
		}
		if !call.Indirect() {
			r.add(call.Target, at.pkg)
		}
	}
	for _, symbol := range at.fn.Values {
		r.add(symbol, at.pkg)
	}
	// Func literals, and what go and defer statements were made to.
	names := r.namesIn(at.pkg)
	i, _ := slices.BinarySearch(names, at.fn.Name)
	for ; i < len(names) && strings.HasPrefix(names[i], at.fn.Name); i++ {
		if rest := names[i][len(at.fn.Name):]; strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "-range") {
			r.add(names[i], at.pkg)
		}
	}
}

// note notes that code of a function is reached, at a line.
func (r *reached) note(symbol, file string, line int) {
	if PackagePath(symbol) == r.pkg.Path {
		r.keys[Key(symbol)] = true
	}
	base := filepath.Base(file)
	r.lines[base] = append(r.lines[base], line)
}

// importersOf returns pkg and the packages that import it, directly or not.
func (p *Program) importersOf(pkg *Package) map[*Package]bool {
	known := map[*Package]bool{pkg: true}
	var leads func(from *Package) bool
	leads = func(from *Package) bool {
		if known, ok := known[from]; ok {
			return known
		}
		found := false
		for _, id := range from.built.Imports {
			if dep := from.built.Build().Package(id); dep != nil && leads(p.packageOf(dep)) {
				found = true
			}
		}
		known[from] = found
		return found
	}
	for _, root := range p.roots {
		leads(root)
	}
	return known
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

// A trimmed is the functions whose bodies a reading of a package has not.
type trimmed struct {
	keys  map[string]bool
	lines map[string][]lineRange // by base name of the file
}

type lineRange struct{ from, to int }

// has reports whether the function that the frame symbol stands for, at a line of file
// or without one, is among them.
func (t *trimmed) has(symbol, file string, line int) bool {
	if t == nil {
		return false
	}
	if t.keys[Key(wrapped(symbol))] {
		return true
	}
	return slices.ContainsFunc(t.lines[filepath.Base(file)], func(r lineRange) bool { return r.from <= line && line <= r.to })
}

// trim takes away the bodies of the functions in files that are not reached. If that is
// hardly worth it, it leaves all there and returns nil.
func (r *reached) trim(fset *token.FileSet, files []*ast.File) *trimmed {
	unreached, size := r.unreached(fset, files), 0
	for _, decl := range unreached {
		size += int(decl.Body.End() - decl.Body.Pos())
	}
	if size < large/4 {
		return nil
	}
	t := &trimmed{keys: make(map[string]bool), lines: make(map[string][]lineRange)}
	for _, decl := range unreached {
		from, to := fset.Position(decl.Pos()), fset.Position(decl.End())
		base := filepath.Base(from.Filename)
		t.keys[r.key(decl)] = true
		t.lines[base] = append(t.lines[base], lineRange{from.Line, to.Line})
		decl.Body = nil
	}
	return t
}

// unreached returns the declarations of the functions that are not reached. By their
// names, others count as reached as well: what is deferred in a function that is reached,
// since without its body it is not known whether it recovers; and small functions
// that are called there, which leave no trace where they are inlined.
func (r *reached) unreached(fset *token.FileSet, files []*ast.File) []*ast.FuncDecl {
	var others []*ast.FuncDecl
	names := calledNames{called: make(map[string]bool), deferred: make(map[string]bool)}
	for _, file := range files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			switch {
			case !ok || fn.Body == nil:
			case len(file.Comments) > 0, needsBody(fn), r.keys[r.key(fn)], r.hasLine(fset, fn):
				names.add(fn)
			default:
				others = append(others, fn)
			}
		}
	}
	for n := -1; n != len(others); {
		n = len(others)
		others = slices.DeleteFunc(others, func(fn *ast.FuncDecl) bool {
			found := names.has(fn)
			if found {
				names.add(fn)
			}
			return found
		})
	}
	return others
}

// needsBody reports whether fn cannot be declared without a body, or is not known by
// its name.
func needsBody(fn *ast.FuncDecl) bool {
	if fn.Type.TypeParams != nil || isInit(fn) || fn.Name.Name == "_" {
		return true
	}
	return fn.Recv != nil && receiverName(fn) == ""
}

// receiverName returns the name of the type that fn is a method of, with a star if it
// is of the pointer to it; "" if the type is generic.
func receiverName(fn *ast.FuncDecl) string {
	star := false
	for t := fn.Recv.List[0].Type; ; {
		switch x := t.(type) {
		case *ast.ParenExpr:
			t = x.X
		case *ast.StarExpr:
			t, star = x.X, true
		case *ast.Ident:
			if star {
				return "(*" + x.Name + ")"
			}
			return x.Name
		default:
			return ""
		}
	}
}

// key returns the Key of a declaration in the package.
func (r *reached) key(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return r.pkg.Path + "." + fn.Name.Name
	}
	return r.pkg.Path + "." + receiverName(fn) + "." + fn.Name.Name
}

// hasLine reports whether a line of fn is reached.
func (r *reached) hasLine(fset *token.FileSet, fn *ast.FuncDecl) bool {
	from, to := fset.Position(fn.Pos()), fset.Position(fn.End())
	if from.Filename != to.Filename || to.Line < from.Line {
		return true // a directive stands in between
	}
	lines := r.lines[filepath.Base(from.Filename)]
	i, _ := slices.BinarySearch(lines, from.Line)
	return i < len(lines) && lines[i] <= to.Line
}

// calledNames are the names of functions and methods that are called.
type calledNames struct{ called, deferred map[string]bool }

// has reports whether fn may be one that leaves no trace in the object code.
func (c calledNames) has(fn *ast.FuncDecl) bool {
	const small = 600 // bytes; what the compiler inlines is shorter
	return c.deferred[fn.Name.Name] || c.called[fn.Name.Name] && fn.Body.End()-fn.Body.Pos() < small
}

// add adds what fn calls and defers.
func (c calledNames) add(fn *ast.FuncDecl) {
	for n := range ast.Preorder(fn.Body) {
		switch n := n.(type) {
		case *ast.CallExpr:
			c.called[calledName(n)] = true
		case *ast.DeferStmt:
			c.deferred[calledName(n.Call)] = true
		}
	}
}

// calledName returns the name of the function or method that is called, or "".
func calledName(call *ast.CallExpr) string {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}
