package convert

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
)

// Functions of the runtime that make a string or slice of another one.
const (
	bytesToString = "runtime.slicebytetostring"
	stringToBytes = "runtime.stringtoslicebyte"
	runesToString = "runtime.slicerunetostring"
	stringToRunes = "runtime.stringtoslicerune"
)

// A conversion makes a string of a slice, or a slice of a string.
type conversion struct {
	cur   inspector.Cursor
	call  *ast.CallExpr
	from  ast.Expr // without parentheses
	entry string   // the function of the runtime that copies
	array string   // of a constant string: the type of the array that is made for it
}

// mayBe reports whether a is the object code of the conversion.
func (conv *conversion) mayBe(a compiled.Alloc) bool {
	if conv.array != "" {
		return a.Kind == compiled.Object && a.Type == conv.array
	}
	return a.Kind == compiled.Conversion && a.Entry == conv.entry
}

// conversionOf returns the conversion under cur, nil if it is another call.
func conversionOf(info *types.Info, cur inspector.Cursor) *conversion {
	call := cur.Node().(*ast.CallExpr)
	if len(call.Args) != 1 || !info.Types[call.Fun].IsType() || info.Types[call].Value != nil {
		return nil
	}
	conv := &conversion{cur: cur, call: call, from: ast.Unparen(call.Args[0])}
	from, to := info.TypeOf(conv.from), info.TypeOf(call)
	if from == nil || to == nil {
		return nil
	}
	switch {
	case isString(to) && isSliceOf(from, types.Byte):
		conv.entry = bytesToString
	case isString(to) && isSliceOf(from, types.Rune):
		conv.entry = runesToString
	case isString(from) && isSliceOf(to, types.Byte):
		conv.entry = stringToBytes
		if value := info.Types[conv.from].Value; value != nil {
			conv.array = fmt.Sprintf("[%d]uint8", len(constant.StringVal(value)))
		}
	case isString(from) && isSliceOf(to, types.Rune):
		conv.entry = stringToRunes
	default:
		return nil
	}
	return conv
}

func isString(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

func isSliceOf(t types.Type, kind types.BasicKind) bool {
	slice, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	basic, ok := slice.Elem().Underlying().(*types.Basic)
	return ok && basic.Kind() == kind
}

// isPlain reports whether the types of the conversion are unnamed: string, []byte, []rune.
// What a function takes in place of the one it takes in place of the other.
func (conv *conversion) isPlain(info *types.Info) bool {
	_, from := types.Unalias(info.TypeOf(conv.from)).(*types.Named)
	_, to := types.Unalias(info.TypeOf(conv.call)).(*types.Named)
	return !from && !to
}

// isFree reports whether the compiler is known to copy nothing for the conversion where
// it stands: it is compared, looked up, measured, or the range of a loop.
func (conv *conversion) isFree(info *types.Info) bool {
	cur := outside(conv.cur)
	parent := cur.Parent().Node()
	switch cur.ParentEdgeKind() {
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		op := parent.(*ast.BinaryExpr).Op
		return op == token.EQL || op == token.NEQ || op == token.LSS || op == token.LEQ || op == token.GTR || op == token.GEQ
	case edge.SwitchStmt_Tag:
		return true
	case edge.IndexExpr_Index:
		_, isMap := info.TypeOf(parent.(*ast.IndexExpr).X).Underlying().(*types.Map)
		return isMap && !isAssigned(cur.Parent())
	case edge.RangeStmt_X:
		return conv.entry == stringToBytes
	case edge.CallExpr_Args:
		return isBuiltin(info, parent.(*ast.CallExpr), "len")
	}
	return false
}

// isShort reports whether what is converted is a part of constant length that fits the
// buffer on the stack for small results.
func isShort(info *types.Info, from ast.Expr) bool {
	const room = 32 // runtime.tmpStringBufSize
	slice, ok := from.(*ast.SliceExpr)
	if !ok || slice.High == nil {
		return false
	}
	high, ok := constant.Int64Val(constant.ToInt(valueOf(info, slice.High)))
	return ok && high <= room
}

func valueOf(info *types.Info, e ast.Expr) constant.Value {
	if v := info.Types[e].Value; v != nil {
		return v
	}
	return constant.MakeUnknown()
}

// isAssigned reports whether the expression under cur is assigned to.
func isAssigned(cur inspector.Cursor) bool {
	switch outside(cur).ParentEdgeKind() {
	case edge.AssignStmt_Lhs, edge.IncDecStmt_X:
		return true
	}
	return false
}

// outside returns cur, or the outermost of the parentheses around it.
func outside(cur inspector.Cursor) inspector.Cursor {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	return cur
}

func isBuiltin(info *types.Info, call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	builtin, ok := info.Uses[id].(*types.Builtin)
	return ok && builtin.Name() == name
}
