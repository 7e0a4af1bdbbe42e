package concat_test

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/passes/concat"
)

func testdata(t *testing.T) string {
	dir, err := filepath.Abs("../../testdata/src")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func Test(t *testing.T) {
	analysistest.Run(t, testdata(t), concat.Analyzer, "./concat/grow")
}

func TestFixes(t *testing.T) {
	results := analysistest.RunWithSuggestedFixes(t, testdata(t), concat.Analyzer, "./concat/builder", "./concat/imports")
	for _, r := range results {
		for _, file := range r.Pass.Files {
			checkFormat(t, r, file)
		}
	}
}

// checkFormat checks that the fixes of file leave nothing for gofmt to do but
// to align comments.
func checkFormat(t *testing.T, r *analysistest.Result, file *ast.File) {
	tok := r.Pass.Fset.File(file.FileStart)
	src, err := os.ReadFile(tok.Name())
	if err != nil {
		t.Fatal(err)
	}
	type edit struct {
		start, end int
		text       string
	}
	var edits []edit
	for _, d := range r.Diagnostics {
		for _, fix := range d.SuggestedFixes {
			for _, e := range fix.TextEdits {
				if r.Pass.Fset.File(e.Pos) == tok {
					edits = append(edits, edit{tok.Offset(e.Pos), tok.Offset(e.End), string(e.NewText)})
				}
			}
		}
	}
	// What two fixes have in common, the import, is made once.
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	edits = slices.Compact(edits)
	for _, e := range slices.Backward(edits) {
		src = slices.Replace(src, e.start, e.end, []byte(e.text)...)
	}
	formatted, err := format.Source(src)
	if err != nil {
		t.Fatalf("%s: %v", tok.Name(), err)
	}
	gap := regexp.MustCompile(` +//`)
	if got, want := gap.ReplaceAllString(string(src), " //"), gap.ReplaceAllString(string(formatted), " //"); got != want {
		t.Errorf("%s: with the fixes, not formatted:\n%s\nwant:\n%s", tok.Name(), got, want)
	}
}

// TestNoFix checks that nothing is offered for what must stay as it is.
func TestNoFix(t *testing.T) {
	results := analysistest.Run(t, testdata(t), concat.Analyzer, "./concat/plain")
	for _, r := range results {
		for _, d := range r.Diagnostics {
			for _, fix := range d.SuggestedFixes {
				t.Errorf("%s: fix %q", r.Pass.Fset.Position(d.Pos), fix.Message)
			}
		}
	}
}

// TestFixedOnce checks that what the fixes leave calls for no further ones.
func TestFixedOnce(t *testing.T) {
	dir := goldenModule(t)
	results := analysistest.Run(quiet{}, dir, concat.Analyzer, "./after", "./imports")
	if len(results) != 2 {
		t.Fatalf("%d packages analysed, want 2", len(results))
	}
	for _, r := range results {
		if r.Err != nil {
			t.Errorf("%s: %v", r.Pass.Pkg.Path(), r.Err)
		}
		for _, d := range r.Diagnostics {
			for _, fix := range d.SuggestedFixes {
				t.Errorf("%s: fix %q", r.Pass.Fset.Position(d.Pos), fix.Message)
			}
		}
	}
}

// quiet is for results that are looked at, not compared with comments.
type quiet struct{}

func (quiet) Errorf(string, ...any) {}

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
	dir := t.TempDir()
	write := func(name, content string) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) string {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	source := filepath.Join(testdata(t), "concat")
	write("go.mod", "module zeroalloc.test\n\ngo 1.26\n")
	write("before/b.go", read(filepath.Join(source, "builder", "builder.go")))
	write("after/b.go", read(filepath.Join(source, "builder", "builder.go.golden")))
	write("main.go", compare)
	write("concat/plain/p.go", read(filepath.Join(source, "plain", "plain.go")))
	goldens, err := filepath.Glob(filepath.Join(source, "imports", "*.golden"))
	if err != nil || len(goldens) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, golden := range goldens {
		write("imports/"+strings.TrimSuffix(filepath.Base(golden), ".golden"), read(golden))
	}
	return dir
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
	results := analysistest.Run(t, testdata(t), concat.Analyzer, "./concat/doc")
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

// TestDocumented checks that each function of the documentation is in its
// test package, with the diagnostic that the comment quotes.
func TestDocumented(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(filepath.Join(testdata(t), "concat", "doc", "doc.go"))
	if err != nil {
		t.Fatal(err)
	}
	code := make(map[string]bool)
	quoted := regexp.MustCompile("// want `\\^(.*)\\$`$")
	for line := range strings.Lines(string(src)) {
		line = strings.TrimSpace(line)
		if m := quoted.FindStringSubmatchIndex(line); m != nil {
			line = line[:m[0]] + "// " + regexp.MustCompile(`\\(.)`).ReplaceAllString(line[m[2]:m[3]], "$1")
		}
		line, _, _ = strings.Cut(line, " // nope")
		code[line] = true
	}
	n := 0
	for line := range strings.Lines(file.Doc.Text()) {
		if !strings.HasPrefix(line, "\t") {
			continue
		}
		n++
		if line = strings.TrimSpace(line); line != "" && !code[line] {
			t.Errorf("not in the test package: %s", line)
		}
	}
	if n < 30 {
		t.Errorf("%d lines of code in the documentation, want more", n)
	}
}
