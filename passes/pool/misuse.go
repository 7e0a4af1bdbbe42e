package pool

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
)

// checkPut looks for what is wrong with a value that is put back.
func (c *checker) checkPut(p *put) {
	if p.direct {
		c.checkBoxed(p)
		c.checkLocal(p)
	}
	v := root(p.value)
	if _, ok := v.(*ssa.Const); ok {
		return
	}
	c.checkTwice(p, v)
	c.checkUsed(p, v)
	c.checkShared(p, v)
}

// checkBoxed: Put of a slice, string or struct copies it to the heap.
func (c *checker) checkBoxed(p *put) {
	boxed, ok := p.value.(*ssa.MakeInterface)
	if !ok || isPointerShaped(boxed.X.Type()) || hasTypeParam(boxed.X.Type()) {
		return
	}
	if _, ok := boxed.X.(*ssa.Const); ok {
		return
	}
	allocs, err := c.unit.Allocs(point(posOf(p.instr)))
	if err == nil {
		copied := false
		for _, a := range allocs {
			copied = copied || a.Kind == compiled.Box || a.Kind == compiled.Object
		}
		if !copied {
			return
		}
	}
	t := types.TypeString(boxed.X.Type(), types.RelativeTo(c.pass.Pkg))
	c.report(p.instr, CategoryBoxed, fmt.Sprintf("Put of a %s allocates to convert it to any: a pool of pointers, with the one that Get returned put back, does not", t))
}

func hasTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// isPointerShaped reports whether a value of the type is one pointer: it is converted to
// an interface for nothing.
func isPointerShaped(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		return u.NumFields() == 0 || u.NumFields() == 1 && isPointerShaped(u.Field(0).Type())
	case *types.Array:
		return u.Len() == 0 || u.Len() == 1 && isPointerShaped(u.Elem())
	}
	return false
}

// checkLocal: Put of &b, of a variable that holds a slice, moves the variable to the heap
// each time.
func (c *checker) checkLocal(p *put) {
	alloc, ok := root(p.value).(*ssa.Alloc)
	if !ok || !alloc.Heap || alloc.Parent() != p.instr.Parent() {
		return
	}
	elem := alloc.Type().Underlying().(*types.Pointer).Elem()
	if _, ok := elem.Underlying().(*types.Slice); !ok || alloc.Comment == "" || alloc.Comment == "new" || alloc.Comment == "complit" {
		return
	}
	if c.moved[alloc] {
		return
	}
	c.moved[alloc] = true
	c.report(p.instr, CategoryLocal, fmt.Sprintf("Put of &%[1]s moves %[1]s to the heap in each call: the pool saves one allocation and makes another; the pointer that Get returned can be put back", alloc.Comment))
}

// definedBy reports whether an instruction makes v anew.
func definedBy(v ssa.Value) func(ssa.Instruction) bool {
	def, _ := v.(ssa.Instruction)
	return func(instr ssa.Instruction) bool { return instr == def }
}

// checkTwice: what is put back is put back again.
func (c *checker) checkTwice(p *put, v ssa.Value) {
	if c.isDeferredLiteral(p) || p.uncertain {
		return
	}
	for _, other := range c.ops.puts {
		if other.uncertain || other.instr.Parent() != p.instr.Parent() || root(other.value) != v || other == p && p.deferred {
			continue
		}
		is := func(i ssa.Instruction) bool { return i == other.instr }
		if (search{found: is, stop: definedBy(v)}).from(p.instr) == nil {
			continue
		}
		c.report(other.instr, CategoryTwice, nameOf(v)+" is put back twice: two users will get it at the same time",
			here(p.instr, "it has been put back here")...)
	}
	for d, list := range c.ops.defers {
		for _, other := range list {
			if d.Parent() != p.instr.Parent() || root(other.value) != v {
				continue
			}
			is := func(i ssa.Instruction) bool { return i == p.instr }
			if (search{found: is, stop: definedBy(v)}).from(d) != nil || reaches(p.instr, d) {
				c.report(p.instr, CategoryTwice, nameOf(v)+" is put back twice: two users will get it at the same time",
					here(d, "a deferred call puts it back too")...)
			}
		}
	}
}

// isDeferredLiteral reports whether p stands in a func literal that a function defers: it
// is looked at with that function.
func (c *checker) isDeferredLiteral(p *put) bool { return deferOf(p.instr.Parent()) != nil }

// checkUsed: the memory of what was put back is used, or returned while a deferred call
// puts it back.
func (c *checker) checkUsed(p *put, v ssa.Value) {
	if c.isDeferredLiteral(p) || p.uncertain {
		return
	}
	set := aliases(v, false)
	if p.deferred {
		c.checkReturned(p.instr, p.instr, set, v)
		return
	}
	uses := func(instr ssa.Instruction) bool { return instr != p.instr && c.isUse(instr, set) }
	if hit := (search{found: uses, stop: definedBy(v)}).from(p.instr); hit != nil {
		c.report(p.instr, CategoryUsed, fmt.Sprintf("%s is used after it was put back, when another goroutine may have it: see %s", nameOf(v), c.line(hit)),
			here(hit, "it is used here")...)
	}
}

// checkReturned reports memory of v that the function returns while the deferred call
// puts v back.
func (c *checker) checkReturned(deferred ssa.Instruction, at ssa.Instruction, set map[ssa.Value]bool, v ssa.Value) {
	returns := func(instr ssa.Instruction) bool {
		ret, ok := instr.(*ssa.Return)
		if !ok {
			return false
		}
		return returnsAny(ret, set)
	}
	if hit := (search{found: returns}).from(deferred); hit != nil {
		c.report(at, CategoryUsed, fmt.Sprintf("memory of %s is returned though a deferred call puts it back: the caller shares it with the next user", nameOf(v)),
			here(hit, "it is returned here")...)
	}
}

// returnsAny reports whether a value of the set is returned. In functions that defer calls,
// results are stored in variables first.
func returnsAny(ret *ssa.Return, set map[ssa.Value]bool) bool {
	is := func(v ssa.Value) bool {
		if mi, ok := v.(*ssa.MakeInterface); ok {
			v = mi.X
		}
		return set[v] && refers(v.Type())
	}
	for _, r := range ret.Results {
		if is(r) {
			return true
		}
		load, ok := r.(*ssa.UnOp)
		if !ok {
			continue
		}
		alloc, ok := load.X.(*ssa.Alloc)
		if !ok {
			continue
		}
		for _, ref := range *alloc.Referrers() {
			if store, ok := ref.(*ssa.Store); ok && store.Addr == alloc && is(store.Val) {
				return true
			}
		}
	}
	return false
}

// isUse reports whether an instruction does something with a value of the set, other than
// to compare it, forget it or put it back.
func (c *checker) isUse(instr ssa.Instruction, set map[ssa.Value]bool) bool {
	switch instr := instr.(type) {
	case *ssa.Phi, *ssa.BinOp, *ssa.DebugRef, *ssa.If, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert, *ssa.Extract:
		return false
	case *ssa.Store:
		if _, local := instr.Addr.(*ssa.Alloc); local {
			return false
		}
		return set[instr.Val] || set[instr.Addr]
	case ssa.CallInstruction:
		for _, p := range c.ops.puts {
			if p.instr == instr {
				return false
			}
		}
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && set[*op] {
			return true
		}
	}
	return false
}

// checkShared: memory of what is put back has been stored where others find it.
func (c *checker) checkShared(p *put, v ssa.Value) {
	if c.isDeferredLiteral(p) || !c.isTaken(v) {
		return
	}
	set := aliases(v, false)
	for _, b := range p.instr.Parent().Blocks {
		for _, instr := range b.Instrs {
			where := sharedAt(instr, set)
			// Where one of two conditions decides which of them is done, they are not both.
			if where == "" || !p.deferred && (!b.Dominates(p.instr.Block()) || !reaches(instr, p.instr)) {
				continue
			}
			if store, ok := instr.(*ssa.Store); ok && isForgotten(store) {
				continue
			}
			c.report(p.instr, CategoryShared, fmt.Sprintf("%s is put back, but %s still has it: see %s", nameOf(v), where, c.line(instr)),
				here(instr, "it is handed over here")...)
			return
		}
	}
}

// isTaken reports whether v comes from a pool.
func (c *checker) isTaken(v ssa.Value) bool {
	for _, g := range c.ops.gets {
		if g.call == v {
			return true
		}
	}
	return false
}

// sharedAt returns what an instruction hands a value of the set to, "" if nothing that
// outlives the function.
func sharedAt(instr ssa.Instruction, set map[ssa.Value]bool) string {
	switch instr := instr.(type) {
	case *ssa.Store:
		if !set[instr.Val] || !isMemory(instr.Val.Type()) || set[instr.Addr] {
			return ""
		}
		switch addr := instr.Addr.(type) {
		case *ssa.Global:
			return "package variable " + addr.Name()
		case *ssa.FieldAddr:
			if outlives(addr.X) {
				return "field " + field(addr).Name()
			}
		}
	case *ssa.Send:
		if set[instr.X] && isMemory(instr.X.Type()) {
			return "a channel"
		}
	case *ssa.MapUpdate:
		if set[instr.Value] && isMemory(instr.Value.Type()) && outlives(instr.Map) {
			return "a map"
		}
	}
	return ""
}

// isMemory reports whether who has a value of the type has the memory behind it for
// certain: an interface may hold a copy.
func isMemory(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice:
		return true
	}
	return false
}

// outlives reports whether what v points to is there when the function has returned.
func outlives(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return true
	case *ssa.UnOp:
		return v.Op == token.MUL && outlives(v.X)
	case *ssa.FieldAddr:
		return outlives(v.X)
	}
	return false
}

// isForgotten reports whether the field that is stored to is cleared, or stored to again,
// somewhere in the function.
func isForgotten(store *ssa.Store) bool {
	addr, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	for _, b := range store.Parent().Blocks {
		for _, instr := range b.Instrs {
			other, ok := instr.(*ssa.Store)
			if !ok || other == store {
				continue
			}
			if a, ok := other.Addr.(*ssa.FieldAddr); ok && a.X == addr.X && a.Field == addr.Field {
				return true
			}
		}
	}
	return false
}

// checkGet looks for what becomes of a value that is taken.
func (c *checker) checkGet(g *get) {
	fn := g.call.Parent()
	for d, list := range c.ops.defers {
		for _, p := range list {
			if d.Parent() == fn && root(p.value) == g.call {
				c.checkReturned(d, d, aliases(g.call, false), g.call)
			}
		}
	}
	if c.ops.getters[fn] {
		return
	}
	owned := false
	for _, p := range c.ops.puts {
		if (p.instr.Parent() == fn || deferredIn(p, fn)) && anyRoot(p.value, func(v ssa.Value) bool { return v == g.call }) {
			if reachesWithout(p.instr, g.call) {
				return // it is put back in a loop, as often as that runs
			}
			owned = true
		}
	}
	if !owned {
		return // another function may put it back
	}
	set := aliases(g.call, true)
	settled := func(instr ssa.Instruction) bool { return instr == g.call || c.settles(instr, g, set) }
	lost := func(instr ssa.Instruction) bool { _, ok := instr.(*ssa.Return); return ok && !settled(instr) }
	enter := func(from, to *ssa.BasicBlock) bool { return !c.places.Failing(to) && !c.isMissed(from, to, g) }
	if branchesTwice(fn) {
		return
	}
	if hit := (search{found: lost, stop: settled, enter: enter}).from(g.call); hit != nil {
		c.report(g.call, CategoryLost, fmt.Sprintf("what Get returns is not put back on the way to the return in %s, as it is on others: the next Get allocates", c.line(hit)),
			here(hit, "it returns here without a Put")...)
	}
}

// reachesWithout reports whether there is a way from instr back to itself that does not go
// through via.
func reachesWithout(instr, via ssa.Instruction) bool {
	return search{
		found: func(i ssa.Instruction) bool { return i == instr },
		stop:  func(i ssa.Instruction) bool { return i == via },
	}.from(instr) != nil
}

func deferredIn(p *put, fn *ssa.Function) bool {
	d := deferOf(p.instr.Parent())
	return d != nil && d.Parent() == fn
}

// settles reports whether an instruction puts back what g took, or hands it on.
func (c *checker) settles(instr ssa.Instruction, g *get, set map[ssa.Value]bool) bool {
	for _, p := range c.ops.puts {
		if p.instr == instr && anyRoot(p.value, func(v ssa.Value) bool { return v == g.call }) {
			return true
		}
	}
	switch instr := instr.(type) {
	case *ssa.Defer:
		return len(c.ops.defers[instr]) > 0 || usesAny(instr, set) || capturesAny(instr, set)
	case *ssa.Return:
		return returnsAny(instr, set) || usesAny(instr, set)
	case *ssa.Store:
		_, local := instr.Addr.(*ssa.Alloc)
		return set[instr.Val] && (!local || !onceStored(instr.Addr.(*ssa.Alloc)))
	case *ssa.Send, *ssa.MapUpdate, *ssa.Go, *ssa.MakeClosure:
		return usesAny(instr, set)
	case *ssa.Call:
		return usesAny(instr, set) && takesOver(instr.Common())
	}
	return false
}

func capturesAny(d *ssa.Defer, set map[ssa.Value]bool) bool {
	mc, ok := d.Call.Value.(*ssa.MakeClosure)
	return ok && usesAny(mc, set)
}

func usesAny(instr ssa.Instruction, set map[ssa.Value]bool) bool {
	for _, op := range instr.Operands(nil) {
		if *op != nil && set[*op] {
			return true
		}
	}
	return false
}

// release matches the names of functions that may put back what they are handed.
var release = regexp.MustCompile(`(?i)put|release|free|recycle|return|close|done|give|drop|discard|finish`)

// takesOver reports whether a call may put back, or keep, its arguments.
func takesOver(call *ssa.CallCommon) bool {
	if call.IsInvoke() {
		return release.MatchString(call.Method.Name())
	}
	fn := call.StaticCallee()
	return fn == nil || release.MatchString(fn.Name())
}

// isMissed reports whether the way from one block to another is one on which there is
// nothing to put back: the pool had nothing (v == nil, or a type assertion that failed), or
// something has failed.
func (c *checker) isMissed(from, to *ssa.BasicBlock, g *get) bool {
	branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	isTrue := from.Succs[0] == to
	switch cond := branch.Cond.(type) {
	case *ssa.BinOp:
		x := cond.X
		if isNilConst(x) {
			x = cond.Y
		} else if !isNilConst(cond.Y) {
			return false
		}
		isNil := (cond.Op == token.EQL) == isTrue
		if types.Identical(x.Type(), types.Universe.Lookup("error").Type()) {
			return !isNil
		}
		return isNil && anyRoot(x, func(v ssa.Value) bool { return v == g.call })
	case *ssa.Extract:
		assert, ok := cond.Tuple.(*ssa.TypeAssert)
		return ok && cond.Index == 1 && root(assert.X) == g.call && !isTrue
	}
	return false
}

// branchesTwice reports whether the function branches on one condition at two places:
// not all of its ways are then ones that can be gone.
func branchesTwice(fn *ssa.Function) bool {
	seen := make(map[ssa.Value]bool)
	for _, b := range fn.Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond := branch.Cond
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond = not.X
		}
		if seen[cond] {
			return true
		}
		seen[cond] = true
	}
	return false
}

func isNilConst(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.IsNil()
}

// nameOf returns what v is called in the source, as far as it is known.
func nameOf(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v.Name()
	case *ssa.Alloc:
		if v.Comment != "" && v.Comment != "new" && v.Comment != "complit" {
			return v.Comment
		}
	}
	return "what was taken from the pool"
}
