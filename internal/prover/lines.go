package prover

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A lineIndex finds the instructions of a function by line.
type lineIndex struct {
	fn  *ssa.Function
	at  map[int][]ssa.Instruction
	pos map[ssa.Instruction]token.Pos // with a position for those that have none of their own

	clauses map[token.Pos][]token.Pos // of type switches
}

func (p *Prover) index(src *program.Source, fn *ssa.Function) *lineIndex {
	if x := p.lines[fn]; x != nil {
		return x
	}
	x := &lineIndex{fn: fn, at: make(map[int][]ssa.Instruction), pos: make(map[ssa.Instruction]token.Pos)}
	x.clauses = clauses(fn)
	for _, b := range fn.Blocks {
		x.addBlock(src, b)
	}
	p.lines[fn] = x
	return x
}

// addBlock adds the instructions of b. An implicit conversion has no position:
// it has that of what it is made for, which follows, and it is found on all lines
// that it can stand on.
func (x *lineIndex) addBlock(src *program.Source, b *ssa.BasicBlock) {
	next := make([]token.Pos, len(b.Instrs))
	last := token.NoPos
	for i := len(b.Instrs) - 1; i >= 0; i-- {
		if pos := ownPos(b.Instrs[i]); pos.IsValid() {
			last = pos
		}
		next[i] = last
	}
	before := x.posBefore(b)
	last = x.fn.Syntax().Pos()
	for i, instr := range b.Instrs {
		if _, ok := instr.(*ssa.Phi); ok {
			continue
		}
		pos := next[i]
		if !pos.IsValid() {
			pos = last
		}
		last = pos
		x.pos[instr] = pos
		x.add(src, instr, pos)
		if own := ownPos(instr); own.IsValid() {
			before = own
		} else if isConversion(instr) {
			x.addBetween(src, instr, before, next[i])
		}
		for _, other := range x.otherPlaces(instr) {
			x.add(src, instr, other)
		}
	}
}

// add puts instr on the line of pos.
func (x *lineIndex) add(src *program.Source, instr ssa.Instruction, pos token.Pos) {
	line := src.Fset.Position(pos).Line
	if !slices.Contains(x.at[line], instr) {
		x.at[line] = append(x.at[line], instr)
	}
}

// addBetween puts instr, which has no position, on the lines from one of before to
// one of after. If nothing follows in its block, it stands in the innermost
// statement around before, at the most.
func (x *lineIndex) addBetween(src *program.Source, instr ssa.Instruction, before, after token.Pos) {
	if after < before {
		after = x.endAround(before)
	}
	from, to := src.Fset.Position(before), src.Fset.Position(after)
	if from.Filename != to.Filename {
		return
	}
	for line := from.Line; line <= to.Line; line++ {
		if !slices.Contains(x.at[line], instr) {
			x.at[line] = append(x.at[line], instr)
		}
	}
}

// isConversion reports whether instr makes an interface value. The source need not
// show that.
func isConversion(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.ChangeType:
		return types.IsInterface(instr.Type())
	}
	return false
}

// posBefore returns the last position before what b starts with.
func (x *lineIndex) posBefore(b *ssa.BasicBlock) token.Pos {
	for d := b.Idom(); d != nil; d = d.Idom() {
		for _, instr := range slices.Backward(d.Instrs) {
			if pos := ownPos(instr); pos.IsValid() {
				return pos
			}
		}
	}
	return x.fn.Syntax().Pos()
}

// endAround returns the end of the innermost statement around pos that holds others.
func (x *lineIndex) endAround(pos token.Pos) token.Pos {
	end := x.fn.Syntax().End()
	for n := range ast.Preorder(x.fn.Syntax()) {
		switch n.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt,
			*ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			if n.Pos() <= pos && pos < n.End() {
				end = n.End() // those visited later are further in
			}
		}
	}
	return end
}

// otherPlaces returns where instr can stand as well, for the compiler.
func (x *lineIndex) otherPlaces(instr ssa.Instruction) []token.Pos {
	switch instr := instr.(type) {
	case *ssa.MakeInterface: // the operand may have a line of its own
		if instr.X.Pos().IsValid() {
			return []token.Pos{instr.X.Pos()}
		}
	case *ssa.MapUpdate: // the elements of a literal are set where it starts
		if m, ok := instr.Map.(*ssa.MakeMap); ok && m.Pos().IsValid() {
			return []token.Pos{m.Pos()}
		}
	case *ssa.Alloc:
		return x.clauses[instr.Pos()]
	}
	return nil
}

// clauses returns the clauses of the type switches in fn, by where the variable
// stands that each of them has one of its own of.
func clauses(fn *ssa.Function) map[token.Pos][]token.Pos {
	list := make(map[token.Pos][]token.Pos)
	for n := range ast.Preorder(fn.Syntax()) {
		sw, ok := n.(*ast.TypeSwitchStmt)
		if !ok {
			continue
		}
		if assign, ok := sw.Assign.(*ast.AssignStmt); ok {
			for _, clause := range sw.Body.List {
				list[assign.Pos()] = append(list[assign.Pos()], clause.Pos())
			}
		}
	}
	return list
}

// ownPos returns the position of instr. What makes a func literal has none, nor what
// calls an iterator with the body of a loop; the compiler gives them that of the
// literal or loop.
func ownPos(instr ssa.Instruction) token.Pos {
	made := instr
	if call, ok := instr.(*ssa.Call); ok && !call.Pos().IsValid() && len(call.Call.Args) == 1 {
		made, _ = call.Call.Args[0].(*ssa.MakeClosure)
	}
	if m, ok := made.(*ssa.MakeClosure); ok && m != nil {
		fn := m.Fn.(*ssa.Function)
		if fn.Parent() != nil && (made == instr || fn.Synthetic == "range-over-func yield") {
			return fn.Pos()
		}
	}
	return instr.Pos()
}

// around returns the instructions of the smallest statements around a line
// that has none itself.
func (x *lineIndex) around(src *program.Source, line int) []ssa.Instruction {
	if found := x.at[line]; len(found) > 0 {
		return found
	}
	var best ast.Stmt
	for n := range ast.Preorder(x.fn.Syntax()) {
		stmt, ok := n.(ast.Stmt)
		if !ok {
			continue
		}
		if src.Fset.Position(stmt.Pos()).Line <= line && line <= src.Fset.Position(stmt.End()).Line {
			best = stmt // those visited later are further in
		}
	}
	if _, ok := best.(*ast.BlockStmt); ok || best == nil {
		return nil
	}
	var found []ssa.Instruction
	for _, b := range x.fn.Blocks {
		for _, instr := range b.Instrs {
			if pos := instr.Pos(); best.Pos() <= pos && pos < best.End() {
				found = append(found, instr)
			}
		}
	}
	return found
}
