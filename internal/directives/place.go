package directives

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// place finds what d stands on. It returns what is wrong with the place, or "".
func (l *layout) place(d *Directive) string {
	trailing := l.isTrailing(d.Pos)
	if trailing && d.Name != Allow && d.Name != Assume {
		return fmt.Sprintf("//zeroalloc:%s stands behind code, but concerns only what begins on the line below it", d.Name)
	}
	if trailing {
		d.unit, d.whole = l.before(d.Pos)
	} else {
		unit, detached := l.below(d.Pos)
		if detached != nil && l.standOn(d, detached) == "" {
			return fmt.Sprintf("//zeroalloc:%s is detached: a blank line separates it from %s", d.Name, describe(detached))
		}
		d.unit, d.whole = unit, true
	}
	if d.unit == nil {
		where := "begins on the line below"
		if trailing {
			where = "is on its line"
		}
		return fmt.Sprintf("//zeroalloc:%s stands on nothing: no statement or declaration %s", d.Name, where)
	}
	if _, ok := d.unit.(*ast.FuncDecl); ok && trailing && d.Name == Assume {
		return "//zeroalloc:assume stands behind a func declaration, not above it"
	}
	return l.standOn(d, d.unit)
}

// standOn makes d stand on unit. It returns why it cannot, or "".
func (l *layout) standOn(d *Directive, unit ast.Node) string {
	d.Node = unlabeled(unit)
	d.From, d.To = unit.Pos(), unit.End()
	why := ""
	switch d.Name {
	case Check, Strict:
		d.Node, why = l.checked(unit)
		if d.Node != nil {
			d.From, d.To = d.Node.Pos(), d.Node.End()
		}
	case Hot:
		if !isFuncOrLoop(d.Node) {
			why = "it stands on a func declaration or a loop"
		}
	case Cold:
		if !isFuncDecl(unit) && !isStmt(unit) {
			why = "it stands on a func declaration or a statement"
		}
	case Assume:
		if !isFuncDecl(unit) {
			l.narrow(d, unit)
			if !l.hasCall(unit, d.From, d.To) {
				why = "it stands on a func declaration or the line of a call"
			}
		}
	case Allow:
		l.narrow(d, unit)
		if !runs(unit) {
			why = "it stands on a statement"
		}
	}
	if why != "" {
		return fmt.Sprintf("//zeroalloc:%s means nothing on %s: %s", d.Name, describe(unit), why)
	}
	return ""
}

// narrow leaves out the blocks of unit, which hold other statements, and, for a
// directive behind a middle line of it, the other lines.
func (l *layout) narrow(d *Directive, unit ast.Node) {
	d.From, d.To = unit.Pos(), l.headerEnd(unit)
	if !d.whole {
		d.From, d.To = l.lineStart(d.Pos), d.Pos
	}
}

// checked returns the func or loop that a check above unit asks about, or why
// there is none.
func (l *layout) checked(unit ast.Node) (node ast.Node, why string) {
	switch n := unlabeled(unit).(type) {
	case *ast.FuncDecl, *ast.ForStmt, *ast.RangeStmt:
		return n, ""
	case *ast.Field:
		if _, ok := n.Type.(*ast.FuncType); ok && len(n.Names) == 1 && l.isMethod(n) {
			return n, ""
		}
		return nil, "a contract stands on a method of an interface type or a named func type"
	case *ast.TypeSpec:
		return l.contract(n)
	case *ast.GenDecl:
		if n.Tok == token.TYPE && len(n.Specs) == 1 {
			return l.contract(n.Specs[0].(*ast.TypeSpec))
		}
	}
	lits := literals(unit, l.headerEnd(unit))
	switch len(lits) {
	case 0:
		return nil, "it stands on a func, a loop, or what holds one func literal"
	case 1:
		return lits[0], ""
	default:
		return nil, fmt.Sprintf("of the %d func literals there it concerns none, since it concerns exactly one", len(lits))
	}
}

// contract returns spec if it declares a named func type.
func (l *layout) contract(spec *ast.TypeSpec) (node ast.Node, why string) {
	isFunc := false
	if obj := l.info.Defs[spec.Name]; obj != nil {
		_, isFunc = obj.Type().Underlying().(*types.Signature)
	}
	switch ast.Unparen(spec.Type).(type) { // also if types are missing
	case *ast.FuncType:
		isFunc = true
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		isFunc = isFunc || l.info.Defs == nil // the Finder knows what it asks for
	}
	switch {
	case isFunc && !spec.Assign.IsValid():
		return spec, ""
	case isFunc:
		return nil, "an alias is no type of its own that could have a contract"
	default:
		return nil, "a contract stands on a named func type or on a method of an interface type"
	}
}

// isMethod reports whether field is a member of an interface type, not a struct.
func (l *layout) isMethod(field *ast.Field) bool {
	// Only a method has no func keyword.
	typ, ok := field.Type.(*ast.FuncType)
	return ok && !typ.Func.IsValid()
}

// hasCall reports whether n makes a call in the given range, other than in a
// func literal, which makes it later.
func (l *layout) hasCall(n ast.Node, from, to token.Pos) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			isConversion := l.info.Types[n.Fun].IsType()
			found = found || !isConversion && from <= n.Lparen && n.Lparen < to
		case *ast.RangeStmt:
			if typ := l.info.TypeOf(n.X); typ != nil && from <= n.For && n.For < to {
				_, isIterator := typ.Underlying().(*types.Signature)
				found = found || isIterator
			}
		}
		return !found
	})
	return found
}

// literals returns the func literals that begin in n before end, without those
// within others.
func literals(n ast.Node, end token.Pos) []*ast.FuncLit {
	var lits []*ast.FuncLit
	ast.Inspect(n, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if ok && lit.Pos() < end {
			lits = append(lits, lit)
		}
		return !ok
	})
	return lits
}

// fixes returns the replacement of a misspelled directive, if gofmt would leave
// it where it is:
//
//	// F does.              // F does.
//	// zeroalloc:check  ->  //
//	func F() {}             //zeroalloc:check
//	                        func F() {}
func (l *layout) fixes(c *ast.Comment, w *written) []analysis.SuggestedFix {
	if w.nameEnd == 0 {
		return nil
	}
	text := "//" + tool + ":" + w.d.Name
	fixed := text
	line := l.line(c.Pos())
	// gofmt rearranges the comments that begin in the first column.
	if c.Pos() == l.lineStart(c.Pos()) {
		for next := line + 1; l.code[next] == 0 && l.comments[next] != nil; next++ {
			if !isDirective(l.comments[next]) {
				return nil
			}
		}
		if above := l.comments[line-1]; l.code[line-1] == 0 && above != nil && above.Text != "//" && !isDirective(above) {
			fixed = "//\n" + text
		}
	}
	return []analysis.SuggestedFix{{
		Message: "Replace by " + text,
		TextEdits: []analysis.TextEdit{{
			Pos: c.Pos(), End: c.Pos() + token.Pos(w.nameEnd), NewText: []byte(fixed),
		}},
	}}
}

func isDirective(c *ast.Comment) bool {
	_, ok := ast.ParseDirective(c.Pos(), c.Text)
	return ok
}

func unlabeled(n ast.Node) ast.Node {
	for {
		label, ok := n.(*ast.LabeledStmt)
		if !ok {
			return n
		}
		n = label.Stmt
	}
}

func isFuncOrLoop(n ast.Node) bool {
	switch n.(type) {
	case *ast.FuncDecl, *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}

func isFuncDecl(n ast.Node) bool {
	_, ok := n.(*ast.FuncDecl)
	return ok
}

func isStmt(n ast.Node) bool {
	_, ok := n.(ast.Stmt)
	return ok
}

// runs reports whether n is more than the declaration of a name.
func runs(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Field, *ast.TypeSpec:
		return false
	case *ast.GenDecl:
		return n.Tok == token.VAR
	case *ast.DeclStmt:
		return runs(n.Decl)
	}
	return true
}

// describe names n in a message.
func describe(n ast.Node) string {
	switch n := unlabeled(n).(type) {
	case *ast.FuncDecl:
		if n.Recv != nil {
			return "method " + n.Name.Name
		}
		return "func " + n.Name.Name
	case *ast.FuncLit:
		return "the func literal"
	case *ast.Field:
		if len(n.Names) == 0 {
			return "the embedded type"
		}
		return "member " + n.Names[0].Name
	case *ast.TypeSpec:
		return "type " + n.Name.Name
	case *ast.ValueSpec:
		return "the declaration of " + n.Names[0].Name
	case *ast.GenDecl:
		return describeDecl(n)
	case *ast.DeclStmt:
		if decl, ok := n.Decl.(*ast.GenDecl); ok {
			return describeDecl(decl)
		}
	case *ast.ForStmt, *ast.RangeStmt:
		return "the loop"
	case *ast.CaseClause, *ast.CommClause:
		return "the case"
	case *ast.BlockStmt:
		return "the block"
	case ast.Stmt:
		name := strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast."), "Stmt")
		switch name {
		case "If", "Switch", "Select", "Return", "Go", "Defer":
			return "the " + strings.ToLower(name) + " statement"
		case "TypeSwitch":
			return "the switch statement"
		case "Assign":
			return "the assignment"
		}
		return "the statement"
	case ast.Expr:
		return "the element of a composite literal"
	}
	return "this"
}

func describeDecl(decl *ast.GenDecl) string {
	if decl.Tok == token.IMPORT {
		return "the import declaration"
	}
	if len(decl.Specs) == 1 && !decl.Lparen.IsValid() {
		return describe(decl.Specs[0])
	}
	return fmt.Sprintf("the group of %s declarations", decl.Tok)
}
