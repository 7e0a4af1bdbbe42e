package prover

import (
	"cmp"
	"slices"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// markFruitful marks what leads to sites. What is reached in a round is not found by
// one look back, so the looks are repeated.
func (w *walk) markFruitful() {
	for changed := true; changed; {
		changed = false
		for _, a := range slices.Backward(w.order) {
			counted, fruitful := w.leads(a)
			if counted != a.counted || fruitful != a.fruitful {
				a.counted, a.fruitful, changed = counted, fruitful, true
			}
		}
	}
}

// leads reports whether a step of a leads to a site that is counted, and whether to any,
// as far as is known.
func (w *walk) leads(a *arrival) (counted, fruitful bool) {
	for i := range a.steps {
		s := &a.steps[i]
		mayCount := a.rank <= rankFailed && !exempt(s.class)
		if s.target == nil {
			counted = counted || mayCount
			fruitful = true
			continue
		}
		t := w.arrived[s.target]
		counted = counted || mayCount && t.counted
		fruitful = fruitful || t.fruitful
	}
	return counted, fruitful
}

// grow adds to b, the branch of a, what is reached from there.
func (w *walk) grow(a *arrival, b *Branch) {
	for i := range a.steps {
		s := &a.steps[i]
		isCounted := a.rank <= rankFailed && !exempt(s.class)
		if s.target == nil {
			site := w.sites[keyOf(s)]
			switch {
			case site == nil:
			case site.from == a && site.step.call == s.call && site.step.class == s.class:
				at := w.inlined(b, a, i)
				at.Sites = append(at.Sites, site)
			case isCounted && len(s.frames) > 1:
				w.inlined(b, a, i).Again = true
			}
			continue
		}
		t := w.arrived[s.target]
		switch {
		case t.from == a && t.step == s:
			w.grow(t, w.called(b, a, i))
		case isCounted && t.counted, a.rank <= rankFailed && exempt(s.class) && t.fruitful:
			w.called(b, a, i).Again = true
		}
	}
}

// inlined returns the branch of the innermost function that a step of a stands in, below
// b. What the step is exempt for holds from one of the calls on.
func (w *walk) inlined(b *Branch, a *arrival, i int) *Branch {
	s, exemption := &a.steps[i], a.exemptions[i]
	for frame := len(s.frames) - 1; frame > 0; frame-- {
		class, why := "", ""
		if frame == exemption.frame {
			class, why = s.class, exemption.why
		}
		b = b.to(s.frames[frame-1].Func, Place{s.frames[frame].File, s.frames[frame].Line}, class, why)
	}
	return b
}

// called returns the branch of what a step of a calls, below b.
func (w *walk) called(b *Branch, a *arrival, i int) *Branch {
	s, exemption := &a.steps[i], a.exemptions[i]
	class := ""
	if exempt(s.class) && exemption.frame == 0 {
		class = s.class
	}
	return w.inlined(b, a, i).to(s.target.fn.Name, Place{s.frames[0].File, s.frames[0].Line}, class, exemption.why)
}

func (b *Branch) to(symbol string, at Place, class, why string) *Branch {
	fn := program.Key(symbol)
	for _, c := range b.Calls {
		if c.Func == fn && c.At == at && c.Class == class {
			return c
		}
	}
	c := &Branch{Func: fn, At: at, Class: class}
	if class != "" {
		c.Why = why
	}
	b.Calls = append(b.Calls, c)
	return c
}

// prune removes branches without anything, and puts the others in the order of the
// code.
func (b *Branch) prune() {
	for _, c := range b.Calls {
		c.prune()
	}
	b.Calls = slices.DeleteFunc(b.Calls, func(c *Branch) bool { return len(c.Calls)+len(c.Sites) == 0 && !c.Again })
	slices.SortStableFunc(b.Calls, func(x, y *Branch) int {
		return cmp.Or(cmp.Compare(x.At.File, y.At.File), cmp.Compare(x.At.Line, y.At.Line))
	})
	slices.SortStableFunc(b.Sites, compareSites)
}

// merge cuts off what other branches of the same functions have. A function that was
// called with other arguments is often one that leads to the same sites.
func (b *Branch) merge() {
	shown := make(map[string]bool)
	var note func(*Branch) bool
	note = func(b *Branch) bool {
		has := len(b.Sites) > 0
		for _, c := range b.Calls {
			has = note(c) || has
		}
		shown[b.Func] = shown[b.Func] || has
		return has
	}
	note(b)
	around := make(map[string]int)
	var cut func(*Branch) bool
	cut = func(b *Branch) bool {
		has := len(b.Sites) > 0
		around[b.Func]++
		for _, c := range b.Calls {
			has = cut(c) || has
			c.Recursive = c.isLeaf() && around[c.Func] > 0
		}
		around[b.Func]--
		if !has && len(b.Calls) > 0 {
			if shown[b.Func] {
				b.Calls, b.Again = nil, true
			}
			shown[b.Func] = true
		}
		return has
	}
	cut(b)
	b.fold()
}

// fold drops calls of functions that b calls in another place as well: their sites
// are found there.
func (b *Branch) fold() {
	first := make(map[string]*Branch)
	for _, c := range b.Calls {
		c.fold()
		if old := first[c.Func]; c.Class == "" && (old == nil || old.isLeaf() && !c.isLeaf()) {
			first[c.Func] = c
		}
	}
	b.Calls = slices.DeleteFunc(b.Calls, func(c *Branch) bool {
		at := first[c.Func]
		if c.Class != "" || at == c || !c.isLeaf() {
			return false
		}
		at.More++
		at.Recursive = at.Recursive || c.Recursive
		return true
	})
}

func (b *Branch) isLeaf() bool { return len(b.Calls)+len(b.Sites) == 0 }
