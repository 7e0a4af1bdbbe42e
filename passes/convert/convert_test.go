package convert_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/passtest"
	"github.com/zeroalloc/zeroalloc-lint/passes/convert"
)

func Test(t *testing.T) {
	analysistest.Run(t, passtest.Testdata(t), convert.Analyzer, "./convert/uses")
}

func TestDocumented(t *testing.T) { passtest.Documented(t, convert.Analyzer) }

func TestMeasured(t *testing.T) { passtest.Measured(t, "./convert/doc") }

func TestFixes(t *testing.T) { passtest.Fixes(t, convert.Analyzer, "./convert/fix") }

// TestWithoutCompiler: what the compiler could have removed is not reported.
func TestWithoutCompiler(t *testing.T) {
	passtest.SetCompiler(t, "off")
	analysistest.Run(t, passtest.Testdata(t), convert.Analyzer, "./convert/fallback")
}

// TestFixed runs what was fixed: it does the same, with fewer allocations, and calls for
// no further fixes.
func TestFixed(t *testing.T) {
	dir := passtest.Module(t, map[string]string{
		"before/fix.go": passtest.Read(t, "convert/fix/fix.go"),
		"after/fix.go":  passtest.Read(t, "convert/fix/fix.go.golden"),
		"fix_test.go":   compare,
	})
	passtest.GoTest(t, dir, ".")
	passtest.FixedOnce(t, dir, convert.Analyzer, "./after")
}

const compare = `package fixed

import (
	"reflect"
	"strings"
	"testing"

	after "fixed.test/after"
	before "fixed.test/before"
)

func Test(t *testing.T) {
	long := strings.Repeat("x needle ", 12)
	inputs := []string{"\xff\xfe needle é \x00 zzz", "世界 abc", "abcdef", long}
	var bs [][]byte
	for _, s := range inputs {
		bs = append(bs, []byte(s))
	}
	for name, f := range before.Funcs {
		g := after.Funcs[name]
		if was, is := f(bs, inputs), g(bs, inputs); !reflect.DeepEqual(was, is) {
			t.Errorf("%s was %#v, is %#v", name, was, is)
		}
		was := testing.AllocsPerRun(100, func() { f(bs, inputs) })
		is := testing.AllocsPerRun(100, func() { g(bs, inputs) })
		if is >= was {
			t.Errorf("%s made %v allocations, makes %v", name, was, is)
		}
	}
}
`
