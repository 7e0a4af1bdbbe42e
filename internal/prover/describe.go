package prover

import (
	"fmt"
	"go/build"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

// object says what a call of newobject makes.
func (v *view) object(call *goobj.Call) string {
	if !v.exact {
		return "new object" + typeOf(call) + " allocates"
	}
	switch instr := v.likely(call)[0].(type) {
	case *ssa.ChangeType:
		return v.box(call)
	case *ssa.MakeClosure:
		return closure(instr)
	case *ssa.MakeInterface:
		return v.box(call)
	case *ssa.MakeSlice:
		return "make allocates a slice" + v.madeSize()
	case *ssa.Go:
		return "go statement allocates its arguments"
	case *ssa.Defer:
		return "defer in a loop allocates its arguments"
	case *ssa.Alloc:
		return allocated(instr, call)
	case *ssa.Convert:
		return v.conversion() + " allocates"
	}
	return "new object" + typeOf(call) + " allocates"
}

// allocated says what is made on the heap for alloc.
func allocated(alloc *ssa.Alloc, call *goobj.Call) string {
	t := deref(alloc.Type())
	size := sizeOf(t)
	switch name := alloc.Comment; {
	case name == "new", name == "complit":
		if size == "" {
			return "new object" + typeOf(call) + " allocates"
		}
		return fmt.Sprintf("new object of type %s allocates%s", types.TypeString(t, packageName), size)
	case name == "slicelit":
		return "slice literal allocates" + size
	case name == "makeslice":
		return "make allocates a slice" + size
	case name == "varargs":
		return "slice of variadic arguments allocates" + size
	case name == "", strings.ContainsAny(name, "$."):
		return "state of the loop over an iterator is moved to the heap" + size
	default:
		return fmt.Sprintf("variable %s is moved to the heap%s", name, size)
	}
}

// closure says what m makes, with the names of the variables that it captures.
func closure(m *ssa.MakeClosure) string {
	fn := m.Fn.(*ssa.Function)
	if fn.Synthetic == "range-over-func yield" {
		return "state of the loop over an iterator is moved to the heap"
	}
	if name, ok := strings.CutSuffix(fn.Name(), "$bound"); ok {
		return fmt.Sprintf("bound method value %s allocates", name)
	}
	var names []string
	for _, free := range fn.FreeVars {
		if !strings.Contains(free.Name(), "$") {
			names = append(names, free.Name())
		}
	}
	const most = 3
	if len(names) > most {
		names = append(names[:most-1], fmt.Sprintf("%d others", len(names)-most+1))
	}
	last := len(names) - 1
	switch {
	case len(names) == 0:
		return "func literal with captured variables allocates"
	case last > 0:
		names = []string{strings.Join(names[:last], ", "), names[last]}
	}
	return fmt.Sprintf("func literal that captures %s allocates", strings.Join(names, " and "))
}

func (v *view) box(call *goobj.Call) string {
	if text := boxed(v.likely(call)); text != "" {
		return text
	}
	return "value" + typeOf(call) + " allocates when converted to an interface"
}

// boxed says what sites convert to an interface: one of them.
func boxed(sites []ssa.Instruction) string {
	var names []string
	to, size := "", ""
	for _, site := range sites {
		var from, iface types.Type
		switch site := site.(type) {
		case *ssa.MakeInterface:
			from, iface = site.X.Type(), site.Type()
		case *ssa.ChangeType:
			from, iface = site.X.Type(), site.Type()
		default:
			return ""
		}
		if name := types.TypeString(from, packageName); !slices.Contains(names, name) {
			names = append(names, name)
		}
		name := types.TypeString(iface, packageName)
		if to != "" && to != name {
			name = "an interface"
		}
		to, size = name, sizeOf(from)
	}
	const most = 3
	if len(names) == 0 || len(names) > most {
		return ""
	}
	if len(names) > 1 {
		size = ""
	}
	return fmt.Sprintf("%s value allocates when converted to %s%s", strings.Join(names, " or "), to, size)
}

// conversion names a conversion between strings and slices.
func (v *view) conversion() string {
	if v.exact {
		if c, ok := v.sites[0].(*ssa.Convert); ok {
			return fmt.Sprintf("conversion of %s to %s", types.TypeString(c.X.Type(), packageName), types.TypeString(c.Type(), packageName))
		}
	}
	return "conversion between string and bytes"
}

// typeOf names the type handed to a runtime entry, as " of type T".
func typeOf(call *goobj.Call) string {
	for _, load := range slices.Backward(call.Loads) { // an earlier one may be of another path
		if load.Arg <= 0 {
			if strings.HasPrefix(load.Type, "noalg.") || strings.Contains(load.Type, "go.shape.") {
				return ""
			}
			return " of type " + load.Type
		}
	}
	return ""
}

// gcSizes are the sizes of types where the code is going to run.
var gcSizes = types.SizesFor("gc", build.Default.GOARCH)

// sizeOf returns the size of a type as " (24 B)", or "" where that depends on a type
// parameter.
func sizeOf(t types.Type) string {
	if gcSizes == nil || hasTypeParam(t) {
		return ""
	}
	return fmt.Sprintf(" (%d B)", gcSizes.Sizeof(t))
}

// made says what a call of makeslice or mallocgc makes: the compiler uses the latter
// for variables as well.
func (v *view) made(call *goobj.Call) string {
	if v.exact {
		if alloc, ok := v.likely(call)[0].(*ssa.Alloc); ok {
			return allocated(alloc, call)
		}
	}
	return "make allocates a slice" + v.madeSize()
}

// madeSize returns the size of a slice of constant capacity as " (24 B)", or "".
func (v *view) madeSize() string {
	if !v.exact || len(v.sites) != 1 || gcSizes == nil {
		return ""
	}
	if instr, ok := v.sites[0].(*ssa.MakeSlice); ok {
		elem := instr.Type().Underlying().(*types.Slice).Elem()
		if n, ok := intConst(instr.Cap); ok && !hasTypeParam(elem) {
			return fmt.Sprintf(" (%d B)", n*gcSizes.Sizeof(elem))
		}
	}
	return ""
}

// otherEntry says what an entry of the runtime is for that only the standard library
// calls.
func otherEntry(symbol string) string {
	switch symbol {
	case "internal/bytealg.MakeNoZero":
		return "new buffer"
	case "reflect.unsafe_New", "internal/reflectlite.unsafe_New":
		return "new object made by reflection"
	case "reflect.unsafe_NewArray":
		return "slice made by reflection"
	}
	return symbolName(symbol)
}
