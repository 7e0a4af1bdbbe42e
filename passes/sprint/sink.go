package sprint

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/imports"
)

// sink returns what brings the text to where it goes without a string in between.
func (c *checker) sink(s sprint) (remedy, bool) {
	if s.boxes == 0 && c.isDigits(s) {
		return remedy{}, false // a text of one character allocates nothing
	}
	cur := s.cur
	converted := false
	if call, ok := c.argumentOf(cur); ok && c.isBytes(c.info.Types[call.Node().(*ast.CallExpr).Fun]) {
		cur, converted = call, true
	}
	call, ok := c.argumentOf(cur)
	if !ok {
		if converted {
			return c.convert(s, cur)
		}
		return remedy{}, false
	}
	n := call.Node().(*ast.CallExpr)
	switch fn := typeutil.Callee(c.info, n).(type) {
	case *types.Builtin:
		if fn.Name() == "append" && n.Ellipsis.IsValid() && cur.ParentEdgeIndex() == 1 {
			return c.appendTo(s, n)
		}
	case *types.Func:
		if w, ok := c.writerOf(fn, n, converted); ok && cur.ParentEdgeIndex() == len(n.Args)-1 {
			return c.write(s, call, w)
		}
	}
	if converted {
		return c.convert(s, cur)
	}
	return remedy{}, false
}

// isDigits reports whether the text is that of a number of one byte.
func (c *checker) isDigits(s sprint) bool {
	if len(s.parts) != 1 || s.parts[0].operand == nil {
		return false
	}
	b, ok := s.parts[0].typ.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Uint8 || b.Kind() == types.Int8)
}

// argumentOf returns the call of which the expression under cur is an argument.
func (c *checker) argumentOf(cur inspector.Cursor) (inspector.Cursor, bool) {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	return cur.Parent(), cur.ParentEdgeKind() == edge.CallExpr_Args
}

// isBytes reports whether tv is the type []byte.
func (c *checker) isBytes(tv types.TypeAndValue) bool {
	return tv.IsType() && isBytesType(tv.Type)
}

func isBytesType(t types.Type) bool {
	slice, ok := types.Unalias(t).(*types.Slice)
	return ok && isByte(slice.Elem())
}

// appendTo returns what appends the text, for the call of append given.
//
//	b = append(b, fmt.Sprintf("%s=%d", key, n)...)
//	    -------------------                    ---
//	b = fmt.Appendf(b, "%s=%d", key, n)
func (c *checker) appendTo(s sprint, call *ast.CallExpr) (remedy, bool) {
	r := remedy{category: CategoryAppend, before: s.boxes + 1, after: s.boxes}
	dst, ok := c.source(call.Args[0].Pos(), call.Args[0].End())
	if !ok || !isBytesType(c.info.TypeOf(call.Args[0])) || strings.Contains(dst, "\n") {
		return remedy{}, false
	}
	if expr, ok := c.appender(s, dst); ok {
		r.name, r.after = shortened(expr), 0
		if !hasComment(s.file, call.Pos(), call.End()) && c.isUndisturbed(s, call.Args[0]) {
			r.fix = c.replaceBy(s, call, expr)
		}
		return r, true
	}
	if !c.hasVersion(s.file, "go1.19") {
		return remedy{}, false
	}
	r.name = "fmt.Append" + s.kind
	if c.isUndisturbed(s, call.Args[0]) {
		r.fix = c.moveInto(s, call, "Append"+s.kind, dst)
	}
	return r, true
}

// appender returns the call that appends the text, if that is a single number, truth
// value or string.
func (c *checker) appender(s sprint, dst string) (string, bool) {
	if !s.plain || len(s.parts) != 1 || s.parts[0].operand == nil {
		return "", false
	}
	expr, ok := c.term(s.parts[0], c.expression(s.parts[0]))
	if !ok {
		return "", false
	}
	for _, name := range []string{"Quote", "FormatInt", "FormatUint", "FormatFloat", "FormatBool"} {
		if rest, found := strings.CutPrefix(expr, "strconv."+name+"("); found {
			return "strconv.Append" + strings.TrimPrefix(name, "Format") + "(" + dst + ", " + rest, true
		}
	}
	if rest, found := strings.CutPrefix(expr, "strconv.Itoa("); found {
		return "strconv.AppendInt(" + dst + ", int64(" + rest[:len(rest)-1] + "), 10)", true
	}
	return "", false
}

// replaceBy replaces call by expr, which may need strconv.
func (c *checker) replaceBy(s sprint, call *ast.CallExpr, expr string) *analysis.SuggestedFix {
	for _, name := range []string{"string", "bool", "int64", "uint64", "float64"} {
		if strings.Contains(expr, name+"(") && !c.isPredeclared(name, s) {
			return nil
		}
	}
	expr, edits, ok := c.qualify(s, expr)
	if !ok {
		return nil
	}
	edits = append(edits, analysis.TextEdit{Pos: call.Pos(), End: call.End(), NewText: []byte(expr)})
	return &analysis.SuggestedFix{Message: "Replace by " + shortened(expr), TextEdits: edits}
}

// convert returns what makes bytes of the text, for the conversion under cur that does.
//
//	b := []byte(fmt.Sprintf("%s=%d", key, n))
//	     ------------------                 -
//	b := fmt.Appendf(nil, "%s=%d", key, n)
//
// That is no gain where the conversion copies nothing. What is nil if it is empty must
// not be empty.
func (c *checker) convert(s sprint, cur inspector.Cursor) (remedy, bool) {
	call := cur.Node().(*ast.CallExpr)
	if !c.hasVersion(s.file, "go1.19") || !c.isConverted(call) {
		return remedy{}, false
	}
	r := remedy{category: CategoryAppend, name: "fmt.Append" + s.kind, before: s.boxes + 2, after: s.boxes + 1}
	if c.isNeverEmpty(s) {
		r.fix = c.moveInto(s, call, "Append"+s.kind, "nil")
	}
	return r, true
}

// isConverted reports whether the object code has an allocation for the conversion.
func (c *checker) isConverted(call *ast.CallExpr) bool {
	allocs, err := c.unit.Allocs(call)
	if err != nil {
		return false
	}
	for _, a := range allocs {
		if a.Kind == compiled.Conversion && a.Entry == "runtime.stringtoslicebyte" {
			return true
		}
	}
	return false
}

// isNeverEmpty reports whether the text has at least one character, whatever the operands.
func (c *checker) isNeverEmpty(s sprint) bool {
	if s.kind == "ln" {
		return true
	}
	for _, p := range s.parts {
		if p.operand == nil || !isStringType(p.typ) && !isBytesType(p.typ.Underlying()) {
			return s.plain
		}
	}
	if s.kind != "f" || len(s.call.Args) == 0 {
		return false
	}
	format, ok := c.text(s.call.Args[0])
	return ok && format != "" && format[0] != '%'
}

// A writer is what the text is written to.
type writer struct {
	expr ast.Expr
	name string // for fmt.Fprintf: "&buf"

	converted bool // the text is converted to bytes
}

// writerOf returns what the call of fn, with the text as its last argument, writes to.
func (c *checker) writerOf(fn *types.Func, call *ast.CallExpr, converted bool) (writer, bool) {
	w := writer{converted: converted}
	switch {
	case !converted && fn.FullName() == "io.WriteString" && len(call.Args) == 2:
		w.expr = call.Args[0]
	case fn.Signature().Recv() != nil && len(call.Args) == 1 && (converted && fn.Name() == "Write" || !converted && fn.Name() == "WriteString"):
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || c.info.Selections[sel] == nil || len(c.info.Selections[sel].Index()) != 1 && !types.IsInterface(c.info.TypeOf(sel.X)) {
			return w, false // a method of something embedded
		}
		w.expr = sel.X
	default:
		return w, false
	}
	text, ok := c.source(w.expr.Pos(), w.expr.End())
	if !ok || strings.Contains(text, "\n") {
		return w, false
	}
	w.name = text
	t := c.info.TypeOf(w.expr)
	if isWriterType(t) && c.info.Types[w.expr].Addressable() {
		w.name = "&" + text
		_, isStar := ast.Unparen(w.expr).(*ast.StarExpr)
		return w, !isStar
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return w, isWriterType(p.Elem())
	}
	if !types.IsInterface(t) || !hasMethod(t, "Write") {
		return w, false
	}
	// What has a WriteString of its own may do something else there.
	return w, fn.Name() == "Write" || fn.FullName() == "io.WriteString"
}

// isWriterType reports whether t is a type of the standard library that writes strings
// and bytes in the same way.
func isWriterType(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	switch named.Obj().Pkg().Path() + "." + named.Obj().Name() {
	case "strings.Builder", "bytes.Buffer", "bufio.Writer":
		return true
	}
	return false
}

// write returns what writes the text, for the call under cur that does.
//
//	w.WriteString(fmt.Sprintf("%s=%d", key, n))
//	-------------------------                 -
//	fmt.Fprintf(w, "%s=%d", key, n)
//
// That moves w to the heap, if it is not there yet.
func (c *checker) write(s sprint, cur inspector.Cursor, w writer) (remedy, bool) {
	if !c.mayEscape(s, w) {
		return remedy{}, false
	}
	call := cur.Node().(*ast.CallExpr)
	r := remedy{category: CategoryWrite, before: s.boxes + 1, after: s.boxes}
	if w.converted && c.isConverted(call) {
		r.before++
	}
	r.name = "fmt.Fprint" + s.kind
	if c.isUndisturbed(s, w.expr) {
		r.fix = c.moveInto(s, call, "Fprint"+s.kind, w.name)
	}
	return r, true
}

// mayEscape reports whether to make w an io.Writer costs less than it saves: w is one
// already, or on the heap, or declared outside the loop and so moved there once.
func (c *checker) mayEscape(s sprint, w writer) bool {
	if types.IsInterface(c.info.TypeOf(w.expr)) {
		return true
	}
	root := w.expr
	for {
		switch e := ast.Unparen(root).(type) {
		case *ast.SelectorExpr:
			root = e.X
			continue
		case *ast.UnaryExpr:
			root = e.X
			continue
		}
		break
	}
	id, ok := ast.Unparen(root).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := c.info.Uses[id].(*types.Var)
	if !ok {
		return false
	}
	if v.Parent() == c.pass.Pkg.Scope() {
		return true
	}
	if s.place.Loop != nil && (v.Pos() < s.place.Loop.Pos() || s.place.Loop.End() <= v.Pos()) {
		return true
	}
	return c.isOnHeap(v)
}

// isOnHeap reports whether the object code allocates the variable where it is declared.
func (c *checker) isOnHeap(v *types.Var) bool {
	allocs, err := c.unit.Allocs(span{v.Pos(), v.Pos() + token.Pos(len(v.Name()))})
	if err != nil {
		return false
	}
	for _, a := range allocs {
		if a.Kind == compiled.Object && (strings.HasSuffix(a.Type, "strings.Builder") || strings.HasSuffix(a.Type, "bytes.Buffer")) {
			return true
		}
	}
	return false
}

type span struct{ from, to token.Pos }

func (s span) Pos() token.Pos { return s.from }
func (s span) End() token.Pos { return s.to }

// isUndisturbed reports whether evaluating the operands leaves dst, the first operand to
// be, as it is.
func (c *checker) isUndisturbed(s sprint, dst ast.Expr) bool {
	for _, arg := range s.call.Args {
		if c.hasEffect(arg) {
			if unary, ok := dst.(*ast.UnaryExpr); ok && unary.Op == token.AND {
				return true // an address
			}
			t := c.info.TypeOf(dst)
			return c.isFixed(s.cur, dst) || isWriterType(t)
		}
	}
	return true
}

// moveInto replaces outer, a call around s, by one of a function of package fmt that has
// dst and the arguments of s.
func (c *checker) moveInto(s sprint, outer *ast.CallExpr, name, dst string) *analysis.SuggestedFix {
	if hasComment(s.file, outer.Pos(), s.call.Lparen) || hasComment(s.file, s.call.End(), outer.End()) || len(s.call.Args) == 0 {
		return nil
	}
	lines := c.pass.Fset.File(outer.Pos())
	if lines.Line(outer.Pos()) != lines.Line(s.call.Lparen) || lines.Line(s.call.End()) != lines.Line(outer.End()) {
		return nil
	}
	if name == "Append" && dst == "nil" && !c.isPredeclared("nil", s) {
		return nil
	}
	qualifier, edits, ok := imports.Add(c.pass, s.file, s.call.Pos(), "fmt")
	if !ok {
		return nil
	}
	separator := ", "
	if lines.Line(s.call.Lparen) != lines.Line(s.call.Args[0].Pos()) {
		separator = ","
	}
	edits = append(edits,
		analysis.TextEdit{Pos: outer.Pos(), End: s.call.Lparen + 1, NewText: []byte(qualifier + name + "(" + dst + separator)},
		analysis.TextEdit{Pos: s.call.End(), End: outer.End()})
	return &analysis.SuggestedFix{Message: "Use fmt." + name, TextEdits: edits}
}
