package prover

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A lineIndex finds the instructions of a function by line.
type lineIndex struct {
	fn  *ssa.Function
	at  map[int][]ssa.Instruction
	pos map[ssa.Instruction]token.Pos // with a position for those that have none of their own
}

func (p *Prover) index(src *program.Source, fn *ssa.Function) *lineIndex {
	if x := p.lines[fn]; x != nil {
		return x
	}
	x := &lineIndex{fn: fn, at: make(map[int][]ssa.Instruction), pos: make(map[ssa.Instruction]token.Pos)}
	for _, b := range fn.Blocks {
		x.addBlock(src, b)
	}
	p.lines[fn] = x
	return x
}

// addBlock adds the instructions of b. An implicit conversion has no position:
// it has that of what it is made for, which follows.
func (x *lineIndex) addBlock(src *program.Source, b *ssa.BasicBlock) {
	next := make([]token.Pos, len(b.Instrs))
	last := token.NoPos
	for i := len(b.Instrs) - 1; i >= 0; i-- {
		if pos := ownPos(b.Instrs[i]); pos.IsValid() {
			last = pos
		}
		next[i] = last
	}
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
		line := src.Fset.Position(pos).Line
		x.at[line] = append(x.at[line], instr)
		// The operand of a conversion may stand on a line of its own.
		if mi, ok := instr.(*ssa.MakeInterface); ok && mi.X.Pos().IsValid() {
			if l := src.Fset.Position(mi.X.Pos()).Line; l != line {
				x.at[l] = append(x.at[l], instr)
			}
		}
	}
}

// ownPos returns the position of instr. What calls an iterator with the body of
// a loop has none; the compiler gives it that of the loop.
func ownPos(instr ssa.Instruction) token.Pos {
	made := instr
	if call, ok := instr.(*ssa.Call); ok && !call.Pos().IsValid() && len(call.Call.Args) == 1 {
		made, _ = call.Call.Args[0].(*ssa.MakeClosure)
	}
	if m, ok := made.(*ssa.MakeClosure); ok && m != nil && m.Fn.(*ssa.Function).Synthetic == "range-over-func yield" {
		return m.Fn.Pos()
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
