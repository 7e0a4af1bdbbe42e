package prover

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// makesErrorSometimes reports whether instr makes an error, or calls what returns
// one, in a branch that its function need not take. An error that is made each time is
// like any other value.
func (v *view) makesErrorSometimes(instr ssa.Instruction) bool {
	return makesError(instr) && v.avoids(v.fn.Blocks[0], instr.Block())
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
