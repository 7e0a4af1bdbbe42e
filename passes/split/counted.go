package split

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// checkArgument reports s, an argument of the call under cur, if that counts, joins or
// searches the parts.
func (c *checker) checkArgument(s split, cur inspector.Cursor, index int) {
	if index != 0 {
		return
	}
	call := cur.Node().(*ast.CallExpr)
	if c.isLen(call) {
		c.checkCounted(s, uses{lens: []inspector.Cursor{cur}})
		return
	}
	fn := typeutil.StaticCallee(c.info, call)
	if fn == nil || fn.Pkg() == nil {
		return
	}
	switch fn.FullName() {
	case s.pkg + ".Join":
		c.checkJoin(s, call)
	case "slices.Contains":
		if s.pkg == "strings" && s.max < 0 && c.hasVersion(cur, "go1.24") && sizeAround(cur) < large {
			c.report(s, finding{
				category: CategorySearch,
				slice:    "that is only searched",
				remedy:   "a loop over " + s.pkg + "." + s.kind + "Seq",
			})
		}
	}
}

// checkCounted reports s if only its length is of interest.
//
//	n := len(strings.Split(s, ","))
//	     --------------------------
//	n := strings.Count(s, ",") + 1
//
//	if len(strings.Split(s, ",")) > 1 {
//	   ------------------------------
//	if strings.Contains(s, ",") {
func (c *checker) checkCounted(s split, u uses) {
	if s.kind != "Split" || s.max > 0 || c.separator(s) == "" {
		return
	}
	f := finding{
		category: CategoryCount,
		slice:    "that is only counted",
		remedy:   s.pkg + ".Count",
	}
	if len(u.lens) == 1 && u.total == 0 {
		f.fix, f.remedy = c.countFix(s, u.lens[0])
	}
	c.report(s, f)
}

// countFix returns the fix for the call of len under cur, and what it calls.
func (c *checker) countFix(s split, cur inspector.Cursor) (*analysis.SuggestedFix, string) {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	n := cur.Node()
	name, before, after := "Count", "", ") + 1"
	switch parent := cur.Parent().Node().(type) {
	case *ast.BinaryExpr:
		if several, ok := c.comparesWithTwo(parent, n); ok {
			n, name, after = parent, "Contains", ")"
			if !several {
				before = "!"
			}
		} else if c.subtractsOne(parent, n) {
			n, after = parent, ")"
		} else if parent.Op.Precedence() >= token.ADD.Precedence() {
			before, after = "(", ") + 1)"
		} else {
			after = ")+1"
		}
	case *ast.UnaryExpr:
		before, after = "(", ") + 1)"
	case *ast.IndexExpr, *ast.SliceExpr:
		after = ")+1"
	case *ast.CallExpr:
		if len(parent.Args) > 1 {
			after = ")+1"
		}
	}
	name = s.pkg + "." + name
	qualifier, ok := c.qualifier(s)
	file, args := fileAround(cur), s.call.Args
	if !ok || hasComment(file, n.Pos(), args[0].Pos()) || hasComment(file, args[1].End(), n.End()) {
		return nil, name
	}
	return &analysis.SuggestedFix{
		Message: "Use " + name,
		TextEdits: []analysis.TextEdit{
			{Pos: n.Pos(), End: args[0].Pos(), NewText: []byte(before + qualifier + name[len(s.pkg)+1:] + "(")},
			{Pos: args[1].End(), End: n.End(), NewText: []byte(after)},
		},
	}, name
}

// qualifier returns what stands in front of the names of the package: "strings.".
func (c *checker) qualifier(s split) (string, bool) {
	fun, ok := ast.Unparen(s.call.Fun).(*ast.SelectorExpr)
	if !ok {
		return "", false // imported with a dot
	}
	return types.ExprString(fun.X) + ".", true
}

// comparesWithTwo reports whether e, an operand of which is len, asks whether there are
// at least two parts, or less than two.
func (c *checker) comparesWithTwo(e *ast.BinaryExpr, length ast.Node) (several, ok bool) {
	op, other := e.Op, e.Y
	if ast.Node(e.X) != length {
		op, other = mirror(op), e.X
	}
	n, isConst := c.constInt(other)
	if !isConst {
		return false, false
	}
	switch {
	case op == token.GTR && n == 1, op == token.GEQ && n == 2, op == token.NEQ && n == 1:
		return true, true
	case op == token.LEQ && n == 1, op == token.LSS && n == 2, op == token.EQL && n == 1:
		return false, true
	}
	return false, false
}

// subtractsOne reports whether e is length - 1.
func (c *checker) subtractsOne(e *ast.BinaryExpr, length ast.Node) bool {
	n, ok := c.constInt(e.Y)
	return ok && n == 1 && e.Op == token.SUB && ast.Node(e.X) == length
}

// mirror returns the comparison that holds for b and a if op holds for a and b.
func mirror(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// checkJoin reports s, which call joins again.
//
//	strings.Join(strings.Split(s, ","), ";")
//	             --------------      -
//	strings.ReplaceAll(s, ",", ";")
func (c *checker) checkJoin(s split, call *ast.CallExpr) {
	if s.kind != "Split" || s.max > 0 || c.separator(s) == "" || len(call.Args) != 2 {
		return
	}
	c.report(s, finding{
		category: CategoryJoin,
		slice:    "that " + s.pkg + ".Join joins again",
		remedy:   s.pkg + ".ReplaceAll",
		fix:      c.joinFix(s, call),
	})
}

func (c *checker) joinFix(s split, join *ast.CallExpr) *analysis.SuggestedFix {
	file, args := fileAround(s.cur), s.call.Args
	qualifier, ok := c.qualifier(s)
	if !ok || hasComment(file, join.Pos(), args[0].Pos()) || hasComment(file, args[1].End(), join.Args[1].Pos()) {
		return nil
	}
	return &analysis.SuggestedFix{
		Message: "Use " + s.pkg + ".ReplaceAll",
		TextEdits: []analysis.TextEdit{
			{Pos: join.Pos(), End: args[0].Pos(), NewText: []byte(qualifier + "ReplaceAll(")},
			{Pos: args[1].End(), End: join.Args[1].Pos(), NewText: []byte(", ")},
		},
	}
}
