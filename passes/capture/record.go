package capture

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
)

// A record is the heap object behind a func value, as the compiler describes
// it: the types of the fields that follow the address of the code.
type record []string

// allocates reports whether the func value of s is made on the heap, and sets
// right what s captures by reference and in which order.
func (c *checker) allocates(s *site) bool {
	allocs, err := c.unit.Allocs(point(s.made))
	if err != nil {
		return c.escapes(s)
	}
	// A literal may stand in the code of several hosts, if the function
	// around it was inlined: most holds the fits of the richest one.
	var fit record
	hosts := make(map[string]int)
	most := 0
	for _, a := range allocs {
		rec, ok := parseRecord(a)
		if !ok || !s.fits(rec) {
			continue
		}
		fit = rec
		host := a.Host
		if len(a.Stack) > 0 {
			host += " " + a.Stack[0].Func
		}
		hosts[host]++
		most = max(most, hosts[host])
	}
	if most == 0 {
		return false
	}
	if !c.isAmong(s, fit, most) {
		return false
	}
	s.settle(fit)
	return true
}

// isAmong reports whether s is one of the n sites of its line for which there is
// a record like fit. Sites that look alike are told apart by where their
// values certainly go; if that is not enough, the first of the others speaks for all.
func (c *checker) isAmong(s *site, fit record, n int) bool {
	var doubtful []*site
	alike := 0
	for _, other := range c.lines[c.lineOf(s)] {
		if !other.fits(fit) || !sameFunc(other.cur, s.cur) {
			continue
		}
		alike++
		if !c.escapes(other) {
			doubtful = append(doubtful, other)
		}
	}
	switch {
	case alike <= n || !slices.Contains(doubtful, s):
		return true
	case alike-len(doubtful) >= n || doubtful[0] != s:
		return false
	}
	s.oneOf = len(doubtful)
	return true
}

// fits reports whether rec can be the record of s.
func (s *site) fits(rec record) bool {
	return s.arrange(rec) != nil
}

// settle takes the order and the way of capture from rec.
func (s *site) settle(rec record) { s.vars = s.arrange(rec) }

// arrange returns the variables of s in the order of the fields of rec, captured
// as rec has it, or nil if rec is not a record of s.
func (s *site) arrange(rec record) []captured {
	if s.generic {
		rec = slices.DeleteFunc(slices.Clone(rec), isDictionary)
	}
	_, loop := s.node.(*ast.RangeStmt)
	if len(rec) < len(s.vars) || len(rec) > len(s.vars) && !loop {
		return nil
	}
	left := slices.Clone(s.vars)
	vars := make([]captured, len(rec))
	// What fits best chooses first.
	for _, fit := range []fit{expected, exact, loose} {
		for i, field := range rec {
			if vars[i].typ != nil {
				continue
			}
			for j, v := range left {
				if got, ok := v.as(field, fit); ok {
					vars[i] = got
					left = slices.Delete(left, j, j+1)
					break
				}
			}
		}
	}
	if len(left) > 0 {
		return nil
	}
	for i, field := range rec {
		if vars[i].typ == nil {
			vars[i] = hidden(field)
		}
	}
	return vars
}

// hidden returns what the compiler adds to the body of a loop over an iterator:
// addresses, and a token where the body defers.
func hidden(field string) captured {
	v := captured{hidden: true, typ: types.Typ[types.UnsafePointer]}
	if strings.HasPrefix(field, "interface {") {
		v.typ = types.NewInterfaceType(nil, nil)
	}
	return v
}

// A fit says how closely a variable must match the field of a record.
type fit int

const (
	expected fit = iota // the type is the same, and the way of capture the one foreseen
	exact               // the type is the same
	loose               // the types may be the same
)

// as returns v captured as field has it.
func (v captured) as(field string, fit fit) (captured, bool) {
	name, ok := linkName(v.typ)
	switch {
	case !ok:
		return v, fit == loose
	case v.byRef && "*"+name == field, !v.byRef && name == field:
		return v, true
	case fit == expected:
		return v, false
	case name == field && !v.isAddress():
		v.byRef = false
		return v, true
	case "*"+name == field && !v.byRef:
		v.byRef, v.why = true, "as it may change"
		return v, true
	}
	return v, false
}

// isAddress reports whether v is bound by the address whatever happens to it:
// the receiver of a pointer method.
func (v captured) isAddress() bool { return v.byRef && v.home == nil }

// parseRecord returns the record that a allocates, if it does allocate one.
func parseRecord(a compiled.Alloc) (record, bool) {
	typ := strings.TrimPrefix(a.Type, "type:")
	typ = strings.TrimPrefix(typ, "noalg.")
	rest, ok := strings.CutPrefix(typ, "struct { F uintptr; ")
	if a.Kind != compiled.Object || !ok {
		return nil, false
	}
	var rec record
	for _, field := range splitFields(strings.TrimSuffix(rest, " }")) {
		_, typ, _ := strings.Cut(field, " ") // X0 or, for a method value, R
		rec = append(rec, qualifier.ReplaceAllString(typ, ""))
	}
	return rec, true
}

// qualifier matches the package path before a name.
var qualifier = regexp.MustCompile(`[^\s\[\]*(){},;]+\.`)

// splitFields splits the fields of a struct type at the semicolons that are not
// within a type.
func splitFields(s string) []string {
	var fields []string
	depth, start := 0, 0
	for i, r := range s {
		switch r {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth--
		case ';':
			if depth == 0 {
				fields = append(fields, s[start:i])
				start = i + len("; ")
			}
		}
	}
	return append(fields, s[start:])
}

// isDictionary reports whether a field is the dictionary that a generic
// function hands to its func literals.
func isDictionary(field string) bool {
	return strings.HasPrefix(field, "*[") && strings.HasSuffix(field, "]uintptr")
}

// linkName returns how the linker writes t, without package paths, and
// whether that is certain.
func linkName(t types.Type) (string, bool) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return "Pointer", true
		}
		return types.Typ[t.Kind()].Name(), true
	case *types.Named:
		obj := t.Obj()
		// A type declared in a function has a number behind its name.
		ok := obj.Pkg() == nil || obj.Parent() == obj.Pkg().Scope()
		return obj.Name(), ok && t.TypeArgs() == nil
	case *types.Pointer:
		return prefixed("*", t.Elem())
	case *types.Slice:
		return prefixed("[]", t.Elem())
	case *types.Array:
		return prefixed(fmt.Sprintf("[%d]", t.Len()), t.Elem())
	case *types.Chan:
		if t.Dir() == types.SendRecv {
			return prefixed("chan ", t.Elem())
		}
	case *types.Map:
		key, ok := linkName(t.Key())
		if ok {
			return prefixed("map["+key+"]", t.Elem())
		}
	}
	return "", false
}

func prefixed(prefix string, elem types.Type) (string, bool) {
	name, ok := linkName(elem)
	return prefix + name, ok
}

// A point is a range of one position.
type point token.Pos

// Pos implements [analysis.Range].
func (p point) Pos() token.Pos { return token.Pos(p) }

// End implements [analysis.Range].
func (p point) End() token.Pos { return token.Pos(p) }
