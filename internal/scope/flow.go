package scope

import (
	"go/ast"
	"go/token"
	"sort"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/paths"
)

// A flow is the classified control flow of a function, which can be asked for
// the block that a piece of syntax is in.
type flow struct {
	*paths.Flow
	marks []mark // sorted by position
}

// A mark is the position of an instruction.
type mark struct {
	pos   token.Pos
	block *ssa.BasicBlock
}

func newFlow(fn *ssa.Function, c *paths.Classifier) *flow {
	f := &flow{Flow: c.Flow(fn, nil, true, true)}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			// A phi has the position of the variable it stands for,
			// which lies in another block.
			if _, ok := instr.(*ssa.Phi); ok {
				continue
			}
			pos := instr.Pos()
			if mc, ok := instr.(*ssa.MakeClosure); ok && !pos.IsValid() {
				pos = mc.Fn.Pos() // of the func literal, or loop over an iterator
			}
			if pos.IsValid() {
				f.marks = append(f.marks, mark{pos, b})
			}
		}
	}
	sort.SliceStable(f.marks, func(i, j int) bool { return f.marks[i].pos < f.marks[j].pos })
	return f
}

// block returns the block that evaluates the node under c, by the positions of
// the instructions made for it or, if it has none, for the smallest expression
// or simple statement around it. It returns nil if that has none either.
//
// Debug information of package ssa would tell exactly, but it adds an
// instruction for each expression of the package.
func (f *flow) block(c inspector.Cursor) *ssa.BasicBlock {
	for outer := range c.Enclosing() {
		n := outer.Node()
		if b := f.within(n); b != nil {
			return b
		}
		switch n.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			return nil
		}
	}
	return nil
}

// within returns the block of the first instruction positioned in n.
func (f *flow) within(n ast.Node) *ssa.BasicBlock {
	i := sort.Search(len(f.marks), func(i int) bool { return f.marks[i].pos >= n.Pos() })
	if i == len(f.marks) || f.marks[i].pos >= n.End() {
		return nil
	}
	return f.marks[i].block
}
