package directives

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// load parses the directives of a file with the text src.
func load(t *testing.T, src string) (*token.File, *Set) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue),
		Defs:  make(map[*ast.Ident]types.Object),
		Uses:  make(map[*ast.Ident]types.Object),
	}
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}}
	conf.Check("a", fset, []*ast.File{f}, info) // what it cannot resolve does not matter here
	return fset.File(f.FileStart), Collect(fset, []*ast.File{f}, info)
}

// summary has a line for each directive, of the form
//
//	line name node-type@line from-to
//
// with the lines of what it concerns, and one for each problem:
//
//	line category: message
func summary(tok *token.File, s *Set) string {
	line := func(pos token.Pos) int { return tok.PositionFor(pos, false).Line }
	var lines []string
	for _, d := range s.All {
		name := strings.Join(append([]string{d.Name}, d.Passes...), " ")
		node := strings.TrimPrefix(fmt.Sprintf("%T", d.Node), "*ast.")
		lines = append(lines, fmt.Sprintf("%d %s %s@%d %d-%d", line(d.Pos), name, node, line(d.Node.Pos()), line(d.From), line(d.To-1)))
	}
	for _, p := range s.Problems {
		lines = append(lines, fmt.Sprintf("%d %s: %s", line(p.Pos), p.Category, p.Message))
	}
	return strings.Join(lines, "\n")
}

type testCase struct {
	name, src, want string
}

func testAll(t *testing.T, tests []testCase) {
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			src := "package a\n" + test.src // so that src begins in line 2
			if got := summary(load(t, src)); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s\nin:\n%s", got, test.want, src)
			}
		})
	}
}

func TestDeclarations(t *testing.T) {
	testAll(t, []testCase{
		{"func", "//zeroalloc:check\nfunc f() {\n}", "2 check FuncDecl@3 3-4"},
		{"end of doc", "// f does.\n//\n//zeroalloc:check\nfunc f() {}", "4 check FuncDecl@5 5-5"},
		{"any line of doc", "//zeroalloc:check\n// f does.\nfunc f() {}", "2 check FuncDecl@4 4-4"},
		{"among others", "//go:noinline\n//zeroalloc:strict\n//nolint:all\n//zeroalloc:hot\nfunc f() {}",
			"3 strict FuncDecl@6 6-6\n5 hot FuncDecl@6 6-6"},
		{"no body", "//zeroalloc:assume written in assembly\nfunc f()", "2 assume FuncDecl@3 3-3"},
		{"method", "type t int\n//zeroalloc:cold set-up\nfunc (t) m() {\n}", "3 cold FuncDecl@4 4-5"},
		{"allow covers the header", "//zeroalloc:allow escape,boxing once\nfunc f(\n\tx int,\n) {\n\t_ = x\n}", "2 allow escape boxing FuncDecl@3 3-5"},
		{"interface method", "type i interface {\n\t//zeroalloc:check\n\tm()\n}", "3 check Field@4 4-4"},
		{"func type", "//zeroalloc:strict\ntype f func()", "2 strict TypeSpec@3 3-3"},
		{"func type in parentheses", "type (\n\t//zeroalloc:check\n\tf (func())\n)", "3 check TypeSpec@4 4-4"},
		{"func type of another", "type f func()\n//zeroalloc:check\ntype g f", "3 check TypeSpec@4 4-4"},
		{"generic func type", "//zeroalloc:check\ntype f[T any] func(T)", "2 check TypeSpec@3 3-3"},
		{"func variable", "//zeroalloc:check\nvar f = func() {\n}", "2 check FuncLit@3 3-4"},
		{"func variable in parentheses", "var (\n\t//zeroalloc:check\n\tf = func() {}\n\tg = func() {}\n)", "3 check FuncLit@4 4-4"},
		{"comment behind", "//zeroalloc:check // the loop\nfunc f() {}", "2 check FuncDecl@3 3-3"},
		{"address in reason", "//zeroalloc:assume https://go.dev/issue/1 // really\nfunc f() {}", "2 assume FuncDecl@3 3-3"},
		{"block comment between", "//zeroalloc:check\n/* f\n\ndoes */\nfunc f() {}", "2 check FuncDecl@6 6-6"},
		{"block comment before", "//zeroalloc:check\n/* f */ func f() {}", "2 check FuncDecl@3 3-3"},
		{"carriage returns", "//zeroalloc:check\r\n/* f\r\n\r\n\r\n\r\ndoes */\r\nfunc f() {}\r\n", "2 check FuncDecl@8 8-8"},
		{"line directives", "//zeroalloc:check\n//line x.go:100\n//nolint\nfunc f() {\n//line y.go:7\n//zeroalloc:hot\n//line y.go:70\n\tfor {}\n}",
			"2 check FuncDecl@5 5-10\n7 hot ForStmt@9 9-9"},
		{"raw string", "const c = `\n//zeroalloc:check\n// zeroalloc:check\n`", ""},
	})
}

func TestStatements(t *testing.T) {
	body := func(name, src, want string) testCase {
		// src begins in line 3.
		return testCase{name, "func f(g func(...any) any, h func() func(func(any) bool), x, y any) (r any) {\n" + src + "\nreturn }", want}
	}
	testAll(t, []testCase{
		body("for", "//zeroalloc:check\nfor {\n}", "3 check ForStmt@4 4-5"),
		body("range", "//zeroalloc:strict\nfor range 3 {\n}", "3 strict RangeStmt@4 4-5"),
		body("label", "//zeroalloc:check\nL: for { break L }", "3 check ForStmt@4 4-4"),
		body("label above", "//zeroalloc:hot\nL:\nfor { break L }", "3 hot ForStmt@5 4-5"),
		body("below label", "L:\n//zeroalloc:check\nfor { break L }", "4 check ForStmt@5 5-5"),
		body("stack", "//zeroalloc:check\n// text\n//zeroalloc:allow boxing text\nfor x := range h() { _ = x }",
			"3 check RangeStmt@6 6-6\n5 allow boxing RangeStmt@6 6-6"),
		body("literal", "//zeroalloc:check\nk := func() {\n\tfunc() {}()\n}; k()", "3 check FuncLit@4 4-6"),
		body("deferred literal", "//zeroalloc:check\ndefer func() {\n}()", "3 check FuncLit@4 4-5"),
		body("literal in header", "//zeroalloc:check\nif g(func() {}) == nil {\n\tg(func() {})\n}", "3 check FuncLit@4 4-4"),
		body("literal in field", "_ = struct{ a, b func() }{\n//zeroalloc:check\na: func() {},\nb: func() {},\n}", "4 check FuncLit@5 5-5"),
		body("literal in element", "_ = []func(){\n//zeroalloc:check\nfunc() {},\nfunc() {},\n}", "4 check FuncLit@5 5-5"),
		body("cold if", "//zeroalloc:cold slow\nif x == y {\n\tg()\n}", "3 cold IfStmt@4 4-6"),
		body("cold block", "//zeroalloc:cold slow\n{\n\tg()\n}", "3 cold BlockStmt@4 4-6"),
		body("cold case", "switch {\n//zeroalloc:cold slow\ncase x == y:\n\tg()\n}", "4 cold CaseClause@5 5-6"),
		body("assume behind", "g() //zeroalloc:assume known", "3 assume ExprStmt@3 3-3"),
		body("assume above", "//zeroalloc:assume known\nx = g(\n1)", "3 assume AssignStmt@4 4-5"),
		body("assume an iterator", "for range h { //zeroalloc:assume known\n}", "3 assume RangeStmt@3 3-3"),
		body("assume in a middle line", "g(1,\ng(2), //zeroalloc:assume known\n3)", "4 assume ExprStmt@3 4-4"),
		body("assume in a condition", "//zeroalloc:assume known\nfor g() != nil {\n}", "3 assume ForStmt@4 4-4"),
		body("allow above", "//zeroalloc:allow boxing known\nx = 1\ny = 2", "3 allow boxing AssignStmt@4 4-4"),
		body("allow above outermost", "//zeroalloc:allow boxing known\nfunc() { x = 1\ny = 1 }()", "3 allow boxing ExprStmt@4 4-5"),
		body("allow behind last", "x = 1; y = 2 //zeroalloc:allow boxing known", "3 allow boxing AssignStmt@3 3-3"),
		body("allow behind one that goes on", "r = func() any { //zeroalloc:allow capture known\nreturn x }", "3 allow capture AssignStmt@3 3-4"),
		body("allow behind one that ends", "func() {\nx = 1\n}() //zeroalloc:allow capture known", "5 allow capture ExprStmt@3 3-5"),
		body("allow if", "//zeroalloc:allow boxing known\nif x := g(1,\n2); x != nil {\ny = 1\n}", "3 allow boxing IfStmt@4 4-5"),
		body("allow behind if", "if x := g(1); x != nil { //zeroalloc:allow boxing known\ny = 1\n}", "3 allow boxing IfStmt@3 3-3"),
		body("allow behind else if", "if x == y {\n} else if x := g(1); x != nil { //zeroalloc:allow boxing known\ny = 1\n}", "4 allow boxing IfStmt@4 4-4"),
		body("allow behind case", "switch x {\ncase g(1): //zeroalloc:allow boxing known\ny = 1\n}", "4 allow boxing CaseClause@4 4-4"),
		body("allow behind short loop", "for { y = 1 } //zeroalloc:allow boxing known", "3 allow boxing ForStmt@3 3-3"),
		body("allow behind field", "r = [][]any{\n{1}, //zeroalloc:allow boxing known\n{2},\n}", "4 allow boxing CompositeLit@4 4-4"),
		body("allow in a middle line", "g(1,\n2, //zeroalloc:allow boxing known\n3)", "4 allow boxing ExprStmt@3 4-4"),
		body("allow in a middle line of a header", "if g(1,\n2) == nil &&\ng(3) == nil { //zeroalloc:allow boxing known\n}", "5 allow boxing IfStmt@3 5-5"),
		body("different lines of one", "g(1, //zeroalloc:assume a\ng(2), //zeroalloc:assume b\ng(3), //zeroalloc:assume c\n3)",
			"3 assume ExprStmt@3 3-6\n4 assume ExprStmt@3 4-4\n5 assume ExprStmt@3 5-5"),
	})
}

func TestMisplaced(t *testing.T) {
	body := func(name, src, want string) testCase {
		return testCase{name, "func f(g func(...any) any, x, y any) (r any) {\n" + src + "\nreturn }", want}
	}
	testAll(t, []testCase{
		{"detached from func", "//zeroalloc:check\n\n// f does.\nfunc f() {}",
			"2 misplaced: //zeroalloc:check is detached: a blank line separates it from func f"},
		{"end of file", "func f() {}\n//zeroalloc:check", "3 misplaced: //zeroalloc:check stands on nothing: no statement or declaration begins on the line below"},
		{"const", "//zeroalloc:check\nconst c = 1", "2 misplaced: //zeroalloc:check means nothing on the declaration of c: it stands on a func, a loop, or what holds one func literal"},
		{"import", "//zeroalloc:allow boxing text\nimport _ \"os\"", "2 misplaced: //zeroalloc:allow means nothing on the import declaration: it stands on a statement"},
		{"type", "//zeroalloc:check\ntype t int", "2 misplaced: //zeroalloc:check means nothing on type t: a contract stands on a named func type or on a method of an interface type"},
		{"alias", "//zeroalloc:check\ntype t = func()", "2 misplaced: //zeroalloc:check means nothing on type t: an alias is no type of its own that could have a contract"},
		{"interface", "//zeroalloc:check\ntype t interface{ m() }", "2 misplaced: //zeroalloc:check means nothing on type t: a contract stands on a named func type or on a method of an interface type"},
		{"embedded", "type t interface {\n//zeroalloc:check\nerror }", "3 misplaced: //zeroalloc:check means nothing on the embedded type: a contract stands on a method of an interface type or a named func type"},
		{"struct field", "type t struct {\n//zeroalloc:check\nf func() }", "3 misplaced: //zeroalloc:check means nothing on member f: a contract stands on a method of an interface type or a named func type"},
		{"parameter", "func f(\n//zeroalloc:check\nx int) {}", "3 misplaced: //zeroalloc:check stands on nothing: no statement or declaration begins on the line below"},
		{"cold variable", "//zeroalloc:cold text\nvar v = 1", "2 misplaced: //zeroalloc:cold means nothing on the declaration of v: it stands on a func declaration or a statement"},
		{"assume behind func", "func f() int { return f() } //zeroalloc:assume text", "2 misplaced: //zeroalloc:assume stands behind a func declaration, not above it"},
		body("no literal", "//zeroalloc:check\nif x == y {\ng(func() {})\n}", "3 misplaced: //zeroalloc:check means nothing on the if statement: it stands on a func, a loop, or what holds one func literal"),
		body("two literals", "//zeroalloc:check\ng(func() {}, func() {})", "3 misplaced: //zeroalloc:check means nothing on the statement: of the 2 func literals there it concerns none, since it concerns exactly one"),
		body("hot literal", "//zeroalloc:hot\ng(func() {})", "3 misplaced: //zeroalloc:hot means nothing on the statement: it stands on a func declaration or a loop"),
		body("check behind", "for { //zeroalloc:check\n}", "3 misplaced: //zeroalloc:check stands behind code, but concerns only what begins on the line below it"),
		body("detached from loop", "//zeroalloc:check\n\nfor {}", "3 misplaced: //zeroalloc:check is detached: a blank line separates it from the loop"),
		body("above brace", "{\n//zeroalloc:allow boxing text\n}", "4 misplaced: //zeroalloc:allow stands on nothing: no statement or declaration begins on the line below"),
		body("above else", "if x == y {\n//zeroalloc:allow boxing text\n} else if x := g(1); x == y {\n}", "4 misplaced: //zeroalloc:allow stands on nothing: no statement or declaration begins on the line below"),
		body("behind brace", "if x == y {\n} //zeroalloc:allow boxing text", "4 misplaced: //zeroalloc:allow stands on nothing: no statement or declaration is on its line"),
		body("label without statement", "{ goto L\nL:\n//zeroalloc:allow boxing text\n}", "5 misplaced: //zeroalloc:allow stands on nothing: no statement or declaration begins on the line below"),
		body("above argument", "g(\n//zeroalloc:assume text\ng())", "4 misplaced: //zeroalloc:assume stands on nothing: no statement or declaration begins on the line below"),
		body("no call", "x = y //zeroalloc:assume text", "3 misplaced: //zeroalloc:assume means nothing on the assignment: it stands on a func declaration or the line of a call"),
		body("conversion", "x = any(y) //zeroalloc:assume text", "3 misplaced: //zeroalloc:assume means nothing on the assignment: it stands on a func declaration or the line of a call"),
		body("call in literal", "x = func() { g() } //zeroalloc:assume text", "3 misplaced: //zeroalloc:assume means nothing on the assignment: it stands on a func declaration or the line of a call"),
		body("call in other line", "g(1,\n2, //zeroalloc:assume text\n3)", "4 misplaced: //zeroalloc:assume means nothing on the statement: it stands on a func declaration or the line of a call"),
		body("cold behind", "g() //zeroalloc:cold text", "3 misplaced: //zeroalloc:cold stands behind code, but concerns only what begins on the line below it"),
	})
}

func TestContradictions(t *testing.T) {
	testAll(t, []testCase{
		{"repeated", "//zeroalloc:check\n//zeroalloc:check\nfunc f() {}", "2 check FuncDecl@4 4-4\n3 contradiction: //zeroalloc:check is repeated on func f"},
		{"redundant", "//zeroalloc:check\n//zeroalloc:strict\nfunc f() {}", "3 strict FuncDecl@4 4-4\n2 contradiction: //zeroalloc:check is redundant: //zeroalloc:strict on func f says more"},
		{"cold check", "//zeroalloc:cold text\n//zeroalloc:check\nfunc f() {}", "3 check FuncDecl@4 4-4\n2 contradiction: //zeroalloc:cold contradicts //zeroalloc:check on func f"},
		{"hot cold", "//zeroalloc:hot\n//zeroalloc:cold text\nfunc f() {}", "2 hot FuncDecl@4 4-4\n3 contradiction: //zeroalloc:cold contradicts //zeroalloc:hot on func f"},
		{"assume strict", "//zeroalloc:assume text\n//zeroalloc:strict\nfunc f() {}", "3 strict FuncDecl@4 4-4\n2 contradiction: //zeroalloc:assume contradicts //zeroalloc:strict on func f"},
		{"check hot is none", "//zeroalloc:check\n//zeroalloc:hot\nfunc f() {}", "2 check FuncDecl@4 4-4\n3 hot FuncDecl@4 4-4"},
		{"cold literal", "func f() {\n//zeroalloc:check\n//zeroalloc:cold text\ndefer func() {}()\n}", "3 check FuncLit@5 5-5\n4 contradiction: //zeroalloc:cold contradicts //zeroalloc:check on the defer statement"},
		{"assume in header of checked loop is none", "func f() {\n//zeroalloc:check\n//zeroalloc:assume text\nfor recover() == nil {\n}\n}", "3 check ForStmt@5 5-6\n4 assume ForStmt@5 5-5"},
		{"allow twice", "//zeroalloc:allow boxing text\nvar x any = 1 //zeroalloc:allow concat,boxing text", "2 allow boxing GenDecl@3 3-3\n3 contradiction: //zeroalloc:allow repeats pass boxing on the declaration of x"},
		{"allow others", "//zeroalloc:allow boxing text\nvar x any = 1 //zeroalloc:allow concat text", "2 allow boxing GenDecl@3 3-3\n3 allow concat GenDecl@3 3-3"},
	})
}

func TestForm(t *testing.T) {
	known := "known are allow, assume, check, cold, hot, strict"
	for _, test := range []struct{ comment, want string }{
		// Well-formed.
		{"//zeroalloc:check", ""},
		{"//zeroalloc:check // why", ""},
		{"//zeroalloc:cold\ttext", ""},
		{"//zeroalloc:allow boxing,concat text", ""},

		// Arguments.
		{"//zeroalloc:check fast path", `argument: //zeroalloc:check takes no argument, but "fast path" follows it`},
		{"//zeroalloc:hot x", `argument: //zeroalloc:hot takes no argument, but "x" follows it`},
		{"//zeroalloc:assume", "noreason: //zeroalloc:assume gives no reason"},
		{"//zeroalloc:assume // text", "noreason: //zeroalloc:assume gives no reason"},
		{"//zeroalloc:cold ...", "noreason: //zeroalloc:cold gives no reason"},
		{"//zeroalloc:allow boxing", "noreason: //zeroalloc:allow gives no reason"},
		{"//zeroalloc:allow", "argument: //zeroalloc:allow names no pass (" + strings.Join(PassNames, ", ") + ")"},
		{"//zeroalloc:allow boxing, concat text", "argument: //zeroalloc:allow has an empty name in its list of passes, which takes commas without spaces"},
		{"//zeroalloc:allow boxng text", `argument: //zeroalloc:allow names unknown pass "boxng" (nearest is boxing)`},
		{"//zeroalloc:allow all text", `argument: //zeroalloc:allow names unknown pass "all" (known are ` + strings.Join(PassNames, ", ") + ")"},
		{"//zeroalloc:allow directive text", "argument: findings of pass directive cannot be allowed"},
		{"//zeroalloc:allow boxing,boxing text", "argument: //zeroalloc:allow names pass boxing twice"},

		// Unknown names.
		{"//zeroalloc:chekc", "unknown: //zeroalloc:chekc is unknown (nearest is //zeroalloc:check)"},
		{"//zeroalloc:check,", "unknown: //zeroalloc:check, is unknown (nearest is //zeroalloc:check)"},
		{"//zeroalloc:check\u200b", "unknown: //zeroalloc:check\u200b is unknown (" + known + ")"},
		{"//zeroalloc:ignore text", "unknown: //zeroalloc:ignore is unknown (" + known + ")"},
		{"//zeroalloc:not text", "unknown: //zeroalloc:not is unknown (nearest is //zeroalloc:hot)"},
		{"//zeroalloc:Ignore", "unknown: //zeroalloc:Ignore is unknown (" + known + ")"},

		// Near misses.
		{"// zeroalloc:check", `nearmiss: comment "// zeroalloc:check" is not the directive //zeroalloc:check`},
		{"//\tzeroalloc:check", `nearmiss: comment "//\tzeroalloc:check" is not the directive //zeroalloc:check`},
		{"///zeroalloc:check", `nearmiss: comment "///zeroalloc:check" is not the directive //zeroalloc:check`},
		{"// zeroalloc:check // why", `nearmiss: comment "// zeroalloc:check" is not the directive //zeroalloc:check`},
		{"// zeroalloc:cold text", `nearmiss: comment "// zeroalloc:cold" is not the directive //zeroalloc:cold`},
		{"// zeroalloc:chekc", `nearmiss: comment "// zeroalloc:chekc" is not the directive //zeroalloc:check`},
		{"// Zeroaloc: check", `nearmiss: comment "// Zeroaloc: check" is not the directive //zeroalloc:check`},
		{"//zeroaloc:check", `nearmiss: comment "//zeroaloc:check" is not the directive //zeroalloc:check`},
		{"//zeroalloc:Check", `nearmiss: comment "//zeroalloc:Check" is not the directive //zeroalloc:check`},
		{"//Zeroalloc:check", `nearmiss: comment "//Zeroalloc:check" is not the directive //zeroalloc:check`},
		{"//zero-alloc:strict", `nearmiss: comment "//zero-alloc:strict" is not the directive //zeroalloc:strict`},
		{"//zeroallco:hot", `nearmiss: comment "//zeroallco:hot" is not the directive //zeroalloc:hot`},
		{"//zeroalloc: check", `nearmiss: comment "//zeroalloc: check" is not the directive //zeroalloc:check`},
		{"//zeroalloc :check", `nearmiss: comment "//zeroalloc :check" is not the directive //zeroalloc:check`},
		{"//zeroalloc check", `nearmiss: comment "//zeroalloc check" is not the directive //zeroalloc:check`},
		{"// zeroalloc check", `nearmiss: comment "// zeroalloc check" is not the directive //zeroalloc:check`},
		{"//zeroalloc=check", `nearmiss: comment "//zeroalloc=check" is not the directive //zeroalloc:check`},
		{"//zeroalloc.check", `nearmiss: comment "//zeroalloc.check" is not the directive //zeroalloc:check`},
		{"//zeroalloc_check", `nearmiss: comment "//zeroalloc_check" is not the directive //zeroalloc:check`},
		{"//zeroalloc__assume text", `nearmiss: comment "//zeroalloc__assume" is not the directive //zeroalloc:assume`},
		{"//zeroalloc-lint:check", `nearmiss: comment "//zeroalloc-lint:check" is not the directive //zeroalloc:check`},
		{"//zeroalloclint:check", `nearmiss: comment "//zeroalloclint:check" is not the directive //zeroalloc:check`},
		{"// zeroalloc-lint:check", `nearmiss: comment "// zeroalloc-lint:check" is not the directive //zeroalloc:check`},
		{"//zeroalloc_lint:cold text", `nearmiss: comment "//zeroalloc_lint:cold" is not the directive //zeroalloc:cold`},
		{"//Zeroalloc-Lint:Check", `nearmiss: comment "//Zeroalloc-Lint:Check" is not the directive //zeroalloc:check`},
		{"//ZeroAlloc:check", `nearmiss: comment "//ZeroAlloc:check" is not the directive //zeroalloc:check`},
		{"//ZEROALLOC:CHECK", `nearmiss: comment "//ZEROALLOC:CHECK" is not the directive //zeroalloc:check`},
		{"//zeroalloc-lint check", `nearmiss: comment "//zeroalloc-lint check" is not the directive //zeroalloc:check`},
		{"//go:zeroalloc:check", `nearmiss: comment "//go:zeroalloc:check" is not the directive //zeroalloc:check`},
		{"//zeroalloc/check", `nearmiss: comment "//zeroalloc/check" is not the directive //zeroalloc:check`},
		{"//zeroalloccheck", `nearmiss: comment "//zeroalloccheck" is not the directive //zeroalloc:check`},
		{"//zeroalloc", "nearmiss: //zeroalloc names no directive"},
		{"//zeroalloc:", "nearmiss: //zeroalloc: names no directive"},
		{"/*zeroalloc:check*/", `nearmiss: comment "/*zeroalloc:check" is not the directive //zeroalloc:check`},
		{"/* zeroalloc:check */", `nearmiss: comment "/* zeroalloc:check" is not the directive //zeroalloc:check`},
		{"/* f does.\n\n//zeroalloc:check\n*/", `nearmiss: line "zeroalloc:check" of a block comment is not the directive //zeroalloc:check`},
		{"/*\n * f does.\n * zeroalloc:check\n */", `nearmiss: line "zeroalloc:check" of a block comment is not the directive //zeroalloc:check`},

		{"//nolint:all //zeroalloc:check", "nearmiss: //zeroalloc:check shares its comment with another directive, and is a part of that"},
		{"//zeroalloc:hot //zeroalloc:check", "nearmiss: //zeroalloc:check shares its comment with another directive, and is a part of that"},

		// Prose, and what belongs to others.
		{"// the directive //zeroalloc:check means", ""},
		{"// zeroalloc-lint: a tool", ""},
		{"// zeroalloc-lint checks it", ""},
		{"//zeroalloc-lint is a tool", ""},
		{"// zeroalloc_check is a name", ""},
		{"// zeroalloc:check marks hot functions", ""},
		{"// see zeroalloc:check", ""},
		{"// use zeroalloc:check.", ""},
		{"// `zeroalloc:check`", ""},
		{"// //zeroalloc:check", ""},
		{"//\t//zeroalloc:check", ""},
		{"// zeroalloc:", ""},
		{"// zeroalloc:foo", ""},
		{"// zeroalloc check is a proof", ""},
		{"// zeroalloc cold", ""},
		{"//nolint:all // see //zeroalloc:check", ""},
		{"// zeroalloc", ""},
		{"//zeroalloc proves this", ""},
		{"//nilalloc:check", ""},
		{"//lint:check", ""},
		{"//go:noinline", ""},
		{"//nolint:all // see zeroalloc:check", ""},
		{"/* zeroalloc:check\n\nis a directive */", ""},
		{"//", ""},
		{"/**/", ""},
		{"/*/ */", ""},
	} {
		// All names can stand on a func, which needs no type information.
		_, s := load(t, "package a\n"+test.comment+"\nfunc f() {}")
		got := ""
		if len(s.Problems) == 1 {
			got = s.Problems[0].Category + ": " + s.Problems[0].Message
		}
		if got != test.want || len(s.Problems) > 1 {
			t.Errorf("%s: got %v, want %q", test.comment, s.Problems, test.want)
		}
		if wellFormed := strings.HasPrefix(test.comment, "//zeroalloc:") && test.want == ""; wellFormed != (len(s.All) == 1) {
			t.Errorf("%s: obeyed %d directives", test.comment, len(s.All))
		}
	}
}

// A line that could be the beginning of a sentence is no mistake where the
// directive could not stand.
func TestProseBySite(t *testing.T) {
	testAll(t, []testCase{
		{"reason", "// zeroalloc:cold marks what is slow.\n\nfunc f() {}", ""},
		{"no colon", "func f() {\n\t// zeroalloc check\n}", ""},
		{"block", "/*\nThe directive\nzeroalloc:check\n*/\n\nfunc f() {}", ""},
		{"check", "// zeroalloc:check\n\nfunc f() {}", `2 nearmiss: comment "// zeroalloc:check" is not the directive //zeroalloc:check`},
	})
}

func TestReason(t *testing.T) {
	_, s := load(t, "package a\n//zeroalloc:allow escape,boxing \t see  https://go.dev // more\nvar x any = 1")
	if len(s.All) != 1 {
		t.Fatal(s.Problems)
	}
	if d := s.All[0]; d.Reason != "see  https://go.dev" || !slices.Equal(d.Passes, []string{"escape", "boxing"}) {
		t.Errorf("got reason %q, passes %q", d.Reason, d.Passes)
	}
}

func TestOn(t *testing.T) {
	_, s := load(t, "package a\nfunc f() int {\n\treturn max(f(),\n\t\tf(), //zeroalloc:assume text\n\t\tf())\n}")
	if len(s.All) != 1 {
		t.Fatal(s.Problems)
	}
	d := s.All[0]
	if s.On(d.Node, Assume) != nil {
		t.Error("an assume for one line stands on the whole statement")
	}
	covered := 0
	ast.Inspect(d.Node, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && d.Covers(call.Lparen) {
			covered++
		}
		return true
	})
	if covered != 1 {
		t.Errorf("%d calls are covered, want 1", covered)
	}
}

// gofmt moves directives to the end of doc comments.
func TestFormatted(t *testing.T) {
	src, err := os.ReadFile("../../testdata/src/directive/good/good.go")
	if err != nil {
		t.Fatal(err)
	}
	// Only at the beginning of a line gofmt rearranges comments.
	moved := "package a\n\n//zeroalloc:check\n// f does.\nfunc f() {\n\tfor {\n\t}\n}\n"
	for _, src := range []string{string(src), moved} {
		formatted, err := format.Source([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		before, after := stands(load(t, src)), stands(load(t, string(formatted)))
		if before != after || before == "" {
			t.Errorf("before gofmt:\n%s\nafter:\n%s", before, after)
		}
	}
}

// stands lists what stands on what, without lines.
func stands(tok *token.File, s *Set) string {
	var lines []string
	for _, d := range s.All {
		lines = append(lines, fmt.Sprintf("%s %v %s %T %s", d.Name, d.Passes, d.Reason, d.Node, describe(d.unit)))
	}
	for _, p := range s.Problems {
		lines = append(lines, p.Message)
	}
	return strings.Join(lines, "\n")
}

// TestNothingSilent wants each comment of the test packages that names the tool
// to be obeyed, reported, or known as prose.
func TestNothingSilent(t *testing.T) {
	prose := []string{
		"// zeroalloc:check marks hot functions", // a sentence
		"//	//zeroalloc:check",                   // an example
		"// The directive //zeroalloc:check means that nothing allocates.",
		"// zeroalloc:cold marks what is slow.", // stands on nothing
	}
	files, err := filepath.Glob("../../testdata/src/directive/*/*.go")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	seen := make(map[string]bool)
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, s := load(t, string(src))
		known := make(map[token.Pos]bool)
		for _, d := range s.All {
			known[d.Pos] = true
		}
		for _, p := range s.Problems {
			known[p.Pos] = true
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range f.Comments {
			for _, c := range group.List {
				text, _, _ := strings.Cut(c.Text, "// want")
				text = strings.TrimSpace(text)
				if !strings.Contains(text, tool+":") || known[c.Pos()] {
					continue
				}
				seen[text] = true
				if !slices.Contains(prose, text) {
					t.Errorf("%s: neither obeyed nor reported: %s", fset.Position(c.Pos()), c.Text)
				}
			}
		}
	}
	for _, text := range prose {
		if !seen[text] {
			t.Errorf("no test package has the prose %q", text)
		}
	}
}
