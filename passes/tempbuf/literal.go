package tempbuf

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
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

// freeEntries is the number of entries that a map can have which stays on the stack.
const freeEntries = 8

// fills reports whether a loop without a known end makes a set or a count of the map v,
// and the object code has it grow there. How many keys there are is known to nobody.
func (c *checker) fills(v ssa.Value) bool {
	m, ok := v.(*ssa.MakeMap)
	if !ok || m.Reserve != nil {
		return false
	}
	for _, instr := range *m.Referrers() {
		update, ok := instr.(*ssa.MapUpdate)
		if !ok || !isSet(m.Type()) && !isCount(update) || !c.isInLoop(m, update.Pos()) {
			continue
		}
		//zeroalloc:allow boxing of the few updates of one map
		allocs, err := c.unit.Allocs(span{update.Pos(), update.Pos()})
		if err == nil && slices.ContainsFunc(allocs, func(a compiled.Alloc) bool { return a.Kind == compiled.MapAssign }) {
			return true
		}
	}
	return false
}

// isSet reports whether the values of the map type t say nothing but that the key is there.
func isSet(t types.Type) bool {
	switch elem := t.Underlying().(*types.Map).Elem().Underlying().(type) {
	case *types.Basic:
		return elem.Kind() == types.Bool
	case *types.Struct:
		return elem.NumFields() == 0
	}
	return false
}

// isCount reports whether the new value is made of the old one: m[k]++.
func isCount(update *ssa.MapUpdate) bool {
	op, ok := update.Value.(*ssa.BinOp)
	if !ok {
		return false
	}
	old, ok := op.X.(*ssa.Lookup)
	return ok && old.X == update.Map
}

// isInLoop reports whether pos is in a loop behind the place where m is made, which may
// have more rounds than a map can have entries without growing.
func (c *checker) isInLoop(m *ssa.MakeMap, pos token.Pos) bool {
	found := false
	ast.Inspect(m.Parent().Syntax(), func(n ast.Node) bool {
		if n == nil || !within(pos, n) {
			return false
		}
		switch n := n.(type) {
		case *ast.ForStmt:
			found = found || n.Pos() > m.Pos()
		case *ast.RangeStmt:
			found = found || n.Pos() > m.Pos() && !c.isShort(n.X)
		}
		return true
	})
	return found
}

// isShort reports whether a range over x has no more rounds than a map has room for.
func (c *checker) isShort(x ast.Expr) bool {
	if n, ok := c.constInt(x); ok {
		return n <= freeEntries
	}
	if lit, ok := ast.Unparen(x).(*ast.CompositeLit); ok {
		return len(lit.Elts) <= freeEntries
	}
	array, ok := c.info.TypeOf(x).Underlying().(*types.Array)
	return ok && array.Len() <= freeEntries
}
