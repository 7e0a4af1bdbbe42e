package boxing

import (
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
)

// A candidate is a conversion that the compiler may have to allocate for.
type candidate struct {
	*conversion
	layout layout
}

// resembles reports whether the object code of c and o can look alike.
func (c *candidate) resembles(o *candidate) bool {
	return equalIfKnown(c.layout.entry, o.layout.entry) && equalIfKnown(c.layout.symbol, o.layout.symbol)
}

// mayBe reports whether alloc can be the object code of c.
func (c *candidate) mayBe(alloc compiled.Alloc) bool {
	return alloc.Kind == compiled.Box &&
		equalIfKnown(c.layout.entry, alloc.Entry) &&
		equalIfKnown(c.layout.symbol, strings.TrimPrefix(alloc.Type, "type:"))
}

func equalIfKnown(a, b string) bool { return a == "" || b == "" || a == b }

// A judge tells which candidates allocate.
type judge struct {
	unit  *compiled.Unit
	lines map[line][]*candidate
}

type line struct {
	file *token.File
	line int
}

func newJudge(pass *analysis.Pass, candidates []*candidate) *judge {
	j := &judge{
		unit:  pass.ResultOf[compiled.Analyzer].(*compiled.Unit),
		lines: make(map[line][]*candidate),
	}
	for _, c := range candidates {
		l := lineOf(pass.Fset, c.pos)
		j.lines[l] = append(j.lines[l], c)
	}
	return j
}

func lineOf(fset *token.FileSet, pos token.Pos) line {
	file := fset.File(pos)
	return line{file, file.Line(pos)}
}

// allocates reports whether the conversion c is one that allocates.
//
// Object code has lines but no columns. If it has fewer calls in a line than there are
// conversions that look alike there, those whose value is known are left out, then those
// that could have stayed on the stack: a finding at the wrong one would be a false alarm.
func (j *judge) allocates(fset *token.FileSet, c *candidate) bool {
	allocs, err := j.unit.Allocs(point(c.pos))
	if err != nil {
		return c.use.escapes && !c.isFixed && c.layout.size >= 0
	}
	calls := countCalls(allocs, c)
	if calls == 0 {
		return false
	}
	var alike, open, certain int
	for _, other := range j.lines[lineOf(fset, c.pos)] {
		if !c.resembles(other) {
			continue
		}
		alike++
		if other.isFixed {
			continue
		}
		open++
		if other.use.escapes {
			certain++
		}
	}
	if calls >= alike {
		return true
	}
	return !c.isFixed && (calls >= open || c.use.escapes && calls >= certain)
}

// countCalls returns how many of allocs, at most, stand for c in one copy of the line:
// it has one in its own function, one for each place it was inlined at, and one
// for each instantiation.
func countCalls(allocs []compiled.Alloc, c *candidate) int {
	copies := make(map[string]int)
	most := 0
	for _, alloc := range allocs {
		if !c.mayBe(alloc) {
			continue
		}
		key := copyOf(alloc)
		copies[key]++
		most = max(most, copies[key])
	}
	return most
}

// copyOf tells apart the copies of a function in the code of a package: the host
// and the calls that were inlined on the way.
func copyOf(alloc compiled.Alloc) string {
	var b strings.Builder
	b.WriteString(alloc.Host)
	for i, frame := range alloc.Stack {
		b.WriteByte(' ')
		b.WriteString(frame.Func)
		if i > 0 {
			b.WriteByte(':')
			b.WriteString(frame.File)
			b.WriteByte(':')
			b.WriteString(strconv.Itoa(frame.Line))
		}
	}
	return b.String()
}

// point is a range that is empty.
type point token.Pos

func (p point) Pos() token.Pos { return token.Pos(p) }
func (p point) End() token.Pos { return token.Pos(p) }
