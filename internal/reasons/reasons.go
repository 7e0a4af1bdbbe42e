// Package reasons tells why the compiler put something on the heap.
//
// The compiler says so with -m=2, and the go command repeats from its cache what it
// said. That option makes another build of all packages that are named, though: with it in
// the run that serves the verdicts, each would be compiled once more after an edit, in the
// usual case that nothing is found as well. Measured with go1.26.8 on 2 cores: 4.0 s for
// net/http and 4.3 s for the tsdb of Prometheus, against 2.6 s and 3.3 s without the
// option. And -gcflags of GOFLAGS would not count any more for the code that is judged. So
// the object code is that of the user's build, and the reasons are asked for by a run of
// the go command of their own, when a finding needs one: 0.1 s when they are in the
// cache, 0.4 s for the tsdb.
//
// No verdict depends on the text. What is not understood is left out.
package reasons

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/gobuild"
)

// A Reason is why something is on the heap.
type Reason struct {
	Subject string // as the compiler writes it: "x", "func literal", "&T{}", "make([]byte, 65537)"
	Func    string // the function that the compiler was at
	At      Position
	Flow    []Edge // how a reference to it gets to where it must be on the heap
}

// An Edge is a step on that way.
type Edge struct {
	Expr string // "sink = p"
	How  string // "assign", "return", "call parameter"
	At   Position
}

// A Position is a place in the source of the package, as line directives have it.
type Position struct {
	File      string // base name
	Line, Col int    // in bytes, from 1
}

// A Set holds the reasons for what is on the heap in a package.
type Set struct {
	lines map[Position][]*Reason // by line, without column
}

// At returns the reasons for what is in a line of a file.
func (s *Set) At(file string, line int) []*Reason {
	if s == nil {
		return nil
	}
	return s.lines[Position{File: filepath.Base(file), Line: line}]
}

// Of has the go command say why things are on the heap in the package in dir, with tests
// in its test files too, and with what the overlay has in place of files.
func Of(dir string, tests bool, overlay gobuild.Overlay) (*Set, error) {
	args := []string{"list", "-e", "-export", "-f=", "-gcflags=" + gcflags(os.Getenv("GOFLAGS"))}
	if tests {
		args = append(args, "-test")
	}
	flags, remove, err := overlay.Flags()
	if err != nil {
		return nil, err
	}
	defer remove()
	cmd := exec.Command("go", append(append(args, flags...), ".")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go list -gcflags=-m=2: %w", err)
	}
	return Parse(stderr.Bytes()), nil
}

// gcflags returns the flags for the compiler: those of GOFLAGS, which the ones on the
// command line would replace, and the one that asks for reasons.
func gcflags(goflags string) string {
	flags := ""
	for _, f := range splitFlags(goflags) {
		value, ok := strings.CutPrefix("-"+strings.TrimLeft(f, "-"), "-gcflags=")
		if !ok {
			continue
		}
		if !strings.HasPrefix(value, "-") { // all=-N
			_, value, _ = strings.Cut(value, "=")
		}
		flags = value + " "
	}
	return flags + "-m=2"
}

// splitFlags splits GOFLAGS at spaces that are not within quotes, as the go command
// does.
func splitFlags(s string) []string {
	var list []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		if quote := s[0]; quote == '\'' || quote == '"' {
			f, rest, _ := strings.Cut(s[1:], s[:1])
			list, s = append(list, f), rest
			continue
		}
		end := strings.IndexAny(s, " \t\r\n")
		if end < 0 {
			end = len(s)
		}
		list, s = append(list, s[:end]), s[end:]
	}
	return list
}

// Parse reads what the compiler wrote, for one package or its variants:
//
//	./a.go:9:12: x escapes to heap in A:
//	./a.go:9:12:   flow: {heap} ← &x:
//	./a.go:9:12:     from &x (address-of) at ./a.go:9:27
//	./a.go:9:12:     from sink = &x (assign) at ./a.go:9:25
//	./a.go:9:12: moved to heap: x
//
// Before Go 1.26 the first line ended in "escapes to heap:".
func Parse(output []byte) *Set {
	p := parser{set: &Set{make(map[Position][]*Reason)}, known: make(map[key]bool)}
	for line := range bytes.Lines(output) {
		p.line(strings.TrimRight(string(line), "\r\n"))
	}
	return p.set
}

type key struct {
	at          Position
	subject, fn string
}

type parser struct {
	set     *Set
	known   map[key]bool // a package and its variant with tests say the same
	current *Reason
}

func (p *parser) line(text string) {
	at, rest, ok := cutPosition(text)
	if !ok {
		p.current = nil
		return
	}
	if !strings.HasPrefix(rest, " ") {
		p.current = nil
		if r := newReason(at, rest); r != nil && !p.known[key{at, r.Subject, r.Func}] {
			p.known[key{at, r.Subject, r.Func}] = true
			p.current = r
			line := Position{File: at.File, Line: at.Line}
			p.set.lines[line] = append(p.set.lines[line], r)
		}
		return
	}
	if p.current == nil || p.current.At != at {
		return
	}
	if e, ok := newEdge(strings.TrimSpace(rest)); ok {
		p.current.Flow = append(p.current.Flow, e)
	}
}

// newReason reads "x escapes to heap in F:", or returns nil.
func newReason(at Position, text string) *Reason {
	subject, fn, ok := strings.Cut(text, " escapes to heap")
	if !ok || !strings.HasSuffix(fn, ":") {
		return nil // the end of what is said, or something else
	}
	fn = strings.TrimPrefix(strings.TrimSuffix(fn, ":"), " in ")
	return &Reason{Subject: subject, Func: fn, At: at}
}

// newEdge reads "from sink = &x (assign) at ./a.go:9:25".
func newEdge(text string) (Edge, bool) {
	text, ok := strings.CutPrefix(text, "from ")
	if !ok {
		return Edge{}, false
	}
	i := strings.LastIndex(text, ") at ")
	if i < 0 {
		return Edge{}, false
	}
	at, _, ok := cutPosition(text[i+len(") at "):] + ": ")
	open := strings.LastIndex(text[:i], " (")
	if !ok || open < 0 {
		return Edge{}, false
	}
	return Edge{Expr: text[:open], How: text[open+len(" (") : i], At: at}, true
}

// cutPosition cuts "./a.go:9:12: " off the front of a line. A column is missing
// where a line directive has none.
func cutPosition(text string) (at Position, rest string, ok bool) {
	front, rest, ok := strings.Cut(text, ": ")
	if !ok {
		return at, "", false
	}
	var numbers []int
	for len(numbers) < 2 {
		i := strings.LastIndexByte(front, ':')
		if i < 0 {
			break
		}
		n, err := strconv.Atoi(front[i+1:])
		if err != nil {
			break
		}
		numbers = append(numbers, n)
		front = front[:i]
	}
	at.File = path.Base(filepath.ToSlash(front))
	switch len(numbers) {
	case 1:
		at.Line = numbers[0]
	case 2:
		at.Line, at.Col = numbers[1], numbers[0]
	default:
		return at, "", false
	}
	return at, rest, true
}
