package concat

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// importStrings returns what stands in front of Builder at pos, "strings.", and
// the edits that import the package if the file does not. It returns false if
// the name is taken, or the import is one that gives no name.
func importStrings(pkg *types.Package, t text, pos token.Pos) (qualifier string, edits []analysis.TextEdit, ok bool) {
	scope := pkg.Scope().Innermost(pos)
	if scope == nil {
		return "", nil, false
	}
	for _, spec := range t.file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || path != "strings" {
			continue
		}
		name := "strings"
		if spec.Name != nil {
			name = spec.Name.Name
		}
		_, obj := scope.LookupParent(name, pos)
		imported, ok := obj.(*types.PkgName)
		return name + ".", nil, ok && imported.Imported().Path() == "strings"
	}
	// A later declaration in an inner block does not matter, but one of the package
	// would clash with the import.
	if _, obj := scope.LookupParent("strings", pos); obj != nil || pkg.Scope().Lookup("strings") != nil {
		return "", nil, false
	}
	edit, ok := addImport(t)
	return "strings.", []analysis.TextEdit{edit}, ok
}

// addImport returns the edit that imports strings, at the place where gofmt
// wants it.
func addImport(t text) (analysis.TextEdit, bool) {
	const line = `"strings"`
	var last *ast.GenDecl // import declaration, but for cgo's
	for _, decl := range t.file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.IMPORT || isCgo(gen) {
			continue
		}
		if gen.Lparen.IsValid() {
			return addToGroup(t, gen, line)
		}
		last = gen
	}
	var after ast.Node = t.file.Name
	text := "\n\nimport " + line
	if last != nil {
		after = last
		text = "\nimport " + line
	}
	end, ok := t.lineEnd(after.End())
	return insertion(end, text), ok
}

// addToGroup adds a line to an import declaration with parentheses, among the
// packages of the standard library.
func addToGroup(t text, gen *ast.GenDecl, line string) (analysis.TextEdit, bool) {
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
			return insertion(start, line+"\n\t"), true
		}
		before = spec
	}
	if before == nil {
		end, ok := t.lineEnd(gen.Lparen + 1)
		text := "\n\t" + line
		if len(gen.Specs) > 0 {
			text += "\n"
		}
		return insertion(end, text), ok
	}
	end, ok := t.lineEnd(before.End())
	return insertion(end, "\n\t"+line), ok
}

func insertion(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

func isCgo(gen *ast.GenDecl) bool {
	return len(gen.Specs) == 1 && gen.Specs[0].(*ast.ImportSpec).Path.Value == `"C"`
}

// isStandard reports whether spec imports a package of the standard library:
// the first element of its path has no dot.
func isStandard(spec *ast.ImportSpec) bool {
	path, err := strconv.Unquote(spec.Path.Value)
	first, _, _ := strings.Cut(path, "/")
	return err == nil && !strings.Contains(first, ".")
}
