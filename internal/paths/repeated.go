package paths

import "golang.org/x/tools/go/ssa"

// markRepeated marks the blocks that lie on a cycle of live blocks, none of
// which fails: the strongly connected components with an edge, by Tarjan's
// algorithm.
func markRepeated(fn *ssa.Function, f *Flow) {
	t := &tarjan{flow: f, index: make([]int, len(fn.Blocks)), low: make([]int, len(fn.Blocks)), onStack: make([]bool, len(fn.Blocks))}
	for _, b := range fn.Blocks {
		if t.index[b.Index] == 0 {
			t.visit(b)
		}
	}
}

type tarjan struct {
	flow       *Flow
	next       int
	index, low []int // by block index; 0 is unvisited
	onStack    []bool
	stack      []*ssa.BasicBlock
}

func (t *tarjan) visit(b *ssa.BasicBlock) {
	t.next++
	t.index[b.Index], t.low[b.Index] = t.next, t.next
	t.stack = append(t.stack, b)
	t.onStack[b.Index] = true
	self := false
	for _, s := range t.flow.successors(b) {
		switch {
		case t.flow.failing[s.Index] || t.flow.dead[s.Index]:
			continue
		case s == b:
			self = true
		case t.index[s.Index] == 0:
			t.visit(s)
			t.low[b.Index] = min(t.low[b.Index], t.low[s.Index])
		case t.onStack[s.Index]:
			t.low[b.Index] = min(t.low[b.Index], t.index[s.Index])
		}
	}
	if t.low[b.Index] != t.index[b.Index] {
		return
	}
	t.pop(b, self)
}

// pop takes the component whose root is b off the stack.
func (t *tarjan) pop(b *ssa.BasicBlock, self bool) {
	cyclic := self || t.stack[len(t.stack)-1] != b
	for {
		top := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.onStack[top.Index] = false
		t.flow.repeated[top.Index] = cyclic && !t.flow.failing[top.Index]
		if top == b {
			return
		}
	}
}
