package convert

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/zeroalloc/zeroalloc-lint/internal/imports"
)

// write: w.Write([]byte(s)), w.WriteString(string(b)), io.WriteString(w, string(b)).
func (c *checker) write(conv *conversion, call *ast.CallExpr, i int, fn *types.Func) *use {
	sel, isMethod := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if fn.FullName() == "io.WriteString" {
		if conv.entry != bytesToString || i != 1 {
			return nil
		}
		u := &use{
			category: CategoryWrite, purpose: "for io.WriteString", certain: true,
			remedy: "Write takes " + short(conv.from) + " as it is",
		}
		// io.WriteString(w, string(b))
		// ----------------------------
		// w.Write(b)
		if hasMethod(c.pass, call.Args[0], "Write") {
			u.fixes = c.replace(call, "Use Write", c.receiver(call.Args[0])+".Write("+c.text(conv.from)+")")
		}
		return u
	}
	if !isMethod || fn.Signature().Recv() == nil || len(call.Args) != 1 || !conv.isPlain(c.pass.TypesInfo) || !isWrite(fn) {
		return nil
	}
	recv := c.pass.TypesInfo.TypeOf(sel.X)
	isInterface := types.IsInterface(recv)
	switch {
	case fn.Name() == "WriteString" && conv.entry == bytesToString && hasMethod(c.pass, sel.X, "Write"):
		return &use{
			category: CategoryWrite, purpose: "for WriteString", certain: isInterface,
			remedy: "Write takes " + short(conv.from) + " as it is",
			fixes:  c.rename(conv, call, sel, fn, "Write"),
		}
	case fn.Name() != "Write" || conv.entry != stringToBytes:
		return nil
	case hasMethod(c.pass, sel.X, "WriteString"):
		return &use{
			category: CategoryWrite, purpose: "for Write", certain: isInterface,
			remedy: "WriteString takes " + short(conv.from) + " as it is",
			fixes:  c.rename(conv, call, sel, fn, "WriteString"),
		}
	case isInterface && takesStrings(recv):
		return &use{
			category: CategoryWrite, purpose: "for Write", certain: true,
			remedy: "io.WriteString hands the string to writers that take one",
			fixes:  c.writeString(conv, call, sel),
		}
	case c.constant(conv) != nil:
		return nil // see fixed
	}
	return &use{
		category: CategoryWrite, purpose: "for Write", certain: isInterface,
		remedy: "appending to a buffer that is reused does not",
	}
}

// isWrite reports whether fn has the results of Write and WriteString.
func isWrite(fn *types.Func) bool {
	results := fn.Signature().Results()
	return results.Len() == 2 && types.Identical(results.At(0).Type(), types.Typ[types.Int]) &&
		types.Identical(results.At(1).Type(), types.Universe.Lookup("error").Type())
}

// hasMethod reports whether a method Write or WriteString can be called on e.
func hasMethod(pass *analysis.Pass, e ast.Expr, name string) bool {
	t := pass.TypesInfo.TypeOf(e)
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.AND {
		t = pass.TypesInfo.TypeOf(u.X)
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, pass.Pkg, name)
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Params().Len() == 1 && isWrite(fn)
}

// takesStrings reports whether an interface without WriteString is one whose writers
// often have it: io.Writer and its kin, http.ResponseWriter. Connections and hashes are
// not: io.WriteString would convert the string there itself.
func takesStrings(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	switch named.Obj().Pkg().Path() {
	case "io", "net/http":
		return true
	}
	return false
}

// rename returns the fix that calls another method with what is converted, for types of
// the standard library: of others it is not known that both do the same.
func (c *checker) rename(conv *conversion, call *ast.CallExpr, sel *ast.SelectorExpr, fn *types.Func, name string) []analysis.SuggestedFix {
	if first, _, _ := strings.Cut(fn.Pkg().Path(), "/"); strings.Contains(first, ".") || c.hasComment(call) {
		return nil
	}
	// f.Write([]byte(s))
	// ------------------
	// f.WriteString(s)
	return c.replace(call, "Use "+name, c.text(sel.X)+"."+name+"("+c.text(conv.from)+")")
}

// writeString returns the fix that calls io.WriteString.
func (c *checker) writeString(conv *conversion, call *ast.CallExpr, sel *ast.SelectorExpr) []analysis.SuggestedFix {
	if c.hasComment(call) || !types.AssignableTo(c.pass.TypesInfo.TypeOf(conv.from), types.Typ[types.String]) {
		return nil
	}
	qualifier, added, ok := imports.Add(c.pass, c.file(call.Pos()), call.Pos(), "io")
	if !ok {
		return nil
	}
	// w.Write([]byte(s))
	// ------------------
	// io.WriteString(w, s)
	return []analysis.SuggestedFix{{
		Message: "Use io.WriteString",
		TextEdits: append(added, analysis.TextEdit{
			Pos: call.Pos(), End: call.End(), NewText: formatted(qualifier + "WriteString(" + c.text(sel.X) + ", " + c.text(conv.from) + ")"),
		}),
	}}
}

// receiver returns e as the receiver of a method call: buf for &buf.
func (c *checker) receiver(e ast.Expr) string {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	return c.operand(e)
}

// format: fmt.Fprintf(w, "%s", string(b)). Package fmt prints the bytes alike, and
// copies a slice header where it would copy that of a string.
func (c *checker) format(conv *conversion, call *ast.CallExpr, i int, fn *types.Func) *use {
	if conv.entry != bytesToString || !conv.isPlain(c.pass.TypesInfo) || fn.Pkg() == nil || fn.Pkg().Path() != "fmt" || call.Ellipsis.IsValid() {
		return nil
	}
	at := fn.Signature().Params().Len() - 2
	if !strings.HasSuffix(fn.Name(), "f") || at < 0 || i <= at {
		return nil
	}
	value := c.pass.TypesInfo.Types[call.Args[at]].Value
	if value == nil || value.Kind() != constant.String {
		return nil
	}
	verbs, ok := verbsOf(constant.StringVal(value))
	if n := i - at - 1; !ok || n >= len(verbs) || !strings.ContainsRune("sqxX", verbs[n]) {
		return nil
	}
	return &use{
		category: CategoryFormat, purpose: "for fmt." + fn.Name(), certain: true,
		remedy: "fmt prints " + short(conv.from) + " alike",
		fixes:  c.replace(conv.call, "Print "+short(conv.from)+" itself", c.text(conv.from)),
	}
}

// verbsOf returns the verbs of a format that takes its arguments one by one.
func verbsOf(format string) (verbs []rune, ok bool) {
	inVerb := false
	for _, r := range format {
		switch {
		case !inVerb:
			inVerb = r == '%'
		case r == '[' || r == '*':
			return nil, false
		case strings.ContainsRune("+-# 0123456789.", r):
		case r == '%':
			inVerb = false
		default:
			verbs = append(verbs, r)
			inVerb = false
		}
	}
	return verbs, true
}

// fixed: json.Unmarshal([]byte("{}"), &v).
func (c *checker) fixed(conv *conversion, _ *ast.CallExpr, _ int, fn *types.Func) *use {
	if conv.entry != stringToBytes || c.constant(conv) == nil {
		return nil
	}
	return &use{
		category: CategoryFixed, purpose: "for " + fn.Name() + ", always of the same text",
		remedy: "a package variable holds it once, if nothing changes it",
	}
}

// constant returns the value of what is converted, nil if it is not constant.
func (c *checker) constant(conv *conversion) constant.Value {
	return c.pass.TypesInfo.Types[conv.from].Value
}
