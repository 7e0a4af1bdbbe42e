package convert

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"go/version"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// appenders lists functions that make a string, with their counterparts that append the
// same bytes. Where the arguments are not the same, they are those of a format.
var appenders = map[string]struct{ name, args string }{
	"strconv.Itoa":                               {"strconv.AppendInt", "int64(%s), 10"},
	"strconv.FormatInt":                          {"strconv.AppendInt", ""},
	"strconv.FormatUint":                         {"strconv.AppendUint", ""},
	"strconv.FormatFloat":                        {"strconv.AppendFloat", ""},
	"strconv.Quote":                              {"strconv.AppendQuote", ""},
	"strconv.QuoteToASCII":                       {"strconv.AppendQuoteToASCII", ""},
	"strconv.QuoteRune":                          {"strconv.AppendQuoteRune", ""},
	"(time.Time).Format":                         {"AppendFormat", ""},
	"(net/netip.Addr).String":                    {"AppendTo", ""},
	"(net/netip.AddrPort).String":                {"AppendTo", ""},
	"(net/netip.Prefix).String":                  {"AppendTo", ""},
	"(*math/big.Int).Text":                       {"Append", ""},
	"(*math/big.Float).Text":                     {"Append", ""},
	"encoding/hex.EncodeToString":                {"encoding/hex.AppendEncode", ""},
	"(*encoding/base64.Encoding).EncodeToString": {"AppendEncode", ""},
	"(*encoding/base32.Encoding).EncodeToString": {"AppendEncode", ""},
}

// since is the Go version that has an appender, where that is not older than any in use.
var since = map[string]string{
	"encoding/hex.AppendEncode": "go1.22", "AppendEncode": "go1.22",
}

// checkText reports the call under cur if it appends a text that could be made in place:
// append(b, strconv.Itoa(n)...), or w.WriteString(strconv.Itoa(n)).
func (c *checker) checkText(cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	fn, _ := typeutil.Callee(c.pass.TypesInfo, call).(*types.Func)
	if fn == nil {
		return
	}
	a, ok := appenders[fn.FullName()]
	outer := outside(cur)
	if !ok || outer.ParentEdgeKind() != edge.CallExpr_Args || c.isSmall(call, fn) {
		return
	}
	if v := since[a.name]; v != "" && !c.hasGo(call, v) {
		return
	}
	around := outer.Parent().Node().(*ast.CallExpr)
	dst, fixed, ok := c.destination(around, outer.ParentEdgeIndex())
	if !ok {
		return
	}
	place, ok := c.places.At(cur)
	if !ok {
		return
	}
	diag := analysis.Diagnostic{
		Pos: call.Pos(), End: call.End(),
		Category: CategoryNumber,
		Message: fmt.Sprintf("%s makes a string for %s to copy, %s; %s writes the same in place",
			calleeText(call, fn), calleeOf(around), place.Why, nameOf(a.name)),
	}
	if text, ok := c.appendText(call, fn, a.name, a.args, dst); ok && fixed != "" && !c.hasComment(around) {
		// append(b, strconv.Itoa(n)...)
		// -----------------------------
		// strconv.AppendInt(b, int64(n), 10)
		diag.SuggestedFixes = c.replace(around, "Use "+nameOf(a.name), fmt.Sprintf(fixed, text))
	}
	c.reporter.Report(diag)
}

// destination returns what is appended to by the call, whose argument i makes the text,
// and the text of the new call with a hole; "" if there is no simple one.
func (c *checker) destination(call *ast.CallExpr, i int) (dst, fixed string, ok bool) {
	info := c.pass.TypesInfo
	if isBuiltin(info, call, "append") {
		if i != 1 || !call.Ellipsis.IsValid() || !types.Identical(info.TypeOf(call), types.NewSlice(types.Typ[types.Byte])) {
			return "", "", false
		}
		return c.text(call.Args[0]), "%s", true
	}
	fn, _ := typeutil.Callee(info, call).(*types.Func)
	sel, isSelector := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if fn == nil || !isSelector {
		return "", "", false
	}
	recv := c.operand(sel.X)
	switch fn.FullName() {
	case "(*bytes.Buffer).WriteString":
		if !c.hasGo(call, "go1.21") || !isSimple(sel.X) {
			return "", "", true
		}
	case "(*bufio.Writer).WriteString":
		if !isSimple(sel.X) {
			return "", "", true
		}
	default:
		return "", "", false
	}
	return recv + ".AvailableBuffer()", recv + ".Write(%s)", true
}

// isSimple reports whether e can be evaluated twice: it is a variable, or a field of one.
func isSimple(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isSimple(e.X)
	}
	return false
}

// appendText returns the call that appends to dst what call returns.
func (c *checker) appendText(call *ast.CallExpr, fn *types.Func, name, format, dst string) (string, bool) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || call.Ellipsis.IsValid() {
		return "", false
	}
	var sb strings.Builder
	for i, arg := range call.Args {
		if i > 0 {
			sb.WriteString(", ")
		}
		sb.WriteString(c.text(arg))
	}
	args := sb.String()
	if format != "" {
		args = fmt.Sprintf(format, args)
	}
	if args != "" {
		args = ", " + args
	}
	if _, ok := c.pass.TypesInfo.Types[sel.X]; !ok && fn.Signature().Recv() == nil { // a package
		return c.text(sel.X) + "." + base(name) + "(" + dst + args + ")", true
	}
	return c.text(sel.X) + "." + base(name) + "(" + dst + args + ")", fn.Signature().Recv() != nil
}

// isSmall reports whether the text is one of those that are static: of a constant below
// 100.
func (c *checker) isSmall(call *ast.CallExpr, fn *types.Func) bool {
	if fn.Pkg() == nil || fn.Pkg().Path() != "strconv" || len(call.Args) == 0 {
		return false
	}
	value := c.pass.TypesInfo.Types[call.Args[0]].Value
	if value == nil || value.Kind() != constant.Int {
		return false
	}
	n, exact := constant.Int64Val(constant.ToInt(value))
	return !exact || 0 <= n && n < 100
}

// hasGo reports whether the file of n is of the Go version or of a later one.
func (c *checker) hasGo(n ast.Node, v string) bool {
	got := c.pass.TypesInfo.FileVersions[c.file(n.Pos())]
	return got == "" || version.Compare(got, v) >= 0
}

func base(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '.' {
			return name[i+1:]
		}
	}
	return name
}

// nameOf returns the name of a function with that of its package, as code has it.
func nameOf(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '/' {
			return name[i+1:]
		}
	}
	return name
}

// calleeText returns what is called, short.
func calleeText(call *ast.CallExpr, fn *types.Func) string {
	if fn.Signature().Recv() != nil {
		return types.ExprString(ast.Unparen(call.Fun))
	}
	return fn.Pkg().Name() + "." + fn.Name()
}

// calleeOf returns the name of the function that call calls.
func calleeOf(call *ast.CallExpr) string {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return fun.Sel.Name
	}
	return "the call"
}
