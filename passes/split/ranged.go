package split

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// large is the number of nodes of syntax from which on a function may be so large that
// the compiler inlines little into it. An iterator that is not inlined allocates, and
// so does each variable that the body of the loop changes: that is worse than the slice.
// The limit of the compiler, 5000 nodes of its own, is reached in no function with less.
const large = 3000

// checkRange reports s, which the loop under cur ranges over without a need for the
// indices.
//
//	for _, x := range strings.Split(s, sep) {
//	    ---                        -----
//	for x := range strings.SplitSeq(s, sep) {
//
// The analyzer stringsseq of package modernize does the same for some of the functions;
// it does not care for the size of the function, nor for what the body does to the
// bytes that are yet to be split.
func (c *checker) checkRange(s split, cur inspector.Cursor) {
	loop := cur.Node().(*ast.RangeStmt)
	if s.max > 0 || !isBlank(loop.Key) || !c.hasVersion(cur, "go1.24") || hasDefer(loop.Body) {
		return
	}
	if (s.kind == "Split" || s.kind == "SplitAfter") && sizeAround(cur) >= large {
		return
	}
	seq := s.kind + "Seq"
	f := finding{
		category: CategoryRange,
		slice:    "that is only ranged over",
		remedy:   s.pkg + "." + seq,
	}
	if c.canInterleave(s, loop.Body) {
		edits := []analysis.TextEdit{replace(s.name, seq)}
		if s.max < 0 && s.name.Name != s.kind {
			// SplitN without a limit
			edits = append(edits, analysis.TextEdit{Pos: s.call.Args[1].End(), End: s.call.Args[2].End()})
		}
		keep := true
		if loop.Key != nil {
			end := loop.Range
			if loop.Value != nil {
				end = loop.Value.Pos()
			}
			keep = !hasComment(fileAround(cur), loop.Key.Pos(), end)
			edits = append(edits, analysis.TextEdit{Pos: loop.Key.Pos(), End: end})
		}
		if keep {
			f.fix = &analysis.SuggestedFix{Message: fmt.Sprintf("Range over %s.%s", s.pkg, seq), TextEdits: edits}
		}
	}
	c.report(s, f)
}

// canInterleave reports whether it makes no difference that the parts are found while
// the loop runs. A string does not change meanwhile; bytes may, and so may
// what a callback depends on.
func (c *checker) canInterleave(s split, body *ast.BlockStmt) bool {
	if s.kind == "FieldsFunc" && !c.isConstantFunc(s.call.Args[1]) {
		return false
	}
	if s.pkg == "strings" {
		return true
	}
	quiet := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				quiet = quiet && !isElement(lhs)
			}
		case *ast.IncDecStmt:
			quiet = quiet && !isElement(n.X)
		case *ast.UnaryExpr:
			quiet = quiet && n.Op != token.ARROW && n.Op != token.AND // waits for others; may be written through
		case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt:
			quiet = false
		case *ast.RangeStmt:
			switch c.info.TypeOf(n.X).Underlying().(type) {
			case *types.Chan, *types.Signature:
				quiet = false
			}
			quiet = quiet && n.Tok != token.ASSIGN
		case *ast.CallExpr:
			quiet = quiet && c.writesNothing(n)
		}
		return quiet
	})
	return quiet
}

// isElement reports whether e is part of what a variable refers to, rather than a
// variable.
func isElement(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.Ident)
	return !ok
}

// writesNothing reports whether the function called leaves all bytes as they are.
func (c *checker) writesNothing(call *ast.CallExpr) bool {
	if c.info.Types[call.Fun].IsType() {
		return true
	}
	switch fn := typeutil.Callee(c.info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "cap", "min", "max", "make", "new", "delete", "panic", "string":
			return true
		case "append":
			s, ok := c.info.TypeOf(call.Args[0]).Underlying().(*types.Slice)
			return ok && !isByte(s.Elem())
		}
	case *types.Func:
		if fn.Pkg() == nil || fn.Signature().Recv() != nil || takesFunc(fn) {
			return false
		}
		switch fn.Pkg().Path() {
		case "bytes", "strings", "strconv", "unicode", "unicode/utf8", "math", "math/bits", "errors":
			return true
		}
	}
	return false
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

func takesFunc(fn *types.Func) bool {
	for param := range fn.Signature().Params().Variables() {
		if _, ok := param.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// isConstantFunc reports whether the function that e is depends on its arguments only,
// and changes nothing.
func (c *checker) isConstantFunc(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		fn, ok := c.info.Uses[e.Sel].(*types.Func)
		return ok && fn.Pkg() != nil && fn.Pkg().Path() == "unicode" && fn.Signature().Recv() == nil
	case *ast.FuncLit:
		constant := true
		ast.Inspect(e.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				v, ok := c.info.Uses[n].(*types.Var)
				constant = constant && (!ok || e.Pos() <= v.Pos() && v.Pos() < e.End())
			case *ast.CallExpr:
				constant = constant && c.writesNothing(n)
			}
			return constant
		})
		return constant
	}
	return false
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return e == nil || ok && id.Name == "_"
}

// hasDefer reports whether body defers a call, which costs more from within an iterator,
// or recovers.
func hasDefer(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			found = true
		case *ast.CallExpr:
			id, ok := ast.Unparen(n.Fun).(*ast.Ident)
			found = found || ok && id.Name == "recover"
		}
		return !found
	})
	return found
}

// sizeAround returns the number of nodes of the function around cur.
func sizeAround(cur inspector.Cursor) int {
	n := 0
	for outer := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		for range outer.Preorder() {
			n++
		}
		break
	}
	return n
}
