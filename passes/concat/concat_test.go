package concat_test

import (
	"go/ast"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/passtest"
	"github.com/zeroalloc/zeroalloc-lint/passes/concat"
)

func Test(t *testing.T) {
	analysistest.Run(t, passtest.Testdata(t), concat.Analyzer, "./concat/grow", "./concat/measured")
}

func TestMeasured(t *testing.T) { passtest.Measured(t, "./concat/measured") }

func TestFixes(t *testing.T) {
	passtest.Fixes(t, concat.Analyzer, "./concat/builder", "./concat/imports")
}

// TestNoFix checks that nothing is offered for what must stay as it is.
func TestNoFix(t *testing.T) { passtest.NoFixes(t, concat.Analyzer, "./concat/plain") }

// TestFixedOnce checks that what the fixes leave calls for no further ones.
func TestFixedOnce(t *testing.T) {
	results := passtest.FixedOnce(t, goldenModule(t), concat.Analyzer, "./after", "./imports")
	if len(results) != 2 {
		t.Fatalf("%d packages analysed, want 2", len(results))
	}
}

// TestSameResult checks, by running both, that the fixes change nothing.
func TestSameResult(t *testing.T) {
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = goldenModule(t)
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != "same\n" {
		t.Errorf("go run: %v\n%s", err, out)
	}
}

// goldenModule returns the directory of a module with the package builder as it
// is and as the fixes leave it, and a program that compares the results.
func goldenModule(t *testing.T) string {
	files := map[string]string{
		"go.mod":            "module zeroalloc.test\n\ngo 1.26\n",
		"before/b.go":       passtest.Read(t, "concat/builder/builder.go"),
		"after/b.go":        passtest.Read(t, "concat/builder/builder.go.golden"),
		"main.go":           compare,
		"concat/plain/p.go": passtest.Read(t, "concat/plain/plain.go"),
	}
	goldens, err := filepath.Glob(filepath.Join(passtest.Testdata(t), "concat/imports/*.golden"))
	if err != nil || len(goldens) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, golden := range goldens {
		base := filepath.Base(golden)
		files["imports/"+strings.TrimSuffix(base, ".golden")] = passtest.Read(t, "concat/imports", base)
	}
	return passtest.Module(t, files)
}

const compare = `package main

import (
	"fmt"

	after "zeroalloc.test/after"
	before "zeroalloc.test/before"
)

func main() {
	texts := [][]string{
		{"a"}, {"a", "b", "c"}, {"", "é", "\xff", "x"},
		{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"},
	}
	runes := []rune{'a', 'é', -1, 0xD800, 0x110000, 0xFFFD}
	same := true
	for _, xs := range texts {
		for n := range 4 {
			xs := append([]string(nil), xs...)
			b := before.All(xs, []int{-1, 0, n}, runes, []byte{0, 'a', 0x80, 0xff, byte(n)})
			a := after.All(xs, []int{-1, 0, n}, runes, []byte{0, 'a', 0x80, 0xff, byte(n)})
			for i := range b {
				if a[i] != b[i] {
					fmt.Printf("result %d: %q, before: %q\n", i, a[i], b[i])
					same = false
				}
			}
		}
	}
	if same {
		fmt.Println("same")
	}
}
`

// TestDiagnostic checks what analysistest does not look at.
func TestDiagnostic(t *testing.T) {
	want := map[string]struct{ category, related string }{
		"List":    {concat.CategoryAccumulate, "s is declared here"},
		"Numbers": {concat.CategoryAccumulate, "s is declared here"},
		"Path":    {concat.CategoryPrepend, "s is declared here"},
		"Pairs":   {concat.CategorySprintf, "s is declared here"},
	}
	results := analysistest.Run(t, passtest.Testdata(t), concat.Analyzer, "./concat/doc")
	for _, r := range results {
		for _, d := range r.Diagnostics {
			fn := funcAt(r.Pass, d.Pos)
			w, ok := want[fn.Name.Name]
			if !ok || d.Category != w.category {
				t.Errorf("%s: category %q, want %q", fn.Name.Name, d.Category, w.category)
			}
			delete(want, fn.Name.Name)
			if len(d.Related) != 1 || d.Related[0].Message != w.related {
				t.Errorf("%s: related %v", fn.Name.Name, d.Related)
				continue
			}
			decl, ok := fn.Body.List[0].(*ast.AssignStmt)
			if !ok || d.Related[0].Pos != decl.Lhs[0].Pos() || d.Related[0].End != decl.Lhs[0].End() {
				t.Errorf("%s: related position is not that of the declaration", fn.Name.Name)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("no diagnostics for %v", want)
	}
}

func funcAt(pass *analysis.Pass, pos token.Pos) *ast.FuncDecl {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Pos() <= pos && pos < fn.End() {
				return fn
			}
		}
	}
	return nil
}

func TestDocumented(t *testing.T) { passtest.Documented(t, concat.Analyzer) }

// TestWritten checks what is written in parts: it is the same, with fewer allocations.
func TestWritten(t *testing.T) {
	passtest.Fixes(t, concat.Analyzer, "./concat/written")
	dir := passtest.Module(t, map[string]string{
		"before/w.go": passtest.Read(t, "concat/written/written.go"),
		"after/w.go":  passtest.Read(t, "concat/written/written.go.golden"),
		"after/a.go":  "package written\n\nfunc Pairs(list ...string) (ps []pair) {\n\tfor _, s := range list {\n\t\tps = append(ps, pair{s, s})\n\t}\n\treturn ps\n}\n",
		"before/a.go": "package written\n\nfunc Pairs(list ...string) (ps []pair) {\n\tfor _, s := range list {\n\t\tps = append(ps, pair{s, s})\n\t}\n\treturn ps\n}\n",
		"w_test.go":   written,
	})
	passtest.GoTest(t, dir, ".")
}

const written = `package fixed

import (
	"strings"
	"testing"

	after "fixed.test/after"
	before "fixed.test/before"
)

func Test(t *testing.T) {
	list := []string{"", "a", strings.Repeat("long", 20), strings.Repeat("é", 30)}
	for name, f := range before.Funcs {
		g := after.Funcs[name]
		was, is := before.Pairs(list...), after.Pairs(list...)
		if f(was) != g(is) {
			t.Errorf("%s: %q, before: %q", name, g(is), f(was))
		}
		if n, m := testing.AllocsPerRun(100, func() { f(was) }), testing.AllocsPerRun(100, func() { g(is) }); m >= n {
			t.Errorf("%s made %v allocations, makes %v", name, n, m)
		}
	}
}
`
