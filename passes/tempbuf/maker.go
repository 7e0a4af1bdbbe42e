package tempbuf

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"regexp/syntax"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// checkMaker looks at the call of a function that makers lists.
func (c *checker) checkMaker(cur inspector.Cursor, call *ast.CallExpr, fn *types.Func, m maker) {
	r, ok := c.roundOf(cur)
	if !ok || call.Ellipsis.IsValid() {
		return
	}
	f := finding{cur: cur, category: CategoryReset, subject: shortName(fn)}
	switch m.class {
	case classFixed:
		ok = c.checkFixed(r, &f, call, fn, m)
	case classReset:
		ok = c.checkReset(r, &f, call, m)
	case classBound:
		ok = c.checkBound(r, &f, call, m)
	case classScanner:
		ok = c.checkScanner(r, &f, call, m)
	case classConstant:
		ok = c.isConstant(call.Args...) && c.isDropped(r, call.Lparen, true) && c.checkFixed(r, &f, call, fn, m)
	case classDecoder:
		ok = c.checkDecoder(r, &f, call)
	case classSource:
		ok = c.checkSource(r, &f, call)
	}
	if ok && (m.certain || c.makes(call, fn)) {
		c.report(r, f)
	}
}

// shortName returns the name of fn with that of its package.
func shortName(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		return types.TypeString(recv.Type(), (*types.Package).Name) + "." + fn.Name()
	}
	return fn.Pkg().Name() + "." + fn.Name()
}

// checkFixed completes a finding about what is the same each time.
func (c *checker) checkFixed(r round, f *finding, call *ast.CallExpr, fn *types.Func, m maker) bool {
	args := call.Args
	if m.what == regularExpression {
		args = args[:1]
	}
	if fn.Signature().Recv() != nil {
		// template.New("x").Funcs(funcs).Parse(text)
		base, ok := c.templateArgs(call)
		if !ok {
			return false
		}
		args = append(base, args...)
	}
	f.category = CategoryConstant
	f.does = "makes the same " + m.what + " each time"
	switch {
	case c.isConstant(args...):
		if !c.isWorth(fn, args) {
			return false
		}
		f.remedy = "a package variable is made once"
	case c.allInvariant(r, args):
		f.remedy = "one made before the loop does for all rounds"
	default:
		return false
	}
	if v, ok := c.value(call.Lparen).(*ssa.Call); !ok || isCustomised(v) {
		return false
	}
	if fix, ok := c.hoistConstant(r, f.cur, call, fn); ok {
		f.fixes = []analysis.SuggestedFix{fix}
	}
	return true
}

func (c *checker) allInvariant(r round, exprs []ast.Expr) bool {
	for _, e := range exprs {
		if !c.isInvariant(r, e) {
			return false
		}
	}
	return true
}

// templateArgs returns the arguments of the calls that the receiver of a call of
// Parse is made by, and whether that is a new template.
func (c *checker) templateArgs(call *ast.CallExpr) ([]ast.Expr, bool) {
	var args []ast.Expr
	for {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil, false
		}
		if call, ok = ast.Unparen(sel.X).(*ast.CallExpr); !ok {
			return nil, false
		}
		switch fn, _ := typeutil.Callee(c.info, call).(*types.Func); {
		case fn == nil:
			return nil, false
		case fn.Name() == "New" && fn.Signature().Recv() == nil:
			return append(args, call.Args...), true
		case fn.Name() == "Funcs" || fn.Name() == "Option" || fn.Name() == "Delims":
			for _, arg := range call.Args {
				if !c.isPackageVar(arg) {
					args = append(args, arg)
				}
			}
		default:
			return nil, false
		}
	}
}

// isPackageVar reports whether e is a variable declared outside functions.
func (c *checker) isPackageVar(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := c.info.Uses[id].(*types.Var)
	return ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// isWorth reports whether fn does work for the constant arguments: it does not fail,
// and has nothing prepared for them.
func (c *checker) isWorth(fn *types.Func, args []ast.Expr) bool {
	switch fn.FullName() {
	case "time.LoadLocation":
		name := constant.StringVal(c.info.Types[args[0]].Value)
		return name != "" && name != "UTC" && name != "Local"
	case "hash/crc32.MakeTable", "hash/crc64.MakeTable":
		v, _ := constant.Uint64Val(constant.ToInt(c.info.Types[args[0]].Value))
		return v != 0xedb88320 && v != 0x82f63b78 && v != 0xD800000000000000 && v != 0xC96C5795D7870F42
	}
	if fn.Pkg().Path() == "regexp" {
		_, ok := c.compiles(fn, args)
		return ok
	}
	return true
}

// compiles reports whether the constant expression in args is one that fn compiles.
func (c *checker) compiles(fn *types.Func, args []ast.Expr) (string, bool) {
	v := c.info.Types[args[0]].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	expr := constant.StringVal(v)
	if strings.HasSuffix(fn.Name(), "POSIX") {
		_, err := syntax.Parse(expr, syntax.POSIX)
		return expr, err == nil
	}
	_, err := regexp.Compile(expr)
	return expr, err == nil
}

// isCustomised reports whether a method is called that changes what v makes:
// Longest of a regular expression, Indent of an encoder, Buffer of a scanner.
func isCustomised(v ssa.Value) bool {
	for _, instr := range *v.Referrers() {
		switch instr := instr.(type) {
		case *ssa.Extract:
			if isCustomised(instr) {
				return true
			}
		case *ssa.Call:
			callee := instr.Call.StaticCallee()
			if callee == nil || len(instr.Call.Args) == 0 || instr.Call.Args[0] != v {
				continue
			}
			switch callee.Name() {
			case "Longest", "Indent", "Buffer":
				return true
			}
		}
	}
	return false
}

// checkDecoder completes a finding about a decoder for a single value that is in
// memory already.
func (c *checker) checkDecoder(r round, f *finding, call *ast.CallExpr) bool {
	source, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if !ok || !inMemory[calleeName(c.info, source)] {
		return false
	}
	// json.NewDecoder(...).Decode(&v)
	sel, ok := f.cur.Parent().Node().(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Decode" {
		return false
	}
	f.category = CategoryBuffer
	f.does = "allocates a buffer for one value"
	f.remedy = "json.Unmarshal decodes it where it is, and insists that nothing follows"
	return true
}

// inMemory lists functions that make a reader of what is in memory.
var inMemory = set("bytes.NewReader", "bytes.NewBuffer", "bytes.NewBufferString", "strings.NewReader")

// isDecoded reports whether the reader that is made under cur is for a decoder that
// could do without.
func (c *checker) isDecoded(cur inspector.Cursor) bool {
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || calleeName(c.info, call) != "encoding/json.NewDecoder" {
		return false
	}
	_, ok = cur.Parent().Parent().Node().(*ast.SelectorExpr)
	return ok
}

// checkReset completes a finding about what has a method Reset.
func (c *checker) checkReset(r round, f *finding, call *ast.CallExpr, m maker) bool {
	if !c.allInvariant(r, call.Args[m.renewed:]) || c.isDecoded(f.cur) || c.isForOpened(r, call) || !c.isDropped(r, call.Lparen, true) {
		return false
	}
	f.does = "allocates a " + m.what + " that is dropped " + r.end()
	f.remedy = "one made before the loop does for all rounds, with Reset"
	if r.whole() {
		f.remedy = "a sync.Pool keeps it for the next call, with Reset"
	}
	return true
}

// checkBound completes a finding about what belongs to the reader or writer that
// it was made for.
func (c *checker) checkBound(r round, f *finding, call *ast.CallExpr, m maker) bool {
	if r.whole() || !c.allInvariant(r, call.Args) || !c.isDropped(r, call.Lparen, true) {
		return false
	}
	if v := c.value(call.Lparen); isCustomised(v) {
		return false
	}
	f.does = "allocates a " + m.what + " for " + types.ExprString(call.Args[0]) + " that is dropped " + r.end()
	if m.what == "encoder" {
		f.does = strings.Replace(f.does, "a enc", "an enc", 1)
	}
	f.remedy = "one made before the loop does for all rounds"
	return true
}

func (c *checker) checkScanner(r round, f *finding, call *ast.CallExpr, m maker) bool {
	v, ok := c.value(call.Lparen).(*ssa.Call)
	if !ok || isCustomised(v) || c.isForOpened(r, call) || !c.isDropped(r, call.Lparen, true) {
		return false
	}
	f.category = CategoryBuffer
	f.does = "allocates a buffer of 4096 bytes that is dropped " + r.end()
	f.remedy = "Scanner.Buffer gives it one made before the loop"
	if r.whole() {
		f.remedy = "Scanner.Buffer gives it one of a sync.Pool"
	}
	return true
}

// checkSource completes a finding about a source of random numbers that is seeded
// with the time.
func (c *checker) checkSource(r round, f *finding, call *ast.CallExpr) bool {
	timed := false
	ast.Inspect(call, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && calleeName(c.info, call) == "time.Now" {
			timed = true
		}
		return !timed
	})
	if !timed || !c.isDropped(r, call.Lparen, true) {
		return false
	}
	f.does = "allocates 4.9 KB and seeds them, and is dropped " + r.end()
	f.remedy = "the functions of package rand need no source"
	return true
}

// isForOpened reports whether the first argument of call is a file, a connection or a
// process that the round opens: that costs far more than a buffer.
func (c *checker) isForOpened(r round, call *ast.CallExpr) bool {
	if r.place.Annotated() || r.whole() || len(call.Args) == 0 {
		return false
	}
	id, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	if !ok {
		return false
	}
	obj := c.info.Uses[id]
	found := false
	ast.Inspect(r.loop, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Rhs) != 1 {
			return !found
		}
		for _, lhs := range assign.Lhs {
			if id, ok := lhs.(*ast.Ident); ok && c.info.ObjectOf(id) == obj && c.opens(assign.Rhs[0]) {
				found = true
			}
		}
		return !found
	})
	return found
}

// opens reports whether e calls a function that deals with files, connections or
// processes.
func (c *checker) opens(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := typeutil.Callee(c.info, call).(*types.Func)
	if !ok || fn.Pkg() == nil {
		return false
	}
	path, _, _ := strings.Cut(fn.Pkg().Path(), "/")
	switch path {
	case "os", "net", "embed", "archive":
		return true
	}
	return fn.Pkg().Path() == "io/fs" || strings.HasPrefix(fn.Name(), "Open") || strings.HasPrefix(fn.Name(), "Create") || strings.HasPrefix(fn.Name(), "Dial")
}
