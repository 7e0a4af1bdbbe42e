package prover

import (
	"go/types"
	"slices"
)

// sealed returns the types that a value of iface, an interface of pkg, can hold
// wherever it is made: those of some types and of all that are declared in pkg that
// have its methods. It returns nil if a type of another package can have them too.
func sealed(pkg *types.Package, iface *types.Named, some []types.Type) []types.Type {
	if !isSealed(pkg, iface) {
		return nil
	}
	for _, named := range namedTypes(pkg.Scope()) {
		some = append(some, named, types.NewPointer(named))
	}
	var all []types.Type
	for _, t := range some {
		switch {
		case !types.Implements(t, iface.Underlying().(*types.Interface)) || containsType(all, t):
			continue
		case isGeneric(t) || len(all) == mostImplementers:
			return nil
		}
		all = append(all, t)
	}
	return all
}

// isGeneric reports whether t is a generic type, or points to one.
func isGeneric(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named)
	return ok && named.TypeParams().Len() > named.TypeArgs().Len()
}

// namedTypes returns the types that are declared in a scope and those inside, but
// for interfaces.
func namedTypes(scope *types.Scope) []*types.Named {
	var all []*types.Named
	for _, name := range scope.Names() {
		if obj, ok := scope.Lookup(name).(*types.TypeName); ok && !obj.IsAlias() && !types.IsInterface(obj.Type()) {
			if named, ok := obj.Type().(*types.Named); ok {
				all = append(all, named)
			}
		}
	}
	for inner := range scope.Children() {
		all = append(all, namedTypes(inner)...)
	}
	return all
}

// isSealed reports whether types of other packages cannot implement iface: it has
// an unexported method that no exported type of pkg has. With such a type as an
// embedded field, a struct of another package would have it as well.
func isSealed(pkg *types.Package, iface *types.Named) bool {
	for m := range iface.Underlying().(*types.Interface).Methods() {
		if !m.Exported() && m.Pkg() == pkg && !isPassedOn(pkg, m.Name()) {
			return true
		}
	}
	return false
}

// isPassedOn reports whether an exported type of pkg has an unexported method.
func isPassedOn(pkg *types.Package, method string) bool {
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !obj.Exported() {
			continue
		}
		found, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pkg, method)
		if _, isMethod := found.(*types.Func); isMethod {
			return true
		}
	}
	return false
}

func containsType(list []types.Type, t types.Type) bool {
	return slices.ContainsFunc(list, func(other types.Type) bool { return types.Identical(t, other) })
}
