package compiled

import (
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// writeModule writes files to a new directory and returns it.
func writeModule(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if files["go.mod"] == "" {
		files["go.mod"] = "module k.test/my.kinds\n\ngo 1.26\n"
	}
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A testUnit is a Unit with what a pass has of its package.
type testUnit struct {
	*Unit
	pass *analysis.Pass
}

// loadUnits loads packages and returns their units by ID.
func loadUnits(t *testing.T, dir string, tests bool, patterns ...string) map[string]testUnit {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir, Tests: tests}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	units := make(map[string]testUnit)
	for _, pkg := range pkgs {
		pass := &analysis.Pass{Fset: pkg.Fset, Files: pkg.Syntax, Pkg: pkg.Types}
		result, err := Analyzer.Run(pass)
		if err != nil {
			t.Fatal(err)
		}
		units[pkg.ID] = testUnit{result.(*Unit), pass}
	}
	return units
}

// A lineRange is a line of a file, or all of it.
type lineRange struct{ pos, end token.Pos }

func (r lineRange) Pos() token.Pos { return r.pos }
func (r lineRange) End() token.Pos { return r.end }

// file returns a file of the package by base name.
func (u testUnit) file(t *testing.T, base string) *token.File {
	t.Helper()
	for _, f := range u.pass.Files {
		if file := u.pass.Fset.File(f.Package); filepath.Base(file.Name()) == base {
			return file
		}
	}
	t.Fatalf("no file %s", base)
	return nil
}

// describe writes allocations as "kind entry type host<callers of inlined code".
func describe(allocs []Alloc) string {
	var list []string
	for _, a := range allocs {
		var funcs []string
		for _, f := range a.Stack {
			funcs = append(funcs, strings.TrimPrefix(f.Func, "k.test/my%2ekinds."))
		}
		typ := strings.ReplaceAll(a.Type, "k.test/my%2ekinds.", "")
		list = append(list, fmt.Sprintf("%s %s %s %s", a.Kind, a.Entry, typ, strings.Join(funcs, "<")))
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "; ")
}

// checkLines compares what is under each line of a file with the comment
// "//=" on the line.
func checkLines(t *testing.T, u testUnit, base string) {
	t.Helper()
	file := u.file(t, base)
	source, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	line := 0
	for text := range strings.Lines(string(source)) {
		line++
		pos := file.LineStart(line)
		_, want, _ := strings.Cut(text, "//=")
		allocs, err := u.Under(lineRange{pos, pos + token.Pos(len(text)-1)})
		if err != nil {
			t.Fatal(err)
		}
		if got := describe(allocs); got != strings.TrimSpace(want) {
			t.Errorf("%s:%d:%s\ngot  %s", base, line, strings.TrimSuffix(text, "\n"), got)
		}
	}
}

func TestKinds(t *testing.T) {
	source, err := os.ReadFile("testdata/kinds.go")
	if err != nil {
		t.Fatal(err)
	}
	dir := writeModule(t, map[string]string{"kinds.go": string(source)})
	u := loadUnits(t, dir, false, ".")["k.test/my.kinds"]
	checkLines(t, u, "kinds.go")
}

// Allocs has what stands in the lines itself, Under what was inlined there too.
func TestAllocs(t *testing.T) {
	dir := writeModule(t, map[string]string{"a.go": `package kinds

type T struct{ n int }

var p *T

func newT() *T {
	return &T{}
}

func caller() {
	p = newT()
}
`})
	u := loadUnits(t, dir, false, ".")["k.test/my.kinds"]
	file := u.file(t, "a.go")
	for _, test := range []struct {
		line          int
		allocs, under string
	}{
		{8, "object runtime.newobject T newT; object runtime.newobject T newT<caller", "object runtime.newobject T newT; object runtime.newobject T newT<caller"},
		{12, "", "object runtime.newobject T newT<caller"},
	} {
		line := lineRange{file.LineStart(test.line), file.LineStart(test.line)}
		allocs, err := u.Allocs(line)
		if err != nil {
			t.Fatal(err)
		}
		under, err := u.Under(line)
		if err != nil {
			t.Fatal(err)
		}
		if describe(allocs) != test.allocs || describe(under) != test.under {
			t.Errorf("line %d: allocs %s; under %s", test.line, describe(allocs), describe(under))
		}
	}
	everything, err := u.Under(lineRange{file.LineStart(1), file.LineStart(13)})
	if err != nil {
		t.Fatal(err)
	}
	if len(everything) != 2 {
		t.Errorf("two frames of one allocation count twice: %v", everything)
	}
}

// Test files are compiled with the package, or as a package of their own.
func TestTestFiles(t *testing.T) {
	dir := writeModule(t, map[string]string{
		"a.go": "package kinds\n\nvar P *[9]int\n\nfunc f() {\n\tP = new([9]int) //= object runtime.newobject [9]int f\n}\n",
		"a_test.go": "package kinds\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) {\n\tf()\n" +
			"\tP = new([9]int) //= object runtime.newobject [9]int TestF\n}\n",
		"x_test.go": "package kinds_test\n\nimport (\n\t\"testing\"\n\n\tkinds \"k.test/my.kinds\"\n)\n\nfunc TestX(t *testing.T) {\n" +
			"\tkinds.P = new([9]int) //= object runtime.newobject [9]int k.test/my%2ekinds_test.TestX\n}\n",
	})
	units := loadUnits(t, dir, true, ".")
	inner, outer := units["k.test/my.kinds [k.test/my.kinds.test]"], units["k.test/my.kinds_test [k.test/my.kinds.test]"]
	checkLines(t, inner, "a.go")
	checkTestLine(t, inner, "a_test.go", 7, "object runtime.newobject [9]int TestF")
	checkTestLine(t, inner, "a_test.go", 6, "object runtime.newobject [9]int f<TestF")
	checkLines(t, outer, "x_test.go")
}

func checkTestLine(t *testing.T, u testUnit, base string, line int, want string) {
	t.Helper()
	pos := u.file(t, base).LineStart(line)
	allocs, err := u.Under(lineRange{pos, pos})
	if got := describe(allocs); err != nil || got != want {
		t.Errorf("%s:%d: %s, error %v", base, line, got, err)
	}
}

// Files that an editor has not saved are compiled for those who ask for the package, and
// unknown to those who ask for allocations alone.
func TestUnsaved(t *testing.T) {
	const saved = "package kinds\n\nvar p *[9]int\n\nfunc f() {\n\tp = nil\n}\n"
	dir := writeModule(t, map[string]string{"a.go": saved, "b.go": "package kinds\n", "a_test.go": "package kinds\n"})
	name := filepath.Join(dir, "a.go")
	unsaved := "package kinds\n\n" + strings.Repeat("\n", 3) + strings.TrimPrefix(strings.Replace(saved, "nil", "new([9]int)", 1), "package kinds\n\n")
	for _, tests := range []bool{false, true} {
		pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir, Overlay: map[string][]byte{name: []byte(unsaved)}}, ".")
		if err != nil {
			t.Fatal(err)
		}
		pkg := pkgs[0]
		pass := &analysis.Pass{Fset: pkg.Fset, Files: pkg.Syntax, Pkg: pkg.Types, ReadFile: func(file string) ([]byte, error) {
			if file == name {
				return []byte(unsaved), nil
			}
			return os.ReadFile(file)
		}}
		result, err := Analyzer.Run(pass)
		if err != nil {
			t.Fatal(err)
		}
		u := testUnit{result.(*Unit), pass}
		pos := u.file(t, "a.go").LineStart(9)
		if allocs, err := u.Allocs(lineRange{pos, pos}); err != errUnsaved {
			t.Errorf("%s, error %v", describe(allocs), err)
		}
		built, err := u.Package(tests)
		if err != nil {
			t.Fatal(err)
		}
		format, err := Format(built.Build())
		if err != nil {
			t.Fatal(err)
		}
		archive, err := built.Archive(format)
		if err != nil {
			t.Fatal(err)
		}
		f, err := archive.Func("k.test/my%2ekinds.f")
		if err != nil || len(f.Calls) == 0 || f.Calls[0].Frames[0].File != name || f.Calls[0].Frames[0].Line != 9 {
			t.Errorf("tests %v: %+v, error %v", tests, f, err)
		}
	}
}

// A command's symbols start with main.
func TestCommand(t *testing.T) {
	dir := writeModule(t, map[string]string{
		"cmd/x/main.go": "package main\n\nvar p *int\n\nfunc main() {\n\tp = new(int) //= object runtime.newobject int main.main\n}\n",
	})
	checkLines(t, loadUnits(t, dir, false, "./...")["k.test/my.kinds/cmd/x"], "main.go")
}

// Line directives count, as they do for the compiler.
func TestLineDirectives(t *testing.T) {
	dir := writeModule(t, map[string]string{
		"a.go": "package kinds\n\nvar p *int\n\nfunc f() {\n//line a.y:100\n\tp = new(int)\n\tp = nil\n//line /elsewhere/a.go:5\n\tp = new(int)\n}\n",
	})
	u := loadUnits(t, dir, false, ".")["k.test/my.kinds"]
	checkTestLine(t, u, "a.go", 7, "object runtime.newobject int f")
	checkTestLine(t, u, "a.go", 8, "")
	checkTestLine(t, u, "a.go", 5, "")
	checkTestLine(t, u, "a.go", 10, "object runtime.newobject int f")
}

// Files that use cgo are analysed as cgo leaves them.
func TestCgo(t *testing.T) {
	out, err := exec.Command("go", "env", "CGO_ENABLED").Output()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("gcc"); err != nil || strings.TrimSpace(string(out)) != "1" {
		t.Skip("no cgo here")
	}
	dir := writeModule(t, map[string]string{
		"a.go": "package kinds\n\n// int k(void) { return 3; }\nimport \"C\"\n\nvar s []byte\n\nfunc f(n int) {\n\ts = make([]byte, n+int(C.k()))\n}\n",
	})
	u := loadUnits(t, dir, false, ".")["k.test/my.kinds"]
	for _, file := range u.pass.Files {
		if filepath.Base(u.pass.Fset.Position(file.Package).Filename) != "a.go" {
			continue
		}
		allocs, err := u.Allocs(file.Decls[len(file.Decls)-1])
		if got := describe(allocs); err != nil || got != "slice runtime.makeslice uint8 f" {
			t.Errorf("%s, error %v", got, err)
		}
		return
	}
	t.Error("no file a.go")
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		name  string
		files map[string]string
		env   [2]string
		want  string
	}{
		{"build error", map[string]string{"a.go": "package kinds\n\nfunc f() int { return \"\" }\n"}, [2]string{}, "it does not build: ./a.go:3:23"},
		{"broken import", map[string]string{"a.go": "package kinds\n\nimport _ \"k.test/none\"\n"}, [2]string{}, "it does not build"},
		{"no go", map[string]string{"a.go": "package kinds\n"}, [2]string{"PATH", "/nonexistent"}, "not on PATH"},
		{"other files", map[string]string{"a.go": "package kinds\n", "b.go": "//go:build special\n\npackage kinds\n"}, [2]string{"GOFLAGS", "-tags=special"}, "builds it with b.go, which is not analysed"},
		{"no module", map[string]string{"a.go": "package kinds\n"}, [2]string{"GO111MODULE", "off"}, "knows no such package"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := writeModule(t, test.files)
			u := loadUnits(t, dir, false, ".")["k.test/my.kinds"]
			if test.env[0] != "" {
				t.Setenv(test.env[0], test.env[1])
			}
			file := u.file(t, "a.go")
			allocs, err := u.Under(lineRange{file.Pos(1), file.Pos(1)})
			if err == nil || !strings.HasPrefix(err.Error(), "no object code for k.test/my.kinds: ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%d allocs, error %v", len(allocs), err)
			}
		})
	}
}

func TestFlag(t *testing.T) {
	flag := Analyzer.Flags.Lookup("compiler")
	if err := flag.Value.Set("maybe"); err == nil {
		t.Error("-compiler=maybe is accepted")
	}
	if err := flag.Value.Set("on"); err != nil {
		t.Errorf("-compiler=on: error %v", err)
	}
	if err := flag.Value.Set("off"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { flag.Value.Set("auto") })
	u := &Unit{source: &source{fset: token.NewFileSet()}, plain: newVariant(&source{}, false)}
	if _, err := u.Under(lineRange{}); err != errOff {
		t.Errorf("error %v", err)
	}
}

func TestEntries(t *testing.T) {
	for symbol, want := range map[string]Kind{
		"runtime.newobject": Object, "runtime.mallocgcSmallScanNoHeaderSC3": Object, "runtime.growsliceBufNoAlias": Grow,
		"runtime.moveSliceNoCap": Grow, "runtime.makeslicecopy": Slice, "runtime.concatbytes": Concat, "runtime.deferprocat": Defer,
		"runtime.mapassign_fast64ptr": MapAssign, "internal/bytealg.MakeNoZero": Other, "reflect.unsafe_New": Other,
		"runtime.slicebytetostringtmp": "", "runtime.deferprocStack": "", "runtime.mapaccess1": "", "runtime.deferreturn": "",
		"x.newobject": "", "": "",
	} {
		if e, _ := entryOf(symbol); e.kind != want {
			t.Errorf("%s is %q, want %q", symbol, e.kind, want)
		}
	}
}
