package prover

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// What is appended to a kept slice is growth only where the longer slice takes the place
// of the other: dropped, or stored elsewhere, it is allocated on each call.

// An origin is what is known of where kept memory comes from.
type origin struct {
	homes []home
	addrs []ssa.Value        // of the homes: that of the field, or of a struct with the field; nil if not known
	cut   bool               // the slice does not start where the memory does
	used  bool               // some of it was not cut to [:0]: it has what it had before
	seen  map[ssa.Value]bool // on the way
}

// putBack reports whether the slice that instr makes from one of the origin gets back to
// where that came from, on all ways to the end of the function, or of the annotated
// loop, that do not fail.
func (v *view) putBack(instr ssa.Instruction, o origin) bool {
	x, ok := instr.(ssa.Value)
	if !ok || len(o.homes) == 0 {
		return false
	}
	for i := range o.homes {
		f := newFlow(v, o, i)
		f.follow(x)
		if !f.always(instr) {
			return false
		}
	}
	return true
}

// boundBack is putBack for a local variable whose address is handed on.
func (v *view) boundBack(addr ssa.Value, o origin) bool {
	alloc, ok := rootOf(addr).(*ssa.Alloc)
	if !ok || !v.isOwn(addr) || isMiss(alloc.Block()) {
		return true
	}
	if _, isSlice := deref(addr.Type()).Underlying().(*types.Slice); !isSlice {
		if _, isStruct := deref(addr.Type()).Underlying().(*types.Struct); !isStruct {
			return true
		}
	}
	for i := range o.homes {
		f := newFlow(v, o, i)
		f.followVariable(alloc, -1)
		if !f.always(alloc) {
			return false
		}
	}
	return true
}

// A flowOf follows a slice to where it is put back.
type flowOf struct {
	view   *view
	home   home
	addr   ssa.Value // of the home
	origin origin
	seen   map[ssa.Value]bool
	ends   map[ssa.Instruction]bool // put it back
	edges  map[edge]bool            // as well
}

type edge struct{ from, to *ssa.BasicBlock }

// newFlow makes a flow to the i-th home of an origin.
func newFlow(v *view, o origin, i int) *flowOf {
	return &flowOf{
		view: v, home: o.homes[i], addr: o.addrs[i], origin: o, seen: make(map[ssa.Value]bool),
		ends: make(map[ssa.Instruction]bool), edges: make(map[edge]bool),
	}
}

// follow notes where x, or a slice with its start, is put back.
func (f *flowOf) follow(x ssa.Value) {
	if f.seen[x] || x.Referrers() == nil {
		return
	}
	f.seen[x] = true
	for _, ref := range *x.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Val == x {
				f.store(ref)
			}
		case *ssa.MapUpdate:
			f.ends[ref] = f.ends[ref] || ref.Value == x && f.addr != nil && isElementOf(f.addr, ref)
		case *ssa.Return:
			f.ends[ref] = f.ends[ref] || f.takesResult()
		case *ssa.Phi:
			f.join(ref, x)
		case *ssa.Slice:
			if ref.X == x && isZero(ref.Low) && ref.Max == nil {
				f.follow(ref)
			}
		case *ssa.ChangeType:
			f.follow(ref)
		case *ssa.MultiConvert:
			f.follow(ref)
		case *ssa.MakeInterface:
			f.follow(ref)
		case *ssa.Extract:
			if isSlice(ref.Type()) {
				f.follow(ref)
			}
		case *ssa.Call:
			f.call(ref, x)
		}
	}
}

// store notes a store of the slice, or of a struct that has it.
func (f *flowOf) store(s *ssa.Store) {
	if !f.view.isOwn(s.Addr) {
		f.ends[s] = f.ends[s] || f.isHome(s)
		return
	}
	alloc := rootOf(s.Addr).(*ssa.Alloc)
	field := -1
	if addr, ok := s.Addr.(*ssa.FieldAddr); ok && addr.X == alloc {
		field = addr.Field
	} else if s.Addr != alloc {
		return
	}
	f.followVariable(alloc, field)
}

// isHome reports whether s stores to the home, or to the whole struct that has it.
func (f *flowOf) isHome(s *ssa.Store) bool {
	if f.addr == nil {
		return f.home.local != nil && f.home.is(homeAt(s.Addr))
	}
	if isSamePlace(s.Addr, f.addr) {
		return true
	}
	if whole, ok := f.addr.(*ssa.FieldAddr); ok && isSamePlace(s.Addr, whole.X) {
		return true
	}
	part, ok := s.Addr.(*ssa.FieldAddr) // of the struct that was read as a whole
	return ok && f.home.is(homeAt(part)) && isSamePlace(part.X, f.addr)
}

// followVariable follows what a local variable, or a field of it, holds. Field -1 stands
// for the whole.
func (f *flowOf) followVariable(alloc *ssa.Alloc, field int) {
	for _, ref := range *alloc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp:
			f.follow(ref)
		case *ssa.FieldAddr:
			if field >= 0 && ref.Field != field {
				continue
			}
			for _, use := range *ref.Referrers() {
				if load, ok := use.(*ssa.UnOp); ok {
					f.follow(load)
				}
			}
		}
	}
}

// takesResult reports whether what the function returns is put back.
func (f *flowOf) takesResult() bool {
	param, ok := f.home.local.(*ssa.Parameter)
	if !ok {
		return false
	}
	return f.view.isRoot() || f.view.fact(param).replaced
}

// join follows x into phi. What the next pass of the annotated loop finds again is put
// back.
func (f *flowOf) join(phi *ssa.Phi, x ssa.Value) {
	if header := f.view.header(); header != nil && phi.Block() == header && f.origin.seen[phi] {
		for i, e := range phi.Edges {
			if e == x {
				f.edges[edge{header.Preds[i], header}] = true
			}
		}
		return
	}
	f.follow(phi)
}

// call follows the slice into what is called with it.
func (f *flowOf) call(call *ssa.Call, x ssa.Value) {
	args := call.Call.Args
	switch callee := call.Call.StaticCallee(); {
	case isBuiltin(&call.Call):
		if isAppend(call) && args[0] == x {
			f.follow(call)
		}
	case callee == nil: // trusted, like a contract
		if len(args) > 0 && args[0] == x && sameResult(call, x) {
			f.follow(call)
		}
	case callee.String() == "(*sync.Pool).Put":
		_, isCall := f.home.local.(*ssa.TypeAssert)
		f.ends[call] = f.ends[call] || isCall
	default:
		if i := f.view.prover.threaded(&call.Call); i >= 0 && i < len(args) && args[i] == x {
			f.follow(call)
			return
		}
		for i, arg := range args {
			if arg == x && f.view.prover.storesParam(call, i, f.addr) {
				f.ends[call] = true
			}
		}
		f.ends[call] = f.ends[call] || fillsSpare(call, x, f.origin)
	}
}

func sameResult(call *ssa.Call, x ssa.Value) bool {
	result := call.Type()
	if tuple, ok := result.(*types.Tuple); ok && tuple.Len() > 0 {
		result = tuple.At(0).Type()
	}
	return types.Identical(result, x.Type())
}

// always reports whether all ways from start put the slice back.
func (f *flowOf) always(start ssa.Instruction) bool {
	if len(f.ends)+len(f.edges) == 0 {
		return false
	}
	header := f.view.header()
	seen := make(map[*ssa.BasicBlock]bool)
	var from func(b *ssa.BasicBlock, instrs []ssa.Instruction) bool
	from = func(b *ssa.BasicBlock, instrs []ssa.Instruction) bool {
		for _, instr := range instrs {
			if f.ends[instr] {
				return true
			}
			if _, ok := instr.(*ssa.Return); ok {
				return false
			}
		}
		for _, next := range b.Succs {
			switch {
			case f.edges[edge{b, next}] || seen[next]:
			case f.view.flow != nil && (f.view.flow.Dead(next) || f.view.flow.Failing(next)):
			case header != nil && next == header:
				return false // the next pass
			case header != nil && !header.Dominates(next):
			default:
				seen[next] = true
				if !from(next, next.Instrs) {
					return false
				}
			}
		}
		return true
	}
	b := start.Block()
	return from(b, b.Instrs[slices.Index(b.Instrs, start)+1:])
}

// header returns the first block of the annotated loop, nil if v.fn is annotated as
// a whole, or not at all.
func (v *view) header() *ssa.BasicBlock {
	if !v.isRoot() {
		return nil
	}
	loop := v.node.region.Node
	switch loop.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
	default:
		return nil
	}
	var header *ssa.BasicBlock
	for _, b := range v.fn.Blocks {
		if isLoopIn(b, loop) && (header == nil || b.Dominates(header)) {
			header = b
		}
	}
	return header
}

// isLoopIn reports whether a loop of blocks that b is the first of lies within n.
func isLoopIn(b *ssa.BasicBlock, n ast.Node) bool {
	isIn := false
	for _, latch := range b.Preds {
		if !b.Dominates(latch) {
			continue
		}
		for _, part := range b.Parent().Blocks {
			if !b.Dominates(part) || !reaches(part, latch, b) {
				continue
			}
			for _, instr := range part.Instrs {
				if _, isPhi := instr.(*ssa.Phi); isPhi || !instr.Pos().IsValid() {
					continue // that of a variable, wherever it is declared
				}
				if instr.Pos() < n.Pos() || instr.Pos() >= n.End() {
					return false
				}
				isIn = true
			}
		}
	}
	return isIn
}

// reaches reports whether b leads to latch without passing header.
func reaches(b, latch, header *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{header: b != header}
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == latch {
			return true
		}
		for _, s := range x.Succs {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// isZero reports whether the low bound of a slice is none.
func isZero(low ssa.Value) bool {
	if low == nil {
		return true
	}
	n, ok := intConst(low)
	return ok && n == 0
}

// spareBuffers are methods that hand out the room behind what a buffer holds, for what is
// written next. A buffer that grows has that room the next time; one of fixed size, like
// that of a bufio.Writer, time and again has none.
var spareBuffers = map[string]string{
	"bytes.(*Buffer).AvailableBuffer": "bytes.(*Buffer).Write",
}

// fillsSpare reports whether call writes the slice x, which was made in the spare room of
// a buffer, to this buffer.
func fillsSpare(call *ssa.Call, x ssa.Value, o origin) bool {
	for y := range o.seen {
		spare, ok := y.(*ssa.Call)
		if !ok || spare.Call.StaticCallee() == nil {
			continue
		}
		write := spareBuffers[program.Symbol(spare.Call.StaticCallee())]
		if write == "" || program.Symbol(call.Call.StaticCallee()) != write {
			continue
		}
		if isSamePlace(call.Call.Args[0], spare.Call.Args[0]) && call.Call.Args[1] == x {
			return true
		}
	}
	return false
}
