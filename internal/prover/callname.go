package prover

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// calledName names the func value that instr calls.
func calledName(fn *ssa.Function, instr ssa.CallInstruction) string {
	name := called(fn, instr)
	switch {
	case name == "":
		return "call of a func value"
	case name == literalName:
		return "call of a func literal"
	case isLoop(fn, instr):
		return "call of iterator " + name
	}
	return "call of func value " + name
}

// literalName stands for a func literal in messages.
const literalName = "func literal"

// called returns what instr calls as the source has it, or "": SSA form has names of
// its own for values.
func called(fn *ssa.Function, instr ssa.CallInstruction) string {
	if fn.Syntax() == nil {
		return ""
	}
	for n := range ast.Preorder(fn.Syntax()) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Lparen == instr.Pos() {
				return exprString(n.Fun)
			}
		case *ast.GoStmt:
			if n.Go == instr.Pos() {
				return exprString(n.Call.Fun)
			}
		case *ast.DeferStmt:
			if n.Defer == instr.Pos() {
				return exprString(n.Call.Fun)
			}
		case *ast.RangeStmt:
			if isLoopAt(n, instr) {
				return exprString(n.X)
			}
		}
	}
	return ""
}

// isLoop reports whether instr is the call that a loop over an iterator makes.
func isLoop(fn *ssa.Function, instr ssa.CallInstruction) bool {
	for n := range ast.Preorder(fn.Syntax()) {
		if loop, ok := n.(*ast.RangeStmt); ok && isLoopAt(loop, instr) {
			return true
		}
	}
	return false
}

func isLoopAt(loop *ast.RangeStmt, instr ssa.CallInstruction) bool {
	pos := instr.Pos()
	return pos.IsValid() && (pos == loop.For || pos == loop.Range || pos == loop.TokPos)
}

// exprString writes an expression on one line, cut off if it is long.
func exprString(e ast.Expr) string {
	if _, ok := ast.Unparen(e).(*ast.FuncLit); ok {
		return literalName
	}
	const most = 40
	text := types.ExprString(e)
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}
