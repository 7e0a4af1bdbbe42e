package scope

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// startupFuncs returns the functions that run at most once, before the work
// begins: init, main, and the unexported functions that nothing but those and
// initialisers of package variables refers to.
func startupFuncs(pass *analysis.Pass) map[*ast.FuncDecl]bool {
	decls := make(map[types.Object]*ast.FuncDecl)
	users := make(map[types.Object]map[*ast.FuncDecl]bool) // nil stands for an initialiser
	startup := make(map[*ast.FuncDecl]bool)
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fd, _ := decl.(*ast.FuncDecl)
			if fd != nil {
				decls[pass.TypesInfo.Defs[fd.Name]] = fd
				startup[fd] = isStart(pass.Pkg, fd)
			}
			addUsers(pass.TypesInfo, decl, fd, users)
		}
	}
	for changed := true; changed; {
		changed = false
		for obj, fd := range decls {
			if startup[fd] || fd.Recv != nil || fd.Name.IsExported() || !allIn(users[obj], startup) {
				continue
			}
			startup[fd] = true
			changed = true
		}
	}
	return startup
}

// addUsers records decl as a user of each function that it refers to.
// Within a func literal of an initialiser the reference is nobody's, since
// the literal may run at any time.
func addUsers(info *types.Info, decl ast.Decl, fd *ast.FuncDecl, users map[types.Object]map[*ast.FuncDecl]bool) {
	other := new(ast.FuncDecl)
	user := fd
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if fd != nil {
				return true
			}
			user = other
			ast.Inspect(n.Body, visit)
			user = fd
			return false
		case *ast.Ident:
			fn, ok := info.Uses[n].(*types.Func)
			if !ok {
				return true
			}
			if users[fn] == nil {
				users[fn] = make(map[*ast.FuncDecl]bool)
			}
			users[fn][user] = true
		}
		return true
	}
	ast.Inspect(decl, visit)
}

// allIn reports whether there are users and all of them run at start-up.
func allIn(users map[*ast.FuncDecl]bool, startup map[*ast.FuncDecl]bool) bool {
	for u := range users {
		if u != nil && !startup[u] {
			return false
		}
	}
	return len(users) > 0
}

// isStart reports whether the run time calls fd when the program starts.
func isStart(pkg *types.Package, fd *ast.FuncDecl) bool {
	return fd.Recv == nil && (fd.Name.Name == "init" || fd.Name.Name == "main" && pkg.Name() == "main")
}

// isTextMethod reports whether fd makes a text about its receiver for people to
// read: it is the method Error of an error, String of a fmt.Stringer or GoString
// of a fmt.GoStringer.
func isTextMethod(info *types.Info, fd *ast.FuncDecl) bool {
	if fd.Recv == nil {
		return false
	}
	switch fd.Name.Name {
	case "Error", "String", "GoString":
	default:
		return false
	}
	fn, ok := info.Defs[fd.Name].(*types.Func)
	if !ok {
		return false
	}
	errorType := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return types.Identical(fn.Signature(), errorType.Method(0).Signature())
}

// isTest reports whether the file is part of tests: by its name, or because it
// helps them, as the name of the package says or the import of package testing.
func isTest(fset *token.FileSet, file *ast.File) bool {
	if strings.HasPrefix(file.Name.Name, "test") { // testutil, testhelpers
		return true
	}
	if strings.HasSuffix(fset.Position(file.FileStart).Filename, "_test.go") {
		return true
	}
	for _, spec := range file.Imports {
		if spec.Path.Value == `"testing"` {
			return true
		}
	}
	return false
}

// isFirstTime reports whether the func literal under c runs only the first
// time: it is handed to sync.Once.Do, sync.OnceFunc and the like, or is New of a
// sync.Pool.
func isFirstTime(info *types.Info, c inspector.Cursor) bool {
	parent := c.Parent()
	switch n := parent.Node().(type) {
	case *ast.CallExpr:
		switch fun := ast.Unparen(n.Fun).(type) {
		case *ast.SelectorExpr:
			return isOnce(info.Uses[fun.Sel])
		}
	case *ast.KeyValueExpr:
		key, ok := n.Key.(*ast.Ident)
		return ok && isPoolNew(info.Uses[key])
	case *ast.AssignStmt:
		if c.ParentEdgeKind() != edge.AssignStmt_Rhs || len(n.Lhs) != len(n.Rhs) {
			return false
		}
		sel, ok := n.Lhs[c.ParentEdgeIndex()].(*ast.SelectorExpr)
		return ok && isPoolNew(info.Uses[sel.Sel])
	}
	return false
}

func isOnce(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	switch fn.FullName() {
	case "(*sync.Once).Do", "sync.OnceFunc", "sync.OnceValue", "sync.OnceValues":
		return true
	}
	return false
}

// isPoolNew reports whether obj is the field New of sync.Pool.
func isPoolNew(obj types.Object) bool {
	v, ok := obj.(*types.Var)
	return ok && v.IsField() && v.Name() == "New" && v.Pkg() != nil && v.Pkg().Path() == "sync"
}

// isLazyInit reports whether prev is the body of an n of the form
// if x == nil { x = ... }: what is made there is made once and kept.
func isLazyInit(n *ast.IfStmt, prev inspector.Cursor) bool {
	if prev.ParentEdgeKind() != edge.IfStmt_Body {
		return false
	}
	cond, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL || types.ExprString(cond.Y) != "nil" {
		return false
	}
	// A local variable starts as nil in each call: it is not kept.
	if _, ok := ast.Unparen(cond.X).(*ast.Ident); ok {
		return false
	}
	tested := types.ExprString(cond.X)
	for _, stmt := range n.Body.List {
		assign, ok := stmt.(*ast.AssignStmt)
		if !ok {
			continue
		}
		for _, lhs := range assign.Lhs {
			if types.ExprString(lhs) == tested {
				return true
			}
		}
	}
	return false
}

// isGenerated reports whether file is the output of a generator. What cgo makes
// of a file that imports "C" is not: it says that it is generated, but holds
// the code as it was written, and refers to it by a line directive.
func isGenerated(fset *token.FileSet, file *ast.File) bool {
	const cgo = "// Code generated by cmd/cgo; DO NOT EDIT."
	if !ast.IsGenerated(file) {
		return false
	}
	if len(file.Comments) == 0 || file.Comments[0].List[0].Text != cgo ||
		fset.Position(file.Package).Filename == fset.File(file.FileStart).Name() {
		return true
	}
	// The file itself may be generated.
	written := *file
	written.Comments = file.Comments[1:]
	return ast.IsGenerated(&written)
}
