package convert

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/passdoc"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

//go:embed doc.go
var doc string

// Analyzer reports conversions between strings and slices that can be done without.
var Analyzer = &analysis.Analyzer{
	Name:     "convert",
	Doc:      passdoc.MustExtract(doc, "convert"),
	URL:      "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/convert",
	Requires: []*analysis.Analyzer{inspect.Analyzer, scope.Analyzer, compiled.Analyzer},
	Run:      run,
}

// Categories of findings.
const (
	CategoryTwin   = "twin"   // strings.Contains(string(b), "x"): bytes.Contains takes b
	CategoryWrite  = "write"  // w.Write([]byte(s)), io.WriteString(w, string(b))
	CategoryAppend = "append" // append(b, string(c)...)
	CategoryRange  = "range"  // range []rune(s)
	CategoryKey    = "key"    // m[string(b)]++
	CategoryFormat = "format" // fmt.Fprintf(w, "%s", string(b))
	CategoryPart   = "part"   // string(b)[:n], string(b)[i]
	CategoryTwice  = "twice"  // []byte(string(b))
	CategoryNumber = "number" // append(b, strconv.Itoa(n)...), binary.Write(w, order, n)
	CategoryFixed  = "fixed"  // json.Unmarshal([]byte("{}"), &v)
)

func run(pass *analysis.Pass) (any, error) {
	c := &checker{
		pass:   pass,
		places: pass.ResultOf[scope.Analyzer].(*scope.Places),
		unit:   pass.ResultOf[compiled.Analyzer].(*compiled.Unit),
		lines:  make(map[lineKey]int),
	}
	c.reporter = c.places.Reporter(pass)
	var found []*conversion
	root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	for cur := range root.Preorder((*ast.CallExpr)(nil)) {
		if conv := conversionOf(pass.TypesInfo, cur); conv != nil {
			if !conv.isFree(pass.TypesInfo) {
				c.lines[c.lineOf(conv)]++
			}
			found = append(found, conv)
		}
	}
	for _, conv := range found {
		if u := c.use(conv); u != nil {
			c.check(conv, u)
		}
	}
	for cur := range root.Preorder((*ast.CallExpr)(nil)) {
		c.checkText(cur)
		c.checkBinary(cur)
	}
	c.reporter.Finish(c.unit)
	return nil, nil
}

// A checker is the state of the pass over one package.
type checker struct {
	pass     *analysis.Pass
	places   *scope.Places
	reporter *scope.Reporter
	unit     *compiled.Unit
	lines    map[lineKey]int // how many conversions of a kind a line has that copy
}

type lineKey struct {
	file *token.File
	line int
	kind string
}

func (c *checker) lineOf(conv *conversion) lineKey {
	file := c.pass.Fset.File(conv.call.Lparen)
	return lineKey{file, file.Line(conv.call.Lparen), conv.entry + conv.array}
}

// A use is what a conversion is for, and how to do without it.
type use struct {
	category string
	purpose  string // "for strings.Contains", to stand behind "copies b"
	remedy   string // "bytes.Contains takes b as it is", to stand behind a semicolon
	certain  bool   // it copies whatever the compiler does
	fixes    []analysis.SuggestedFix
}

// check reports the conversion if it is made again and again, and does copy.
func (c *checker) check(conv *conversion, u *use) {
	place, ok := c.places.At(conv.cur)
	if !ok {
		return
	}
	copies, condition := c.copies(conv, u)
	if !copies {
		return
	}
	text := short(conv.call)
	c.reporter.Report(analysis.Diagnostic{
		Pos:            conv.call.Pos(),
		End:            conv.call.End(),
		Category:       u.category,
		Message:        fmt.Sprintf("%s allocates a copy%s %s, %s; %s", text, condition, u.purpose, place.Why, u.remedy),
		SuggestedFixes: u.fixes,
	})
}

// copies reports whether the conversion puts a copy on the heap, and on which condition.
//
// Object code has lines but no columns. Where it has fewer calls in a line than there are
// conversions of the kind that may copy, nothing is said: it could be another one.
func (c *checker) copies(conv *conversion, u *use) (copies bool, condition string) {
	allocs, err := c.unit.Allocs(point(conv.call.Lparen))
	if err != nil || isGeneric(c.pass.TypesInfo, conv.cur) {
		return u.certain, ""
	}
	hosts := make(map[string]int)
	most, buffered := 0, true
	for _, a := range allocs {
		if !conv.mayBe(a) {
			continue
		}
		buffered = buffered && a.HasBuffer
		var sb strings.Builder
		sb.WriteString(a.Host)
		for _, frame := range a.Stack {
			//zeroalloc:allow boxing of the few allocations of a line
			fmt.Fprintf(&sb, " %s:%d", frame.Func, frame.Line)
		}
		host := sb.String()
		hosts[host]++
		most = max(most, hosts[host])
	}
	if most == 0 || most < c.lines[c.lineOf(conv)] {
		return false, ""
	}
	if buffered {
		if isShort(c.pass.TypesInfo, conv.from) {
			return false, ""
		}
		unit := "bytes"
		if conv.entry == stringToRunes {
			unit = "runes"
		}
		condition = " when longer than 32 " + unit
	}
	return true, condition
}

// point is the range of a position.
type point token.Pos

func (p point) Pos() token.Pos { return token.Pos(p) }
func (p point) End() token.Pos { return token.Pos(p) }

// isGeneric reports whether cur stands in a function with type parameters, whose code is
// compiled where it is instantiated.
func isGeneric(info *types.Info, cur inspector.Cursor) bool {
	for outer := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		fn, ok := info.Defs[outer.Node().(*ast.FuncDecl).Name].(*types.Func)
		return ok && (fn.Signature().TypeParams().Len() > 0 || fn.Signature().RecvTypeParams().Len() > 0)
	}
	return false
}

// short returns the text of e, or as much of it as tells it from others.
func short(e ast.Expr) string {
	const most = 50
	s := types.ExprString(e)
	if len(s) > most {
		return "the conversion"
	}
	return s
}
