package convert

import (
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/zeroalloc/zeroalloc-lint/internal/imports"
)

// use returns what the conversion is for if that can be had without, else nil: a string
// that is kept has to be made.
func (c *checker) use(conv *conversion) *use {
	cur := outside(conv.cur)
	parent := cur.Parent()
	switch cur.ParentEdgeKind() {
	case edge.RangeStmt_X:
		return c.ranged(conv, parent.Node().(*ast.RangeStmt))
	case edge.IndexExpr_Index:
		return c.key(conv, parent)
	case edge.IndexExpr_X:
		return c.indexed(conv)
	case edge.SliceExpr_X:
		return c.sliced(conv, parent.Node().(*ast.SliceExpr))
	case edge.CallExpr_Args:
		call := parent.Node().(*ast.CallExpr)
		if c.pass.TypesInfo.Types[call.Fun].IsType() {
			return c.twice(conv, parent)
		}
		return c.argument(conv, call, cur.ParentEdgeIndex())
	}
	return nil
}

// ranged: for _, r := range []rune(s).
func (c *checker) ranged(conv *conversion, loop *ast.RangeStmt) *use {
	if conv.entry != stringToRunes || !isBlank(loop.Key) {
		return nil // the index of a string counts bytes
	}
	return &use{
		category: CategoryRange, purpose: "for its range",
		remedy: "a range over the string itself has the same runes",
		fixes:  c.replace(conv.call, "Range over the string", c.text(conv.from)),
	}
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return e == nil || ok && id.Name == "_"
}

// key: m[string(b)]++, m[string(b)] = append(m[string(b)], x), m[string(b)] = true.
func (c *checker) key(conv *conversion, index inspector.Cursor) *use {
	if _, isMap := c.pass.TypesInfo.TypeOf(index.Node().(*ast.IndexExpr).X).Underlying().(*types.Map); !isMap || conv.entry != bytesToString {
		return nil
	}
	cur := outside(index)
	u := &use{category: CategoryKey, certain: true}
	switch cur.ParentEdgeKind() {
	case edge.IncDecStmt_X:
	case edge.AssignStmt_Lhs:
		assign := cur.Parent().Node().(*ast.AssignStmt)
		if assign.Tok == token.ASSIGN && (len(assign.Lhs) != len(assign.Rhs) || !c.isRepeated(assign.Rhs[cur.ParentEdgeIndex()], index.Node().(ast.Expr))) {
			return nil // a new key, as far as can be seen
		}
	default:
		return nil
	}
	u.purpose = "for the key, though there may be one already"
	u.remedy = "a look-up does not: update what a pointer in the map points to, and assign only where there is none"
	return u
}

// isRepeated reports whether value may well be assigned to an element that is there: it
// is a constant, or made of what the element holds.
func (c *checker) isRepeated(value, element ast.Expr) bool {
	if c.pass.TypesInfo.Types[value].Value != nil {
		return true
	}
	if lit, ok := ast.Unparen(value).(*ast.CompositeLit); ok {
		s, ok := c.pass.TypesInfo.TypeOf(lit).Underlying().(*types.Struct)
		return ok && s.NumFields() == 0
	}
	found := false
	text := types.ExprString(element)
	ast.Inspect(value, func(n ast.Node) bool {
		e, ok := n.(*ast.IndexExpr)
		found = found || ok && types.ExprString(e) == text
		return !found
	})
	return found
}

// indexed: string(b)[i].
func (c *checker) indexed(conv *conversion) *use {
	if conv.entry != bytesToString && conv.entry != stringToBytes {
		return nil
	}
	if isAssigned(outside(conv.cur).Parent()) {
		return nil
	}
	return &use{
		category: CategoryPart, purpose: "for one byte of it",
		remedy: "an index has that without",
		fixes:  c.replace(conv.call, "Index "+short(conv.from), c.operand(conv.from)),
	}
}

// sliced: string(b)[:n]. The copy is shorter if it is made of the part, which is no fix
// since there is as much of them: the capacity bounds the end of a slice, and the length
// that of a string.
func (c *checker) sliced(conv *conversion, slice *ast.SliceExpr) *use {
	if conv.entry != bytesToString && conv.entry != stringToBytes || slice.Max != nil || slice.Low == nil && slice.High == nil {
		return nil
	}
	return &use{
		category: CategoryPart, purpose: "of more than is taken",
		remedy: "slice first, and convert the part",
	}
}

// twice: []byte(string(b)).
func (c *checker) twice(conv *conversion, outer inspector.Cursor) *use {
	info := c.pass.TypesInfo
	call := outer.Node().(*ast.CallExpr)
	other := conversionOf(info, outer)
	if other == nil || !conv.isPlain(info) || !other.isPlain(info) {
		return nil
	}
	if conv.entry != bytesToString || other.entry != stringToBytes {
		return nil // string([]byte(s)) copies once
	}
	// []byte(string(b))
	// -----------------
	// append([]byte{}, b...)
	return &use{
		category: CategoryTwice, purpose: "that is copied again",
		remedy: "append([]byte{}, " + short(conv.from) + "...) copies once",
		fixes:  c.replace(call, "Copy once", "append([]byte{}, "+c.text(conv.from)+"...)"),
	}
}

// argument: what is handed to a function.
func (c *checker) argument(conv *conversion, call *ast.CallExpr, i int) *use {
	info := c.pass.TypesInfo
	if isBuiltin(info, call, "append") {
		if conv.entry != bytesToString || i != 1 || !call.Ellipsis.IsValid() {
			return nil
		}
		return &use{
			category: CategoryAppend, purpose: "for append",
			remedy: "append takes " + short(conv.from) + "... as it is",
			fixes:  c.replace(conv.call, "Append "+short(conv.from)+" itself", c.text(conv.from)),
		}
	}
	fn, _ := typeutil.Callee(info, call).(*types.Func)
	if fn == nil {
		return nil
	}
	for _, find := range []func(*conversion, *ast.CallExpr, int, *types.Func) *use{c.twin, c.write, c.format, c.fixed} {
		if u := find(conv, call, i, fn); u != nil {
			return u
		}
	}
	return nil
}

// twin: strings.Contains(string(b), "x"), or bytes.Contains([]byte(s), []byte("x")).
func (c *checker) twin(conv *conversion, call *ast.CallExpr, _ int, fn *types.Func) *use {
	info := c.pass.TypesInfo
	if !conv.isPlain(info) || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return nil
	}
	other := ""
	switch {
	case fn.Pkg().Path() == "strings" && conv.entry == bytesToString:
		other = "bytes"
	case fn.Pkg().Path() == "bytes" && conv.entry == stringToBytes:
		other = "strings"
	default:
		return nil
	}
	if !twins[fn.Name()] {
		return nil
	}
	if first := c.firstConversion(call); first != conv.call {
		return nil // of several the first speaks for all
	}
	args, ok := c.twinArgs(call, fn, other, conv.entry)
	if !ok {
		return nil
	}
	name := other + "." + fn.Name()
	u := &use{
		category: CategoryTwin, purpose: "for " + fn.Pkg().Name() + "." + fn.Name(),
		remedy: name + " takes " + short(conv.from) + " as it is",
	}
	file := c.file(call.Pos())
	qualifier, added, ok := imports.Add(c.pass, file, call.Pos(), other)
	if ok && !c.hasComment(call) {
		// strings.Contains(string(b), "x")
		// --------------------------------
		// bytes.Contains(b, []byte("x"))
		u.fixes = []analysis.SuggestedFix{{
			Message: "Use " + name,
			TextEdits: append(added, analysis.TextEdit{
				Pos: call.Pos(), End: call.End(), NewText: formatted(qualifier + fn.Name() + "(" + args + ")"),
			}),
		}}
	}
	return u
}

// firstConversion returns the first argument of call that is a conversion which copies.
func (c *checker) firstConversion(call *ast.CallExpr) *ast.CallExpr {
	for _, arg := range call.Args {
		if inner, ok := ast.Unparen(arg).(*ast.CallExpr); ok && c.pass.TypesInfo.Types[inner.Fun].IsType() && c.pass.TypesInfo.Types[inner].Value == nil {
			return inner
		}
	}
	return nil
}

// twinArgs returns the arguments for the function of the same name in the other package.
func (c *checker) twinArgs(call *ast.CallExpr, fn *types.Func, other, entry string) (string, bool) {
	info := c.pass.TypesInfo
	var sb strings.Builder
	for i, arg := range call.Args {
		if i > 0 {
			sb.WriteString(", ")
		}
		param := fn.Signature().Params().At(min(i, fn.Signature().Params().Len()-1)).Type()
		inner, isCall := ast.Unparen(arg).(*ast.CallExpr)
		value := info.Types[arg].Value
		switch {
		case entry == bytesToString && !isString(param), entry == stringToBytes && !isSliceOf(param, types.Byte):
			sb.WriteString(c.text(arg)) // a rune, a byte, a func
		case i == 1 && sameStrings[fn.Name()]:
			sb.WriteString(c.text(arg)) // a set of characters is a string in both
		case isCall && info.Types[inner.Fun].IsType() && value == nil && len(inner.Args) == 1 && c.isOpposite(inner, entry):
			sb.WriteString(c.text(inner.Args[0]))
		case other == "bytes" && value != nil && len(constant.StringVal(value)) <= 32:
			sb.WriteString("[]byte(") // stays on the stack
			sb.WriteString(c.text(arg))
			sb.WriteString(")")
		default:
			return "", false
		}
	}
	return sb.String(), true
}

// isOpposite reports whether the conversion is of the plain types that entry is for.
func (c *checker) isOpposite(inner *ast.CallExpr, entry string) bool {
	from, to := c.pass.TypesInfo.TypeOf(inner.Args[0]), c.pass.TypesInfo.TypeOf(inner)
	if entry == bytesToString {
		return types.Identical(to, types.Typ[types.String]) && isSliceOf(from, types.Byte)
	}
	return isSliceOf(to, types.Byte) && types.AssignableTo(from, types.Typ[types.String])
}

// twins are the functions that packages strings and bytes both have, with results that
// are the same for both.
var twins = map[string]bool{
	"Compare": true, "Contains": true, "ContainsAny": true, "ContainsFunc": true, "ContainsRune": true, "Count": true,
	"EqualFold": true, "HasPrefix": true, "HasSuffix": true, "Index": true, "IndexAny": true, "IndexByte": true,
	"IndexFunc": true, "IndexRune": true, "LastIndex": true, "LastIndexAny": true, "LastIndexByte": true, "LastIndexFunc": true,
}

// sameStrings are those whose second parameter is a string in both packages.
var sameStrings = map[string]bool{"ContainsAny": true, "IndexAny": true, "LastIndexAny": true}

// file returns the syntax tree that holds pos.
func (c *checker) file(pos token.Pos) *ast.File {
	for _, f := range c.pass.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return f
		}
	}
	return nil
}

func (c *checker) hasComment(n ast.Node) bool {
	for _, group := range c.file(n.Pos()).Comments {
		if group.Pos() < n.End() && n.Pos() < group.End() {
			return true
		}
	}
	return false
}

// text returns the source of n.
func (c *checker) text(n ast.Node) string {
	file := c.pass.Fset.File(n.Pos())
	src, err := c.pass.ReadFile(file.Name())
	if err != nil || len(src) != file.Size() {
		return types.ExprString(n.(ast.Expr))
	}
	return string(src[file.Offset(n.Pos()):file.Offset(n.End())])
}

// operand returns the source of e, in parentheses if it needs them in front of an index
// or a selector.
func (c *checker) operand(e ast.Expr) string {
	switch e.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.CallExpr, *ast.SliceExpr, *ast.ParenExpr, *ast.BasicLit:
		return c.text(e)
	}
	return "(" + c.text(e) + ")"
}

// replace returns the fix that replaces n, none if a comment would be lost.
func (c *checker) replace(n ast.Node, message, text string) []analysis.SuggestedFix {
	if c.hasComment(n) {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   message,
		TextEdits: []analysis.TextEdit{{Pos: n.Pos(), End: n.End(), NewText: formatted(text)}},
	}}
}

// formatted returns an expression as gofmt writes it: within another one it puts fewer
// spaces around operators.
func formatted(text string) []byte {
	if strings.Contains(text, "\n") {
		return []byte(text)
	}
	out, err := format.Source([]byte(text))
	if err != nil {
		return []byte(text)
	}
	return out
}
