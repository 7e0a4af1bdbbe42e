package prealloc_test

import (
	"fmt"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/passtest"
	"github.com/zeroalloc/zeroalloc-lint/passes/prealloc"
)

func TestPrealloc(t *testing.T) {
	analysistest.Run(t, passtest.Testdata(t), prealloc.Analyzer,
		"./prealloc/bounds", "./prealloc/makeempty", "./prealloc/maps", "./prealloc/measured", "./prealloc/nope", "./prealloc/writers")
}

func TestMeasured(t *testing.T) { passtest.Measured(t, "./prealloc/measured") }

func TestFix(t *testing.T) {
	passtest.Fixes(t, prealloc.Analyzer, "./prealloc/doc", "./prealloc/fix", "./prealloc/fiximport")
}

// TestFixKeepsMeaning runs what was fixed: it does the same, nil and empty told
// apart, with fewer allocations.
func TestFixKeepsMeaning(t *testing.T) {
	dir := passtest.Module(t, map[string]string{
		"before/fix.go": passtest.Read(t, "prealloc/fix/fix.go"),
		"after/fix.go":  passtest.Read(t, "prealloc/fix/fix.go.golden"),
		"fix_test.go":   compareTest,
	})
	passtest.GoTest(t, dir, ".")
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
	dir := passtest.Module(t, map[string]string{"fix.go": passtest.Read(t, "prealloc/fix/fix.go.golden")})
	for _, result := range passtest.FixedOnce(t, dir, prealloc.Analyzer, ".") {
		if len(result.Action.Diagnostics) == 0 {
			t.Error("nothing is reported, not even what cannot be fixed")
		}
	}
}

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
		dir := passtest.Module(t, map[string]string{
			"go.mod": "module old.test\n\ngo " + version + "\n",
			"old.go": src,
		})
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
	results := analysistest.Run(t, passtest.Testdata(t), prealloc.Analyzer, "./prealloc/doc")
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
	passtest.SetCompiler(t, "off")
	analysistest.Run(t, passtest.Testdata(t), prealloc.Analyzer, "./prealloc/bounds", "./prealloc/fallback", "./prealloc/nope")
}
