package paths

import (
	"iter"

	"golang.org/x/tools/go/ssa"
)

// Conditions returns the conditions that decide that b runs, the innermost first, each with
// whether it held.
func Conditions(b *ssa.BasicBlock) iter.Seq2[*ssa.If, bool] {
	return func(yield func(*ssa.If, bool) bool) {
		for d := b; d != nil; d = d.Idom() {
			if len(d.Preds) != 1 {
				continue
			}
			pred := d.Preds[0]
			cond, ok := pred.Instrs[len(pred.Instrs)-1].(*ssa.If)
			if ok && pred.Succs[0] != pred.Succs[1] && !yield(cond, pred.Succs[0] == d) {
				return
			}
		}
	}
}
