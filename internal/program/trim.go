package program

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
)

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
	const small = 600 // bytes; what the compiler inlines without a profile is hardly longer
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
