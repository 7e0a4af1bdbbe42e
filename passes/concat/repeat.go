package concat

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

// A region is the source text that is repeated.
type region struct {
	pos, end token.Pos
	loop     ast.Stmt // nil for a loop by goto or a func literal
}

func (r region) contains(n ast.Node) bool { return r.pos <= n.Pos() && n.End() <= r.end }

// regionOf returns what is repeated at place, the place of cur.
func regionOf(info *types.Info, place scope.Place, cur inspector.Cursor) (region, bool) {
	if place.Loop != nil {
		return region{place.Loop.Pos(), place.Loop.End(), place.Loop}, true
	}
	return gotoRegion(info, cur)
}

// gotoRegion returns the smallest loop by goto around cur, from the label to the
// jump back to it.
func gotoRegion(info *types.Info, cur inspector.Cursor) (region, bool) {
	n := cur.Node()
	var best region
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		for c := range fn.Preorder((*ast.BranchStmt)(nil)) {
			jump := c.Node().(*ast.BranchStmt)
			if jump.Tok != token.GOTO {
				continue
			}
			r := region{pos: info.Uses[jump.Label].Pos(), end: jump.End()}
			if r.contains(n) && (!best.pos.IsValid() || r.end-r.pos < best.end-best.pos) {
				best = r
			}
		}
		break
	}
	return best, best.pos.IsValid()
}

// A location is the variable that an expression denotes, with what decides
// which one that is.
type location struct {
	info     *types.Info
	expr     ast.Expr
	prefixes []ast.Expr            // p, p.f of p.f.g
	vars     map[types.Object]bool // all variables mentioned, p and i of p.f[i]
}

// dependencies returns the location that e denotes, or nil if e calls
// something, so that it cannot be told.
func dependencies(info *types.Info, e ast.Expr) *location {
	l := &location{info: info, expr: e, vars: make(map[types.Object]bool)}
	known := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			known = known && isLen(info, n)
		case *ast.Ident:
			if v, ok := info.Uses[n].(*types.Var); ok && !v.IsField() {
				l.vars[v] = true
			}
		}
		return known
	})
	if !known {
		return nil
	}
	for prefix := parentOf(e); prefix != nil; prefix = parentOf(prefix) {
		l.prefixes = append(l.prefixes, prefix)
	}
	return l
}

// parentOf returns the variable that e is a part of or found through.
func parentOf(e ast.Expr) ast.Expr {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		return e.X
	case *ast.StarExpr:
		return e.X
	case *ast.IndexExpr:
		return e.X
	}
	return nil
}

// declaredIn reports whether r declares one of the variables anew in each
// round. Those of a three-clause loop keep their values.
func (l *location) declaredIn(r region) bool {
	for v := range l.vars {
		if v.Pos() < r.pos || r.end <= v.Pos() {
			continue
		}
		loop, ok := r.loop.(*ast.ForStmt)
		if ok && loop.Init != nil && loop.Init.Pos() <= v.Pos() && v.Pos() < loop.Init.End() {
			continue
		}
		return true
	}
	return false
}

// renewed reports whether between two rounds of the assignment under cur, in r,
// there always is another one that makes the location hold something
// new, or makes it another location.
func (l *location) renewed(cur inspector.Cursor, r region) bool {
	skipped := false // some rounds go on before what stands behind
	for cur.Node() != r.loop && cur.Parent().Node() != nil {
		parent := cur.Parent()
		kind, at := cur.ParentEdge()
		switch parent := parent.Node().(type) {
		case *ast.BlockStmt:
			if l.listRenews(parent.List, at, r, &skipped) {
				return true
			}
		case *ast.CaseClause:
			if kind == edge.CaseClause_Body && l.listRenews(parent.Body, at, r, &skipped) {
				return true
			}
		case *ast.CommClause:
			if r.contains(parent) && l.renews(parent.Comm) || kind == edge.CommClause_Body && l.listRenews(parent.Body, at, r, &skipped) {
				return true
			}
		case ast.Stmt:
			if r.contains(parent) && l.headerRenews(parent, kind) {
				return true
			}
		}
		cur = parent
	}
	return false
}

// listRenews reports whether a statement of list renews the location each time that
// the one at index is reached.
func (l *location) listRenews(list []ast.Stmt, index int, r region, skipped *bool) bool {
	for i, stmt := range list {
		if i == index || !r.contains(stmt) {
			continue
		}
		if i > index {
			*skipped = *skipped || goesOn(list[i-1]) || goesOn(stmt)
			if *skipped {
				return false
			}
		}
		if l.renews(stmt) {
			return true
		}
	}
	return false
}

// headerRenews reports whether the header of stmt, of which the part of the
// given kind is left, renews the location.
func (l *location) headerRenews(stmt ast.Stmt, kind edge.Kind) bool {
	switch stmt := stmt.(type) {
	case *ast.IfStmt:
		return kind != edge.IfStmt_Init && (l.renews(stmt.Init) || l.handsOut(stmt.Cond))
	case *ast.SwitchStmt:
		return kind != edge.SwitchStmt_Init && l.renews(stmt.Init)
	case *ast.TypeSwitchStmt:
		return kind != edge.TypeSwitchStmt_Init && l.renews(stmt.Init)
	case *ast.ForStmt:
		return kind != edge.ForStmt_Post && l.renews(stmt.Post) || stmt.Cond != nil && l.handsOut(stmt.Cond)
	case *ast.RangeStmt:
		return stmt.Key != nil && l.isRenewal(stmt.Key) || stmt.Value != nil && l.isRenewal(stmt.Value)
	}
	return false
}

// renews reports whether stmt renews the location on every path that leads to
// its end.
func (l *location) renews(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		for i, lhs := range stmt.Lhs {
			_, grows := growthOf(l.info, stmt, i)
			adds := stmt.Tok == token.ADD_ASSIGN && same(l.info, lhs, l.expr)
			if !grows && !adds && l.isRenewal(lhs) {
				return true
			}
		}
		return l.handsOut(stmt)
	case *ast.ExprStmt:
		return l.handsOut(stmt)
	case *ast.IncDecStmt:
		return l.isRenewal(stmt.X)
	case *ast.LabeledStmt:
		return l.renews(stmt.Stmt)
	case *ast.BlockStmt:
		return l.anyRenews(stmt.List)
	case *ast.IfStmt:
		return l.renews(stmt.Init) || l.handsOut(stmt.Cond) || stmt.Else != nil && l.renews(stmt.Body) && l.renews(stmt.Else)
	case *ast.SwitchStmt:
		return l.renews(stmt.Init) || l.allRenew(stmt.Body.List, false)
	case *ast.TypeSwitchStmt:
		return l.renews(stmt.Init) || l.allRenew(stmt.Body.List, false)
	case *ast.SelectStmt:
		return l.allRenew(stmt.Body.List, true)
	case *ast.ForStmt:
		return l.renews(stmt.Init)
	case *ast.ReturnStmt:
		return true // leads nowhere
	case *ast.BranchStmt:
		return stmt.Tok != token.BREAK // which may lead to the end of a switch
	}
	return false
}

func (l *location) anyRenews(list []ast.Stmt) bool {
	for _, stmt := range list {
		if l.renews(stmt) {
			return true
		}
	}
	return false
}

// allRenew reports whether all clauses renew the location and, unless complete
// says so already, one of them is always taken.
func (l *location) allRenew(clauses []ast.Stmt, complete bool) bool {
	for _, clause := range clauses {
		switch clause := clause.(type) {
		case *ast.CaseClause:
			complete = complete || clause.List == nil
			if !l.anyRenews(clause.Body) {
				return false
			}
		case *ast.CommClause:
			if !l.renews(clause.Comm) && !l.anyRenews(clause.Body) {
				return false
			}
		}
	}
	return complete
}

// isRenewal reports whether an assignment to lhs renews the location.
func (l *location) isRenewal(lhs ast.Expr) bool {
	if v := variable(l.info, lhs); v != nil && l.vars[v] {
		return true
	}
	if same(l.info, lhs, l.expr) {
		return true
	}
	for _, prefix := range l.prefixes {
		if same(l.info, lhs, prefix) {
			return true
		}
	}
	return false
}

// handsOut reports whether the address of the variable is handed to a call in
// n, as in fmt.Fscan(r, &s): what for, if not to have it filled?
func (l *location) handsOut(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			for _, arg := range n.Args {
				addr, ok := ast.Unparen(arg).(*ast.UnaryExpr)
				found = found || ok && addr.Op == token.AND && l.isRenewal(addr.X)
			}
		}
		return !found
	})
	return found
}

// goesOn reports whether stmt may begin the next round of a loop around it.
func goesOn(stmt ast.Stmt) bool {
	found := false
	var visit func(n ast.Node) bool
	inner := 0
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt:
			inner++
			ast.Inspect(n.Body, visit)
			inner--
			return false
		case *ast.RangeStmt:
			inner++
			ast.Inspect(n.Body, visit)
			inner--
			return false
		case *ast.BranchStmt:
			own := n.Tok == token.CONTINUE && (inner == 0 || n.Label != nil)
			found = found || own || n.Tok == token.GOTO
		}
		return !found
	}
	ast.Inspect(stmt, visit)
	return found
}
