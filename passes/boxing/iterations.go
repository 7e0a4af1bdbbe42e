package boxing

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// iterate adds what a range loop assigns to variables that it does not declare.
func (c *collector) iterate(cur inspector.Cursor, loop *ast.RangeStmt) {
	if loop.Tok != token.ASSIGN {
		return
	}
	key, value := iterated(c.underlying(loop.X))
	if loop.Key != nil && key != nil {
		c.add(cur.ChildAt(edge.RangeStmt_Key, -1), loop.Key, key, c.assigned(loop.Key))
	}
	if loop.Value != nil && value != nil {
		c.add(cur.ChildAt(edge.RangeStmt_Value, -1), loop.Value, value, c.assigned(loop.Value))
	}
}

// iterated returns the types of what a loop over a value of type typ yields.
// Those of integers are missing: an untyped one takes the type of the variable.
func iterated(typ types.Type) (key, value types.Type) {
	switch typ := typ.(type) {
	case *types.Basic:
		if typ.Info()&types.IsString != 0 {
			return types.Typ[types.Int], types.Universe.Lookup("rune").Type()
		}
		if typ.Info()&types.IsUntyped == 0 {
			return typ, nil
		}
	case *types.Slice:
		return types.Typ[types.Int], typ.Elem()
	case *types.Array:
		return types.Typ[types.Int], typ.Elem()
	case *types.Pointer:
		return iterated(typ.Elem().Underlying())
	case *types.Map:
		return typ.Key(), typ.Elem()
	case *types.Chan:
		return typ.Elem(), nil
	case *types.Signature:
		return yielded(typ)
	}
	return nil, nil
}

func yielded(iter *types.Signature) (key, value types.Type) {
	if iter.Params().Len() != 1 {
		return nil, nil
	}
	yield, ok := iter.Params().At(0).Type().Underlying().(*types.Signature)
	if !ok {
		return nil, nil
	}
	if yield.Params().Len() > 0 {
		key = yield.Params().At(0).Type()
	}
	if yield.Params().Len() > 1 {
		value = yield.Params().At(1).Type()
	}
	return key, value
}
