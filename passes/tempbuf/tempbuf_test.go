package tempbuf_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/passtest"
	"github.com/zeroalloc/zeroalloc-lint/passes/tempbuf"
)

// Test analyses what ./tempbuf/measured measures, and what must not be reported.
func Test(t *testing.T) {
	analysistest.Run(t, passtest.Testdata(t), tempbuf.Analyzer,
		"./tempbuf/measured", "./tempbuf/nope", "./tempbuf/generic")
}

func TestMeasured(t *testing.T) { passtest.Measured(t, "./tempbuf/measured") }

func TestDocumented(t *testing.T) { passtest.Documented(t, tempbuf.Analyzer) }

func TestWithoutCompiler(t *testing.T) {
	passtest.SetCompiler(t, "off")
	analysistest.Run(t, passtest.Testdata(t), tempbuf.Analyzer, "./tempbuf/fallback", "./tempbuf/nope")
}

func TestFix(t *testing.T) { passtest.Fixes(t, tempbuf.Analyzer, "./tempbuf/fix") }

// TestFixOnce analyses what was fixed: nothing is left to fix.
func TestFixOnce(t *testing.T) {
	dir := passtest.Module(t, map[string]string{"fix.go": passtest.Read(t, "tempbuf", "fix", "fix.go.golden")})
	passtest.FixedOnce(t, dir, tempbuf.Analyzer, ".")
}

// TestFixKeepsMeaning runs what was fixed: it does the same, with fewer allocations.
func TestFixKeepsMeaning(t *testing.T) {
	dir := passtest.Module(t, map[string]string{
		"before/fix.go": passtest.Read(t, "tempbuf", "fix", "fix.go"),
		"after/fix.go":  passtest.Read(t, "tempbuf", "fix", "fix.go.golden"),
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

func Test(t *testing.T) {
	for name, f := range before.Fixed {
		g := after.Fixed[name]
		for _, rows := range [][]string{nil, {""}, {"12", "b", "", "12"}, slices.Repeat([]string{"3", "", "ac", "long enough to be on the heap"}, 20)} {
			if was, is := f(rows), g(rows); !reflect.DeepEqual(was, is) {
				t.Errorf("%s(%v) was %#v, is %#v", name, rows, was, is)
			}
			was := testing.AllocsPerRun(100, func() { f(rows) })
			is := testing.AllocsPerRun(100, func() { g(rows) })
			if len(rows) > 10 && is >= was {
				t.Errorf("%s made %v allocations, makes %v", name, was, is)
			}
		}
	}
}
`
