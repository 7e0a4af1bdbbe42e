package prealloc_test

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/passes/prealloc"
)

func testdata(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../testdata/src")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestPrealloc(t *testing.T) {
	analysistest.Run(t, testdata(t), prealloc.Analyzer,
		"./prealloc/bounds", "./prealloc/makeempty", "./prealloc/maps", "./prealloc/nope", "./prealloc/writers")
}

// TestFix compares with the golden files byte by byte, unlike
// analysistest.RunWithSuggestedFixes, which formats what it compares.
func TestFix(t *testing.T) {
	results := analysistest.RunWithSuggestedFixes(t, testdata(t), prealloc.Analyzer,
		"./prealloc/doc", "./prealloc/fix", "./prealloc/fiximport")
	for name, got := range fixed(t, results) {
		want, err := os.ReadFile(name + ".golden")
		if err != nil {
			t.Error(err)
			continue
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from its golden file before it is formatted:\n%s", name, got)
		}
		if formatted, err := format.Source(got); err != nil || !bytes.Equal(formatted, got) {
			t.Errorf("%s is not as gofmt wants it: %v", name, err)
		}
	}
}

// TestFixKeepsMeaning runs what was fixed: it does the same, nil and empty told
// apart, with fewer allocations.
func TestFixKeepsMeaning(t *testing.T) {
	dir := t.TempDir()
	src := filepath.Join(testdata(t), "prealloc", "fix", "fix.go")
	for name, from := range map[string]string{"before/fix.go": src, "after/fix.go": src + ".golden"} {
		content, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(content))
	}
	write(t, filepath.Join(dir, "go.mod"), "module fixed.test\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "fix_test.go"), compareTest)
	cmd := exec.Command("go", "test", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

const compareTest = `package fixed

import (
	"reflect"
	"slices"
	"testing"

	after "fixed.test/after"
	before "fixed.test/before"
)

// What is not to be fixed.
var same = []string{
	"bytesSeen", "captured", "capacity", "branched", "counted", "element", "errorReturn",
	"firstSeen", "nilPointer", "recovered", "shadowedLen", "shadowedSlices", "uncertainKeys",
}

func Test(t *testing.T) {
	long := slices.Repeat([]int{2}, 100)
	inputs := [][]int{nil, {}, {1}, {5, 1}, {0, 2, 3}, append([]int{0, -1}, long...)}
	for name, f := range before.Funcs {
		g := after.Funcs[name]
		for _, xs := range inputs {
			if was, is := f(xs), g(xs); !reflect.DeepEqual(was, is) {
				t.Errorf("%s(%v) was %#v, is %#v", name, xs, was, is)
			}
		}
		was := testing.AllocsPerRun(100, func() { f(long) })
		is := testing.AllocsPerRun(100, func() { g(long) })
		if fixed := !slices.Contains(same, name); fixed && is >= was || !fixed && is != was {
			t.Errorf("%s made %v allocations, makes %v", name, was, is)
		}
	}
}
`

// TestFixOnce analyses what was fixed: nothing is left to fix.
func TestFixOnce(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module fixed.test\n\ngo 1.26\n")
	golden, err := os.ReadFile(filepath.Join(testdata(t), "prealloc", "fix", "fix.go.golden"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "fix.go"), string(golden))
	for _, result := range analysistest.Run(indifferent{}, dir, prealloc.Analyzer, ".") {
		if len(result.Action.Diagnostics) == 0 {
			t.Error("nothing is reported, not even what cannot be fixed")
		}
		for _, d := range result.Action.Diagnostics {
			if len(d.SuggestedFixes) > 0 {
				t.Errorf("%s: fixed twice: %s", result.Action.Package.Fset.Position(d.Pos), d.Message)
			}
		}
	}
}

// indifferent ignores what does not fit the expectations in comments.
type indifferent struct{}

func (indifferent) Errorf(string, ...any) {}

// TestOldGo: the package slices exists since Go 1.21.
func TestOldGo(t *testing.T) {
	const src = `package old

func returned(xs []int) []int {
	var r []int // want "slice r grows"
	for _, x := range xs {
		r = append(r, x)
	}
	return r
}
`
	for version, fixes := range map[string]int{"1.20": 0, "1.21": 1} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "go.mod"), "module old.test\n\ngo "+version+"\n")
		write(t, filepath.Join(dir, "old.go"), src)
		got := 0
		for _, result := range analysistest.Run(t, dir, prealloc.Analyzer, ".") {
			for _, d := range result.Action.Diagnostics {
				got += len(d.SuggestedFixes)
			}
		}
		if got != fixes {
			t.Errorf("go %s: %d fixes, want %d", version, got, fixes)
		}
	}
}

// TestRelated checks what analysistest does not.
func TestRelated(t *testing.T) {
	results := analysistest.Run(t, testdata(t), prealloc.Analyzer, "./prealloc/doc")
	var got []string
	for _, result := range results {
		for _, d := range result.Action.Diagnostics {
			for _, r := range d.Related {
				line := result.Action.Package.Fset.Position(r.Pos).Line
				got = append(got, fmt.Sprintf("%s: line %d: %s", d.Category, line, r.Message))
			}
		}
	}
	want := []string{
		"unsized: line 15: names grows here, len(users) times",
		"unsized: line 24: ages grows here, len(users) times",
		"unsized: line 33: b grows here, len(users) times",
		"makeempty: line 43: adults grows here",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWithoutCompiler: whether append has a first buffer is then unknown, but
// not whether a slice without capacity grows.
func TestWithoutCompiler(t *testing.T) {
	flag := compiled.Analyzer.Flags.Lookup("compiler")
	if flag == nil {
		t.Fatal("no flag -compiler")
	}
	before := flag.Value.String()
	if err := flag.Value.Set("off"); err != nil {
		t.Fatal(err)
	}
	defer flag.Value.Set(before)
	analysistest.Run(t, testdata(t), prealloc.Analyzer, "./prealloc/bounds", "./prealloc/fallback", "./prealloc/nope")
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// fixed returns the files that have fixes, with all fixes applied.
func fixed(t *testing.T, results []*analysistest.Result) map[string][]byte {
	t.Helper()
	type edit struct {
		start, end int
		text       string
	}
	edits := make(map[string][]edit)
	for _, result := range results {
		for _, d := range result.Action.Diagnostics {
			for _, fix := range d.SuggestedFixes {
				for _, e := range fix.TextEdits {
					file := result.Action.Package.Fset.File(e.Pos)
					e := edit{file.Offset(e.Pos), file.Offset(e.End), string(e.NewText)}
					if !slices.Contains(edits[file.Name()], e) { // the import of slices
						edits[file.Name()] = append(edits[file.Name()], e)
					}
				}
			}
		}
	}
	files := make(map[string][]byte)
	for name, list := range edits {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(list, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
		done := 0
		for _, e := range list {
			files[name] = append(append(files[name], content[done:e.start]...), e.text...)
			done = e.end
		}
		files[name] = append(files[name], content[done:]...)
	}
	return files
}
