package prover

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// locate finds the instructions of v.fn that a call of target, at the line of
// the frame, may stand for. Of an object the type that is made may be known.
func (v *view) locate(frame goobj.Frame, target string, isCall bool, made string) {
	v.sites, v.exact = nil, false
	if v.fn == nil {
		return
	}
	index := v.prover.index(v.src, v.fn)
	at := index.at[frame.Line]
	for _, instr := range at {
		if v.standsFor(instr, target, isCall) && (isCall || !makesOther(instr, made)) || !isCall && made != "" && movesParam(instr, made) {
			v.sites = append(v.sites, instr)
		}
	}
	if kind, _ := compiled.KindOf(target); len(v.sites) == 0 && !isCall && kind == compiled.Object {
		// What an inlined function has on the heap may be made where it is called.
		for _, instr := range at {
			if common := callOf(instr); common != nil && !isBuiltin(common) {
				v.sites = append(v.sites, instr)
			}
		}
	}
	v.exact = len(v.sites) > 0
	if !v.exact {
		v.sites = index.around(v.src, frame.Line)
	}
}

// standsFor reports whether the compiler makes a call of target from instr.
func (v *view) standsFor(instr ssa.Instruction, target string, isCall bool) bool {
	if !isCall {
		if target == "" {
			common := callOf(instr)
			if common == nil || isBuiltin(common) {
				return false
			}
			// Called by its name a function is not reached indirectly; one with
			// captured variables may be.
			_, direct := common.Value.(*ssa.Function)
			return !direct
		}
		if strings.HasPrefix(target, "runtime.moveSlice") {
			return len(slicesMoved(instr)) > 0
		}
		kind, _ := compiled.KindOf(target)
		return makes(instr, kind) || callsEntry(instr, target)
	}
	common := callOf(instr)
	if common == nil || isBuiltin(common) {
		return false
	}
	if target == "" {
		return true // inlined from a function that does not tell its name
	}
	if common.IsInvoke() {
		return strings.HasSuffix(target, "."+common.Method.Name())
	}
	callee := common.StaticCallee()
	if callee == nil {
		return true // a func value that the compiler knew
	}
	if callee.Object() == nil {
		return callee.Parent() != nil && strings.Contains(target, ".func") || callee.Synthetic != ""
	}
	return program.SameFunc(program.Symbol(callee), target)
}

// callsEntry reports whether instr calls an entry of the runtime by a name: the one
// it has there or, if the package only declares it, perhaps another.
func callsEntry(instr ssa.Instruction, target string) bool {
	common := callOf(instr)
	if common == nil || isBuiltin(common) {
		return false
	}
	callee := common.StaticCallee()
	if callee == nil {
		return false
	}
	if decl, ok := callee.Syntax().(*ast.FuncDecl); ok && decl.Body == nil {
		return true
	}
	return program.SameFunc(program.Symbol(callee), target)
}

// slicesMoved returns the slices that instr hands on. The compiler lets append
// start on the stack and moves the elements to the heap where the slice leaves.
func slicesMoved(instr ssa.Instruction) []ssa.Value {
	var moved []ssa.Value
	add := func(x ssa.Value) {
		if _, ok := x.Type().Underlying().(*types.Slice); ok {
			moved = append(moved, x)
		}
	}
	switch instr := instr.(type) {
	case *ssa.Call:
		if !isBuiltin(&instr.Call) { // inlined, it may have been what returned the slice
			add(instr)
		}
	case *ssa.Extract:
		add(instr)
	case *ssa.Return, *ssa.Store, *ssa.MapUpdate, *ssa.Send, *ssa.MakeInterface:
	default:
		return nil
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil {
			add(*op)
		}
	}
	return moved
}

func callOf(instr ssa.Instruction) *ssa.CallCommon {
	if call, ok := instr.(ssa.CallInstruction); ok {
		return call.Common()
	}
	return nil
}

func isBuiltin(common *ssa.CallCommon) bool {
	_, ok := common.Value.(*ssa.Builtin)
	return ok
}

// makes reports whether the compiler makes an allocation of the kind from
// instr.
func makes(instr ssa.Instruction, kind compiled.Kind) bool {
	if kind == compiled.Object && bindsTypes(instr) {
		return true
	}
	switch instr := instr.(type) {
	case *ssa.Alloc:
		return kind == compiled.Object || kind == compiled.Slice
	case *ssa.MakeClosure:
		return kind == compiled.Object
	case *ssa.MakeInterface:
		return kind == compiled.Box || kind == compiled.Object
	case *ssa.ChangeType: // of a type parameter to an interface
		return kind == compiled.Box || kind == compiled.Object
	case *ssa.MakeSlice:
		return kind == compiled.Slice || kind == compiled.Object
	case *ssa.MakeMap:
		return kind == compiled.Map
	case *ssa.MakeChan:
		return kind == compiled.Chan
	case *ssa.MapUpdate:
		return kind == compiled.MapAssign
	case *ssa.BinOp:
		return kind == compiled.Concat && instr.Op == token.ADD && isString(instr.Type())
	case *ssa.Convert, *ssa.MultiConvert:
		return kind == compiled.Conversion || kind == compiled.Object && isOfConst(instr)
	case *ssa.Go:
		return kind == compiled.Go || kind == compiled.Object
	case *ssa.Defer:
		return kind == compiled.Defer || kind == compiled.Object
	case *ssa.Call:
		b, ok := instr.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "append" && kind == compiled.Grow
	}
	return false
}

// isOfConst reports whether instr converts a constant string: the compiler then makes
// an array and copies to it.
func isOfConst(instr ssa.Instruction) bool {
	c, ok := instr.(*ssa.Convert)
	if !ok {
		return false
	}
	k, ok := c.X.(*ssa.Const)
	return ok && isString(k.Type())
}
