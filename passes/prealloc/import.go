package prealloc

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/version"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"
)

// importSlices returns the name of package slices at pos and the edits that import it.
func (c *checker) importSlices(g *container, pos token.Pos) (name string, edits []analysis.TextEdit, ok bool) {
	file := c.file(pos)
	goVersion := c.pass.TypesInfo.FileVersions[file]
	if goVersion != "" && version.Compare(goVersion, "go1.21") < 0 || c.pass.Pkg.Path() == "slices" {
		return "", nil, false
	}
	for _, spec := range file.Imports {
		if path, _ := strconv.Unquote(spec.Path.Value); path != "slices" {
			continue
		}
		pkg := c.pass.TypesInfo.PkgNameOf(spec)
		return pkg.Name(), nil, pkg.Name() != "." && pkg.Name() != "_" && c.lookup(pkg.Name(), pos) == pkg
	}
	if c.lookup("slices", pos) != nil {
		return "", nil, false
	}
	edit, ok := c.importEdit(file)
	return "slices", []analysis.TextEdit{edit}, ok
}

// importEdit adds the import of slices where gofmt would sort it to.
func (c *checker) importEdit(file *ast.File) (analysis.TextEdit, bool) {
	const path = `"slices"`
	var decl *ast.GenDecl
	for _, d := range file.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			break
		}
		if len(d.Specs) > 0 && d.Specs[0].(*ast.ImportSpec).Path.Value != `"C"` {
			decl = d
			break
		}
	}
	switch {
	case decl == nil && len(file.Imports) > 0:
		return analysis.TextEdit{}, false // cgo alone
	case decl == nil:
		if c.hasCommentOnLine(file.Package, file.Name.End()) {
			return analysis.TextEdit{}, false
		}
		return insertion(file.Name.End(), "\n\nimport "+path), true
	case c.hasCommentIn(decl.Pos(), decl.End()) || c.hasCommentOnLine(decl.End(), decl.End()):
		return analysis.TextEdit{}, false
	case !decl.Lparen.IsValid():
		// import "fmt"
		// ------------
		// import (
		//	"fmt"
		//	"slices"
		// )
		spec, ok := c.source(decl.Specs[0].(*ast.ImportSpec).Path)
		if !ok || decl.Specs[0].(*ast.ImportSpec).Name != nil {
			return insertion(decl.End(), "\nimport "+path), true
		}
		list := []string{spec, path}
		slices.Sort(list)
		return analysis.TextEdit{Pos: decl.Pos(), End: decl.End(), NewText: fmt.Appendf(nil, "import (\n\t%s\n\t%s\n)", list[0], list[1])}, true
	}
	return c.importSpecEdit(decl, path)
}

// importSpecEdit adds path to the first run of lines of decl.
func (c *checker) importSpecEdit(decl *ast.GenDecl, path string) (analysis.TextEdit, bool) {
	line := func(pos token.Pos) int { return c.pass.Fset.PositionFor(pos, false).Line }
	prev := token.NoPos
	for _, spec := range decl.Specs {
		spec := spec.(*ast.ImportSpec)
		if prev.IsValid() && line(spec.Pos()) == line(prev) {
			return analysis.TextEdit{}, false
		}
		if prev.IsValid() && line(spec.Pos()) > line(prev)+1 {
			break
		}
		if spec.Path.Value > path {
			return insertion(spec.Pos(), path+"\n\t"), true
		}
		prev = spec.End()
	}
	if line(prev) == line(decl.Rparen) {
		return analysis.TextEdit{}, false
	}
	return insertion(prev, "\n\t"+path), true
}

func insertion(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}
