package prover

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// resultBounds are the greatest lengths of strings that functions return.
var resultBounds = map[string]int{"strconv.Itoa": 20}

// result says what a function, by its symbol, allocates with the site that it returns.
func result(symbol string, site ssa.Instruction) string {
	if n, ok := resultBounds[symbol]; ok {
		return fmt.Sprintf("its result (up to %d B)", n)
	}
	var t types.Type
	switch site := site.(type) {
	case *ssa.Alloc:
		t = site.Type()
	case *ssa.MakeInterface:
		return "its result" + sizeOf(site.X.Type())
	default:
		return "its result"
	}
	if implementsError(t) {
		return "its error" + sizeOf(deref(t))
	}
	return "its result" + sizeOf(deref(t))
}

func isReturn(instr ssa.Instruction) bool {
	_, ok := instr.(*ssa.Return)
	return ok
}

// Remedy returns a few words on what does the same and does not allocate: "a map that is
// kept and cleared does not". It returns "" where nothing is known that can always
// be done.
func (f *Finding) Remedy() string {
	switch f.Class {
	case Allocates, MayAllocate:
	default:
		return "" // what is exempt in check, or cannot be followed
	}
	first, site := f.first(), f.site()
	what := ""
	switch {
	case first != "" && !f.isOwn(first):
		what = f.alternative(program.Key(first))
	case isInlined(site.site) || site.src.Types != f.prover.ownTypes():
	case site.failing && isVariable(site.site):
		return "a copy made on the failing path is moved there only"
	case site.returned:
		what = returnedRemedy(site.site)
	default:
		what = f.localRemedy(site.site)
	}
	if what == "" {
		return ""
	}
	return what + " does not"
}

// returnedRemedy returns what a function can do instead of returning what instr makes.
func returnedRemedy(instr ssa.Instruction) string {
	switch instr := instr.(type) {
	case *ssa.MakeSlice, *ssa.BinOp, *ssa.Convert, *ssa.Call:
		return "appending to a slice of the caller"
	case *ssa.MakeClosure:
		if results := instr.Parent().Signature.Results(); results.Len() == 1 && isUnnamedFunc(results.At(0).Type()) {
			return "a struct with a method"
		}
	case *ssa.Alloc:
		// An interface would take the value to the heap again.
		isObject := isVariable(instr) || instr.Comment == "new" || instr.Comment == "complit"
		if isObject && slices.ContainsFunc(*instr.Referrers(), isReturn) && !implementsError(instr.Type()) && returnsOwn(instr) {
			return "a result by value"
		}
	}
	return ""
}

// returnsOwn reports whether the function that makes alloc returns in that place nothing
// but what it makes: what a free list hands out cannot be returned by value. Nor can
// nil, if no other result says the same.
func returnsOwn(alloc *ssa.Alloc) bool {
	for _, block := range alloc.Parent().Blocks {
		ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, result := range ret.Results {
			if !types.Identical(result.Type(), alloc.Type()) {
				continue
			}
			switch result.(type) {
			case *ssa.Alloc:
			case *ssa.Const:
				if len(ret.Results) == 1 {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// isUnnamedFunc reports whether t is a func type that no declaration asks for by its
// name.
func isUnnamedFunc(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Signature)
	return ok
}

// localRemedy returns what can be done instead of making what instr makes, where it
// is not kept.
func (f *Finding) localRemedy(instr ssa.Instruction) string {
	escapes := f.reason() != nil
	switch instr := instr.(type) {
	case *ssa.Alloc:
		r := f.reason()
		if !isVariable(instr) || r == nil || len(r.Flow) == 0 {
			return ""
		}
		last := r.Flow[len(r.Flow)-1]
		if last.How != "call parameter" {
			return ""
		}
		switch to := f.passedTo(last); {
		case to == "sync.(*Pool).Put":
			return "a pointer that came from the pool"
		case strings.HasPrefix(to, interfaceMethod), strings.HasPrefix(to, funcValue):
			return "one in a struct that is reused" // others are known to keep it
		}
	case *ssa.MakeClosure:
		if strings.HasSuffix(instr.Fn.Name(), "$bound") {
			return "one that is made once and kept"
		}
	case *ssa.MakeInterface:
		return boxingRemedy(instr)
	case *ssa.MakeSlice:
		if !escapes {
			return "a slice that is kept, cut to [:0],"
		}
	case *ssa.MakeMap, *ssa.MapUpdate:
		if f.Class == MayAllocate {
			return "a map that is kept and cleared"
		}
	case *ssa.BinOp:
		if f.Class == MayAllocate {
			return "appending the parts to a kept []byte"
		}
	case *ssa.Convert:
		return f.conversionRemedy(instr)
	case *ssa.Defer:
		return "a function of its own for the body of the loop"
	case *ssa.Call:
		if isAppend(instr) && !isBuffer(instr.Call.Args[0], make(map[ssa.Value]bool)) {
			return "append to a slice that is kept, cut to [:0],"
		}
	}
	return ""
}

// isBuffer reports whether v is, on some way, a slice of constant capacity that the
// function makes: it is on the stack, and to make it larger is nearer at hand than to keep it.
func isBuffer(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Slice:
		if alloc, ok := v.X.(*ssa.Alloc); ok {
			_, isArray := deref(alloc.Type()).Underlying().(*types.Array)
			return isArray
		}
		return isBuffer(v.X, seen)
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return isBuffer(e, seen) })
	case *ssa.Call:
		return isAppend(v) && isBuffer(v.Call.Args[0], seen)
	}
	return false
}

// boxingRemedy returns what can be given to a callee instead of the interface that m
// makes.
func boxingRemedy(m *ssa.MakeInterface) string {
	for _, ref := range *m.Referrers() {
		call := callOf(ref)
		if call == nil || call.StaticCallee() == nil {
			continue
		}
		switch callee := call.StaticCallee(); {
		case callee.String() == "(*sync.Pool).Put":
			return "a pointer that came from the pool"
		case callee.Pkg != nil && callee.Pkg == m.Parent().Pkg && !call.Signature().Variadic():
			return "a parameter of that type"
		}
	}
	return ""
}

// conversionRemedy returns what can be done instead of a conversion to a slice. What
// needs a string cannot do with less.
func (f *Finding) conversionRemedy(c *ssa.Convert) string {
	to, ok := c.Type().Underlying().(*types.Slice)
	if !ok || f.Class != MayAllocate {
		return ""
	}
	if b, ok := to.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Int32 {
		return "range over the string"
	}
	return "append(buf[:0], s...) to a kept []byte"
}
