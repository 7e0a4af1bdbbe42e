package prover

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

// likely returns those of the sites that call is most likely of. An implicit conversion
// has no position, so those of other lines come into question, and there may be several
// on the line. All of them decide what call is; this is for messages.
func (v *view) likely(call *goobj.Call) []ssa.Instruction {
	sites := v.sites
	if !v.exact || len(sites) == 1 {
		return sites
	}
	kind, _ := compiled.KindOf(call.Target)
	made := ""
	if kind == compiled.Object {
		made = strings.TrimPrefix(typeOf(call), " of type ")
	}
	for _, f := range []func(ssa.Instruction) bool{
		func(site ssa.Instruction) bool {
			switch site := site.(type) {
			case *ssa.MakeInterface:
				return isBoxedBy(call.Target, site.X.Type())
			case *ssa.MakeClosure:
				return len(site.Bindings) > 0
			}
			return true
		},
		func(site ssa.Instruction) bool {
			alloc, ok := site.(*ssa.Alloc)
			return made != "" && ok && types.TypeString(deref(alloc.Type()), nil) == made
		},
		func(site ssa.Instruction) bool {
			alloc, ok := site.(*ssa.Alloc)
			return !ok || alloc.Heap
		},
		func(site ssa.Instruction) bool {
			return v.src.Fset.Position(v.prover.index(v.src, v.fn).pos[site]).Line == call.Frames[0].Line
		},
	} {
		narrowed := slices.DeleteFunc(slices.Clone(sites), func(site ssa.Instruction) bool { return !f(site) })
		if len(narrowed) > 0 {
			sites = narrowed
		}
	}
	return sites
}

// madeAt returns the position of what call makes in the source of the pass.
func (v *view) madeAt(call *goobj.Call, pos token.Pos) token.Pos {
	if !v.exact || !pos.IsValid() {
		return pos
	}
	return v.prover.index(v.src, v.fn).pos[v.likely(call)[0]]
}

// isBoxedBy reports whether a function of the runtime may be what boxes values of a
// type.
func isBoxedBy(target string, t types.Type) bool {
	if hasTypeParam(t) || gcSizes == nil {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return false // a word as it is
	case *types.Slice:
		return target == "runtime.convTslice" || !strings.HasPrefix(target, "runtime.convT")
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return target == "runtime.convTstring" || !strings.HasPrefix(target, "runtime.convT")
		}
	}
	switch target {
	case "runtime.convT16":
		return gcSizes.Sizeof(t) == 2
	case "runtime.convT32":
		return gcSizes.Sizeof(t) == 4
	case "runtime.convT64":
		return gcSizes.Sizeof(t) == 8
	}
	return target != "runtime.convTstring" && target != "runtime.convTslice"
}
