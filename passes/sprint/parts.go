package sprint

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strconv"
	"strings"
)

// A part of the text that fmt makes is either literal or the text of an operand.
type part struct {
	literal string
	operand ast.Expr // nil for a literal
	verb    verb
	typ     types.Type
}

// A verb says how an operand is formatted.
type verb struct {
	char      rune
	precision int // -1 without one
}

// partsOf returns the parts of the text, and whether strconv and concatenation make the
// same of each of them.
func (c *checker) partsOf(s sprint) ([]part, bool) {
	if s.call.Ellipsis.IsValid() {
		return nil, false
	}
	if s.kind != "f" {
		return c.listed(s)
	}
	if len(s.call.Args) == 0 {
		return nil, false // the arguments are the results of a call
	}
	format, ok := c.text(s.call.Args[0])
	if !ok {
		return nil, false
	}
	return c.formatted(format, s.call.Args[1:])
}

// listed returns the parts of what Sprint and Sprintln make: Sprint puts a space between
// operands where neither is a string, Sprintln between all.
func (c *checker) listed(s sprint) ([]part, bool) {
	var parts []part
	wasString := true
	for i, arg := range s.call.Args {
		p, ok := c.partOf(arg, verb{'v', -1})
		if !ok {
			return nil, false
		}
		isString := isStringType(c.info.TypeOf(arg))
		if i > 0 && (s.kind == "ln" || !isString && !wasString) {
			parts = addLiteral(parts, " ")
		}
		parts = append(parts, p)
		wasString = isString
	}
	if s.kind == "ln" {
		parts = addLiteral(parts, "\n")
	}
	return parts, true
}

// formatted returns the parts of what a format makes of its operands, if it has nothing
// but plain verbs, one for each operand in their order.
func (c *checker) formatted(format string, args []ast.Expr) ([]part, bool) {
	var parts []part
	for {
		literal, rest, found := strings.Cut(format, "%")
		parts = addLiteral(parts, literal)
		if !found {
			return parts, len(args) == 0
		}
		if strings.HasPrefix(rest, "%") {
			parts = addLiteral(parts, "%")
			format = rest[1:]
			continue
		}
		v, rest, ok := cutVerb(rest)
		if !ok || len(args) == 0 {
			return nil, false
		}
		p, ok := c.partOf(args[0], v)
		if !ok {
			return nil, false
		}
		if text, ok := c.text(args[0]); ok && isLiteral(args[0]) && v.char != 'q' {
			parts = addLiteral(parts, text)
		} else {
			parts = append(parts, p)
		}
		args, format = args[1:], rest
	}
}

// cutVerb returns the verb that s begins with, and what follows it. It returns false if
// there is a flag, a width or an index.
func cutVerb(s string) (v verb, rest string, ok bool) {
	v.precision = -1
	if digits, found := strings.CutPrefix(s, "."); found {
		s = strings.TrimLeft(digits, "0123456789")
		n, err := strconv.Atoi(digits[:len(digits)-len(s)])
		if err != nil || n > 100 {
			return v, "", false
		}
		v.precision = n
	}
	if s == "" {
		return v, "", false
	}
	v.char = rune(s[0])
	return v, s[1:], true
}

func addLiteral(parts []part, text string) []part {
	if text == "" {
		return parts
	}
	if n := len(parts); n > 0 && parts[n-1].operand == nil {
		parts[n-1].literal += text
		return parts
	}
	return append(parts, part{literal: text})
}

// partOf returns the operand as a part, if strconv and the like make the same of it as
// package fmt. That looks at methods first, Format with any verb, Error and String with
// those that make sense for strings; a panic of theirs becomes part of the text.
func (c *checker) partOf(e ast.Expr, v verb) (part, bool) {
	tv := c.info.Types[e]
	if tv.Type == nil || tv.IsNil() || tv.Value != nil && tv.Value.Kind() != constant.String {
		return part{}, false
	}
	t := types.Default(tv.Type)
	if _, isParam := types.Unalias(t).(*types.TypeParam); isParam || hasMethod(t, "Format") && !isPlainStringer(t) {
		return part{}, false
	}
	p := part{operand: e, verb: v, typ: t}
	if strings.ContainsRune("vsqxX", v.char) && (hasMethod(t, "Error") || hasMethod(t, "String")) {
		return p, (v.char == 'v' || v.char == 's') && v.precision < 0 && isPlainStringer(t)
	}
	if v.precision >= 0 && !isFloat(t) {
		return part{}, false
	}
	return p, c.expression(p) != ""
}

// hasMethod reports whether fmt finds a method of this name on a value of type t.
func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	if obj == nil {
		return false
	}
	_, isMethod := obj.(*types.Func)
	return isMethod && types.NewMethodSet(t).Lookup(nil, name) != nil
}

// isPlainStringer reports whether t is a type whose method String package fmt calls, and
// that does not panic.
func isPlainStringer(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	switch named.Obj().Pkg().Path() + "." + named.Obj().Name() {
	case "time.Duration", "time.Month", "time.Weekday", "time.Time", "net/netip.Addr", "net/netip.AddrPort", "net/netip.Prefix":
		return true
	}
	return false
}

func isStringType(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

// text returns the value of e if that is a constant string.
func (c *checker) text(e ast.Expr) (string, bool) {
	v := c.info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

// expression returns a pattern for the expression that makes a string of p: $ stands for
// the operand, and for a comma in front of what is appended to if the name of the
// function is that of an appender. It returns "" if there is none.
func (c *checker) expression(p part) string {
	v := p.verb.char
	if isPlainStringer(p.typ) && (v == 's' || v == 'v') {
		return "$.String()"
	}
	switch t := p.typ.Underlying().(type) {
	case *types.Basic:
		switch info := t.Info(); {
		case info&types.IsString != 0:
			switch v {
			case 's', 'v':
				return c.converted(p, types.Typ[types.String])
			case 'q':
				return "strconv.Quote(" + c.converted(p, types.Typ[types.String]) + ")"
			}
		case info&types.IsBoolean != 0 && (v == 't' || v == 'v'):
			return "strconv.FormatBool(" + c.converted(p, types.Typ[types.Bool]) + ")"
		case info&types.IsInteger != 0 && t.Kind() != types.Uintptr:
			return c.integer(p, t)
		case info&types.IsFloat != 0:
			return c.float(p, t)
		}
	case *types.Slice:
		if v == 's' && isByte(t.Elem()) {
			return "string($)"
		}
	}
	return ""
}

func isByte(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

// converted returns the pattern for the operand as a value of the basic type want.
func (c *checker) converted(p part, want *types.Basic) string {
	if types.Identical(p.typ, want) {
		return "$"
	}
	return want.Name() + "($)"
}

var bases = map[rune]string{'d': "10", 'v': "10", 'x': "16", 'o': "8", 'b': "2"}

func (c *checker) integer(p part, t *types.Basic) string {
	if p.verb.char == 'c' && types.Identical(p.typ, types.Typ[types.Int32]) {
		return "string($)"
	}
	base, ok := bases[p.verb.char]
	switch {
	case !ok:
		return ""
	case base == "10" && types.Identical(p.typ, types.Typ[types.Int]):
		return "strconv.Itoa($)"
	case t.Info()&types.IsUnsigned != 0:
		return "strconv.FormatUint(" + c.converted(p, types.Typ[types.Uint64]) + ", " + base + ")"
	}
	return "strconv.FormatInt(" + c.converted(p, types.Typ[types.Int64]) + ", " + base + ")"
}

func (c *checker) float(p part, t *types.Basic) string {
	size := "64"
	if t.Kind() == types.Float32 {
		size = "32"
	}
	precision := p.verb.precision
	char := p.verb.char
	switch char {
	case 'e', 'f':
		if precision < 0 {
			precision = 6
		}
	case 'v', 'g':
		char = 'g'
	default:
		return ""
	}
	return "strconv.FormatFloat(" + c.converted(p, types.Typ[types.Float64]) + ", '" + string(char) + "', " + strconv.Itoa(precision) + ", " + size + ")"
}
