// Package measured has strings that grow in loops of ten rounds, with what its test counts.
package measured

import (
	"fmt"
	"strings"
)

type text string

type list struct{ s string }

var (
	words = strings.Fields("a1234567 b1234567 c1234567 d1234567 e1234567 f1234567 g1234567 h1234567 i1234567 j1234567")
	sink  string
)

// Funcs has the least number of allocations of each func.
var Funcs = []struct {
	Name   string
	Func   func()
	Allocs float64
}{
	{"sum", sum, 9},
	{"prepend", prepend, 9},
	{"field", field, 9},
	{"element", element, 9},
	{"mapElement", mapElement, 9},
	{"pointer", pointer, 9},
	{"named", named, 9},
	{"closure", closure, 9},
	{"jumps", jumps, 9},
	{"sprintf", sprintf, 10},
	{"join", join, 9},
}

func sum() {
	s := ""
	for _, w := range words {
		s = s + w + "\n" // want `copies s into a new string each time, in a loop$`
	}
	sink = s
}

func prepend() {
	s := ""
	for _, w := range words {
		s = w + s // want `copies s into a new string each time, in a loop$`
	}
	sink = s
}

func field() {
	var l list
	for _, w := range words {
		l.s += w // want `copies l.s into a new string`
	}
	sink = l.s
}

func element() {
	l := make([]string, 1)
	for _, w := range words {
		l[0] += w // want `copies l\[0\] into a new string`
	}
	sink = l[0]
}

func mapElement() {
	m := map[int]string{}
	for _, w := range words {
		m[0] += w // want `copies m\[0\] into a new string`
	}
	sink = m[0]
}

func pointer() {
	p := &sink
	*p = ""
	for _, w := range words {
		*p += w // want `copies \*p into a new string`
	}
}

func named() {
	var s text
	for _, w := range words {
		s += text(w) // want `copies s into a new string`
	}
	sink = string(s)
}

func closure() {
	s := ""
	add := func(w string) { s += w } // want `copies s into a new string`
	for _, w := range words {
		add(w)
	}
	sink = s
}

func jumps() {
	s, i := "", 0
again:
	s += words[i] // want `copies s into a new string`
	if i++; i < len(words) {
		goto again
	}
	sink = s
}

func sprintf() {
	s := ""
	for _, w := range words {
		s = fmt.Sprintf("%s%s", s, w) // want `copies s into a new string`
	}
	sink = s
}

func join() {
	s := ""
	for _, w := range words {
		s = strings.Join([]string{s, w}, ",") // want `copies s into a new string`
	}
	sink = s
}

// A builder for two or three rounds allocates more.

func fewRounds() {
	s := ""
	for _, w := range [2]string{words[0], words[1]} {
		s += w // nope: two rounds allocate once, as a builder does twice
	}
	sink = s
}

func fewWithBuilder() {
	var b strings.Builder
	for _, w := range [2]string{words[0], words[1]} {
		b.WriteString(w)
	}
	sink = b.String()
}
