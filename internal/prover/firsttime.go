package prover

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/paths"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// isMiss reports whether b runs only after a sync.Pool had nothing to give.
func isMiss(b *ssa.BasicBlock) bool {
	return isMissOf(b, func(v ssa.Value) bool { return fromPool(v, 0) })
}

// isFirst is isMiss, or reports whether b runs only after a sync.Map or atomic pointer that
// the function fills had nothing.
func (v *view) isFirst(b *ssa.BasicBlock) bool {
	return isMissOf(b, func(x ssa.Value) bool { return fromPool(x, 0) || v.isCacheLoad(x, b) })
}

func isMissOf(b *ssa.BasicBlock, isSource func(ssa.Value) bool) bool {
	for cond, onTrue := range paths.Conditions(b) {
		switch c := cond.Cond.(type) {
		case *ssa.BinOp:
			x := c.X
			if isNilConst(x) {
				x = c.Y
			}
			if (isNilConst(c.X) || isNilConst(c.Y)) && isSource(x) && (c.Op == token.EQL) == onTrue {
				return true
			}
		case *ssa.Extract: // v, ok := pool.Get().(T)
			if c.Index == 1 && !onTrue && isSource(c.Tuple) {
				return true
			}
		}
	}
	return false
}

// startsAnew reports whether symbol is a method of a sync.Once or sync.Pool, and the one it
// is called for where v stands is made in each call, or overwritten: then each time is the
// first.
func (v *view) startsAnew(symbol string) bool {
	name := strings.TrimPrefix(program.Key(symbol), "sync.(*")
	name, _, _ = strings.Cut(name, ").")
	if name != "Once" && name != "Pool" || !v.exact {
		return false
	}
	for _, site := range v.sites {
		call := callOf(site)
		if call == nil || len(call.Args) == 0 {
			continue
		}
		_, isPointer := call.Args[0].Type().Underlying().(*types.Pointer)
		if isPointer && (v.isOwn(call.Args[0]) || v.moves(call.Args[0]) || v.prover.isLost(wholeHome("sync", name))) {
			return true
		}
	}
	return false
}

// isCacheLoad reports whether x is the result of loading from a cache to which the
// function adds, whenever it gets to b and does not fail, what it did not find, and which
// nothing in the annotated code empties.
func (v *view) isCacheLoad(x ssa.Value, b *ssa.BasicBlock) bool {
	if lookup, ok := x.(*ssa.Lookup); ok {
		return v.fillsMap(lookup, b)
	}
	load, ok := x.(*ssa.Call)
	if !ok || !isCacheMethod(&load.Call, "Load") {
		return false
	}
	place := load.Call.Args[0]
	return v.always(b, func(instr ssa.Instruction) bool {
		store, ok := instr.(*ssa.Call)
		return ok && isCacheMethod(&store.Call, "Store", "LoadOrStore", "CompareAndSwap") && isSamePlace(store.Call.Args[0], place)
	}) && !v.prover.isLost(homeAt(place)) && !v.moves(place)
}

// always reports whether the function does something of which does holds, whenever it gets
// to b and does not fail.
func (v *view) always(b *ssa.BasicBlock, does func(ssa.Instruction) bool) bool {
	for _, other := range b.Parent().Blocks {
		if slices.ContainsFunc(other.Instrs, does) && !v.avoids(b, other) {
			return true
		}
	}
	return false
}

// emptiesCache reports whether call takes something out of a cache.
func emptiesCache(call *ssa.CallCommon) bool {
	if isCacheMethod(call, "Delete", "Clear", "LoadAndDelete", "CompareAndDelete") {
		return true
	}
	if !isCacheMethod(call, "Store", "Swap", "CompareAndSwap") {
		return false
	}
	return isNilConst(call.Args[len(call.Args)-1])
}

// caches are types that keep what was made for the first time. Those of unique
// drop what nothing refers to any more.
var caches = []string{
	"sync.(*Map).", "internal/sync.(*HashTrieMap).", "unique.(*canonMap).",
	"sync/atomic.(*Pointer).", "sync/atomic.(*Value).",
}

func isCacheMethod(call *ssa.CallCommon, names ...string) bool {
	fn := call.StaticCallee()
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
	for cond, holds := range paths.Conditions(instr.Block()) {
		cmp, ok := cond.Cond.(*ssa.BinOp)
		if !ok || !isNilConst(cmp.Y) && !isNilConst(cmp.X) || (cmp.Op == token.EQL) != holds {
			continue
		}
		tested := cmp.X
		if isNilConst(tested) {
			tested = cmp.Y
		}
		if load, ok := tested.(*ssa.UnOp); ok && load.Op == token.MUL && v.keeps(load.X) && v.prover.setsLater(instr.Block(), load.X) && !v.prover.isLost(homeAt(load.X)) && !v.moves(load.X) {
			return true
		}
	}
	return false
}

// setsLater reports whether b stores something at addr, the address of a field or package
// variable.
func (p *Prover) setsLater(b *ssa.BasicBlock, addr ssa.Value) bool {
	for _, instr := range b.Instrs {
		if store, ok := instr.(*ssa.Store); ok && isSamePlace(addr, store.Addr) {
			return p.isSomething(store.Val)
		}
	}
	return false
}

// isSomething reports whether x is not nil, or what a function makes that never returns nil.
func (p *Prover) isSomething(x ssa.Value) bool {
	switch x := x.(type) {
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeClosure, *ssa.Function,
		*ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.MakeInterface:
		return true
	case *ssa.Slice:
		return p.isSomething(x.X)
	case *ssa.ChangeType:
		return p.isSomething(x.X)
	case *ssa.ChangeInterface:
		return p.isSomething(x.X)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if e != x && !p.isSomething(e) {
				return false
			}
		}
		return true
	case *ssa.Call:
		return isBuiltin(&x.Call) && isAppend(x) || p.returnsSomething(x.Call.StaticCallee())
	}
	return false
}

// returnsSomething reports whether a function never returns nil as its first result.
func (p *Prover) returnsSomething(callee *ssa.Function) bool {
	if callee == nil {
		return false
	}
	v := p.bodyOf(callee)
	if v == nil {
		return false
	}
	if known, ok := p.something[v.fn]; ok {
		return known
	}
	p.something[v.fn] = false // while it is decided: a recursive call
	all := true
	for _, b := range v.fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && (len(ret.Results) == 0 || !p.isSomething(ret.Results[0])) {
			all = false
		}
	}
	p.something[v.fn] = all
	return all
}

// moves reports whether addr is in what a pointer leads to that the annotated code sets to
// something else: the end of a list, say. There each time is the first.
func (v *view) moves(addr ssa.Value) bool {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		case *ssa.UnOp:
			if a.Op != token.MUL || v.prover.isMoved(homeAt(a.X)) {
				return true
			}
			addr = a.X
			if alloc, ok := addr.(*ssa.Alloc); ok {
				values, _ := valuesOf(alloc)
				return len(values) != 1 || v.moves(values[0])
			}
		case *ssa.Phi:
			return true
		case *ssa.Parameter:
			return v.fact(a).moves
		default:
			return false
		}
	}
}

// fillsMap reports whether the function adds to a kept map, whenever it gets to b, what it
// did not find there, and nothing takes elements out again: for each key it is made once.
func (v *view) fillsMap(lookup *ssa.Lookup, b *ssa.BasicBlock) bool {
	m, ok := lookup.X.Type().Underlying().(*types.Map)
	if !ok || !v.keeps(lookup.X) || v.prover.isLost(home{name: mapElement, typ: typeKey(m.Elem())}) {
		return false
	}
	return v.always(b, func(instr ssa.Instruction) bool {
		update, ok := instr.(*ssa.MapUpdate)
		return ok && isSamePlace(update.Map, lookup.X) && isSameValue(update.Key, lookup.Index) && !isNilConst(update.Value)
	})
}
