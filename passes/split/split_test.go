package split_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/passtest"
	"github.com/zeroalloc/zeroalloc-lint/passes/split"
)

func TestNope(t *testing.T) {
	analysistest.Run(t, passtest.Testdata(t), split.Analyzer, "./split/nope")
}

func TestMeasured(t *testing.T) { passtest.Measured(t, "./split/measured") }

func TestDocumented(t *testing.T) { passtest.Documented(t, split.Analyzer) }

func TestFixes(t *testing.T) { passtest.Fixes(t, split.Analyzer, "./split/fix") }

// TestNoFixes checks that nothing is offered for what must stay as it is.
func TestNoFixes(t *testing.T) { passtest.NoFixes(t, split.Analyzer, "./split/plain") }

// TestFixedOnce analyses what was fixed: nothing is left to fix.
func TestFixedOnce(t *testing.T) {
	dir := passtest.Module(t, map[string]string{"fix.go": passtest.Read(t, "split", "fix", "fix.go.golden")})
	passtest.FixedOnce(t, dir, split.Analyzer, ".")
}

// TestVersions analyses code for a version of Go that has no iterators, nor Cut.
func TestVersions(t *testing.T) {
	for version, want := range map[string]int{"1.17": 1, "1.23": 2, "1.24": 3} {
		dir := passtest.Module(t, map[string]string{
			"go.mod": "module old.test\n\ngo " + version + "\n",
			"old.go": old,
		})
		n := 0
		for _, result := range analysistest.Run(ignore{}, dir, split.Analyzer, ".") {
			n += len(result.Diagnostics)
		}
		if n != want {
			t.Errorf("go %s: %d findings, want %d", version, n, want)
		}
	}
}

const old = `package old

import "strings"

func Count(lines []string) (n int, host string) {
	for _, line := range lines {
		for _, part := range strings.Split(line, ",") {
			n += len(part)
		}
		host = strings.Split(line, ":")[0]
		n += len(strings.Split(line, ";"))
	}
	return n, host
}
`

// ignore ignores that findings are not expected by comments.
type ignore struct{}

func (ignore) Errorf(string, ...any) {}

// TestFixKeepsMeaning runs what was fixed: it does the same, with fewer allocations.
func TestFixKeepsMeaning(t *testing.T) {
	dir := passtest.Module(t, map[string]string{
		"before/fix.go": passtest.Read(t, "split", "fix", "fix.go"),
		"after/fix.go":  passtest.Read(t, "split", "fix", "fix.go.golden"),
		"fix_test.go":   compareTest,
	})
	passtest.GoTest(t, dir, ".")
}

const compareTest = `package fixed

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	after "fixed.test/after"
	before "fixed.test/before"
)

func Test(t *testing.T) {
	tests := [][]string{nil, {""}, {","}, {"a", "b", "c"}, {"a,b", "a,b,c", ",,", " a  b ", "b,", ",b", "x y z", "é,\xff, \u2003b"},
		slices.Repeat([]string{"a,b", "k, v", "left b right", "x c Y", "one,"}, 20)}
	for name, f := range before.Fixed {
		g := after.Fixed[name]
		for _, lines := range tests {
			if was, is := f(lines), g(lines); !reflect.DeepEqual(was, is) {
				t.Errorf("%s(%q) was %#v, is %#v", name, lines, was, is)
			}
		}
		lines := []string{strings.Repeat("a,b c", 3), "k, v", "left,right", "x bYc"}
		was := testing.AllocsPerRun(100, func() { f(lines) })
		is := testing.AllocsPerRun(100, func() { g(lines) })
		if is >= was {
			t.Errorf("%s made %v allocations, makes %v", name, was, is)
		}
	}
}
`
