package prover

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A lineIndex finds the instructions of a function by line.
type lineIndex struct {
	fn  *ssa.Function
	at  map[int][]ssa.Instruction
	pos map[ssa.Instruction]token.Pos // with a position for those that have none of their own

	starts   map[token.Pos]token.Pos   // of selectors, by their last name
	calls    map[token.Pos]token.Pos   // from opening to closing parenthesis
	clauses  map[token.Pos][]token.Pos // of type switches, by where their variable stands: each has its own
	literals []*ast.CompositeLit
	assigned map[string][]token.Pos // where variables are, by name

	assignments []token.Pos
}

func (p *Prover) index(src *program.Source, fn *ssa.Function) *lineIndex {
	if x := p.lines[fn]; x != nil {
		return x
	}
	x := &lineIndex{
		fn: fn, at: make(map[int][]ssa.Instruction), pos: make(map[ssa.Instruction]token.Pos),
		starts: make(map[token.Pos]token.Pos), calls: make(map[token.Pos]token.Pos), clauses: make(map[token.Pos][]token.Pos),
		assigned: make(map[string][]token.Pos),
	}
	x.read()
	for _, b := range fn.Blocks {
		x.addBlock(src, b)
	}
	p.lines[fn] = x
	return x
}

// addBlock adds the instructions of b. An implicit conversion has no position:
// it has that of what it is made for, which follows, and it is found on all lines
// that it can stand on.
func (x *lineIndex) addBlock(src *program.Source, b *ssa.BasicBlock) {
	next := make([]token.Pos, len(b.Instrs))
	last := token.NoPos
	for i := len(b.Instrs) - 1; i >= 0; i-- {
		if pos := ownPos(b.Instrs[i]); pos.IsValid() {
			last = pos
		}
		next[i] = last
	}
	before := x.posBefore(b)
	last = x.fn.Syntax().Pos()
	for i, instr := range b.Instrs {
		if phi, ok := instr.(*ssa.Phi); ok {
			x.addPhi(src, phi)
			continue
		}
		pos := next[i]
		if !pos.IsValid() {
			pos = last
		}
		last = pos
		x.pos[instr] = pos
		x.add(src, instr, pos)
		if own := ownPos(instr); own.IsValid() {
			before = own
		} else if isConversion(instr) {
			x.addConversion(src, instr, before, next[i])
		}
		for _, other := range x.otherPlaces(instr) {
			x.add(src, instr, other)
		}
		if m, ok := instr.(*ssa.MakeClosure); ok && x.starts[m.Pos()].IsValid() {
			x.addRange(src, instr, x.starts[m.Pos()], m.Pos())
		}
		if lit := x.sliceLit(instr); lit != nil {
			x.addRange(src, instr, lit.Lbrace, lit.Rbrace)
		}
	}
}

// addPhi puts phi on the lines where its variable is assigned, if that is a slice: the
// compiler may move one to the heap there.
func (x *lineIndex) addPhi(src *program.Source, phi *ssa.Phi) {
	if _, ok := phi.Type().Underlying().(*types.Slice); !ok {
		return
	}
	for _, pos := range x.assigned[phi.Comment] {
		x.pos[phi] = pos
		x.add(src, phi, pos)
	}
}

// add puts instr on the line of pos.
func (x *lineIndex) add(src *program.Source, instr ssa.Instruction, pos token.Pos) {
	line := src.Fset.Position(pos).Line
	if !slices.Contains(x.at[line], instr) {
		x.at[line] = append(x.at[line], instr)
	}
}

// addConversion puts instr, which has no position, on the lines of what it is made for,
// and of assignments of local variables before: they leave no trace. If nothing that it
// is made for has a position, it stands on a line between the one before and the one
// after. If nothing follows in its block, it stands in the innermost statement around
// the one before, at the most.
func (x *lineIndex) addConversion(src *program.Source, instr ssa.Instruction, before, after token.Pos) {
	uses := usesOf(instr.(ssa.Value), 0)
	for _, use := range uses {
		x.addRange(src, instr, use, x.calls[use])
	}
	if len(uses) == 0 {
		if after < before {
			after = x.endAround(before)
		}
		x.addRange(src, instr, before, after)
	}
	line, placed := src.Fset.Position(before).Line, slices.Contains(uses, after)
	for _, pos := range x.assignments {
		if pos >= after || src.Fset.Position(pos).Line < line {
			continue
		}
		x.add(src, instr, pos)
		if !placed {
			x.pos[instr], placed = pos, true
		}
	}
}

// addRange puts instr on the lines from one position to another.
func (x *lineIndex) addRange(src *program.Source, instr ssa.Instruction, from, to token.Pos) {
	first, last := src.Fset.Position(from), src.Fset.Position(to)
	x.add(src, instr, from)
	if first.Filename != last.Filename {
		return
	}
	for line := first.Line + 1; line <= last.Line; line++ {
		if !slices.Contains(x.at[line], instr) {
			x.at[line] = append(x.at[line], instr)
		}
	}
}

// usesOf returns the positions of what v, a conversion or the array of variadic
// arguments, is made for; none if one of them is not known.
func usesOf(v ssa.Value, depth int) []token.Pos {
	const maxDepth = 6 // store, array, slice, call
	if depth > maxDepth {
		return nil
	}
	var list []token.Pos
	for _, ref := range *v.Referrers() {
		if _, ok := ref.(*ssa.Phi); ok {
			return nil // its position is that of the variable
		}
		if pos := ref.Pos(); pos.IsValid() {
			if _, ok := ref.(*ssa.IndexAddr); !ok {
				list = append(list, pos)
			}
			continue
		}
		var through ssa.Value
		switch ref := ref.(type) {
		case *ssa.Store:
			if elem, ok := ref.Addr.(*ssa.IndexAddr); ok && ref.Val == v {
				through = elem.X
			}
		case *ssa.Slice:
			through = ref
		case *ssa.IndexAddr:
			continue
		}
		if _, ok := through.(*ssa.Alloc); through == nil || !ok && depth == 0 {
			return nil
		}
		more := usesOf(through, depth+1)
		if more == nil {
			return nil
		}
		list = append(list, more...)
	}
	return list
}

// isConversion reports whether instr makes an interface value, or a func value of a
// method. The source need not show that, or show it on several lines.
func isConversion(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.MakeInterface:
		return true
	case *ssa.ChangeType:
		return types.IsInterface(instr.Type())
	case *ssa.MakeClosure:
		return true
	}
	return false
}

// posBefore returns the last position before what b starts with.
func (x *lineIndex) posBefore(b *ssa.BasicBlock) token.Pos {
	for d := b.Idom(); d != nil; d = d.Idom() {
		for _, instr := range slices.Backward(d.Instrs) {
			if pos := ownPos(instr); pos.IsValid() {
				return pos
			}
		}
	}
	return x.fn.Syntax().Pos()
}

// endAround returns the end of the innermost statement around pos that holds others.
func (x *lineIndex) endAround(pos token.Pos) token.Pos {
	end := x.fn.Syntax().End()
	for n := range ast.Preorder(x.fn.Syntax()) {
		switch n.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt,
			*ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			if n.Pos() <= pos && pos < n.End() {
				end = n.End() // those visited later are further in
			}
		}
	}
	return end
}

// otherPlaces returns where instr can stand as well, for the compiler.
func (x *lineIndex) otherPlaces(instr ssa.Instruction) []token.Pos {
	if bindsTypes(instr) {
		return literalsIn(instr)
	}
	switch instr := instr.(type) {
	case *ssa.MakeInterface: // the operand may have a line of its own
		if instr.X.Pos().IsValid() {
			return []token.Pos{instr.X.Pos()}
		}
	case *ssa.MapUpdate: // the elements of a literal are set where it starts
		if m, ok := instr.Map.(*ssa.MakeMap); ok && m.Pos().IsValid() {
			return []token.Pos{m.Pos()}
		}
	case *ssa.Alloc:
		if instr.Comment == "varargs" {
			return usesOf(instr, 1)
		}
		return append(x.literalsAround(instr.Pos()), x.clauses[instr.Pos()]...)
	}
	return nil
}

// sliceLit returns the slice literal that instr makes the array for, or nil. It is made
// on any of its lines.
func (x *lineIndex) sliceLit(instr ssa.Instruction) *ast.CompositeLit {
	alloc, ok := instr.(*ssa.Alloc)
	if !ok || alloc.Comment != "slicelit" {
		return nil
	}
	for _, lit := range x.literals {
		if lit.Lbrace == alloc.Pos() {
			return lit
		}
	}
	return nil
}

// literalsAround returns where the composite literals around pos start. The elements of
// a map are made there.
func (x *lineIndex) literalsAround(pos token.Pos) []token.Pos {
	var list []token.Pos
	for _, lit := range x.literals {
		if lit.Lbrace < pos && pos < lit.End() {
			list = append(list, lit.Lbrace)
		}
	}
	return list
}

// literalsIn returns where the func literals that instr uses stand.
func literalsIn(instr ssa.Instruction) []token.Pos {
	var list []token.Pos
	for _, op := range instr.Operands(nil) {
		if fn, ok := (*op).(*ssa.Function); ok && fn.Parent() != nil {
			list = append(list, fn.Pos())
		}
	}
	return list
}

// read notes what the syntax of the function tells of places.
func (x *lineIndex) read() {
	for n := range ast.Preorder(x.fn.Syntax()) {
		switch n := n.(type) {
		case *ast.CallExpr:
			x.calls[n.Lparen] = n.Rparen
		case *ast.SelectorExpr: // a method value
			x.starts[n.Sel.Pos()] = n.Pos()
		case *ast.RangeStmt:
			x.assignments = append(x.assignments, n.Pos())
		case *ast.ValueSpec:
			x.assignments = append(x.assignments, n.Pos())
		case *ast.AssignStmt:
			x.assignments = append(x.assignments, n.Pos())
			for _, to := range n.Lhs {
				if id, ok := to.(*ast.Ident); ok {
					x.assigned[id.Name] = append(x.assigned[id.Name], n.Pos())
				}
			}
		case *ast.CompositeLit:
			x.literals = append(x.literals, n)
		case *ast.TypeSwitchStmt:
			assign, ok := n.Assign.(*ast.AssignStmt)
			if !ok {
				continue
			}
			for _, clause := range n.Body.List {
				x.clauses[assign.Pos()] = append(x.clauses[assign.Pos()], clause.Pos())
			}
		}
	}
}

// ownPos returns the position of instr. What makes a func literal has none, nor what
// calls an iterator with the body of a loop; the compiler gives them that of the
// literal or loop.
func ownPos(instr ssa.Instruction) token.Pos {
	made := instr
	if call, ok := instr.(*ssa.Call); ok && !call.Pos().IsValid() && len(call.Call.Args) == 1 {
		made, _ = call.Call.Args[0].(*ssa.MakeClosure)
	}
	if m, ok := made.(*ssa.MakeClosure); ok && m != nil {
		fn := m.Fn.(*ssa.Function)
		if fn.Parent() != nil && (made == instr || fn.Synthetic == "range-over-func yield") {
			return fn.Pos()
		}
	}
	return instr.Pos()
}

// around returns the instructions of the smallest statements around a line
// that has none itself.
func (x *lineIndex) around(src *program.Source, line int) []ssa.Instruction {
	if found := x.at[line]; len(found) > 0 {
		return found
	}
	var best ast.Stmt
	for n := range ast.Preorder(x.fn.Syntax()) {
		stmt, ok := n.(ast.Stmt)
		if !ok {
			continue
		}
		if src.Fset.Position(stmt.Pos()).Line <= line && line <= src.Fset.Position(stmt.End()).Line {
			best = stmt // those visited later are further in
		}
	}
	if _, ok := best.(*ast.BlockStmt); ok || best == nil {
		return nil
	}
	var found []ssa.Instruction
	for _, b := range x.fn.Blocks {
		for _, instr := range b.Instrs {
			if pos := instr.Pos(); best.Pos() <= pos && pos < best.End() {
				found = append(found, instr)
			}
		}
	}
	return found
}
