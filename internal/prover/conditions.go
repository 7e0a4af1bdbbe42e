package prover

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// noteCondition notes on which condition a called function gets to the place of v. In
// the annotated function itself the reader sees that; what it calls may well never
// allocate for the values that it is called with.
func (v *view) noteCondition() {
	if !v.exact || v.isRoot() {
		return
	}
	var first string
	for i, site := range v.sites {
		when := v.condition(site.Block())
		if when == "" {
			return
		}
		if i == 0 {
			first = when
		}
	}
	v.when = first
}

// condition returns the innermost condition on which b runs when its function
// succeeds, as "only if x > 0", or "". That a loop has a next round is not one, nor are
// several of which any will do.
func (v *view) condition(b *ssa.BasicBlock) string {
	for d := b; d.Idom() != nil; d = d.Idom() {
		cond, ok := d.Idom().Instrs[len(d.Idom().Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		at := cond.Block()
		onTrue, onFalse := leads(at.Succs[0], b, at), leads(at.Succs[1], b, at)
		if onTrue == onFalse {
			continue
		}
		other := at.Succs[0]
		if onTrue {
			other = at.Succs[1]
		}
		if at.Succs[0].Comment == "rangeint.body" && at.Succs[1].Comment == "rangeint.done" {
			continue // asked before the first round as well
		}
		if v.flow.Dead(other) || v.flow.Failing(other) || !leads(other, at, nil) && leads(b, at, nil) {
			continue // a failure, or the end of a loop
		}
		switch text := v.conditionText(cond); {
		case text == "":
			return notAlways
		case onTrue:
			return "only if " + text
		default:
			return "unless " + text
		}
	}
	return ""
}

// leads reports whether control can get from one block to another without passing
// through a third.
func leads(from, to, without *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{without: true}
	for work := []*ssa.BasicBlock{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// avoids reports whether there is a way from one block to a return that is no failure, or
// back to where it starts, that does not lead through another block.
func (v *view) avoids(from, other *ssa.BasicBlock) bool {
	if from == other {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{other: true}
	for work := []*ssa.BasicBlock{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || v.flow != nil && (v.flow.Dead(b) || v.flow.Failing(b)) {
			continue
		}
		seen[b] = true
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok || slices.Contains(b.Succs, from) {
			return true
		}
		work = append(work, b.Succs...)
	}
	return false
}

// conditionText returns the source of a condition, or "" if that is long or not known.
func (v *view) conditionText(cond *ssa.If) string {
	const long = 40 // characters
	pos := cond.Cond.Pos()
	if !pos.IsValid() || v.fn.Syntax() == nil {
		return ""
	}
	text := ""
	for n := range ast.Preorder(v.fn.Syntax()) {
		stmt, ok := n.(*ast.IfStmt)
		if ok && stmt.Cond.Pos() <= pos && pos < stmt.Cond.End() {
			text = types.ExprString(stmt.Cond)
		}
	}
	if len(text) > long {
		return ""
	}
	return text
}
