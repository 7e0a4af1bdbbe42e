package prover

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A walk visits what can be reached: first what check counts, then what it counts
// only after an error, then what it exempts, class by class. So each node is looked at once, and
// each site is met first where it weighs most.
type walk struct {
	prover  *Prover
	queues  map[int][]*arrival // by rank
	arrived map[*node]*arrival
	order   []*arrival
	sites   map[siteKey]*Site
	grounds []Ground
}

// An arrival is the first time that a node is reached.
type arrival struct {
	node       *node       // nil for the code that the walk starts in
	from       *arrival    // nil there
	step       *Step       // in from that leads to node
	steps      []Step      // in node
	rank       int         // of all that is found from here on, at best
	exemptions []exemption // of steps

	counted, fruitful bool // it leads to a site that is counted, or to any
}

type siteKey struct {
	fn     string
	at     Place
	target string
	what   string // of a call that is not of the runtime
}

// Ranks of a walk before those of what is exempt, which Finding.rank gives.
const (
	rankCounted = iota
	rankConditional
	rankFailed
)

func (p *Prover) newWalk() *walk {
	return &walk{
		prover: p, queues: make(map[int][]*arrival),
		arrived: make(map[*node]*arrival), sites: make(map[siteKey]*Site),
	}
}

// tree makes the tree of what the steps of a function lead to.
func (w *walk) tree(name string, roots []Step) *Tree {
	start := &arrival{steps: roots}
	w.queues[rankCounted] = []*arrival{start}
	for len(w.queues) > 0 {
		rank := slices.Min(slices.Collect(maps.Keys(w.queues)))
		for len(w.queues[rank]) > 0 {
			a := w.queues[rank][0]
			w.queues[rank] = w.queues[rank][1:]
			w.visit(a)
		}
		delete(w.queues, rank)
	}
	w.markFruitful()
	t := &Tree{Grounds: w.grounds}
	for _, s := range w.sites {
		s.Chain = s.chain(name)
		t.Sites = append(t.Sites, s)
	}
	slices.SortFunc(t.Sites, compareSites)
	t.Root = &Branch{Func: name}
	w.grow(start, t.Root)
	t.Root.prune()
	t.Root.merge()
	return t
}

func compareSites(a, b *Site) int {
	last := func(s *Site) Link { return s.Chain[len(s.Chain)-1] }
	return cmp.Or(
		cmp.Compare(a.Rank, b.Rank), cmp.Compare(len(a.Chain), len(b.Chain)),
		cmp.Compare(last(a).File, last(b).File), cmp.Compare(last(a).Line, last(b).Line),
		cmp.Compare(a.What, b.What), cmp.Compare(last(a).Func, last(b).Func),
	)
}

// visit notes the sites of a and has what its steps lead to visited.
func (w *walk) visit(a *arrival) {
	if a.node != nil {
		if w.arrived[a.node] != a {
			return // reached on a better way since
		}
		a.steps = w.prover.expand(a.node)
		for i := range a.node.fn.Calls {
			call := &a.node.fn.Calls[i]
			w.noteContracts(a.node, call, len(call.Frames)-1, a.steps)
		}
	}
	w.order = append(w.order, a)
	a.exemptions = make([]exemption, len(a.steps))
	for i := range a.steps {
		s := &a.steps[i]
		a.exemptions[i] = w.exemption(s)
		if s.target == nil {
			w.meet(a, s, a.exemptions[i].why)
			continue
		}
		rank := a.rankOf(s)
		old := w.arrived[s.target]
		if old == nil || rank < old.rank {
			old = &arrival{node: s.target, from: a, step: s, rank: rank}
			w.arrived[s.target] = old
			w.queues[rank] = append(w.queues[rank], old)
		}
	}
}

// rankOf returns the rank of what s leads to. The first exemption on the way
// counts.
func (a *arrival) rankOf(s *Step) int {
	switch {
	case a.rank > rankFailed:
		return a.rank
	case exempt(s.class):
		f := Finding{Class: s.class}
		return max(f.rank(), rankFailed+1)
	case s.failed != "":
		return max(a.rank, rankFailed)
	case s.when != "":
		return max(a.rank, rankConditional)
	}
	return a.rank
}

// route returns the steps to a.
func (a *arrival) route() []Step {
	var steps []Step
	for ; a.step != nil; a = a.from {
		steps = append(steps, *a.step)
	}
	slices.Reverse(steps)
	return steps
}

// meet notes the site of a step, if it is not known or weighs more here.
func (w *walk) meet(a *arrival, s *Step, why string) {
	f := Finding{}.along(append(a.route(), *s))
	if f.Class == "" {
		return
	}
	key := keyOf(s)
	old := w.sites[key]
	if old != nil && old.Rank <= f.rank() {
		if old.from == a && old.step.call != s.call && slices.Equal(old.step.frames, s.frames) {
			old.Times++
		}
		return
	}
	for b := a; why == "" && b.step != nil; b = b.from {
		if exempt(b.step.class) {
			why = w.exemption(b.step).why
		}
	}
	site := &Site{Class: f.Class, What: s.what, Condition: cmp.Or(f.Failed, f.When), Times: 1, Why: why, Rank: f.rank(), from: a, step: *s}
	site.What, site.Size = w.prover.describe(s, f)
	w.sites[key] = site
}

func keyOf(s *Step) siteKey {
	f := s.frames[0]
	key := siteKey{fn: program.Key(f.Func), at: Place{f.File, f.Line}, target: s.call.Target}
	if !isRuntimeEntry(key.target) {
		key.what = s.what
	}
	return key
}

// describe says what a site is, and its size.
func (p *Prover) describe(s *Step, f Finding) (what string, size int64) {
	what = s.what
	f.Steps = []Step{*s} // the rest of the way does not matter
	f.prover = p
	if f.Class == Dynamic {
		what += " cannot be followed"
	}
	if frame := s.frames[0]; f.Class == Allocates && frame.Pkg == "" && s.node.pkg == p.own {
		what += f.because()
	}
	v := p.descend(s.node, s.call, len(s.frames)-1)
	if !v.exact || !isRuntimeEntry(s.call.Target) {
		return what, 0
	}
	size = sizeOfSite(v.sites[0])
	if !v.all(func(instr ssa.Instruction) bool { return sizeOfSite(instr) == size }) {
		size = 0 // one of several
	}
	return what, size
}

// sizeOfSite returns how many bytes instr allocates, 0 if that is not known.
func sizeOfSite(instr ssa.Instruction) int64 {
	if gcSizes == nil {
		return 0
	}
	switch instr := instr.(type) {
	case *ssa.Alloc:
		if t := deref(instr.Type()); !hasTypeParam(t) {
			return gcSizes.Sizeof(t)
		}
	case *ssa.MakeInterface:
		if t := instr.X.Type(); !hasTypeParam(t) {
			return gcSizes.Sizeof(t)
		}
	case *ssa.MakeSlice:
		n, ok := intConst(instr.Cap)
		if elem := instr.Type().Underlying().(*types.Slice).Elem(); ok && !hasTypeParam(elem) {
			return n * gcSizes.Sizeof(elem)
		}
	}
	return 0
}

// chain returns the places on the way to a site.
func (s *Site) chain(name string) []Link {
	chain := []Link{}
	for _, step := range append(s.from.route(), s.step) {
		for i, f := range slices.Backward(step.frames) {
			fn := program.Key(f.Func)
			if len(chain) == 0 && i == len(step.frames)-1 {
				fn = name
			}
			chain = append(chain, Link{fn, Place{f.File, f.Line}})
		}
	}
	return chain
}
