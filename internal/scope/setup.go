package scope

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// A use is a reference to a function.
type use struct {
	by   *ast.FuncDecl // nil for an initialiser of a package variable
	once bool          // a call that is made at most once for each call of by
}

// startupFuncs returns the functions that run at most once, before the work
// begins: init, main, and those that nothing but such functions and
// initialisers of package variables calls, and outside loops. An exported
// function can have callers elsewhere, unless the package is a command: that
// runs once as a whole, but for loops without an end.
func startupFuncs(pass *analysis.Pass, root inspector.Cursor) map[*ast.FuncDecl]bool {
	decls := make(map[types.Object]*ast.FuncDecl)
	startup := make(map[*ast.FuncDecl]bool)
	uses := make(map[types.Object][]use)
	command := pass.Pkg.Name() == "main"
	for c := range root.Preorder((*ast.FuncDecl)(nil), (*ast.Ident)(nil)) {
		switch n := c.Node().(type) {
		case *ast.FuncDecl:
			decls[pass.TypesInfo.Defs[n.Name]] = n
			startup[n] = isStart(pass.Pkg, n)
		case *ast.Ident:
			fn, ok := pass.TypesInfo.Uses[n].(*types.Func)
			if ok && fn.Pkg() == pass.Pkg && !strings.HasSuffix(pass.Fset.Position(n.Pos()).Filename, "_test.go") {
				uses[fn] = append(uses[fn], useAt(pass.TypesInfo, c, command))
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for obj, fd := range decls {
			if startup[fd] || !allOnce(uses[obj], startup) {
				continue
			}
			if len(uses[obj]) == 0 && (fd.Recv != nil || !command) {
				continue // called through an interface, or from elsewhere
			}
			if !command && (fd.Recv != nil || fd.Name.IsExported()) {
				continue // may be called from elsewhere, or through an interface
			}
			startup[fd] = true
			changed = true
		}
	}
	return startup
}

// useAt returns the use of a function by the identifier under c. A command runs
// once as a whole, all but its endless loops.
func useAt(info *types.Info, c inspector.Cursor, command bool) use {
	if c.ParentEdgeKind() == edge.SelectorExpr_Sel {
		c = c.Parent()
	}
	u := use{once: c.ParentEdgeKind() == edge.CallExpr_Fun}
	for ; ; c = c.Parent() {
		switch n := c.Node().(type) {
		case *ast.FuncDecl:
			u.by = n
			return u
		case *ast.File:
			return u
		case *ast.FuncLit: // runs at any time unless it is called at once
			u.once = u.once && c.ParentEdgeKind() == edge.CallExpr_Fun
		}
		switch c.ParentEdgeKind() {
		case edge.ForStmt_Body, edge.ForStmt_Cond, edge.ForStmt_Post, edge.RangeStmt_Body:
			u.once = u.once && command && !isEndless(info, c.Parent().Node())
		}
	}
}

// isEndless reports whether the loop goes on as long as there is work, as far as
// its form tells: for { }, or a range over a channel or iterator.
func isEndless(info *types.Info, loop ast.Node) bool {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		return loop.Cond == nil
	case *ast.RangeStmt:
		switch info.TypeOf(loop.X).Underlying().(type) {
		case *types.Chan, *types.Signature:
			return true
		}
	}
	return false
}

// allOnce reports whether all uses are made once, at start-up.
func allOnce(uses []use, startup map[*ast.FuncDecl]bool) bool {
	for _, u := range uses {
		if !u.once || u.by != nil && !startup[u.by] {
			return false
		}
	}
	return true
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

// testPackage matches the names that packages of helps for tests have: test,
// testutil, testhelpers, httptest. Some words end alike.
var testPackage = regexp.MustCompile(`^(tests?|test(util|help|kit|lib|suite|env|ing|data|wal|storage|server|client|fixture|case|common)[a-z]*|(http|io|fs|slog|iter|[a-z]+ql|[a-z]+db|net|log|api|rpc|grpc|e2e|unit|integration|mock)test)$`)

// isExample reports whether the package is one of examples, by its path.
func isExample(pkg *types.Package) bool {
	for elem := range strings.SplitSeq(pkg.Path(), "/") {
		switch elem {
		case "example", "examples", "_example", "_examples":
			return true
		}
	}
	return false
}

// isTest reports whether the file is part of tests: by its name, or because it
// helps them, as the name of the package says or the import of package testing.
func isTest(fset *token.FileSet, file *ast.File) bool {
	if testPackage.MatchString(file.Name.Name) {
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
