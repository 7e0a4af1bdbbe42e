package tempbuf

import (
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// isConstantLiteral reports whether lit has the same content whenever it is
// evaluated, and holds nothing that can be changed through it.
func (c *checker) isConstantLiteral(lit *ast.CompositeLit) bool {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if _, isStruct := c.info.TypeOf(lit).Underlying().(*types.Struct); !isStruct && !c.isConstantElement(kv.Key) {
				return false
			}
			e = kv.Value
		}
		if !c.isConstantElement(e) {
			return false
		}
	}
	return true
}

func (c *checker) isConstantElement(e ast.Expr) bool {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return c.isConstant(e)
	}
	switch c.info.TypeOf(lit).Underlying().(type) {
	case *types.Struct, *types.Array:
		return c.isConstantLiteral(lit)
	}
	return false
}

// literalLen returns the length of the slice that lit makes.
func literalLen(info *types.Info, lit *ast.CompositeLit) int64 {
	next, n := int64(0), int64(0)
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if v := info.Types[kv.Key].Value; v != nil {
				next, _ = constant.Int64Val(constant.ToInt(v))
			}
		}
		next++
		n = max(n, next)
	}
	return n
}

// isLookedUp reports whether the map that lit makes is only read.
func isLookedUp(v *ssa.MakeMap, lit *ast.CompositeLit) bool {
	for _, instr := range *v.Referrers() {
		switch instr := instr.(type) {
		case *ssa.DebugRef, *ssa.Lookup, *ssa.Range:
		case *ssa.MapUpdate:
			if !within(instr.Pos(), lit) {
				return false
			}
		case *ssa.Call:
			if b, ok := instr.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isRead reports whether the memory of the slice that lit makes is only read.
func (t *tracer) isRead(v ssa.Value, lit *ast.CompositeLit) bool {
	for _, instr := range *v.Referrers() {
		switch instr := instr.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if canRefer(instr.Type()) {
				return false
			}
		case *ssa.Slice, *ssa.MakeInterface:
			if !t.isRead(instr.(ssa.Value), lit) {
				return false
			}
		case *ssa.IndexAddr:
			if !within(instr.Pos(), lit) && !t.isRead(instr, lit) {
				return false
			}
		case *ssa.Store:
			if instr.Val == v || !within(instr.Pos(), lit) {
				return false
			}
		case *ssa.Call:
			if !isReading(&instr.Call) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isReading reports whether a call does not change the memory of slices that it is
// given, nor returns it.
func isReading(call *ssa.CallCommon) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return b.Name() == "len"
	}
	fn := call.Method
	if callee := call.StaticCallee(); callee != nil {
		fn, _ = callee.Object().(*types.Func)
	}
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	if fn.Signature().Recv() != nil {
		return fn.Name() == "Write" && isReadWrite(fn)
	}
	switch fn.Pkg().Path() {
	case "strings", "bytes":
		return !canRefer(fn.Signature().Results())
	}
	return readers[fn.FullName()]
}

// readers lists functions with the property of isReading in other packages.
var readers = set("slices.Contains", "slices.Index", "slices.BinarySearch", "slices.Equal", "slices.Max", "slices.Min")

// isWritten reports whether something is written to the bytes.Buffer v, as far as its
// own function shows.
func isWritten(v ssa.Value) bool {
	for _, instr := range *v.Referrers() {
		switch instr := instr.(type) {
		case *ssa.MakeInterface:
			return true
		case *ssa.Call:
			callee := instr.Call.StaticCallee()
			if callee == nil || callee.Signature.Recv() == nil {
				return true
			}
			switch callee.Name() {
			case "Write", "WriteString", "WriteByte", "WriteRune", "ReadFrom", "Grow":
				return true
			}
		}
	}
	return false
}
