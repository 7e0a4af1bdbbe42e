package convert

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// sizes are those of the numbers that package encoding/binary has methods for, in bits.
var sizes = map[types.BasicKind]int{
	types.Uint16: 16, types.Uint32: 32, types.Uint64: 64, types.Int16: 16, types.Int32: 32, types.Int64: 64,
}

// checkBinary reports the call under cur if it writes or reads one number by
// binary.Write or binary.Read, which make a buffer for it.
func (c *checker) checkBinary(cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	fn, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if fn == nil || fn.FullName() != "encoding/binary.Write" && fn.FullName() != "encoding/binary.Read" || len(call.Args) != 3 {
		return
	}
	t := c.pass.TypesInfo.TypeOf(call.Args[2])
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || sizes[basic.Kind()] == 0 {
		return
	}
	place, ok := c.places.At(cur)
	if !ok {
		return
	}
	verb := "Put"
	if fn.Name() == "Read" {
		verb = ""
	}
	c.reporter.Report(analysis.Diagnostic{
		Pos: call.Pos(), End: call.End(),
		Category: CategoryNumber,
		Message: fmt.Sprintf("binary.%s makes a buffer for a number, %s; %s.%sUint%d with one that is reused does not",
			fn.Name(), place.Why, types.ExprString(call.Args[1]), verb, sizes[basic.Kind()]),
	})
}
