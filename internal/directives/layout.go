package directives

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A layout knows which lines of a file hold what. Its lines are those of the
// file itself: a //line directive moves the numbers, not the comments.
type layout struct {
	tok  *token.File
	info *types.Info

	code     map[int]token.Pos // line -> first token in it
	lines    []int             // keys of code, sorted
	comments map[int]*ast.Comment
	units    []ast.Node       // what directives can stand on, outer before inner
	first    map[int]ast.Node // line -> outermost unit that begins with the first token in it
}

func newLayout(tok *token.File, f *ast.File, info *types.Info) *layout {
	l := &layout{
		tok:      tok,
		info:     info,
		code:     make(map[int]token.Pos),
		comments: make(map[int]*ast.Comment),
		first:    make(map[int]ast.Node),
	}
	l.addCode(f.Package)
	l.addCode(f.Name.Pos())
	addCode := func(n ast.Node) bool {
		if _, ok := n.(*ast.CommentGroup); ok || n == nil {
			return false
		}
		l.addCode(n.Pos())
		l.addCode(n.End() - 1)
		return true
	}
	for _, decl := range f.Decls {
		ast.Inspect(decl, addCode)
	}
	for line := range l.code {
		l.lines = append(l.lines, line)
	}
	slices.Sort(l.lines)
	for _, group := range f.Comments {
		for _, c := range group.List {
			// Not by c.End, which is wrong if carriage returns were cut out.
			line := l.line(c.Pos())
			for i := range 1 + strings.Count(c.Text, "\n") {
				l.comments[line+i] = c
			}
		}
	}
	addChildren := func(n ast.Node) bool {
		l.addChildren(n)
		return true
	}
	for _, decl := range f.Decls {
		l.addUnit(decl)
		ast.Inspect(decl, addChildren)
	}
	// Children are added when their parent is met, before its earlier
	// siblings' own children.
	slices.SortStableFunc(l.units, func(a, b ast.Node) int { return int(a.Pos() - b.Pos()) })
	for _, u := range l.units {
		line := l.line(u.Pos())
		if l.first[line] == nil && l.code[line] == u.Pos() {
			l.first[line] = u
		}
	}
	return l
}

func (l *layout) addCode(pos token.Pos) {
	if !pos.IsValid() || int(pos) < l.tok.Base() || int(pos) > l.tok.Base()+l.tok.Size() {
		return // implied by a syntax error
	}
	line := l.line(pos)
	if first, ok := l.code[line]; !ok || pos < first {
		l.code[line] = pos
	}
}

func (l *layout) addUnit(n ast.Node) { l.units = append(l.units, n) }

// addChildren adds the children of n that are units: statements in lists (not
// those in the header of another one), specs in parentheses, elements of
// composite literals that begin a line, members of types.
func (l *layout) addChildren(n ast.Node) {
	switch n := n.(type) {
	case *ast.BlockStmt:
		l.addStmts(n.List)
	case *ast.CaseClause:
		l.addStmts(n.Body)
	case *ast.CommClause:
		l.addStmts(n.Body)
	case *ast.IfStmt:
		if _, ok := n.Else.(*ast.IfStmt); ok {
			l.addUnit(n.Else)
		}
	case *ast.GenDecl:
		if n.Lparen.IsValid() && n.Tok != token.IMPORT {
			for _, spec := range n.Specs {
				l.addUnit(spec)
			}
		}
	case *ast.CompositeLit:
		for _, elt := range n.Elts {
			if l.code[l.line(elt.Pos())] == elt.Pos() {
				l.addUnit(elt)
			}
		}
	case *ast.InterfaceType:
		l.addFields(n.Methods)
	case *ast.StructType:
		l.addFields(n.Fields)
	}
}

func (l *layout) addStmts(list []ast.Stmt) {
	for _, stmt := range list {
		l.addStmt(stmt)
	}
}

func (l *layout) addStmt(stmt ast.Stmt) {
	switch stmt := stmt.(type) {
	case *ast.EmptyStmt:
		// It may be implied by a brace, at its position.
	case *ast.LabeledStmt:
		l.addUnit(stmt)
		l.addStmt(stmt.Stmt)
	default:
		l.addUnit(stmt)
	}
}

func (l *layout) addFields(fields *ast.FieldList) {
	for _, field := range fields.List {
		l.addUnit(field)
	}
}

func (l *layout) line(pos token.Pos) int { return l.tok.PositionFor(pos, false).Line }

func (l *layout) lineStart(pos token.Pos) token.Pos { return l.tok.LineStart(l.line(pos)) }

// lineEnd returns the position behind the last byte of the line of pos.
func (l *layout) lineEnd(pos token.Pos) token.Pos {
	if line := l.line(pos); line < l.tok.LineCount() {
		return l.tok.LineStart(line + 1)
	}
	return token.Pos(l.tok.Base() + l.tok.Size())
}

// isTrailing reports whether code precedes a comment at pos in its line.
func (l *layout) isTrailing(pos token.Pos) bool {
	first, ok := l.code[l.line(pos)]
	return ok && first < pos
}

// below returns the unit that a comment at pos in a line of its own stands
// above, other comments between them or not. If there is none, detached is the
// one that would be it but for blank lines.
func (l *layout) below(pos token.Pos) (unit, detached ast.Node) {
	line := l.line(pos)
	for {
		if _, ok := l.code[line]; ok {
			return l.first[line], nil
		}
		if l.comments[line] == nil {
			break
		}
		line++
	}
	if i, _ := slices.BinarySearch(l.lines, line); i < len(l.lines) {
		return nil, l.first[l.lines[i]]
	}
	return nil, nil
}

// before returns the last unit that begins or ends in the line of a comment at
// pos, before it. If there is none, it is the innermost one that goes on there,
// and whole is false.
func (l *layout) before(pos token.Pos) (unit ast.Node, whole bool) {
	var best token.Pos
	line := l.line(pos)
	for _, u := range l.units {
		begins := l.line(u.Pos()) == line
		if at := u.Pos(); begins && at < pos && at > best {
			unit, best = u, at
		}
		// The closing brace of a block is not where its statement does
		// anything.
		ends := l.line(u.End()-1) == line && (begins || !isCompound(u))
		if at := u.End(); ends && at <= pos && at > best {
			unit, best = u, at
		}
	}
	if unit != nil {
		return unit, true
	}
	for _, u := range l.units {
		if u.Pos() < pos && pos < l.headerEnd(u) {
			unit = u
		}
	}
	return unit, false
}

// headerEnd returns the end of what n does itself: the statements in its
// blocks are others, unless all stand in one line.
func (l *layout) headerEnd(n ast.Node) token.Pos {
	if brace := opening(n); brace.IsValid() {
		return min(n.End(), l.lineEnd(brace))
	}
	return n.End()
}

func isCompound(n ast.Node) bool { return opening(n).IsValid() }

// opening returns where the block of a compound statement or a func
// declaration begins, or NoPos if n is something else.
func opening(n ast.Node) token.Pos {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Body != nil {
			return n.Body.Lbrace
		}
	case *ast.BlockStmt:
		return n.Lbrace
	case *ast.IfStmt:
		return n.Body.Lbrace
	case *ast.ForStmt:
		return n.Body.Lbrace
	case *ast.RangeStmt:
		return n.Body.Lbrace
	case *ast.SwitchStmt:
		return n.Body.Lbrace
	case *ast.TypeSwitchStmt:
		return n.Body.Lbrace
	case *ast.SelectStmt:
		return n.Body.Lbrace
	case *ast.CaseClause:
		return n.Colon
	case *ast.CommClause:
		return n.Colon
	case *ast.LabeledStmt:
		return opening(n.Stmt)
	}
	return token.NoPos
}
