package prealloc

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/types/typeutil"
)

// A count is a number of elements: per times the product of the bounds.
type count struct {
	per    int64
	bounds []bound
}

// value returns the count if it is a constant.
func (n count) value() (int64, bool) {
	v := n.per
	for _, b := range n.bounds {
		if !b.known {
			return 0, false
		}
		if b.val != 0 && v > math.MaxInt64/b.val {
			return math.MaxInt64, true
		}
		v *= b.val
	}
	return v, true
}

// times returns how often the innermost loop of the count is run.
func (n count) times() count { return count{1, n.bounds} }

// text returns the count as Go source; spaced as gofmt wants it outside of an
// argument list.
func (n count) text(spaced bool) string {
	if v, ok := n.value(); ok && (n.per > 1 || len(n.bounds) > 1) {
		return strconv.FormatInt(v, 10)
	}
	var factors []string
	if n.per > 1 {
		factors = append(factors, strconv.FormatInt(n.per, 10))
	}
	for _, b := range n.bounds {
		if b.sum && (n.per > 1 || len(n.bounds) > 1) {
			factors = append(factors, "("+b.text+")")
			continue
		}
		factors = append(factors, b.text)
	}
	if spaced {
		return strings.Join(factors, " * ")
	}
	return strings.Join(factors, "*")
}

// sure reports whether the count may size memory: it cannot be negative, nor
// larger than what is in memory already.
func (n count) sure() bool {
	return !slices.ContainsFunc(n.bounds, func(b bound) bool { return !b.sure })
}

// count returns how many elements g has after its loops, if each iteration adds
// the same number, no iteration is left out, and the lengths of all loops
// between the declaration and the fills are known.
func (c *checker) count(g *container) (count, bool) {
	for loop := range g.fills[0].cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		stmt, ok := loop.Node().(ast.Stmt)
		if !ok || g.within(stmt) {
			break
		}
		g.nest = stmt
	}
	if g.nest == nil {
		return count{}, false
	}
	for _, f := range g.fills {
		if f.n <= 0 || f.stmt.Pos() < g.nest.Pos() || f.stmt.End() > g.nest.End() {
			return count{}, false // filled elsewhere, too, or by an unknown number
		}
	}
	w := &walker{c: c, g: g, fills: g.fillStmts()}
	n, _ := w.loop(g.nest, c.label(g.nest), count{})
	if w.unsure || len(w.fills) > 0 || len(n.bounds) == 0 {
		return count{}, false
	}
	if w.fails && !n.sure() {
		return count{}, false // a length read from outside must not size memory before the data is there
	}
	return n, true
}

// label returns the label of loop.
func (c *checker) label(loop ast.Stmt) string {
	if cur, ok := c.root.FindNode(loop); ok && cur.ParentEdgeKind() == edge.LabeledStmt_Stmt {
		return cur.Parent().Node().(*ast.LabeledStmt).Label.Name
	}
	return ""
}

// A walker follows the paths of one iteration and counts what they add.
type walker struct {
	c      *checker
	g      *container
	fills  map[ast.Stmt]int64 // those not met yet
	frames []*frame
	unsure bool // paths differ
	fails  bool // some path returns an error
}

// A frame is a statement that break or continue may refer to.
type frame struct {
	stmt   ast.Stmt
	label  string
	ends   []count // at each continue of a loop, each break of another statement
	filled bool    // a loop with fills
}

func (w *walker) list(list []ast.Stmt, in count) (out count, live bool) {
	for _, s := range list {
		if in, live = w.stmt(s, in); !live {
			return in, false
		}
	}
	return in, true
}

// stmt returns the count after s, if it is in before, and whether s completes.
func (w *walker) stmt(s ast.Stmt, in count) (out count, live bool) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return w.fill(s, in), true
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return w.fill(s, in), !ok || !neverReturns(w.c.pass.TypesInfo, call)
	case *ast.BlockStmt:
		return w.list(s.List, in)
	case *ast.IfStmt:
		return w.ifStmt(s, in)
	case *ast.LabeledStmt:
		return w.labeled(s.Stmt, s.Label.Name, in)
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		return w.labeled(s, "", in)
	case *ast.ReturnStmt:
		if w.c.isFailing(s, w.g) {
			w.fails = true
		} else {
			w.unsure = true // leaves early
		}
		return in, false
	case *ast.BranchStmt:
		w.branch(s, in)
		return in, false
	}
	return in, true
}

func (w *walker) labeled(s ast.Stmt, label string, in count) (out count, live bool) {
	switch s := s.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return w.loop(s, label, in)
	case *ast.SwitchStmt:
		return w.clauses(s, s.Body, label, in)
	case *ast.TypeSwitchStmt:
		return w.clauses(s, s.Body, label, in)
	case *ast.SelectStmt:
		return w.clauses(s, s.Body, label, in)
	}
	return w.stmt(s, in)
}

func (w *walker) fill(s ast.Stmt, in count) count {
	n, ok := w.fills[s]
	if !ok {
		return in
	}
	delete(w.fills, s)
	return w.add(in, count{per: n})
}

func (w *walker) ifStmt(s *ast.IfStmt, in count) (out count, live bool) {
	if s.Init != nil {
		in, _ = w.stmt(s.Init, in)
	}
	then, thenLive := w.list(s.Body.List, in)
	if s.Else == nil {
		return w.join(then, thenLive, in, true)
	}
	other, otherLive := w.stmt(s.Else, in)
	return w.join(then, thenLive, other, otherLive)
}

func (w *walker) clauses(s ast.Stmt, body *ast.BlockStmt, label string, in count) (out count, live bool) {
	f := &frame{stmt: s, label: label}
	w.frames = append(w.frames, f)
	_, exhaustive := s.(*ast.SelectStmt) // waits until one of its cases can go on
	for _, clause := range body.List {
		var list []ast.Stmt
		switch clause := clause.(type) {
		case *ast.CaseClause:
			list, exhaustive = clause.Body, exhaustive || clause.List == nil
		case *ast.CommClause:
			list = clause.Body
		}
		o, l := w.list(list, in)
		if l {
			f.ends = append(f.ends, o)
		}
	}
	w.frames = w.frames[:len(w.frames)-1]
	if !exhaustive {
		f.ends = append(f.ends, in)
	}
	for _, end := range f.ends {
		out, live = w.join(out, live, end, true)
	}
	return out, live
}

func (w *walker) loop(s ast.Stmt, label string, in count) (out count, live bool) {
	body := loopBody(s)
	f := &frame{stmt: s, label: label}
	f.filled = slices.ContainsFunc(w.g.fills, func(f fill) bool { return body.Pos() <= f.stmt.Pos() && f.stmt.End() <= body.End() })
	w.frames = append(w.frames, f)
	start := in
	if f.filled {
		start = count{}
	}
	per, ends := w.list(body.List, start)
	w.frames = w.frames[:len(w.frames)-1]
	if !f.filled {
		return in, true
	}
	for _, end := range f.ends {
		per, ends = w.join(per, ends, end, true)
	}
	if w.unsure || !ends {
		w.unsure = true
		return in, true
	}
	b, ok := w.c.bound(s, w.g)
	if !ok || per.per == 0 {
		w.unsure = true
		return in, true
	}
	return w.add(in, count{per.per, append([]bound{b}, per.bounds...)}), true
}

func (w *walker) branch(s *ast.BranchStmt, in count) {
	if s.Tok == token.GOTO || s.Tok == token.FALLTHROUGH {
		w.unsure = true
		return
	}
	for _, f := range slices.Backward(w.frames) {
		isLoop := loopBody(f.stmt) != nil
		if s.Label == nil && s.Tok == token.CONTINUE && !isLoop {
			continue
		}
		if s.Label != nil && s.Label.Name != f.label {
			continue
		}
		switch {
		case !isLoop, s.Tok == token.CONTINUE && f.filled:
			f.ends = append(f.ends, in)
		case f.filled:
			w.unsure = true // leaves early
		}
		return
	}
	w.unsure = true // leaves the nest
}

// join returns the count where two paths meet.
func (w *walker) join(a count, aLive bool, b count, bLive bool) (count, bool) {
	switch {
	case !aLive:
		return b, bLive
	case bLive && !a.equal(b):
		w.unsure = true
	}
	return a, true
}

// add returns the count of what comes one after the other.
func (w *walker) add(a, b count) count {
	switch {
	case a.per == 0:
		return b
	case b.per == 0:
		return a
	case !slices.EqualFunc(a.bounds, b.bounds, bound.equal):
		w.unsure = true // a sum: capacities that must be calculated are not asked for
	}
	return count{a.per + b.per, a.bounds}
}

func (n count) equal(m count) bool {
	return n.per == m.per && slices.EqualFunc(n.bounds, m.bounds, bound.equal)
}

func (b bound) equal(c bound) bool { return b.text == c.text }

// isFailing reports whether s certainly returns an error.
func (c *checker) isFailing(s *ast.ReturnStmt, g *container) bool {
	info := c.pass.TypesInfo
	if len(s.Results) == 0 {
		return false
	}
	last := ast.Unparen(s.Results[len(s.Results)-1])
	var sig *types.Signature
	switch fn := enclosingFunc(g.fills[0].cur).(type) {
	case *ast.FuncDecl:
		sig = info.Defs[fn.Name].(*types.Func).Signature()
	case *ast.FuncLit:
		sig = info.TypeOf(fn).(*types.Signature)
	}
	if sig.Results().Len() != len(s.Results) || !types.Identical(sig.Results().At(len(s.Results)-1).Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	switch last := last.(type) {
	case *ast.CallExpr:
		return slices.ContainsFunc(s.Results[:len(s.Results)-1], func(e ast.Expr) bool { return isZero(info, e) }) || makesError(info, last)
	case *ast.SelectorExpr:
		return !isEOF(info, last)
	case *ast.Ident:
		return !info.Types[last].IsNil()
	}
	return true
}

// makesError reports whether call makes an error, or wraps one.
func makesError(info *types.Info, call *ast.CallExpr) bool {
	if fn := typeutil.StaticCallee(info, call); fn != nil && (fn.FullName() == "fmt.Errorf" || fn.FullName() == "errors.New") {
		return true
	}
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		return types.Identical(info.TypeOf(arg), types.Universe.Lookup("error").Type())
	})
}

// isEOF reports whether e is io.EOF, which says that something has come to its end.
func isEOF(info *types.Info, e *ast.SelectorExpr) bool {
	obj := info.Uses[e.Sel]
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "io" && obj.Name() == "EOF"
}

// isZero reports whether e is nil or a constant zero value.
func isZero(info *types.Info, e ast.Expr) bool {
	tv := info.Types[e]
	if tv.IsNil() {
		return true
	}
	if tv.Value == nil {
		return false
	}
	switch tv.Value.Kind() {
	case constant.Bool:
		return !constant.BoolVal(tv.Value)
	case constant.String:
		return constant.StringVal(tv.Value) == ""
	}
	return constant.Sign(tv.Value) == 0
}

func neverReturns(info *types.Info, call *ast.CallExpr) bool {
	switch callee := typeutil.Callee(info, call).(type) {
	case *types.Builtin:
		return callee.Name() == "panic"
	case *types.Func:
		switch callee.FullName() {
		case "os.Exit", "runtime.Goexit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln":
			return true
		}
	}
	return false
}
