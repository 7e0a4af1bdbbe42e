package directives

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/zeroalloc/zeroalloc-lint/internal/spell"
)

const tool = "zeroalloc"

var names = []string{Allow, Assume, Check, Cold, Hot, Strict}

// A written is a comment that is, or was meant to be, a directive.
type written struct {
	d       *Directive           // as written or as meant, not placed yet; nil if neither is known
	problem *analysis.Diagnostic // what is wrong with its form, or nil

	// ifPlaced says that the comment may also be prose. It counts as a
	// mistake only where the directive that it resembles could stand.
	ifPlaced bool

	// Of a misspelled one, what stands for "//zeroalloc:name" in the comment
	// is its first nameEnd bytes; 0 if no replacement can be offered.
	nameEnd int
}

// parse returns what c is, or nil if it has nothing to do with this tool.
func parse(c *ast.Comment) *written {
	parsed, ok := ast.ParseDirective(c.Slash, c.Text)
	if ok {
		if w := parseHidden(c); w != nil {
			return w
		}
	}
	if !ok || parsed.Tool != tool {
		return parseMiss(c)
	}
	d := &Directive{Name: parsed.Name, Pos: c.Slash}
	args := stripComment(parsed.Args)
	d.End = parsed.ArgsPos + token.Pos(len(args))
	if args == "" {
		d.End = c.Slash + token.Pos(len("//"+tool+":"+parsed.Name))
	}
	if !slices.Contains(names, parsed.Name) {
		w := &written{problem: problemf(d, CategoryUnknown, "//zeroalloc:%s is unknown%s", parsed.Name, hint(parsed.Name))}
		if near := nearest(parsed.Name, names); near != "" {
			d.Name = near
			w.nameEnd = len("//" + tool + ":" + parsed.Name)
			w.d = d
		}
		return w
	}
	return &written{d: d, problem: d.setArgs(args)}
}

// parseHidden returns the mistake in c, a directive, of having one of this tool
// behind it on the line, or nil.
func parseHidden(c *ast.Comment) *written {
	for i := range c.Text {
		if i == 0 || c.Text[i-1] != ' ' && c.Text[i-1] != '\t' {
			continue
		}
		if strings.HasPrefix(c.Text[i:], "// ") {
			break // what follows is about the directive
		}
		inner, ok := ast.ParseDirective(c.Slash+token.Pos(i), c.Text[i:])
		if !ok || inner.Tool != tool || !slices.Contains(names, inner.Name) {
			continue
		}
		d := &Directive{Pos: c.Slash, End: inner.Slash + token.Pos(len("//"+tool+":"+inner.Name))}
		return &written{problem: problemf(d, CategoryNearMiss, "//zeroalloc:%s shares its comment with another directive, and is a part of that", inner.Name)}
	}
	return nil
}

// stripComment cuts off a comment behind a directive. It needs a space before
// it, since a reason may hold an address.
func stripComment(args string) string {
	for i := range args {
		if strings.HasPrefix(args[i:], "//") && (i == 0 || args[i-1] == ' ' || args[i-1] == '\t') {
			return strings.TrimSpace(args[:i])
		}
	}
	return args
}

// setArgs fills in what follows the name, and returns what is wrong with it.
func (d *Directive) setArgs(args string) *analysis.Diagnostic {
	d.Reason = args
	switch d.Name {
	case Check, Strict, Hot:
		if args != "" {
			return problemf(d, CategoryArgument, "//zeroalloc:%s takes no argument, but %q follows it", d.Name, args)
		}
		return nil
	case Allow:
		list, reason, _ := strings.Cut(strings.ReplaceAll(args, "\t", " "), " ")
		if list == "" {
			return problemf(d, CategoryArgument, "//zeroalloc:allow names no pass (%s)", strings.Join(PassNames, ", "))
		}
		d.Passes = strings.Split(list, ",")
		d.Reason = strings.TrimSpace(reason)
		if problem := d.checkPasses(); problem != nil {
			return problem
		}
	}
	if !strings.ContainsFunc(d.Reason, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return problemf(d, CategoryNoReason, "//zeroalloc:%s gives no reason", d.Name)
	}
	return nil
}

// checkPasses returns what is wrong with the passes that an allow names.
func (d *Directive) checkPasses() *analysis.Diagnostic {
	for i, name := range d.Passes {
		switch {
		case name == "":
			return problemf(d, CategoryArgument, "//zeroalloc:allow has an empty name in its list of passes, which takes commas without spaces")
		case name == "directive":
			return problemf(d, CategoryArgument, "findings of pass directive cannot be allowed")
		case !slices.Contains(PassNames, name):
			known := "known are " + strings.Join(PassNames, ", ")
			if near := nearest(name, PassNames); near != "" {
				known = "nearest is " + near
			}
			return problemf(d, CategoryArgument, "//zeroalloc:allow names unknown pass %q (%s)", name, known)
		case slices.Contains(d.Passes[:i], name):
			return problemf(d, CategoryArgument, "//zeroalloc:allow names pass %s twice", name)
		}
	}
	return nil
}

// parseMiss returns the near miss that c is, or nil.
//
// Nobody writes prose without a space behind the slashes, so that there
// everything that resembles the name of the tool is taken for a slip. Behind a
// space, which gofmt puts into doc comments where it sees no directive, only the
// full text of one is, and where a reason would follow or there is no colon,
// which any prose could be, only at a place for a directive.
func parseMiss(c *ast.Comment) *written {
	text, offset, spaced := body(c)
	text = stripComment(text)
	m, ok := split(text, spaced)
	if !ok {
		return nil
	}
	shown := strings.TrimSpace(text[:m.end])
	w := &written{d: &Directive{Name: m.name, Pos: c.Slash, End: c.Slash + token.Pos(offset+m.end)}}
	if m.name == "" {
		what := "names no directive"
		if m.word != "" {
			what = "is unknown" + hint(m.word)
		}
		category := CategoryNearMiss
		if m.word != "" {
			category = CategoryUnknown
		}
		w.problem = problemf(w.d, category, "//%s %s", shown, what)
		w.d = nil
		return w
	}

	args := strings.TrimSpace(text[m.end:])
	malformed := w.d.setArgs(args) != nil
	if spaced && malformed {
		return nil
	}
	w.problem = problemf(w.d, CategoryNearMiss, "comment %q is not the directive //zeroalloc:%s", strings.TrimSpace(c.Text[:offset+m.end]), m.name)
	multiline := strings.Contains(c.Text, "\n")
	if multiline {
		w.problem.Message = fmt.Sprintf("line %q of a block comment is not the directive //zeroalloc:%s", shown, m.name)
	}
	w.ifPlaced = multiline || spaced && (w.d.Reason != "" || !strings.Contains(shown, ":"))
	if strings.HasPrefix(c.Text, "//") {
		w.nameEnd = offset + m.end
	}
	return w
}

// body returns the text of a comment without its markers (of a block comment,
// the last line that is not empty), its offset in the comment, and whether
// anything but the marker precedes it.
func body(c *ast.Comment) (text string, offset int, spaced bool) {
	if line, ok := strings.CutPrefix(c.Text, "//"); ok {
		text = strings.TrimLeft(line, " \t")
		spaced = len(text) < len(line)
		if !spaced {
			text = strings.TrimLeft(text, "/")
		}
		return text, len(c.Text) - len(text), spaced
	}
	inner := strings.TrimRight(c.Text[:len(c.Text)-len("*/")], " \t\r\n*")
	if len(inner) < len("/*") {
		return "", 0, false
	}
	start := max(len("/*"), strings.LastIndexByte(inner, '\n')+1)
	line := inner[start:]
	text = strings.TrimLeft(line, " \t*")
	spaced = len(text) < len(line) || start > len("/*")
	text = strings.TrimPrefix(text, "//")
	return text, len(inner) - len(text), spaced
}

// A miss is the beginning of a comment that resembles that of a directive.
type miss struct {
	name string // of the directive meant, or ""
	word string // that stands for the name
	end  int    // offset of the end of that word
}

// split takes apart the beginning of a comment, and reports whether it resembles
// "zeroalloc:name".
func split(text string, spaced bool) (miss, bool) {
	if spaced && strings.IndexFunc(text, unicode.IsLetter) != 0 {
		return miss{}, false // a quotation, or an example
	}
	if rest, ok := strings.CutPrefix(text, "go:"); ok && !spaced {
		m, ok := split(rest, false)
		m.end += len("go:")
		return m, ok && m.name != ""
	}
	head, rest, colon := strings.Cut(text, ":")
	slips := slipsOf(squeeze(head))
	if colon && slips <= 2 {
		rest = strings.TrimLeft(rest, ": \t")
	} else {
		colon = false
		head = text
		if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }); i >= 0 {
			head = text[:i]
		}
		if after, ok := strings.CutPrefix(strings.ToLower(head), tool); ok && slices.Contains(names, after) && !spaced {
			return miss{name: after, word: after, end: len(head)}, true
		}
		slips = slipsOf(strings.ToLower(head))
		rest = strings.TrimLeft(text[len(head):], between)
		if after, ok := strings.CutPrefix(rest, "lint"); ok && strings.TrimLeft(after, between) != after {
			rest = strings.TrimLeft(after, between)
		}
	}
	if slips > 2 {
		return miss{}, false
	}

	word := rest
	if i := strings.IndexFunc(rest, unicode.IsSpace); i >= 0 {
		word = rest[:i]
	}
	m := miss{word: word, end: len(text) - len(rest) + len(word)}
	if slices.Contains(names, strings.ToLower(word)) {
		m.name = strings.ToLower(word)
	} else if colon {
		m.name = nearest(word, names)
	}
	switch {
	case m.name != "" && spaced && !colon:
		// "zeroalloc check" may be prose, but also what gofmt made of it
		// without the space. Where a reason follows, it is prose.
		return m, m.end == len(text)
	case m.name != "":
		return m, true
	case spaced || slips > 0:
		return miss{}, false
	default:
		return m, colon || word == ""
	}
}

// between are the characters that are written for the colon.
const between = " \t=/.-_"

// slipsOf returns how far a word is from the name of the tool, which is that of the
// command without its end.
func slipsOf(word string) int {
	return min(spell.Distance(word, tool), spell.Distance(strings.TrimSuffix(word, "lint"), tool))
}

// squeeze drops what does not distinguish "Zero-Alloc" from "zeroalloc".
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t-_", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

func hint(name string) string {
	if near := nearest(name, names); near != "" {
		return " (nearest is //zeroalloc:" + near + ")"
	}
	return " (known are " + strings.Join(names, ", ") + ")"
}

// nearest returns the name that word is most likely a slip of, or "". Half a
// name may not be slips, otherwise "not" would be "hot" and "told" "cold".
func nearest(word string, names []string) string {
	best, slips := "", 3
	for _, name := range names {
		if n := spell.Distance(strings.ToLower(word), name); n < slips && n <= (len(name)-1)/2 {
			best, slips = name, n
		}
	}
	return best
}

func problemf(d *Directive, category, format string, args ...any) *analysis.Diagnostic {
	return &analysis.Diagnostic{Pos: d.Pos, End: d.End, Category: category, Message: fmt.Sprintf(format, args...)}
}
