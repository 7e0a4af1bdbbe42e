// Package nope formats text in ways that are as they should be, or that nothing beats.
package nope

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

func once(n int) string {
	return fmt.Sprintf("%d", n) // nope: runs once
}

func failing(names []string) error {
	for _, name := range names {
		if name == "" {
			return errors.New(fmt.Sprintf("%s", name)) // nope: fails
		}
	}
	return nil
}

// What allocates as often as what would replace it.
func even(out []string, n int, b byte, f float64, text string, raw []byte, dir any) []string {
	for range n {
		out = append(out, fmt.Sprintf("user-%d", n))          // nope: 2, as "user-" + strconv.Itoa(n)
		out = append(out, fmt.Sprintf("%d-%d", n, n))         // nope: 3, as the concatenation
		out = append(out, fmt.Sprintf("%.1f%%", f))           // nope: 2, as the concatenation
		out = append(out, fmt.Sprintf("%d", b))               // nope: 1, as strconv.Itoa(int(b))
		out = append(out, fmt.Sprintf("%q", text))            // nope: strconv.Quote makes more for a long text
		out = append(out, fmt.Sprintf("%x", raw))             // nope: 2, as hex.EncodeToString, which makes more bytes
		out = append(out, fmt.Sprintf("n=%t", n > 1))         // nope: 1, as the concatenation
		out = append(out, fmt.Sprintf("%s", "constant")+text) // want `; "constant" makes the same without$`
	}
	return out
}

// go-critic/go-critic#1338, catenacyber/perfsprint#11: Error of a nil error panics.
func methods(out []string, err error, s fmt.Stringer, p *strings.Builder, l level, e failure, f formatter, v any, w wrapped, n int) []string {
	for range n {
		out = append(out, fmt.Sprint(err))        // nope: may be nil
		out = append(out, fmt.Sprintf("%s", err)) // nope: may be nil
		out = append(out, fmt.Sprintf("%v", s))   // nope: may be nil
		out = append(out, fmt.Sprint(p))          // nope: may be nil
		out = append(out, fmt.Sprintf("%v", l))   // nope: a method String that may panic
		out = append(out, fmt.Sprintf("%s", w))   // nope: the same, promoted
		out = append(out, fmt.Sprint(e))          // nope: a method Error
		out = append(out, fmt.Sprintf("%s", f))   // nope: a method Format
		out = append(out, fmt.Sprintf("%d", f))   // nope: a method Format
		out = append(out, fmt.Sprint(v))          // nope: anything
		out = append(out, fmt.Sprintf("%q", l))   // nope: the text of String
		out = append(out, fmt.Sprintf("%x", l))   // nope: the text of String
	}
	return out
}

type level string

func (l level) String() string { return string(l)[1:] }

type failure string

func (f failure) Error() string { return string(f)[1:] }

type formatter int

func (formatter) Format(s fmt.State, verb rune) { io.WriteString(s, "formatted") }

type wrapped struct{ level }

// catenacyber/perfsprint#16: what is not one plain verb for each operand.
func verbs(out []string, key string, n int, f float64, b bool, d time.Duration, format string, args []any) []string {
	for range n {
		out = append(out, fmt.Sprintf("%[1]s-%[1]s", key))   // nope: one operand twice
		out = append(out, fmt.Sprintf("%[2]s %s", key, key)) // nope: numbered
		out = append(out, fmt.Sprintf("%8s", key))           // nope: a width
		out = append(out, fmt.Sprintf("%-8s|", key))         // nope: a flag
		out = append(out, fmt.Sprintf("%.3s", key))          // nope: cut off
		out = append(out, fmt.Sprintf("%*d", n, n))          // nope: a width in the operands
		out = append(out, fmt.Sprintf("%05d", n))            // nope: padded
		out = append(out, fmt.Sprintf("%+d", n))             // nope: a sign
		out = append(out, fmt.Sprintf("%#x", n))             // nope: a prefix
		out = append(out, fmt.Sprintf("%X", n))              // nope: upper case
		out = append(out, fmt.Sprintf("%U", n))              // nope: U+0041
		out = append(out, fmt.Sprintf("%T", n))              // nope: the type
		out = append(out, fmt.Sprintf("%v", []string{key}))  // nope: brackets
		out = append(out, fmt.Sprintf("%v", []byte(key)))    // nope: numbers
		out = append(out, fmt.Sprintf("%G", f))              // nope: upper case
		out = append(out, fmt.Sprintf("%s", d.Abs))          // nope: wrong
		out = append(out, fmt.Sprintf("%s", n))              // nope: wrong
		out = append(out, fmt.Sprintf("%d", key))            // nope: wrong
		out = append(out, fmt.Sprintf("%s"))                 // nope: wrong
		out = append(out, fmt.Sprintf("%s", key, key))       // nope: wrong
		out = append(out, fmt.Sprintf("%"))                  // nope: wrong
		out = append(out, fmt.Sprintf(format))               // nope: unknown
		out = append(out, fmt.Sprintf(format, key))          // nope: unknown
		out = append(out, fmt.Sprintf("%s", args...))        // nope: unknown operands
		out = append(out, fmt.Sprint(args...))               // nope: unknown operands
		out = append(out, fmt.Sprintf("%d", 5))              // nope: a constant
		out = append(out, fmt.Sprint(nil))                   // nope: nil
		out = append(out, fmt.Sprint())                      // nope: nothing
		out = append(out, fmt.Sprintf(""))                   // nope: nothing
		out = append(out, fmt.Sprintf(both()))               // nope: the arguments are one call
	}
	return out
}

func both() (format, key string) { return "%s", "k" }

// golang/go#44129: since Go 1.26 it costs what errors.New does.
func static(out []error, n int) []error {
	for range n {
		out = append(out, fmt.Errorf("static")) // nope: 1, as errors.New
	}
	return out
}

func generic[T any](out []string, values []T) []string {
	for _, v := range values {
		out = append(out, fmt.Sprint(v)) // nope: any type
	}
	return out
}

func accumulated(names []string) (s string) {
	for _, name := range names {
		s = fmt.Sprintf("%s%s", s, name) // nope: package concat reports that
	}
	return s
}

// The writer stays on the stack, but not if it becomes an io.Writer.
func local(out []string, names []int) []string {
	for _, n := range names {
		var sb strings.Builder
		sb.WriteString(fmt.Sprintf("%5d", n)) // nope: what it saves the Builder costs
		out = append(out, sb.String())
	}
	return out
}

func digits(sb *strings.Builder, list []byte) {
	for _, digit := range list {
		sb.WriteString(fmt.Sprintf("%d", digit)) // nope: if it is one, 0
	}
}

type both2 struct{ strings.Builder }

func (both2) Write(p []byte) (int, error) { return 0, nil }

type stringWriter interface {
	io.Writer
	io.StringWriter
}

func others(b *both2, w stringWriter, n int) {
	for range n {
		b.WriteString(fmt.Sprintf("%5d", n)) // nope: Write is another one
		w.WriteString(fmt.Sprintf("%5d", n)) // nope: Write may do something else
	}
}

func used(n int) {
	for range n {
		fmt.Sprintf("%d", n) // nope: of no use
	}
}

type named []byte

func toNamed(b named, n int) named {
	for range n {
		b = append(b, fmt.Sprintf("%5d", n)...) // nope: Appendf returns a []byte
	}
	return b
}

func ints(b []byte, n int) []byte {
	for range n {
		b = append(b, fmt.Sprintf("%5d", n)[1:]...) // nope: not the whole text
	}
	return b
}

func allowed(out []string, n int) []string {
	for range n {
		//zeroalloc:allow sprint rare
		out = append(out, fmt.Sprintf("%d", n)) // nope: allowed
	}
	return out
}

type trouble struct {
	failure
	text string
}

func troubles(out []error, names []string) []error {
	for _, name := range names {
		out = append(out, &trouble{text: fmt.Sprintf("name %s", name)}) // nope: an error
	}
	return out
}

func templates(out []string, names []string) []string {
	for _, name := range names {
		out = append(out, fmt.Sprintf("server {\n\tname: %s\n}\n", name)) // nope: a layout
	}
	return out
}
