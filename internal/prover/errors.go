package prover

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// makesErrorSometimes reports whether instr makes an error, or calls what returns
// one, in a branch that its function need not take. An error that is made each time is
// like any other value.
func makesErrorSometimes(instr ssa.Instruction) bool {
	return makesError(instr) && canAvoid(instr.Block())
}

func makesError(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Alloc:
		if implementsError(instr.Type()) {
			return true
		}
		for _, ref := range *instr.Referrers() { // it is made in a variable, and converted by value
			load, ok := ref.(*ssa.UnOp)
			if ok && implementsError(load.Type()) {
				return true
			}
		}
	case *ssa.MakeInterface:
		return isError(instr.Type())
	case *ssa.Call:
		return !isBuiltin(&instr.Call) && implementsError(instr.Type())
	}
	return false
}

// implementsError reports whether values of type t are errors, and t is made for that.
func implementsError(t types.Type) bool {
	if types.IsInterface(t) {
		return isError(t)
	}
	return types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

// canAvoid reports whether there is a way through the function that does not lead
// through b.
func canAvoid(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{b: true}
	for work := []*ssa.BasicBlock{b.Parent().Blocks[0]}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		if _, ok := at.Instrs[len(at.Instrs)-1].(*ssa.Return); ok {
			return true
		}
		work = append(work, at.Succs...)
	}
	return false
}
