// Package builder has strings that can be built by a strings.Builder.
package builder

import (
	"fmt"
	"strconv"
	"strings"
)

// All calls what this package has.
func All(xs []string, ns []int, r []rune, b []byte) []string {
	var m [2]int
	return []string{
		Simple(xs), Empty(xs), Typed(xs), Initial(xs, "a"), Constant(xs),
		Terms(xs), Number(ns), Runes(r, b), Bytes(b), SumForm(xs), Separated(xs),
		SeparatedByLen(xs), Bracketed(xs), Nested(xs), PerRound(xs), InIf(xs, true), InIf(xs, false),
		Early(xs), Behind(xs), BehindTwice(xs), Taken(xs), Two(xs), Within(xs), Labeled(xs),
		InCase(xs, 1), Post(xs), Grown(xs), GrownOne(xs), NotGrown(xs), Effects(&m), Private(ns),
		Commented(xs), Before(xs), Captured(xs), Clauses(xs), Reused(xs), Closed(xs), Printed(xs, ns),
	}
}

func Simple(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `^s \+= x copies s into a new string each time, in a loop$`
	}
	return s
}

func Empty(xs []string) string {
	var s string
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func Typed(xs []string) string {
	var s string = ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func Initial(xs []string, first string) string {
	s := first + "!" // the head
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func Constant(xs []string) string {
	var s = "head"
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func Terms(xs []string) string {
	s := ""
	for i, x := range xs {
		s += (x + ":") + strconv.Itoa(i) + "\n" // want `copies s`
	}
	return s
}

func Number(ns []int) string {
	s := ""
	for _, n := range ns {
		s += strconv.Itoa(n) + "," // want `copies s into a new string each time \(strconv.AppendInt into a reused buffer allocates nothing\), in a loop`
	}
	return s
}

func Runes(rs []rune, bs []byte) string {
	s := ""
	for _, r := range rs {
		s += string(r) + string('x') // want `copies s`
	}
	for _, b := range bs {
		s += string(b) // want `copies s`
	}
	for _, b := range bs {
		s += string(int64(b) + 1<<32) // want `copies s`
	}
	return s
}

func Bytes(b []byte) string {
	s := ""
	for len(b) > 2 {
		s += string(b[:2]) // want `copies s`
		b = b[2:]
	}
	return s
}

func SumForm(xs []string) string {
	s := ""
	for _, x := range xs {
		s = s + x       // want `^s = s \+ x copies s into a new string each time, in a loop$`
		s = (s + x) + x // want `copies s`
	}
	return s
}

func Separated(xs []string) string {
	s := ""
	for _, x := range xs {
		if s != "" {
			s += ", " // want `copies s`
		}
		s += x // want `copies s`
	}
	return s
}

func SeparatedByLen(xs []string) string {
	s := ""
	for _, x := range xs {
		if len(s) > 0 {
			s += ", " // want `copies s`
		}
		s += x // want `copies s`
	}
	return s
}

func Bracketed(xs []string) string {
	s := "["
	for i, x := range xs {
		if i > 0 {
			s += ", " // want `copies s`
		}
		s += x // want `copies s`
	}
	s += "]"
	return s
}

func Closed(xs []string) string {
	s := "["
	for _, x := range xs {
		s += x // want `copies s`
	}
	s += strconv.Itoa(len(xs)) + "]"
	println := len(xs)
	s += "." // the end
	if println > 100 {
		s += "many"
	}
	return s
}

func Nested(xs []string) string {
	var s string
	for _, x := range xs {
		for range len(x) {
			s += x // want `copies s`
		}
		s += "\n" // want `copies s`
	}
	return s
}

func PerRound(xs []string) string {
	n := 0
	for _, x := range xs {
		line := ""
		for _, y := range xs {
			line += y // want `copies line`
		}
		line += x
		n += len(line)
	}
	return strconv.Itoa(n)
}

func InIf(xs []string, ok bool) string {
	s := ""
	if ok {
		for _, x := range xs {
			s += x // want `copies s`
		}
	}
	return s
}

func Early(xs []string) string {
	s := ""
	for _, x := range xs {
		if x == "" {
			return s + "!"
		}
		s += x // want `copies s`
	}
	return "none"
}

func Behind(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	} // the end of the loop
	n := len(s)
	return strconv.Itoa(n)
}

func BehindTwice(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	p := &s
	*p += "."
	s = strings.ToUpper(s)
	return s
}

func Taken(xs []string) string {
	sb, sb2 := "", 2
	for _, x := range xs {
		sb += x // want `copies sb`
	}
	return sb + strconv.Itoa(sb2)
}

func Two(xs []string) string {
	a := ""
	b := ""
	for _, x := range xs {
		a += x // want `copies a`
		b += x // want `copies b`
	}
	c := a + b
	return c
}

func Within(xs []string) string {
	all := ""
	for _, x := range xs {
		line := ""
		for range xs {
			line += x // want `copies line`
		}
		all += line + "\n" // want `copies all`
	}
	return all
}

func Labeled(xs []string) string {
	s := ""
outer:
	for _, x := range xs {
		for range xs {
			if x == "b" {
				continue outer
			}
			s += x // want `copies s`
		}
	}
	return s
}

func InCase(xs []string, n int) string {
	switch n {
	case 1:
		s := "1"
		for _, x := range xs {
			s += x // want `copies s`
		}
		return s
	}
	return ""
}

func Post(xs []string) string {
	s := ""
	i := 0
	for ; i < len(xs); s += xs[i-1] + "." { // want `copies s`
		i++
	}
	return s
}

func Grown(xs []string) string {
	s := ""
	for range xs {
		s += "a" + "b" // want `copies s`
		s += "c"       // want `copies s`
	}
	return s
}

func GrownOne(xs []string) string {
	s := ""
	for range xs {
		s += " " // want `copies s`
	}
	return s
}

func NotGrown(xs []string) string {
	s := ""
	for i := range xs {
		if i == 2 {
			break
		}
		s += " " // want `copies s`
	}
	return s
}

func Effects(m *[2]int) string {
	next := func() string {
		m[0]++
		return strconv.Itoa(m[0])
	}
	s := ""
	for range 5 {
		s += strconv.Itoa(m[0]) + next() // want `copies s`
	}
	return s
}

func id(n int) string { return strconv.Itoa(n) }

func Private(ns []int) string {
	s := ""
	for _, n := range ns {
		k := strconv.Itoa(n)
		s += k + "=" + id(n) // want `copies s`
	}
	return s
}

func Commented(xs []string) string {
	// What is built.
	s := ""
	// Each of them.
	for _, x := range xs {
		// One.
		s += x + "," // want `copies s`
	}
	// The rest.
	return s
}

func Before(xs []string) string {
	s := ""
	if len(xs) > 1 {
		s += "many: "
	}
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func Captured(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	f := func() { s += "." }
	f()
	return s
}

func Clauses(xs []string) string {
	s := ""
	for i := 0; i < len(xs); i++ {
		s += xs[i] // want `copies s`
	}
	s += "|"
	for i := len(xs) - 1; i >= 0; i-- {
		s += xs[i] // want `copies s`
	}
	return s
}

func Reused(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	s, n := s+"!", 2
	return s + strconv.Itoa(n)
}

func Printed(xs []string, ns []int) string {
	s := ""
	for i, x := range xs {
		s += fmt.Sprintf("%d %s", i, x) + ";"   // want `copies s`
		s += fmt.Sprintln("ns", ns)             // want `copies s`
		s += fmt.Sprint(append([]any{i}, x)...) // want `copies s`
	}
	return s
}
