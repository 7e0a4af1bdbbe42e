package prover

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A home is where kept memory is found again: a field or package variable, an element,
// what some pointer points to, or a variable of the function itself. Fields of all structs
// of one type are one home, as it is not known which pointers are the same.
type home struct {
	name  string    // of a field or package variable, or element; "" for what a pointer points to
	typ   string    // of what is kept there
	local ssa.Value // a parameter, captured variable or variable made before the annotated loop
}

const (
	element    = "element"
	mapElement = "element of a map"
	anyType    = "?" // depends on type parameters
)

// homeAt returns the home at an address.
func homeAt(addr ssa.Value) home {
	t := typeKey(deref(addr.Type()))
	switch addr := addr.(type) {
	case *ssa.Global:
		if addr.Pkg != nil {
			return home{name: addr.Pkg.Pkg.Path() + "." + addr.Name(), typ: t}
		}
	case *ssa.FieldAddr:
		return fieldHome(deref(addr.X.Type()), addr.Field)
	case *ssa.IndexAddr:
		return home{name: element, typ: t}
	case *ssa.Alloc, *ssa.FreeVar:
		return home{local: addr, typ: t}
	}
	return home{typ: t}
}

// fieldHome returns that of a field of a struct. Structs that can be converted to each
// other have the same, and so have the instances of a generic one.
func fieldHome(t types.Type, i int) home {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return home{typ: anyType}
	}
	var b strings.Builder
	if pkg := s.Field(i).Pkg(); pkg != nil {
		b.WriteString(pkg.Path())
	}
	for f := range s.Fields() {
		b.WriteByte(' ')
		b.WriteString(f.Name())
	}
	b.WriteByte('.')
	b.WriteString(s.Field(i).Name())
	return home{name: b.String(), typ: typeKey(s.Field(i).Type())}
}

// wholeHome stands for all variables of a struct type.
func wholeHome(path, name string) home { return home{name: "type " + path + "." + name} }

// typeKey tells types apart that no variable can have both of. Instances of a generic
// type are the same.
func typeKey(t types.Type) string {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.TypeArgs().Len() > 0 && named.Obj().Pkg() != nil {
		return named.Obj().Pkg().Path() + "." + named.Obj().Name() + "[]"
	}
	if isParameterized(t) {
		return anyType
	}
	return types.TypeString(t, nil)
}

// isParameterized reports whether t is or is built from a type parameter.
func isParameterized(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Slice:
		return isParameterized(t.Elem())
	case *types.Pointer:
		return isParameterized(t.Elem())
	case *types.Array:
		return isParameterized(t.Elem())
	case *types.Map:
		return isParameterized(t.Key()) || isParameterized(t.Elem())
	}
	return false
}

// isSlice reports whether a value of type t is a slice, whatever its type parameter
// stands for.
func isSlice(t types.Type) bool {
	param, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		_, ok := t.Underlying().(*types.Slice)
		return ok
	}
	constraint, ok := param.Constraint().Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for embedded := range constraint.EmbeddedTypes() {
		union, ok := embedded.(*types.Union)
		if !ok {
			return isSlice(embedded)
		}
		for term := range union.Terms() {
			if !isSlice(term.Type()) {
				return false
			}
		}
		return union.Len() > 0
	}
	return false
}

func (h home) isElement() bool { return h.name == element || h.name == mapElement }

// isPointee reports whether h is what some pointer points to.
func (h home) isPointee() bool { return h.name == "" && h.local == nil }

// is reports whether what is stored at other is put back to h.
func (h home) is(other home) bool {
	if h.local != nil || other.local != nil {
		return h.local == other.local
	}
	return h.name == other.name && (h.name != "" && !h.isElement() || h.typ == other.typ)
}

// mayBe reports whether h and other may be the same variable.
func (h home) mayBe(other home) bool {
	switch {
	case h.isPointee() || other.isPointee():
		if h.typ != other.typ && h.typ != anyType && other.typ != anyType {
			return false
		}
		return h.typ == other.typ || !h.isElement() && !other.isElement()
	case h.isElement():
		return h.name == other.name && (h.typ == other.typ || h.typ == anyType || other.typ == anyType)
	}
	return h.is(other)
}

// addHome adds h to homes.
func addHome(homes []home, h home) []home {
	if slices.Contains(homes, h) {
		return homes
	}
	return append(homes, h)
}

// rootOf returns the variable that an address is within: fields and elements of arrays
// are part of it, what a pointer in it points to is not.
func rootOf(addr ssa.Value) ssa.Value {
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			if _, ok := x.X.Type().Underlying().(*types.Pointer); !ok {
				return addr
			}
			addr = x.X
		default:
			return addr
		}
	}
}

// isOwn reports whether an address is within a variable that the function makes anew
// in each call, or in each pass of the annotated loop.
func (v *view) isOwn(addr ssa.Value) bool {
	alloc, ok := rootOf(addr).(*ssa.Alloc)
	return ok && !(&keeper{view: v}).outside(alloc.Pos())
}
