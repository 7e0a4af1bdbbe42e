package probe

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

// marks is what the source of the known package says about its object code.
type marks struct {
	lines []line // by number, from 1
}

// A line of the known package.
type line struct {
	fn   string   // declared function that it stands in, or ""
	want []string // what its code must have
}

const (
	markPrefix   = "//= "
	alternatives = "|"
	indirect     = "indirect"
	called       = "call:"    // and the name of a function
	inlined      = "inlined:" // and the name of a function, and a kind
	toHeap       = "no-buffer"
	toStack      = "buffer"
)

func newMarks(source []byte) *marks {
	m := &marks{lines: make([]line, 1)}
	fn := ""
	for text := range strings.Lines(string(source)) {
		if strings.HasPrefix(text, "func ") {
			fn = declared(text)
		}
		var want []string
		if _, mark, ok := strings.Cut(text, markPrefix); ok {
			want = strings.Fields(mark)
		}
		m.lines = append(m.lines, line{fn, want})
		if strings.HasPrefix(text, "}") {
			fn = ""
		}
	}
	return m
}

// declared returns the name in the first line of a declaration, as the linker has it:
// double, (*pair).sum.
func declared(text string) string {
	text = strings.TrimPrefix(text, "func ")
	recv := ""
	if rest, ok := strings.CutPrefix(text, "("); ok {
		recv, text, _ = strings.Cut(rest, ") ")
		if _, recv, ok = strings.Cut(recv, " *"); ok {
			recv = "(*" + recv + ")."
		}
	}
	return recv + text[:strings.IndexAny(text, "([")]
}

// compare tells in what the object code differs from what is known.
func (m *marks) compare(funcs []*goobj.Func, kindOf kinds, file string) error {
	byName := make(map[string][]*goobj.Func)
	for _, fn := range funcs {
		byName[plainName(fn.Name)] = append(byName[plainName(fn.Name)], fn)
		for i := range fn.Calls {
			if err := m.allowed(&fn.Calls[i], kindOf, file); err != nil {
				return fmt.Errorf("%s: %w", plainName(fn.Name), err)
			}
		}
	}
	n := 0
	for number, l := range m.lines {
		for _, want := range l.want {
			n++
			if !slices.ContainsFunc(byName[l.fn], func(fn *goobj.Func) bool { return has(fn, number, want, kindOf) }) {
				return fmt.Errorf("%s: no %s in line %d", l.fn, want, number)
			}
		}
	}
	if n == 0 {
		return errors.New("nothing is known of the probe package")
	}
	return nil
}

// allowed tells why a call that allocates stands where none can: each frame of
// the known package must be in a marked line, of the function that it names.
func (m *marks) allowed(call *goobj.Call, kindOf kinds, file string) error {
	if kindOf(call.Target) == "" {
		return nil
	}
	if len(call.Frames) == 0 {
		return fmt.Errorf("call of %s without a position", call.Target)
	}
	for _, f := range call.Frames {
		if path.Base(f.File) != file {
			continue // inlined from another package, or made up by the compiler
		}
		if f.Line < 1 || f.Line >= len(m.lines) || len(m.lines[f.Line].want) == 0 {
			return fmt.Errorf("call of %s in line %d", call.Target, f.Line)
		}
		if name := plainName(f.Func); name != m.lines[f.Line].fn && !strings.HasPrefix(name, m.lines[f.Line].fn+".") {
			return fmt.Errorf("line %d belongs to %s", f.Line, name)
		}
	}
	return nil
}

// has reports whether the code of fn has what is wanted at a line.
func has(fn *goobj.Func, number int, want string, kindOf kinds) bool {
	return slices.ContainsFunc(fn.Calls, func(c goobj.Call) bool {
		return len(c.Frames) > 0 && c.Frames[len(c.Frames)-1].Line == number && is(&c, want, kindOf)
	})
}

// is reports whether call is what a mark wants.
func is(call *goobj.Call, want string, kindOf kinds) bool {
	kind := kindOf(call.Target)
	if want == indirect {
		return call.Indirect()
	}
	if name, ok := strings.CutPrefix(want, called); ok {
		return plainName(call.Target) == name
	}
	if rest, ok := strings.CutPrefix(want, inlined); ok {
		name, want, _ := strings.Cut(rest, ":")
		depth := len(call.Frames)
		return plainName(call.Target) == name || depth > 1 && kind == want && plainName(call.Frames[depth-2].Func) == name
	}
	// Where the registers of arguments are not decoded a buffer is not known, and
	// what allocates only without one is never called clean.
	switch want {
	case toHeap:
		return kind != "" && call.Buffer != goobj.StackBuffer
	case toStack:
		return kind != "" && call.Buffer != goobj.NoBuffer
	}
	return kind != "" && slices.Contains(strings.Split(want, alternatives), kind)
}

// plainName returns the name of a linker symbol without type arguments, and without
// the path of the known package.
func plainName(symbol string) string {
	symbol, _, _ = strings.Cut(symbol, "[")
	return strings.TrimPrefix(symbol, named+".")
}
