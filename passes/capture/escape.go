package capture

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// escapes reports whether the func value of s certainly leaves its function
// for the heap, judged by the SSA form. It answers where the object code cannot
// be had or does not tell, and leans to no.
func (c *checker) escapes(s *site) bool {
	v := c.value(s)
	return v != nil && leaves(v, isBoundInLoop(s))
}

// value returns the instruction that makes the func value of s, nil if it was
// not built.
func (c *checker) value(s *site) *ssa.MakeClosure {
	var parent *ssa.Function
	for cur := range s.cur.Parent().Enclosing() {
		if parent = c.form.Func(cur.Node()); parent != nil {
			break
		}
	}
	if parent == nil {
		return nil // an initialiser, which runs once
	}
	lit := c.form.Func(s.node) // nil for a method value
	for _, b := range parent.Blocks {
		for _, instr := range b.Instrs {
			mc, ok := instr.(*ssa.MakeClosure)
			if !ok {
				continue
			}
			if lit != nil && mc.Fn == lit || lit == nil && s.node.Pos() <= mc.Pos() && mc.Pos() < s.node.End() {
				return mc
			}
		}
	}
	return nil
}

// leaves reports whether v is certainly stored in, or handed to, something
// that outlives the function.
func leaves(v ssa.Value, inLoop bool) bool {
	for _, instr := range *v.Referrers() {
		switch instr := instr.(type) {
		case *ssa.Return, *ssa.Send:
			return true
		case *ssa.Go:
			return true
		case *ssa.Defer:
			if inLoop && instr.Call.Value == v {
				return true
			}
		case *ssa.MapUpdate:
			return true
		case *ssa.Store:
			if instr.Val == v && outlives(instr.Addr) {
				return true
			}
		case *ssa.Call:
			if isUnknown(&instr.Call) && instr.Call.Value != v {
				return true
			}
		case *ssa.ChangeType:
			if leaves(instr, inLoop) {
				return true
			}
		case *ssa.MakeInterface:
			if leaves(instr, inLoop) {
				return true
			}
		}
	}
	return false
}

// outlives reports whether addr certainly lies outside the function's frame.
func outlives(addr ssa.Value) bool {
	switch addr := addr.(type) {
	case *ssa.Global:
		return true
	case *ssa.FieldAddr:
		return outlives(addr.X)
	case *ssa.IndexAddr:
		// The compiler does not follow what is stored through a slice.
		_, slice := addr.X.Type().Underlying().(*types.Slice)
		return slice || outlives(addr.X)
	case *ssa.Parameter, *ssa.UnOp:
		// What a pointer from elsewhere leads to; the compiler takes all of it
		// for heap.
		return true
	}
	return false
}

// isUnknown reports whether the callee is chosen at run time by a value that
// comes from outside.
func isUnknown(call *ssa.CallCommon) bool {
	if call.StaticCallee() != nil {
		return false
	}
	switch call.Value.(type) {
	case *ssa.Parameter, *ssa.UnOp, *ssa.FreeVar:
		return true
	}
	return false
}

// isBoundInLoop reports whether a loop of the function repeats s.
func isBoundInLoop(s *site) bool {
	for cur := range s.cur.Parent().Enclosing() {
		switch cur.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		case *ast.FuncDecl, *ast.FuncLit:
			return false
		}
	}
	return false
}
