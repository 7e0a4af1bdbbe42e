// Package imports lets suggested fixes use packages that a file may not import.
//
// It only adds imports. One that fixes leave without a use is removed by the drivers that
// apply fixes, which know of all of them: a fix cannot tell whether another one, of the
// same import, will be applied.
package imports

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Add returns what stands in front of the names of a package of the standard library at
// pos, as "strings.", and the edits that import the package if the file does not: at the
// place where gofmt wants it. It returns false if the name means something else at pos or
// in the package, if the import is one that gives no name, or if there is no place for it
// that leaves comments where they are.
func Add(pass *analysis.Pass, file *ast.File, pos token.Pos, pkg string) (qualifier string, edits []analysis.TextEdit, ok bool) {
	scope := pass.Pkg.Scope().Innermost(pos)
	if scope == nil || pass.Pkg.Path() == pkg {
		return "", nil, false
	}
	for _, spec := range file.Imports {
		if pathOf(spec) != pkg {
			continue
		}
		name := path.Base(pkg)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		_, obj := scope.LookupParent(name, pos)
		imported, ok := obj.(*types.PkgName)
		return name + ".", nil, ok && imported.Imported().Path() == pkg
	}
	// A later declaration in an inner block does not matter, but one of the package
	// would clash with the import.
	name := path.Base(pkg)
	if _, obj := scope.LookupParent(name, pos); obj != nil || pass.Pkg.Scope().Lookup(name) != nil {
		return "", nil, false
	}
	tok := pass.Fset.File(file.FileStart)
	src, err := pass.ReadFile(tok.Name())
	if err != nil || len(src) != tok.Size() {
		return "", nil, false
	}
	edit, ok := source{file, tok, src}.add(strconv.Quote(pkg))
	return name + ".", []analysis.TextEdit{edit}, ok
}

// A source is a file with its text.
type source struct {
	file *ast.File
	tok  *token.File
	text []byte
}

// add returns the edit that adds a line with the quoted path to the imports.
func (s source) add(line string) (analysis.TextEdit, bool) {
	var last *ast.GenDecl // import declaration, but for cgo's
	for _, decl := range s.file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT || isCgo(gen) {
			continue
		}
		if gen.Lparen.IsValid() {
			return s.addToGroup(gen, line)
		}
		last = gen
	}
	var after ast.Node = s.file.Name
	text := "\n\nimport " + line
	if last != nil {
		if edit, ok := s.join(last, line); ok {
			return edit, true
		}
		after = last
		text = "\nimport " + line
	}
	end, ok := s.lineEnd(after.End())
	return insertion(end, text), ok
}

// join makes a group of the only import declaration, if that has no name nor comments:
//
//	import "fmt"
//	------------
//	import (
//		"fmt"
//		"strings"
//	)
func (s source) join(decl *ast.GenDecl, line string) (analysis.TextEdit, bool) {
	spec := decl.Specs[0].(*ast.ImportSpec)
	end, ok := s.lineEnd(decl.End())
	if !ok || end != decl.End() || len(s.file.Imports) > 1 || spec.Name != nil || decl.Doc != nil || s.hasComment(decl.Pos(), decl.End()) {
		return analysis.TextEdit{}, false
	}
	group := "\t" + spec.Path.Value + "\n\t" + line
	switch {
	case !isStandard(spec):
		group = "\t" + line + "\n\n\t" + spec.Path.Value
	case line < spec.Path.Value:
		group = "\t" + line + "\n\t" + spec.Path.Value
	}
	return analysis.TextEdit{Pos: decl.Pos(), End: decl.End(), NewText: []byte("import (\n" + group + "\n)")}, true
}

// addToGroup adds a line to an import declaration with parentheses, among the packages of
// the standard library.
func (s source) addToGroup(gen *ast.GenDecl, line string) (analysis.TextEdit, bool) {
	var before *ast.ImportSpec // the last one that belongs before
	for _, spec := range gen.Specs {
		spec := spec.(*ast.ImportSpec)
		if !isStandard(spec) {
			continue
		}
		if spec.Path.Value > line {
			if before != nil {
				break
			}
			start := spec.Pos()
			if spec.Doc != nil {
				start = spec.Doc.Pos()
			}
			return insertion(start, line+"\n\t"), s.startsLine(start)
		}
		before = spec
	}
	if before == nil {
		end, ok := s.lineEnd(gen.Lparen + 1)
		text := "\n\t" + line
		if len(gen.Specs) > 0 {
			text += "\n"
		}
		return insertion(end, text), ok
	}
	end, ok := s.lineEnd(before.End())
	return insertion(end, "\n\t"+line), ok
}

func insertion(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

// lineEnd returns the end of the line that pos is on, if nothing follows pos there but a
// comment of one line.
func (s source) lineEnd(pos token.Pos) (token.Pos, bool) {
	rest := s.text[s.tok.Offset(pos):]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	rest = bytes.TrimRight(rest, " \t\r")
	if tail := bytes.TrimSpace(rest); len(tail) > 0 && !bytes.HasPrefix(tail, []byte("//")) {
		return pos, false
	}
	return pos + token.Pos(len(rest)), true
}

// startsLine reports whether only white space stands before pos on its line.
func (s source) startsLine(pos token.Pos) bool {
	before := s.text[:s.tok.Offset(pos)]
	return len(bytes.TrimSpace(before[bytes.LastIndexByte(before, '\n')+1:])) == 0
}

func (s source) hasComment(pos, end token.Pos) bool {
	return slices.ContainsFunc(s.file.Comments, func(g *ast.CommentGroup) bool { return g.Pos() < end && pos < g.End() })
}

func pathOf(spec *ast.ImportSpec) string {
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return p
}

func isCgo(gen *ast.GenDecl) bool {
	return len(gen.Specs) == 1 && pathOf(gen.Specs[0].(*ast.ImportSpec)) == "C"
}

// isStandard reports whether spec imports a package of the standard library: the first
// element of its path has no dot.
func isStandard(spec *ast.ImportSpec) bool {
	first, _, _ := strings.Cut(pathOf(spec), "/")
	return first != "C" && !strings.Contains(first, ".")
}
