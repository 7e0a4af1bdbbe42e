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
				at := b.inlined(s)
				at.Sites = append(at.Sites, site)
			case isCounted && len(s.frames) > 1:
				b.inlined(s).Again = true
			}
			continue
		}
		t := w.arrived[s.target]
		switch {
		case t.from == a && t.step == s:
			w.grow(t, b.inlined(s).call(s, a.whys[i]))
		case isCounted && t.counted, a.rank <= rankFailed && exempt(s.class) && t.fruitful:
			again := b.inlined(s).call(s, a.whys[i])
			again.Again = true
		}
	}
}

// inlined returns the branch of the innermost function that a step in b stands in.
func (b *Branch) inlined(s *Step) *Branch {
	for i := len(s.frames) - 1; i > 0; i-- {
		b = b.to(s.frames[i-1].Func, Place{s.frames[i].File, s.frames[i].Line}, "")
	}
	return b
}

// call returns the branch of what a step in b calls.
func (b *Branch) call(s *Step, why string) *Branch {
	class := ""
	if exempt(s.class) {
		class = s.class
	}
	called := b.to(s.target.fn.Name, Place{s.frames[0].File, s.frames[0].Line}, class)
	called.Why = why
	return called
}

func (b *Branch) to(symbol string, at Place, class string) *Branch {
	fn := program.Key(symbol)
	for _, c := range b.Calls {
		if c.Func == fn && c.At == at && c.Class == class {
			return c
		}
	}
	c := &Branch{Func: fn, At: at, Class: class}
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
