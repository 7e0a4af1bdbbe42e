package prover

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

// typeMade returns the linker symbol of the type that a call of newobject is handed,
// without "type:", or "" if it is not known.
func typeMade(call *goobj.Call) string {
	if call.Target != "runtime.newobject" {
		return ""
	}
	for _, load := range slices.Backward(call.Loads) { // an earlier one may be of another path
		if load.Arg == 0 {
			return load.Type
		}
	}
	return ""
}

// makesOther reports whether the object that instr makes is certainly not of the type
// made, unless that is "".
func makesOther(instr ssa.Instruction, made string) bool {
	if made == "" || isClosure(made) && bindsTypes(instr) {
		return false
	}
	switch instr := instr.(type) {
	case *ssa.Alloc:
		return isOther(deref(instr.Type()), made)
	case *ssa.MakeInterface:
		return isOther(instr.X.Type(), made)
	case *ssa.MakeClosure, *ssa.Go, *ssa.Defer:
		return !isClosure(made)
	}
	return isClosure(made) != bindsTypes(instr)
}

// bindsTypes reports whether instr uses a function as a value that depends on the type
// arguments of the function around it: it becomes a closure with these.
func bindsTypes(instr ssa.Instruction) bool {
	common := callOf(instr)
	for _, op := range instr.Operands(nil) {
		fn, ok := (*op).(*ssa.Function)
		if !ok || common != nil && op == &common.Value {
			continue
		}
		if slices.ContainsFunc(fn.TypeArgs(), dependsOnTypeParam) || isInGeneric(fn) {
			return true
		}
	}
	return false
}

// isInGeneric reports whether fn is a literal in a generic function.
func isInGeneric(fn *ssa.Function) bool {
	if fn.Parent() == nil {
		return false
	}
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.TypeParams().Len() > 0
}

// dependsOnTypeParam reports whether t is, or is made of, a type parameter.
func dependsOnTypeParam(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if dependsOnTypeParam(arg) {
				return true
			}
		}
		return false
	case *types.Basic:
		return false
	case interface{ Elem() types.Type }:
		return dependsOnTypeParam(t.Elem())
	}
	return true // where it is seldom, it may
}

// movesParam reports whether instr is a call with a parameter or result of the type
// made, or one that is a slice of such an array. What an inlined function has of it
// may be made on the heap where it is called.
func movesParam(instr ssa.Instruction, made string) bool {
	common := callOf(instr)
	if made == "" || common == nil || isBuiltin(common) {
		return false
	}
	sig := common.Signature()
	if callee := common.StaticCallee(); callee != nil {
		sig = callee.Signature
	}
	is := func(t types.Type) bool {
		slice, ok := t.Underlying().(*types.Slice)
		return !isOther(t, made) || ok && isArrayOf(slice.Elem(), made)
	}
	if recv := sig.Recv(); recv != nil && is(recv.Type()) {
		return true
	}
	for _, list := range []*types.Tuple{sig.Params(), sig.Results()} {
		for x := range list.Variables() {
			if is(x.Type()) {
				return true
			}
		}
	}
	return false
}

// isInlined reports whether an object whose site is instr belongs to an inlined function:
// the site is then its call, or not known.
func isInlined(instr ssa.Instruction) bool {
	call, isCall := instr.(*ssa.Call)
	return instr == nil || isCall && !isBuiltin(&call.Call)
}

// isArrayOf reports whether made is an array of which the elements may be of type t.
func isArrayOf(t types.Type, made string) bool {
	length, elem, ok := strings.Cut(made, "]")
	return ok && strings.HasPrefix(length, "[") && length != "[" && !isOther(t, elem)
}

// isClosure reports whether made is the type of what holds captured variables or
// arguments of a go statement.
func isClosure(made string) bool {
	return strings.HasPrefix(made, "noalg.struct { F uintptr")
}

// isOther reports whether t is certainly not the type made. Only names and what is
// made of them by *, [] and [N] are compared: others are written in several ways.
func isOther(t types.Type, made string) bool {
	name, ok := linkerName(t)
	switch {
	case isClosure(made):
		return true
	case !ok:
		// A type literal, an instance, a local type or a type parameter.
		return false
	case strings.ContainsAny(made, " {(<") || strings.Contains(made, "go.shape.") || strings.ContainsRune(made, '·'):
		return !strings.Contains(made, "go.shape.")
	}
	return name != made
}

// linkerName returns the name that the linker has for t, and whether it can be told.
func linkerName(t types.Type) (string, bool) {
	prefix := ""
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		switch u.Kind() {
		case types.UnsafePointer:
			return "unsafe.Pointer", true
		case types.Invalid, types.UntypedNil:
			return "", false
		}
		return types.Typ[u.Kind()].Name(), true
	case *types.Named:
		obj := u.Obj()
		if obj.Pkg() == nil || u.TypeArgs().Len() > 0 || obj.Parent() != obj.Pkg().Scope() || !token.IsIdentifier(obj.Name()) {
			return "", false
		}
		path, _, _ := strings.Cut(obj.Pkg().Path(), " [") // of a test variant
		if obj.Pkg().Name() == "main" {
			path = "main"
		}
		if strings.ContainsAny(path[strings.LastIndexByte(path, '/')+1:], ".%\"") {
			return "", false // escaped
		}
		return path + "." + obj.Name(), true
	case *types.Pointer:
		prefix, t = "*", u.Elem()
	case *types.Slice:
		prefix, t = "[]", u.Elem()
	case *types.Array:
		prefix, t = "["+strconv.FormatInt(u.Len(), 10)+"]", u.Elem()
	default:
		return "", false
	}
	name, ok := linkerName(t)
	return prefix + name, ok
}
