package explain

import (
	"cmp"
	"io"
	"slices"
)

// tree writes lines as a tree, and reports whether something is cut off: there are
// more than most; 0 is no limit.
func (p *Printer) tree(list []*item, most int) (isCut bool) {
	c := cutting{open: make(map[*item]bool)}
	if most > 0 && lines(list) > most {
		c.isCut = true
		c.choose(list, most)
	}
	p.level(list, "", c)
	return c.isCut
}

// lines returns the number of lines of a whole tree.
func lines(list []*item) int {
	n := len(list)
	for _, it := range list {
		n += lines(it.below)
	}
	return n
}

// A cutting says what of a tree is shown.
type cutting struct {
	isCut bool
	open  map[*item]bool // what is below these is shown
}

// choose opens what leads to the surest sites, and of those the nearest, while there
// is room. What is exempt for one reason is not opened.
func (c *cutting) choose(list []*item, most int) {
	type candidate struct {
		*item
		depth int
	}
	var closed []candidate
	add := func(list []*item, depth int) {
		most -= len(list)
		for _, it := range list {
			if len(it.below) > 0 && !it.folds {
				closed = append(closed, candidate{it, depth})
			}
		}
		slices.SortStableFunc(closed, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.depth, b.depth))
		})
	}
	add(list, 0)
	for len(closed) > 0 {
		it := closed[0]
		closed = closed[1:]
		if len(it.below) <= most {
			c.open[it.item] = true
			add(it.below, it.depth+1)
		}
	}
}

// level writes lines, and those below them that are shown.
func (p *Printer) level(list []*item, indent string, c cutting) {
	for i, it := range list {
		branch, deeper := "├─ ", "│  "
		if i == len(list)-1 {
			branch, deeper = "└─ ", "   "
		}
		text := it.text
		isShown := !c.isCut || c.open[it]
		switch {
		case isShown || len(it.below) == 0:
		case it.sites == 0:
			text += ", listed elsewhere"
		default:
			text += " … " + plural(it.sites, "site")
		}
		io.WriteString(p.w, indent+branch+text+"\n")
		if isShown {
			p.level(it.below, indent+deeper, c)
		}
	}
}
