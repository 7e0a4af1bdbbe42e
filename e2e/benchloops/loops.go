package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// A loop is a measured loop of a benchmark.
type loop struct {
	ID     int    // from 1
	File   string // relative to the module
	Line   int    // in the file as it was
	Func   string // the declaration it is in
	Form   string // "b.N", "b.Loop" or "pb.Next"
	Timer  bool   // whether the loop stops or resets the timer
	before int    // the line that the mark goes above
	end    int    // the last line, in the file as it was

	// Lines in the annotated file, from the directive to the closing brace.
	From, To int
}

// findLoops returns the measured loops of a file, in order: those bounded by the
// field N or the method Loop of a *testing.B, or the method Next of a
// *testing.PB, unless they are in another one.
func findLoops(fset *token.FileSet, file *ast.File) []*loop {
	var loops []*loop
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		f := &finder{fset: fset, name: fn.Name.Name, params: make(map[string]string)}
		f.enter(fn.Type)
		ast.Inspect(fn.Body, f.visit)
		loops = append(loops, f.loops...)
	}
	return loops
}

// A finder looks for measured loops in a function declaration.
type finder struct {
	fset   *token.FileSet
	name   string
	params map[string]string // names of parameters that are a "B" or a "PB"
	label  token.Pos         // of the labeled statement that comes next
	loops  []*loop
}

// enter notes the parameters of a function. A parameter of a literal may hide
// one of the function around it, but both are what they are by name: no
// benchmark calls its PB "b" and then loops over b.N in the same function.
func (f *finder) enter(t *ast.FuncType) {
	for _, field := range t.Params.List {
		kind := testingType(field.Type)
		for _, name := range field.Names {
			if kind != "" {
				f.params[name.Name] = kind
			}
		}
	}
}

// testingType returns "B" or "PB" if t is a pointer to this type of package
// testing.
func testingType(t ast.Expr) string {
	star, ok := t.(*ast.StarExpr)
	if !ok {
		return ""
	}
	sel, ok := star.X.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	pkg, ok := sel.X.(*ast.Ident)
	if !ok || pkg.Name != "testing" || sel.Sel.Name != "B" && sel.Sel.Name != "PB" {
		return ""
	}
	return sel.Sel.Name
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		f.enter(n.Type)
	case *ast.LabeledStmt:
		f.label = n.Pos()
	case *ast.ForStmt:
		if form := f.form(n); form != "" {
			f.add(n, n.Body, form)
			return false
		}
	case *ast.RangeStmt:
		if f.isParam(n.X, "B", "N") {
			f.add(n, n.Body, "b.N")
			return false
		}
	}
	return true
}

// form says what bounds a loop, "" if it is no measured one.
func (f *finder) form(loop *ast.ForStmt) string {
	switch cond := loop.Cond.(type) {
	case *ast.CallExpr:
		switch {
		case f.isParam(cond.Fun, "B", "Loop"):
			return "b.Loop"
		case f.isParam(cond.Fun, "PB", "Next"):
			return "pb.Next"
		}
	case *ast.BinaryExpr:
		if f.isParam(cond.X, "B", "N") || f.isParam(cond.Y, "B", "N") {
			return "b.N"
		}
		// for n := b.N; n > 0; n--
		init, ok := loop.Init.(*ast.AssignStmt)
		if ok && slices.ContainsFunc(init.Rhs, func(e ast.Expr) bool { return f.isParam(e, "B", "N") }) {
			return "b.N"
		}
	}
	return ""
}

// isParam reports whether e selects a field or method of a parameter of a kind.
func (f *finder) isParam(e ast.Expr, kind, name string) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != name {
		return false
	}
	x, ok := sel.X.(*ast.Ident)
	return ok && f.params[x.Name] == kind
}

func (f *finder) add(n ast.Node, body *ast.BlockStmt, form string) {
	l := &loop{
		Line: f.line(n.Pos()),
		Func: f.name,
		Form: form,
		end:  f.line(n.End()),
	}
	l.before = l.Line
	if f.label.IsValid() {
		// A mark between label and loop would take the label.
		l.before = min(l.Line, f.line(f.label))
	}
	f.label = token.NoPos
	ast.Inspect(body, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			l.Timer = l.Timer || f.isParam(e, "B", "StopTimer") || f.isParam(e, "B", "ResetTimer")
		}
		return true
	})
	f.loops = append(f.loops, l)
}

func (f *finder) line(pos token.Pos) int { return f.fset.PositionFor(pos, false).Line }

// parse returns the measured loops of the source of a file.
func parse(name string, src []byte) ([]*loop, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return findLoops(fset, file), nil
}
