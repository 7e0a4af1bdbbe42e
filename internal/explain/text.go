package explain

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
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

// Print writes an answer.
func (p *Printer) Print(a *Answer) {
	fmt.Fprintln(p.w, p.headline(a))
	if d := a.Directive; d != nil {
		fmt.Fprintln(p.w, p.annotation(d))
	}
	counted := p.items(a.tree.Root, true)
	exempt := p.items(a.tree.Root, false)
	p.tree(counted)
	if len(exempt) > 0 {
		fmt.Fprintf(p.w, "\nexempt in the steady state:\n")
		p.tree(exempt)
	}
	fmt.Fprintln(p.w)
	for _, g := range a.Basis {
		fmt.Fprintf(p.w, "rests on //zeroalloc:%s at %s: %s\n", g.Directive, p.place(g.Position.File, g.Position.Line), g.Reason)
	}
	fmt.Fprintf(p.w, "compiled by %s\n", a.Configuration)
}

// headline says what was found.
func (p *Printer) headline(a *Answer) string {
	subject := prover.Name(a.Name)
	if a.Instance != "" {
		subject = a.Instance[strings.LastIndexByte(strings.SplitN(a.Instance, "[", 2)[0], '/')+1:]
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
		lists[i] = append(lists[i], fmt.Sprintf("%d %s", n, s.Class))
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
	add(c.PGO != "", "profile "+c.PGO, "PGO profile")
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

// An item is a line of a tree.
type item struct {
	text  string
	sites int // at it and below
	below []*item
}

// items returns the lines for what b leads to: to sites that are counted, or to exempt
// ones.
func (p *Printer) items(b *prover.Branch, counted bool) []*item {
	var list []*item
	for _, s := range b.Sites {
		if s.Counted() == counted {
			list = append(list, &item{text: p.site(s), sites: 1})
		}
	}
	for _, c := range b.Calls {
		if it := p.call(c, counted); it != nil {
			list = append(list, it)
		}
	}
	return list
}

// call returns the line of a call with those below it, nil if it leads to no such
// sites.
func (p *Printer) call(b *prover.Branch, counted bool) *item {
	isExempt := b.Class != ""
	if isExempt == counted {
		if isExempt {
			return nil
		}
		below := p.items(b, false)
		if len(below) == 0 {
			return nil
		}
		return p.chained(b, below)
	}
	below := p.items(b, counted)
	if isExempt {
		// All below is exempt for the same reason.
		it := &item{text: p.callText(b) + exemption(b.Class, b.Why), below: below}
		if len(below) > 0 {
			it.sites = sum(below)
		}
		return it
	}
	if len(below) > 0 {
		return p.chained(b, below)
	}
	if b.Again {
		return &item{text: p.callText(b) + again(b)}
	}
	return nil
}

// chained returns the line of a call, joined with that of the only call below it.
func (p *Printer) chained(b *prover.Branch, below []*item) *item {
	const width = 110
	it := &item{text: p.callText(b), below: below, sites: sum(below)}
	if len(below) == 1 && len(below[0].below) > 0 && len(it.text)+len(below[0].text) < width {
		it.text += " → " + below[0].text
		it.below = below[0].below
	}
	return it
}

func (p *Printer) callText(b *prover.Branch) string {
	return fmt.Sprintf("%s: %s", p.place(b.At.File, b.At.Line), prover.Name(b.Func))
}

func again(b *prover.Branch) string {
	if b.Recursive {
		return ", recursively"
	}
	return ", listed elsewhere"
}

func exemption(class, why string) string {
	if why != "" {
		class += ", " + why
	}
	return " [" + class + "]"
}

func sum(list []*item) int {
	n := 0
	for _, it := range list {
		n += it.sites
	}
	return n
}

// site returns the text of a site.
func (p *Printer) site(s *prover.Site) string {
	last := s.Chain[len(s.Chain)-1]
	text := fmt.Sprintf("%s: %s", p.place(last.File, last.Line), s.What)
	if s.Times > 1 {
		text += fmt.Sprintf(" (%d times)", s.Times)
	}
	if s.After != "" {
		text += ", only after an error of " + s.After
	}
	return text + exemption(s.Class, s.Why)
}

// tree writes lines as a tree, cut at a depth if there are too many.
func (p *Printer) tree(list []*item) {
	depth := 0
	if p.most > 0 && count(list, -1) > p.most {
		for depth = 1; count(list, depth+1) <= p.most; depth++ {
		}
	}
	p.level(list, "", depth)
}

// count returns the number of lines down to a depth.
func count(list []*item, depth int) int {
	if depth == 0 {
		return 0
	}
	n := len(list)
	for _, it := range list {
		n += count(it.below, depth-1)
	}
	return n
}

// level writes lines, and those below them down to a depth, 0 for all.
func (p *Printer) level(list []*item, indent string, depth int) {
	for i, it := range list {
		branch, deeper := "├─ ", "│  "
		if i == len(list)-1 {
			branch, deeper = "└─ ", "   "
		}
		text := it.text
		if depth == 1 && len(it.below) > 0 {
			text += " … " + plural(it.sites, "site")
		}
		fmt.Fprintln(p.w, indent+branch+text)
		if depth != 1 {
			p.level(it.below, indent+deeper, max(depth-1, 0))
		}
	}
}

// IsCut reports whether the tree of an answer is longer than is printed.
func (p *Printer) IsCut(a *Answer) bool {
	return p.most > 0 && slices.ContainsFunc([]bool{true, false}, func(counted bool) bool {
		return count(p.items(a.tree.Root, counted), -1) > p.most
	})
}
