package prover

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// isMiss reports whether b runs only after a sync.Pool had nothing to give, or a
// sync.Map or atomic pointer that the function fills had nothing.
func isMiss(b *ssa.BasicBlock) bool {
	for d := b; d != nil; d = d.Idom() {
		if len(d.Preds) != 1 {
			continue
		}
		pred := d.Preds[0]
		cond, ok := pred.Instrs[len(pred.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		onTrue := pred.Succs[0] == d
		switch c := cond.Cond.(type) {
		case *ssa.BinOp:
			x := c.X
			if isNilConst(x) {
				x = c.Y
			}
			if (isNilConst(c.X) || isNilConst(c.Y)) && (fromPool(x, 0) || isCacheLoad(x)) && (c.Op == token.EQL) == onTrue {
				return true
			}
		case *ssa.Extract: // v, ok := pool.Get().(T)
			if c.Index == 1 && !onTrue && (fromPool(c.Tuple, 0) || isCacheLoad(c.Tuple)) {
				return true
			}
		}
	}
	return false
}

// isCacheLoad reports whether v is the result of loading from a cache to which the
// same function adds what it did not find, and which it does not empty.
func isCacheLoad(v ssa.Value) bool {
	load, ok := v.(*ssa.Call)
	if !ok || !isCacheMethod(load, "Load") {
		return false
	}
	adds := false
	for _, b := range load.Parent().Blocks {
		for _, instr := range b.Instrs {
			store, ok := instr.(*ssa.Call)
			if !ok || !isCacheMethod(store, "Store", "LoadOrStore", "CompareAndSwap") || !isSamePlace(store.Call.Args[0], load.Call.Args[0]) {
				continue
			}
			if isNilConst(store.Call.Args[len(store.Call.Args)-1]) {
				return false
			}
			adds = true
		}
	}
	return adds
}

// caches are types that keep what was made for the first time. Those of unique
// drop what nothing refers to any more.
var caches = []string{
	"sync.(*Map).", "internal/sync.(*HashTrieMap).", "unique.(*canonMap).",
	"sync/atomic.(*Pointer).", "sync/atomic.(*Value).",
}

func isCacheMethod(call *ssa.Call, names ...string) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || !slices.Contains(names, fn.Name()) {
		return false
	}
	symbol := program.Symbol(fn)
	return slices.ContainsFunc(caches, func(prefix string) bool { return strings.HasPrefix(symbol, prefix) })
}

// fromPool reports whether v is what a sync.Pool gave.
func fromPool(v ssa.Value, depth int) bool {
	const maxDepth = 4 // conversions
	if depth > maxDepth {
		return false
	}
	switch v := v.(type) {
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		return fn != nil && fn.String() == "(*sync.Pool).Get"
	case *ssa.TypeAssert:
		return fromPool(v.X, depth+1)
	case *ssa.Extract:
		return v.Index == 0 && fromPool(v.Tuple, depth+1)
	case *ssa.ChangeInterface:
		return fromPool(v.X, depth+1)
	}
	return false
}

// givesPooled reports whether fn returns what it takes from a sync.Pool, or what
// it makes when that has nothing.
func givesPooled(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && (len(ret.Results) == 0 || !isPooled(ret.Results[0]) && !isMiss(b)) {
			return false
		}
	}
	return len(fn.Blocks) > 0
}

// isPooled reports whether v is what a sync.Pool gave, or what was made as it
// had nothing.
func isPooled(v ssa.Value) bool {
	phi, ok := v.(*ssa.Phi)
	if !ok {
		alloc, made := v.(*ssa.Alloc)
		return fromPool(v, 0) || made && isMiss(alloc.Block())
	}
	for _, e := range phi.Edges {
		if _, again := e.(*ssa.Phi); again || !isPooled(e) {
			return false
		}
	}
	return true
}

// isLazy reports whether instr is in the block of x.f == nil that sets x.f:
// what it makes is made once and kept.
func (v *view) isLazy(instr ssa.Instruction) bool {
	for d := instr.Block(); d != nil; d = d.Idom() {
		if len(d.Preds) != 1 {
			continue
		}
		pred := d.Preds[0]
		cond, ok := pred.Instrs[len(pred.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cmp, ok := cond.Cond.(*ssa.BinOp)
		if !ok || !isNilConst(cmp.Y) && !isNilConst(cmp.X) {
			continue
		}
		if (cmp.Op == token.EQL) != (pred.Succs[0] == d) {
			continue
		}
		tested := cmp.X
		if isNilConst(tested) {
			tested = cmp.Y
		}
		if load, ok := tested.(*ssa.UnOp); ok && load.Op == token.MUL && v.keeps(load.X) && setsLater(instr.Block(), load.X) && !unsets(v.fn, load.X) {
			return true
		}
	}
	return false
}

// setsLater reports whether b stores to the place that addr is the address of,
// a field or package variable.
func setsLater(b *ssa.BasicBlock, addr ssa.Value) bool {
	for _, instr := range b.Instrs {
		if store, ok := instr.(*ssa.Store); ok && isSamePlace(addr, store.Addr) {
			return true
		}
	}
	return false
}

// unsets reports whether fn stores nil at addr: then what it sets there does not
// last.
func unsets(fn *ssa.Function, addr ssa.Value) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if store, ok := instr.(*ssa.Store); ok && isNilConst(store.Val) && isSamePlace(store.Addr, addr) {
				return true
			}
		}
	}
	return false
}
