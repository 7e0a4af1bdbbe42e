package explain

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/prover"
)

// An item is a line of a tree.
type item struct {
	text  string
	sites int // at it and below
	rank  int // of the surest of them, less being surer
	below []*item
	folds bool // all below is exempt for the same reason
}

// items returns the lines for what b leads to: to sites that are counted, or to exempt
// ones. Why these are exempt is not repeated where it has been said.
func (p *Printer) items(b *prover.Branch, counted bool, said string) []*item {
	var list []*item
	var sites []*prover.Site
	for _, s := range b.Sites {
		if s.Counted() == counted {
			sites = append(sites, s)
		}
	}
	for len(sites) > 0 {
		n := 1
		for n < len(sites) && isAlike(sites[0], sites[n]) {
			n++
		}
		list = append(list, &item{text: p.site(sites[:n], said), sites: n, rank: sites[0].Rank})
		sites = sites[n:]
	}
	var known []*prover.Branch
	for _, c := range b.Calls {
		it := p.call(c, counted, said)
		switch {
		case it == nil:
		case it.sites == 0 && len(it.below) == 0 && !it.folds && !c.Recursive:
			known = append(known, c)
		default:
			list = append(list, it)
		}
	}
	return append(list, p.known(known)...)
}

// known returns the lines for calls of functions whose sites are listed elsewhere.
func (p *Printer) known(calls []*prover.Branch) []*item {
	const few = 2
	if len(calls) <= few {
		list := make([]*item, 0, len(calls))
		for _, c := range calls {
			list = append(list, newItem(p.callText(c)+again(c), nil))
		}
		return list
	}
	names := make([]string, 0, len(calls))
	for _, c := range calls {
		names = append(names, prover.Name(c.Func)+" (:"+strconv.Itoa(c.At.Line)+")")
	}
	return []*item{newItem("listed elsewhere: "+strings.Join(names, ", "), nil)}
}

// call returns the line of a call with those below it, nil if it leads to no such
// sites.
func (p *Printer) call(b *prover.Branch, counted bool, said string) *item {
	if b.Class != "" {
		if counted {
			return nil
		}
		reason := exemption(b.Class, b.Why)
		below := p.items(b, false, reason)
		text := p.callText(b)
		if len(below) == 0 {
			text += again(b)
		}
		it := newItem(text+unless(said, reason), below)
		it.folds = said == ""
		return it
	}
	below := p.items(b, counted, said)
	switch {
	case len(below) > 0:
		return p.chained(b, below)
	case b.Again && counted:
		return newItem(p.callText(b)+again(b), nil)
	}
	return nil
}

// unless returns text that was not said before.
func unless(said, text string) string {
	if text == said {
		return ""
	}
	return text
}

// chained returns the line of a call, joined with that of the only call below it.
func (p *Printer) chained(b *prover.Branch, below []*item) *item {
	const width = 110
	it := newItem(p.callText(b), below)
	if len(below) == 1 && len(below[0].below) > 0 && !below[0].folds && len(it.text)+len(below[0].text) < width {
		it.text += " → " + below[0].text
		it.below = below[0].below
	}
	return it
}

func (p *Printer) callText(b *prover.Branch) string {
	text := fmt.Sprintf("%s: %s", p.place(b.At.File, b.At.Line), prover.Name(b.Func))
	if b.More > 0 {
		text += fmt.Sprintf(" (and in %s)", plural(b.More, "other place"))
	}
	return text
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

func newItem(text string, below []*item) *item {
	it := &item{text: text, below: below, rank: math.MaxInt}
	for _, b := range below {
		it.sites += b.sites
		it.rank = min(it.rank, b.rank)
	}
	return it
}

// isAlike reports whether two sites in one function differ by their line alone.
func isAlike(a, b *prover.Site) bool {
	x, y := a.Chain[len(a.Chain)-1], b.Chain[len(b.Chain)-1]
	return x.File == y.File && a.What == b.What && a.Class == b.Class && a.Why == b.Why && a.Condition == b.Condition && a.Times == 1 && b.Times == 1
}

// site returns the text of sites that are alike.
func (p *Printer) site(sites []*prover.Site, said string) string {
	s := sites[0]
	last := s.Chain[len(s.Chain)-1]
	var sb strings.Builder
	sb.WriteString(p.place(last.File, last.Line))
	line, times := last.Line, s.Times
	for _, other := range sites[1:] {
		if next := other.Chain[len(other.Chain)-1].Line; next != line {
			sb.WriteString(", ")
			sb.WriteString(strconv.Itoa(next))
			line = next
		} else {
			times++
		}
	}
	sb.WriteString(": ")
	sb.WriteString(s.What)
	text := sb.String()
	if times > 1 {
		text += fmt.Sprintf(" (%d times)", times)
	}
	if s.Condition != "" {
		text += ", " + s.Condition
	}
	return text + unless(said, exemption(s.Class, s.Why))
}
