package boxing

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A layout is what of a type decides how a value of it becomes an interface.
type layout struct {
	size    int64  // in bytes; -1 if it depends on a type argument
	entry   string // function of the runtime that makes the copy; "" if it depends on a type argument
	symbol  string // how the linker names the type; "" if that is hard to tell
	isSmall bool   // an integer whose values 0 to 255 the runtime keeps ready
	isFree  bool   // the copy is never made
}

// layoutOf follows what the compiler does, in dataWord of its package walk.
func layoutOf(pass *analysis.Pass, typ types.Type) layout {
	if dependsOnTypeArg(typ) {
		return layout{size: -1}
	}
	sizes := pass.TypesSizes
	size, pointers := sizes.Sizeof(typ), hasPointers(typ)
	sole, _ := soleComponent(typ).(*types.Basic)
	isNumber := sole != nil && sole.Info()&(types.IsInteger|types.IsBoolean) != 0
	l := layout{
		size:    size,
		entry:   entryOf(sizes, typ, size, pointers),
		isSmall: isNumber && size > 1,
	}
	switch {
	case size == 0, size == 1 && isNumber:
		l.isFree = true
	case size == sizes.Sizeof(types.Typ[types.UnsafePointer]) && pointers:
		l.isFree = true // the word of the interface is the value itself
	}
	if l.entry == "runtime.convT" || l.entry == "runtime.convTnoptr" {
		l.symbol = symbolOf(pass, typ)
	}
	return l
}

// hasFreeValues reports whether there are values for which the runtime makes no copy:
// small integers, the empty string, a nil slice.
func (l layout) hasFreeValues() bool {
	return l.isSmall || l.entry == "runtime.convTstring" || l.entry == "runtime.convTslice"
}

// entryOf follows dataWordFuncName.
func entryOf(sizes types.Sizes, typ types.Type, size int64, pointers bool) string {
	align := sizes.Alignof(typ)
	switch {
	case size == 2 && align == 2:
		return "runtime.convT16"
	case size == 4 && align == 4 && !pointers:
		return "runtime.convT32"
	case size == 8 && align == sizes.Alignof(types.Typ[types.Uint64]) && !pointers:
		return "runtime.convT64"
	}
	switch sole := soleComponent(typ).(type) {
	case *types.Basic:
		if sole.Kind() == types.String {
			return "runtime.convTstring"
		}
	case *types.Slice:
		return "runtime.convTslice"
	}
	if pointers {
		return "runtime.convT"
	}
	return "runtime.convTnoptr"
}

// soleComponent returns the type that alone makes up structs of one field and
// arrays of one element, or nil.
func soleComponent(typ types.Type) types.Type {
	switch typ := typ.Underlying().(type) {
	case *types.Struct:
		if typ.NumFields() != 1 {
			return nil
		}
		return soleComponent(typ.Field(0).Type())
	case *types.Array:
		if typ.Len() != 1 {
			return nil
		}
		return soleComponent(typ.Elem())
	default:
		return typ
	}
}

// dependsOnTypeArg reports whether the layout of typ depends on a type argument.
func dependsOnTypeArg(typ types.Type) bool {
	if _, ok := types.Unalias(typ).(*types.TypeParam); ok {
		return true
	}
	switch typ := typ.Underlying().(type) {
	case *types.Array:
		return dependsOnTypeArg(typ.Elem())
	case *types.Struct:
		for field := range typ.Fields() {
			if dependsOnTypeArg(field.Type()) {
				return true
			}
		}
	}
	return false
}

func hasPointers(typ types.Type) bool {
	switch typ := typ.Underlying().(type) {
	case *types.Basic:
		return typ.Kind() == types.String || typ.Kind() == types.UnsafePointer
	case *types.Array:
		return typ.Len() > 0 && hasPointers(typ.Elem())
	case *types.Struct:
		for field := range typ.Fields() {
			if hasPointers(field.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// symbolOf returns the linker's name for a type declared in a package, or "" for
// another one, or one whose package path would be escaped.
func symbolOf(pass *analysis.Pass, typ types.Type) string {
	named, ok := types.Unalias(typ).(*types.Named)
	if !ok || named.TypeArgs() != nil {
		return ""
	}
	obj := named.Obj()
	if obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
		return ""
	}
	path := obj.Pkg().Path()
	if obj.Pkg() == pass.Pkg && pass.Pkg.Name() == "main" {
		path = "main"
	}
	last := path[strings.LastIndex(path, "/")+1:]
	if !token.IsIdentifier(last) {
		return ""
	}
	return path + "." + obj.Name()
}
