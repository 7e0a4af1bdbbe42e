package concat

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
)

// writers are the methods that copy a string into a buffer of their own.
var writers = map[string]bool{
	"(*bytes.Buffer).WriteString": true, "(*strings.Builder).WriteString": true, "(*bufio.Writer).WriteString": true,
}

// checkWritten reports the call under cur if it writes a sum of strings, which is made
// only to be copied.
func (c *checker) checkWritten(cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	fn, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if fn == nil || !writers[fn.FullName()] || len(call.Args) != 1 {
		return
	}
	sum, ok := ast.Unparen(call.Args[0]).(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD || c.pass.TypesInfo.Types[sum].Value != nil {
		return
	}
	place, ok := c.places.At(cur)
	if !ok {
		return
	}
	made, condition := c.makesSum(cur, sum)
	if !made {
		return
	}
	diag := analysis.Diagnostic{
		Pos: sum.Pos(), End: sum.End(),
		Category: CategoryWritten,
		Message:  fmt.Sprintf("%s makes a string%s for WriteString to copy, %s; a WriteString for each part does without", short(sum), condition, place.Why),
	}
	if fix, ok := c.writeParts(cur, sum); ok {
		diag.SuggestedFixes = []analysis.SuggestedFix{fix}
	}
	c.reporter.Report(diag)
}

// makesSum reports whether the sum is put on the heap, and on which condition. Without
// the object code it is not known whether it is short enough for the stack.
func (c *checker) makesSum(cur inspector.Cursor, sum *ast.BinaryExpr) (made bool, condition string) {
	if isGeneric(c.pass.TypesInfo, cur) {
		return false, ""
	}
	allocs, err := c.unit.Allocs(sum)
	if err != nil {
		return false, ""
	}
	for _, a := range allocs {
		if a.Kind != compiled.Concat {
			continue
		}
		made = true
		if !a.HasBuffer {
			return true, ""
		}
	}
	return made, " when longer than 32 bytes"
}

// writeParts returns the fix that writes the operands one by one, if they are evaluated
// without a call: one could change another, or the buffer.
func (c *checker) writeParts(cur inspector.Cursor, sum *ast.BinaryExpr) (analysis.SuggestedFix, bool) {
	stmt := cur.Parent()
	call := cur.Node().(*ast.CallExpr)
	text, ok := textOf(c.pass, cur)
	if stmt.ParentEdgeKind() != edge.BlockStmt_List || !ok || !text.startsLine(stmt.Node()) || text.hasComment(stmt.Node().Pos(), stmt.Node().End()) {
		return analysis.SuggestedFix{}, false
	}
	if _, ok := stmt.Node().(*ast.ExprStmt); !ok {
		return analysis.SuggestedFix{}, false
	}
	var lines []string
	for _, part := range leaves(c.pass.TypesInfo, sum, nil) {
		if hasCall(c.pass.TypesInfo, part) {
			return analysis.SuggestedFix{}, false
		}
		lines = append(lines, text.of(call.Fun.Pos(), call.Fun.End())+"("+text.of(part.Pos(), part.End())+")")
	}
	if hasCall(c.pass.TypesInfo, call.Fun) {
		return analysis.SuggestedFix{}, false
	}
	// buf.WriteString(a + b)
	// ----------------------
	// buf.WriteString(a)
	// buf.WriteString(b)
	return analysis.SuggestedFix{
		Message: "Write the parts one by one",
		TextEdits: []analysis.TextEdit{{
			Pos: stmt.Node().Pos(), End: stmt.Node().End(),
			NewText: []byte(strings.Join(lines, "\n"+text.indent(stmt.Node()))),
		}},
	}, true
}

// hasCall reports whether something is called, received, or may panic, in e.
func hasCall(info *types.Info, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = found || !info.Types[n.Fun].IsType()
		case *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.TypeAssertExpr, *ast.FuncLit:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}
