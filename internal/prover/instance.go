package prover

import (
	"go/types"
	"strings"
)

// shapes returns the type arguments of an instance of a generic function, as
// the compiler writes their shapes: "F[go.shape.int]" has "int".
func shapes(symbol string) []string {
	from := strings.IndexByte(symbol, '[')
	if from < 0 {
		return nil
	}
	var list []string
	depth, start := 0, from+1
	for i := from; i < len(symbol); i++ {
		switch symbol[i] {
		case '[', '{', '(':
			depth++
		case ']', '}', ')':
			depth--
		}
		if depth == 0 || depth == 1 && symbol[i] == ',' {
			list = append(list, strings.TrimPrefix(symbol[start:i], "go.shape."))
			start = i + 1
		}
		if depth == 0 {
			break
		}
	}
	return list
}

// isInstance reports whether symbol may be of the instance for args. Without
// args, that is true of any.
func isInstance(symbol string, args []types.Type) bool {
	list := shapes(symbol)
	if len(list) != len(args) {
		return true
	}
	for i, arg := range args {
		if !hasShape(arg, list[i]) {
			return false
		}
	}
	return true
}

// hasShape reports whether the compiler may give t the shape. Types that are told
// apart by more than their kind may count as the same.
func hasShape(t types.Type, shape string) bool {
	if hasTypeParam(t) {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return shape == types.Typ[t.Kind()].Name()
	case *types.Pointer:
		return strings.HasPrefix(shape, "*")
	case *types.Slice:
		return strings.HasPrefix(shape, "[]")
	case *types.Map:
		return strings.HasPrefix(shape, "map[")
	case *types.Struct:
		return strings.HasPrefix(shape, "struct")
	case *types.Signature:
		return strings.HasPrefix(shape, "func")
	case *types.Interface:
		return strings.HasPrefix(shape, "interface")
	}
	return true
}
