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

// A stand is a frame of the stack of a call in the object code, with what is called
// there: the inlined function of the next frame, or the target of the call.
type stand struct {
	goobj.Frame
	target string // linker symbol; "" for an indirect call
	isCall bool   // of a function, by its name; not indirect, nor of an entry of the runtime
	made   string // type of the object that is made, where it is known
}

// standOf returns that of a frame of call.
func standOf(call *goobj.Call, frame int) stand {
	at := stand{Frame: call.Frames[frame], target: call.Target}
	if frame > 0 {
		at.target, at.isCall = call.Frames[frame-1].Func, true
		return at
	}
	at.isCall = call.Target != "" && !isRuntimeEntry(call.Target)
	at.made = typeMade(call)
	return at
}

// function returns the function of v.src that a frame stands for. Of several literals
// on one line it is the one that has what can be called there, nil if that is not known.
func (v *view) function(at stand) *ssa.Function {
	around := v.src.Around(at.Func, at.File, at.Line)
	if len(around) == 1 {
		return around[0]
	}
	var found *ssa.Function
	for _, fn := range around {
		if len(v.sitesIn(fn, at)) == 0 {
			continue
		}
		if found != nil {
			return nil
		}
		found = fn
	}
	return found
}

// locate finds the instructions of v.fn that what is called at a place may stand for.
func (v *view) locate(at stand) {
	v.sites, v.exact = nil, false
	if v.fn == nil {
		return
	}
	v.sites = v.sitesIn(v.fn, at)
	v.exact = len(v.sites) > 0
	if !v.exact {
		v.sites = v.prover.index(v.src, v.fn).around(v.src, at.Line)
	}
}

// sitesIn returns the instructions of fn, a function of v.src, that the compiler may
// have made from what is called at a place.
func (v *view) sitesIn(fn *ssa.Function, at stand) []ssa.Instruction {
	var sites, calls []ssa.Instruction
	for _, instr := range v.prover.index(v.src, fn).at[at.Line] {
		if common := callOf(instr); common != nil && !isBuiltin(common) {
			calls = append(calls, instr)
		}
		if v.standsFor(instr, at.target, at.isCall) && !makesOther(instr, at.made) || movesParam(instr, at.made) {
			sites = append(sites, instr)
		}
	}
	if len(sites) > 0 || at.isCall {
		return sites
	}
	switch kind, ok := compiled.KindOf(at.target); {
	case ok && kind == compiled.Object:
		return calls // what an inlined function has on the heap may be made where it is called
	case isMove(at.target):
		return slicesMadeIn(fn) // an assignment need not leave a trace in SSA form
	}
	return nil
}

// isMove reports whether target moves a slice from the stack to the heap.
func isMove(target string) bool { return strings.HasPrefix(target, "runtime.moveSlice") }

// slicesMadeIn returns what slices that append has started can come from in fn.
func slicesMadeIn(fn *ssa.Function) []ssa.Instruction {
	var made []ssa.Instruction
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && (isAppend(call) || len(slicesMoved(call)) > 0) {
				made = append(made, instr)
			}
		}
	}
	return made
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
		if isMove(target) {
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
		if isBuiltin(&instr.Call) && !isAppend(instr) {
			return nil
		}
		// Inlined, it may have been what returned the slice.
		if _, ok := instr.Type().(*types.Tuple); ok {
			for _, ref := range *instr.Referrers() {
				add(ref.(*ssa.Extract))
			}
		} else if !isBuiltin(&instr.Call) {
			add(instr)
		}
	case *ssa.Phi: // an assignment of a variable
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
		isBody := instr.Fn.(*ssa.Function).Synthetic == "range-over-func yield"
		return kind == compiled.Object || kind == compiled.Defer && isBody
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
		// What a loop over an iterator defers is gathered for the function around it.
		return ok && (b.Name() == "append" && kind == compiled.Grow || b.Name() == "ssa:deferstack" && kind == compiled.Defer)
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
