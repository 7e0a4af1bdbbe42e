package prover

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// typesOfCall returns the type arguments of the function that is called where v
// stands, nil for those that are not known.
func (v *view) typesOfCall() []types.Type {
	if !v.exact {
		return nil
	}
	var args []types.Type
	for i, site := range v.sites {
		call := callOf(site)
		if call == nil {
			return nil
		}
		more := v.typeArgsOf(call)
		if i > 0 && !identical(args, more) {
			return nil
		}
		args = more
	}
	return args
}

func (v *view) typeArgsOf(call *ssa.CallCommon) []types.Type {
	fn := call.StaticCallee()
	if fn == nil {
		return nil
	}
	if fn.Parent() != nil {
		return v.given.types // a literal has those of the function around it
	}
	args := fn.TypeArgs()
	known := make([]types.Type, len(args))
	for i, arg := range args {
		known[i] = v.substitute(arg)
	}
	return known
}

func identical(a, b []types.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] == nil || b[i] == nil || !types.Identical(a[i], b[i]) {
			return false
		}
	}
	return true
}

// substitute returns t, or for a type parameter what it stands for; nil if that
// is not known.
func (v *view) substitute(t types.Type) types.Type {
	if param, ok := types.Unalias(t).(*types.TypeParam); ok {
		return v.typeArg(param)
	}
	if hasTypeParam(t) {
		return nil
	}
	return t
}

// typeArg returns what a type parameter of v.fn stands for, or nil.
func (v *view) typeArg(param *types.TypeParam) types.Type {
	params := v.fn.TypeParams()
	for i := range params.Len() {
		if params.At(i) == param && i < len(v.given.types) {
			return v.given.types[i]
		}
	}
	return nil
}
