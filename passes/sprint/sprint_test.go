package sprint_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/passtest"
	"github.com/zeroalloc/zeroalloc-lint/passes/sprint"
)

func TestNope(t *testing.T) {
	analysistest.Run(t, passtest.Testdata(t), sprint.Analyzer, "./sprint/nope")
}

func TestMeasured(t *testing.T) { passtest.Measured(t, "./sprint/measured") }

func TestDocumented(t *testing.T) { passtest.Documented(t, sprint.Analyzer) }

func TestFixes(t *testing.T) {
	passtest.Fixes(t, sprint.Analyzer, "./sprint/fix", "./sprint/sinks")
}

// TestNoFixes checks that nothing is offered for what must stay as it is.
func TestNoFixes(t *testing.T) { passtest.NoFixes(t, sprint.Analyzer, "./sprint/plain") }

func TestWithoutCompiler(t *testing.T) {
	passtest.SetCompiler(t, "off")
	analysistest.Run(t, passtest.Testdata(t), sprint.Analyzer, "./sprint/fallback", "./sprint/nope")
}

func goldens(t *testing.T) map[string]string {
	return map[string]string{
		"fix/fix.go":     passtest.Read(t, "sprint", "fix", "fix.go.golden"),
		"sinks/sinks.go": passtest.Read(t, "sprint", "sinks", "sinks.go.golden"),
	}
}

// TestFixedOnce analyses what was fixed: nothing is left to fix.
func TestFixedOnce(t *testing.T) {
	passtest.FixedOnce(t, passtest.Module(t, goldens(t)), sprint.Analyzer, "./...")
}

// TestVersions analyses code for a version of Go without fmt.Appendf.
func TestVersions(t *testing.T) {
	for version, want := range map[string]int{"1.18": 1, "1.19": 2} {
		dir := passtest.Module(t, map[string]string{
			"go.mod": "module old.test\n\ngo " + version + "\n",
			"old.go": old,
		})
		n := 0
		for _, result := range analysistest.Run(ignore{}, dir, sprint.Analyzer, ".") {
			n += len(result.Diagnostics)
		}
		if n != want {
			t.Errorf("go %s: %d findings, want %d", version, n, want)
		}
	}
}

const old = `package old

import "fmt"

func Texts(b []byte, n []int) []byte {
	for _, n := range n {
		b = append(b, fmt.Sprintf("%5d", n)...)
		b = append(b, fmt.Sprintf("%d", n)...)
	}
	return b
}
`

// ignore ignores that findings are not expected by comments.
type ignore struct{}

func (ignore) Errorf(string, ...any) {}

// TestFixKeepsMeaning runs what was fixed: it makes the same, with fewer allocations.
func TestFixKeepsMeaning(t *testing.T) {
	files := goldens(t)
	files["fix_test.go"] = compareTest
	files["before/fix/fix.go"] = passtest.Read(t, "sprint", "fix", "fix.go")
	files["before/sinks/sinks.go"] = passtest.Read(t, "sprint", "sinks", "sinks.go")
	passtest.GoTest(t, passtest.Module(t, files), ".")
}

const compareTest = `package fixed

import (
	"math"
	"slices"
	"testing"
	"unsafe"

	beforeFix "fixed.test/before/fix"
	beforeSinks "fixed.test/before/sinks"
	"fixed.test/fix"
	"fixed.test/sinks"
)

func fixRows() []fix.Row {
	floats := []float64{0, math.Copysign(0, -1), 1, -1.5, 1e6, 1e20, 1e21, 1e22, 1e-4, 1e-5, 123456789, 0.1, math.Pi, math.MaxFloat64,
		math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN(), float64(float32(0.1)), 5e-324, 2.5, 3.5}
	var rows []fix.Row
	for i, f := range floats {
		rows = append(rows, fix.Row{
			Key: "key that is long", Value: "v\xff", ID: "an id of some length", N: i * 7919 * (i%3 - 1), N32: int32(-i * 1000000), N16: int16(i),
			U: math.MaxUint64 - uint64(i), Level: fix.Level(300 + i), Rune: []rune{'a', 0x20AC, -1, 0xD800, 0x110000}[i%5],
			F: f, F32: float32(f), OK: i%2 == 0, Raw: []byte("raw bytes\x00"), Wait: 12345678901, Sum: [32]byte{1, byte(i)}, Short: [8]byte{255},
		})
	}
	return append(rows, fix.Row{}, fix.Row{N: math.MinInt, N32: math.MinInt32, Wait: math.MinInt64, N16: -5})
}

// same returns the same rows, of the package as it was.
func same[T, R any](rows []R) []T { return unsafe.Slice((*T)(unsafe.Pointer(&rows[0])), len(rows)) }

func TestFix(t *testing.T) {
	rows := fixRows()
	for name, f := range beforeFix.Fixed {
		g := fix.Fixed[name]
		if was, is := f(same[beforeFix.Row](rows)), g(rows); !slices.Equal(was, is) {
			t.Errorf("%s was %q, is %q", name, was, is)
		}
		one := rows[12:13]
		was := testing.AllocsPerRun(100, func() { f(same[beforeFix.Row](one)) })
		is := testing.AllocsPerRun(100, func() { g(one) })
		if is >= was {
			t.Errorf("%s made %v allocations, makes %v", name, was, is)
		}
	}
}

func TestSinks(t *testing.T) {
	var rows []sinks.Row
	for i := range 30 {
		rows = append(rows, sinks.Row{Key: "key that is long", N: i * 7919, F: 1.25, OK: true, Any: "any"})
	}
	for name, f := range beforeSinks.Fixed {
		g := sinks.Fixed[name]
		if was, is := f(same[beforeSinks.Row](rows)), g(rows); !slices.Equal(was, is) {
			t.Errorf("%s was %q, is %q", name, was, is)
		}
		was := testing.AllocsPerRun(100, func() { f(same[beforeSinks.Row](rows)) })
		is := testing.AllocsPerRun(100, func() { g(rows) })
		if was-is < float64(len(rows)-2) {
			t.Errorf("%s made %v allocations, makes %v", name, was, is)
		}
	}
}
`
