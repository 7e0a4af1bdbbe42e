package timer

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// timerName is what the fix calls the timer.
const timerName = "timer"

// hoist returns the fix that makes the timer of the call under cur, a case of a select statement in
// a loop, before the loop. There is none where that is more than three edits.
func (c *checker) hoist(cur inspector.Cursor) []analysis.SuggestedFix {
	call := cur.Node().(*ast.CallExpr)
	sel, loop, ok := c.selectOf(cur)
	if !ok || !c.resets(call) || !c.isKnownBefore(call.Args[0], sel, loop.Node()) || !c.isFree(cur) {
		return nil
	}
	before, indented := loop, ""
	if before.ParentEdgeKind() == edge.LabeledStmt_Stmt {
		before, indented = before.Parent(), "\t" // a label stands further to the left
	}
	switch before.ParentEdgeKind() {
	case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body:
	default:
		return nil
	}
	var d bytes.Buffer
	if err := format.Node(&d, c.pass.Fset, call.Args[0]); err != nil {
		return nil
	}
	at := func(n ast.Node, text string) analysis.TextEdit {
		indent := strings.Repeat("\t", c.pass.Fset.PositionFor(n.Pos(), false).Column-1)
		return analysis.TextEdit{Pos: n.Pos(), End: n.Pos(), NewText: []byte(text + "\n" + indent)}
	}
	newTimer := types.ExprString(call.Fun.(*ast.SelectorExpr).X) + ".NewTimer(" + d.String() + ")"
	//	                               timer := time.NewTimer(d)
	//	for {                          for {
	//	                                       timer.Reset(d)
	//	        select {                       select {
	//	        case <-time.After(d):          case <-timer.C:
	return []analysis.SuggestedFix{{
		Message: "Make one timer before the loop, and reset it in each round",
		TextEdits: []analysis.TextEdit{
			at(before.Node(), indented+timerName+" := "+newTimer),
			at(sel, timerName+".Reset("+d.String()+")"),
			{Pos: call.Pos(), End: call.End(), NewText: []byte(timerName + ".C")},
		},
	}}
}

// selectOf returns the select statement that receives from what the call under cur
// returns, and the loop in whose body it is a statement by itself.
func (c *checker) selectOf(cur inspector.Cursor) (sel *ast.SelectStmt, loop inspector.Cursor, ok bool) {
	recv := cur.Parent()
	if u, ok := recv.Node().(*ast.UnaryExpr); !ok || u.Op != token.ARROW || cur.ParentEdgeKind() != edge.UnaryExpr_X {
		return nil, loop, false
	}
	comm := recv.Parent()
	if comm.ParentEdgeKind() != edge.CommClause_Comm {
		return nil, loop, false
	}
	at := comm.Parent().Parent().Parent() // of the clause, of the block
	sel, ok = at.Node().(*ast.SelectStmt)
	if !ok || at.ParentEdgeKind() != edge.BlockStmt_List {
		return nil, loop, false
	}
	loop = at.Parent().Parent()
	switch loop.Node().(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return sel, loop, true
	}
	return nil, loop, false
}

// resets reports whether a timer can be reset at the call without a look at its channel,
// as since Go 1.23.
func (c *checker) resets(call *ast.CallExpr) bool {
	i := slices.IndexFunc(c.pass.Files, func(f *ast.File) bool { return f.FileStart <= call.Pos() && call.Pos() <= f.FileEnd })
	got := c.pass.TypesInfo.FileVersions[c.pass.Files[i]]
	return got == "" || version.Compare(got, "go1.23") >= 0
}

// isKnownBefore reports whether the duration can be evaluated before the loop: it is made
// of constants and variables. Fields behind pointers may be among them if each way into the loop leads to
// the select statement at once.
func (c *checker) isKnownBefore(d ast.Expr, sel *ast.SelectStmt, loop ast.Node) bool {
	forever, ok := loop.(*ast.ForStmt)
	atOnce := ok && forever.Init == nil && forever.Cond == nil && forever.Body.List[0] == sel
	known := true
	ast.Inspect(d, func(n ast.Node) bool {
		if expr, ok := n.(ast.Expr); ok && c.pass.TypesInfo.Types[expr].Value != nil {
			return false // a constant
		}
		switch n := n.(type) {
		case nil, *ast.ParenExpr:
		case *ast.BinaryExpr:
			known = known && slices.Contains([]token.Token{token.ADD, token.SUB, token.MUL}, n.Op)
		case *ast.SelectorExpr:
			known = known && (atOnce || c.pass.TypesInfo.Selections[n] == nil)
		case *ast.Ident:
			obj := c.pass.TypesInfo.Uses[n]
			known = known && obj != nil && (obj.Pos() < loop.Pos() || loop.End() <= obj.Pos())
		case *ast.CallExpr:
			known = known && c.pass.TypesInfo.Types[n.Fun].IsType()
		default:
			known = false
		}
		return known
	})
	return known
}

// isFree reports whether the function around cur can have a variable timer and has
// no other call of time.After that would make one of the same name. No goto can jump over the declaration.
func (c *checker) isFree(cur inspector.Cursor) bool {
	call := cur.Node().(*ast.CallExpr)
	if _, ok := call.Fun.(*ast.SelectorExpr); !ok {
		return false // imported by a dot
	}
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for n := range decl.Preorder((*ast.Ident)(nil), (*ast.BranchStmt)(nil), (*ast.CallExpr)(nil)) {
			switch n := n.Node().(type) {
			case *ast.Ident:
				if n.Name == timerName {
					return false
				}
			case *ast.BranchStmt:
				if n.Tok == token.GOTO {
					return false
				}
			case *ast.CallExpr:
				fn, _ := typeutil.Callee(c.pass.TypesInfo, n).(*types.Func)
				if n != call && fn != nil && fn.FullName() == "time.After" {
					return false
				}
			}
		}
		return !c.hasComment(call)
	}
	return false
}

func (c *checker) hasComment(n ast.Node) bool {
	return slices.ContainsFunc(c.pass.Files, func(f *ast.File) bool {
		return slices.ContainsFunc(f.Comments, func(g *ast.CommentGroup) bool { return n.Pos() <= g.Pos() && g.Pos() < n.End() })
	})
}
