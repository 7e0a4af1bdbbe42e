package paths

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// asserts reports whether a type assertion holds, and whether that is known.
func (c Consts) asserts(assert *ssa.TypeAssert) (holds, known bool) {
	x := assert.X
	for {
		change, ok := x.(*ssa.ChangeInterface)
		if !ok {
			break
		}
		x = change.X
	}
	param, ok := x.(*ssa.Parameter)
	if !ok {
		return false, false
	}
	held := c[param].Types
	for i, t := range held {
		h, ok := isA(t, assert.AssertedType)
		if !ok || i > 0 && h != holds {
			return false, false
		}
		holds = h
	}
	return holds, len(held) > 0
}

// isA reports whether a value of the concrete type t satisfies an assertion of
// the type want, and whether that is known. The two may come from different
// imports of the same packages, so that identity says little.
func isA(t, want types.Type) (holds, known bool) {
	iface, ok := want.Underlying().(*types.Interface)
	if !ok {
		a, b := nameOf(t), nameOf(want)
		return a == b, a != "" && b != ""
	}
	if !iface.IsMethodSet() || hasTypeParams(want) {
		return false, false
	}
	holds = true
	for method := range iface.Methods() {
		obj, _, _ := types.LookupFieldOrMethod(t, false, method.Pkg(), method.Name())
		fn, ok := obj.(*types.Func)
		if !ok {
			return false, true
		}
		if signature(fn) != signature(method) {
			holds = false // unless an alias makes the difference
		}
	}
	return holds, holds
}

func hasTypeParams(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.TypeArgs().Len() > 0
}

// nameOf returns the full name of a declared type that is not generic, or of a
// pointer to one, or "".
func nameOf(t types.Type) string {
	star := ""
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		star, t = "*", types.Unalias(p.Elem())
	}
	switch t := t.(type) {
	case *types.Named:
		if t.TypeArgs().Len() > 0 || t.Obj().Pkg() != nil && t.Obj().Parent() != t.Obj().Pkg().Scope() {
			return ""
		}
		return star + types.TypeString(t, nil)
	case *types.Basic:
		return star + t.Name()
	}
	return ""
}

// signature writes the types of parameters and results.
func signature(fn *types.Func) string {
	sig := fn.Signature()
	var sb strings.Builder
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			sb.WriteString(types.TypeString(v.Type(), nil))
			sb.WriteString(",")
		}
		sb.WriteString(";")
	}
	s := sb.String()
	if sig.Variadic() {
		s += "..."
	}
	return s
}
