// Package writers holds builders and buffers that are filled in loops.
package writers

import (
	"bytes"
	"strings"
)

func toLower(s []byte) string {
	var b strings.Builder // want `strings\.Builder b grows to len\(s\) bytes without Grow, in a loop`
	for _, c := range s {
		b.WriteByte(c | 0x20)
	}
	return b.String()
}

func dots(xs []int) string {
	var b strings.Builder // want `strings\.Builder b grows to 3\*len\(xs\) bytes without Grow, in a loop`
	for range xs {
		b.WriteString(", ")
		b.WriteRune('.')
	}
	return b.String()
}

func buffered(xs []byte) string {
	var b bytes.Buffer // want `bytes\.Buffer b grows to len\(xs\) bytes without Grow, in a loop`
	for _, x := range xs {
		b.WriteByte(x)
	}
	return b.String()
}

func constant(xs []int, f func(string)) {
	for range xs {
		var b strings.Builder // want `strings\.Builder b grows to 72 bytes without Grow, in a loop`
		for range 36 {
			b.WriteString("ab")
		}
		f(b.String())
	}
}

func short(xs []int, f func(string)) {
	for range xs {
		var b strings.Builder // nope: append starts with 64 bytes
		for range 32 {
			b.WriteString("ab")
		}
		f(b.String())
	}
}

func grown(s []byte) string {
	var b strings.Builder // nope: grown before
	b.Grow(len(s))
	for _, c := range s {
		b.WriteByte(c | 0x20)
	}
	return b.String()
}

func unknown(xs []string) string {
	var b strings.Builder // nope: the length of the strings is unknown
	for _, x := range xs {
		b.WriteString(x)
		b.WriteByte('\n')
	}
	return b.String()
}

func escaped(s []byte) string {
	var b strings.Builder // nope: most bytes are left out
	for _, c := range s {
		if c == '"' {
			b.WriteByte('\\')
		}
	}
	return b.String()
}

func passedOn(s []byte, f func(*strings.Builder)) string {
	var b strings.Builder // nope: f may grow it
	f(&b)
	for _, c := range s {
		b.WriteByte(c)
	}
	return b.String()
}

func elsewhere(s []byte) string {
	var b strings.Builder // nope: written outside of the loop, too
	b.WriteByte('"')
	for _, c := range s {
		b.WriteByte(c)
	}
	b.WriteByte('"')
	return b.String()
}
