package explain

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/prover"
)

// A Printer writes answers as text.
type Printer struct {
	w     io.Writer
	dir   string   // files in it are named relative to it
	roots []string // and those in these
	most  int      // lines of a tree, about; 0 for all
}

// NewPrinter returns a printer of answers that were given in dir. Trees are cut where
// they grow beyond about so many lines, unless that is 0.
func NewPrinter(w io.Writer, dir string, most int) *Printer {
	return &Printer{w, dir, sourceRoots(dir), most}
}

// Print writes answers. How the code was compiled is said once for those that follow
// each other.
func (p *Printer) Print(answers []*Answer) {
	for i, a := range answers {
		p.answer(a)
		fmt.Fprintln(p.w)
		config := a.Configuration.String()
		if i == len(answers)-1 || answers[i+1].Configuration.String() != config {
			io.WriteString(p.w, "compiled by "+config+"\n")
		}
	}
}

func (p *Printer) answer(a *Answer) {
	fmt.Fprintln(p.w, p.headline(a))
	if d := a.Directive; d != nil {
		fmt.Fprintln(p.w, p.annotation(d))
	}
	counted := p.items(a.tree.Root, true, "")
	exempt := p.items(a.tree.Root, false, "")
	isCut := p.tree(counted, p.most)
	if len(exempt) > 0 {
		fmt.Fprintf(p.w, "\nexempt in the steady state:\n")
		most := p.most
		if len(counted) > 0 {
			most = (most + 1) / 2 // it is not the first question then
		}
		isCut = p.tree(exempt, most) || isCut
	}
	if isCut || len(a.Basis) > 0 {
		fmt.Fprintln(p.w)
	}
	if isCut {
		fmt.Fprintf(p.w, "cut off where there is … (-all prints all %d sites)\n", len(a.Sites))
	}
	for _, g := range a.Basis {
		io.WriteString(p.w, p.ground(g)+"\n")
	}
}

// ground says what an answer rests on.
func (p *Printer) ground(g Ground) string {
	text := fmt.Sprintf("rests on //zeroalloc:%s", g.Directive)
	if g.About != "" {
		text += " of " + g.About
	}
	text += " at " + p.place(g.Position.File, g.Position.Line)
	if g.Reason != "" {
		text += ": " + g.Reason
	}
	return text
}

// headline says what was found.
func (p *Printer) headline(a *Answer) string {
	subject := prover.Name(a.Name)
	if a.Instance != "" {
		subject = shortInstance(a.Instance)
	}
	if a.Part != "" {
		subject = fmt.Sprintf("the %s at %s in %s", a.Part, p.place(a.Position.File, a.Position.Line), subject)
	} else {
		subject = fmt.Sprintf("%s (%s)", subject, p.place(a.Position.File, a.Position.Line))
	}
	counted, exempt := a.counts()
	text := subject + " " + verdict(a.Verdict)
	if counted != "" {
		text += ": " + counted
	}
	if exempt != "" {
		text += "; exempt: " + exempt
	}
	return text
}

// shortInstance shortens the linker symbol of an instance, but for its type arguments.
func shortInstance(symbol string) string {
	name, _, _ := strings.Cut(symbol, "[")
	return symbol[strings.LastIndexByte(name, '/')+1:]
}

func verdict(v string) string {
	switch v {
	case prover.Allocates:
		return "allocates"
	case prover.MayAllocate:
		return "may allocate"
	case Clean:
		return "is clean in the steady state"
	case None:
		return "allocates nothing"
	}
	return "is not proved clean"
}

// counts says how many sites there are of each class.
func (a *Answer) counts() (counted, exempt string) {
	var lists [2][]string
	number := make(map[string]int)
	for _, s := range a.Sites {
		number[s.Class]++
	}
	total := 0
	for _, s := range a.Sites {
		n := number[s.Class]
		if n == 0 {
			continue
		}
		number[s.Class] = 0
		i := 0
		if s.Exempt {
			i = 1
		} else {
			total += n
		}
		lists[i] = append(lists[i], strconv.Itoa(n)+" "+s.Class)
	}
	counted = strings.Join(lists[0], ", ")
	if len(lists[0]) == 1 && a.Sites[0].Class == a.Verdict {
		counted = plural(total, "site")
	}
	return counted, strings.Join(lists[1], ", ")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func (p *Printer) annotation(d *Directive) string {
	text := fmt.Sprintf("annotated //zeroalloc:%s", d.Name)
	if d.Reason != "" {
		text += " " + d.Reason
	}
	switch {
	case d.Holds == nil:
	case *d.Holds:
		text += ", which holds"
	default:
		text += ", which does not hold"
	}
	return text
}

// String writes a configuration on one line.
func (c Configuration) String() string {
	parts := []string{strings.TrimSpace(fmt.Sprintf("%s for %s/%s %s", c.GoVersion, c.GOOS, c.GOARCH, c.Architecture))}
	var without []string
	add := func(set bool, with, none string) {
		if set {
			parts = append(parts, with)
		} else {
			without = append(without, none)
		}
	}
	add(len(c.Tags) > 0, "tags "+strings.Join(c.Tags, ","), "build tags")
	add(c.Experiment != "", "GOEXPERIMENT="+c.Experiment, "GOEXPERIMENT")
	if c.PGO == "" {
		without = append(without, "PGO profile")
	}
	add(len(c.Instrumented) > 0, "-"+strings.Join(c.Instrumented, " -"), "-race, -cover")
	var others []string
	for _, f := range c.Flags {
		if strings.Contains(f, "gcflags") {
			others = append(others, f)
		}
	}
	add(len(others) > 0, strings.Join(others, " "), "-gcflags")
	text := strings.Join(parts, ", ")
	if len(without) > 0 {
		text += "; without " + strings.Join(without, ", ")
	}
	if c.PGO != "" {
		text += "; and without the profile " + c.PGO + ", with which more may be inlined"
	}
	return text
}

// place writes a line of a file.
func (p *Printer) place(file string, line int) string {
	name := filepath.FromSlash(file)
	if rel, err := filepath.Rel(p.dir, name); err == nil && filepath.IsLocal(rel) {
		name = rel
	} else {
		for _, root := range p.roots {
			if rel, err := filepath.Rel(root, name); err == nil && filepath.IsLocal(rel) {
				name = rel
				break
			}
		}
	}
	return fmt.Sprintf("%s:%d", name, line)
}
