package prover

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A Tree is all that code runs into, exempt or not.
type Tree struct {
	Root    *Branch
	Sites   []*Site  // those that check counts first, the surest and nearest of them first
	Grounds []Ground // directives that are believed, in the order they were met
}

// A Branch is a function as it is called on the way to sites. Each site is in one
// branch only, at the end of the best way to it.
type Branch struct {
	Func  string // linker symbol without type arguments
	At    Place  // of the call, in the function of the branch around this one
	Class string // of the exemption that the call falls under, or ""
	Why   string // why it is exempt, or ""

	Calls []*Branch // in the order of the code
	Sites []*Site

	More      int  // how often the function around it calls it in other places
	Again     bool // its sites are found in another branch of the function
	Recursive bool // it is a call of a function around it
}

// A Place is a line of a file, as the compiler was given it.
type Place struct {
	File string
	Line int
}

// A Link is a place in a function, at which the next one is called.
type Link struct {
	Func string // as of a Branch
	Place
}

// A Site is where something is allocated, or cannot be followed.
type Site struct {
	Class     string
	What      string
	Size      int64  // in bytes; 0 if not known
	Times     int    // how many such calls there are in the line
	Condition string // the failure on which alone it is reached, or ""
	Why       string // why it is exempt, or ""
	Chain     []Link // from the function itself to the one with the site

	Rank int // less for what is surer to allocate

	from *arrival
	step Step
}

// Counted reports whether check counts the site.
func (s *Site) Counted() bool { return !exempt(s.Class) }

// A Ground is a directive that a proof rests on.
type Ground struct {
	Directive string // its name
	About     string // the function or contract that it stands on, "" if that is a statement
	Reason    string // given in it, or ""
	Place
}

// Trees returns what the code of the region runs into, for each function that it
// was compiled to: more than one if it is generic. Names are those of the linker, "" if it
// is not. If lines are given, only what stands there is followed. What a directive
// assumes of the region itself is not believed.
func (p *Prover) Trees(r Region, name string, lines func(Place) bool) (names []string, trees []*Tree, err error) {
	src, err := p.own.Source()
	if err != nil {
		return nil, nil, err
	}
	if src.Directives != nil {
		p.ignored = src.Directives.On(r.Node, directives.Assume)
	}
	steps, err := p.roots(r)
	if err != nil {
		return nil, nil, err
	}
	calls := p.ownCode.within(r)
	if lines != nil {
		isOutside := func(call *goobj.Call, frame int) bool {
			f := call.Frames[frame]
			return !lines(Place{f.File, f.Line})
		}
		steps = slices.DeleteFunc(steps, func(s Step) bool {
			return isOutside(s.call, len(s.frames)-1) && !lines(p.place(src, s))
		})
		calls = slices.DeleteFunc(slices.Clone(calls), func(c ownCall) bool { return isOutside(c.call, c.frame) })
	}
	byHost := map[string][]Step{"": steps}
	if hosts := p.ownCode.hosts[r.Fn]; areInstances(hosts) && (r.Body == nil || r.Body == r.Fn) {
		delete(byHost, "")
		for _, h := range hosts {
			byHost[h.Name] = nil
		}
		for _, s := range steps {
			byHost[s.node.fn.Name] = append(byHost[s.node.fn.Name], s)
		}
	}
	for _, symbol := range slices.Sorted(maps.Keys(byHost)) {
		w := p.newWalk()
		for _, c := range calls {
			if symbol == "" || c.host.Name == symbol {
				w.noteContracts(&node{fn: c.host, pkg: p.own, errors: true, region: r}, c.call, c.frame)
			}
		}
		names = append(names, symbol)
		trees = append(trees, w.tree(cmp.Or(symbol, name), byHost[symbol]))
	}
	return names, trees, nil
}

// areInstances reports whether functions in the object code are instances of a generic
// one.
func areInstances(hosts []*goobj.Func) bool {
	return len(hosts) > 0 && strings.Contains(hosts[0].Name, "[")
}

// place returns where the source has the step, in the function it was asked of.
func (p *Prover) place(src *program.Source, s Step) Place {
	at := src.Fset.Position(s.pos)
	return Place{at.Filename, at.Line}
}

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

// An exemption says why a step is exempt, and in which of its frames that is decided.
type exemption struct {
	why   string
	frame int // -1 if it is not exempt
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
			w.noteContracts(a.node, call, len(call.Frames)-1)
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
	site := &Site{Class: f.Class, What: s.what, Condition: f.Failed, Times: 1, Why: why, Rank: f.rank(), from: a, step: *s}
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

// exemption says why a step is exempt, and notes the directive that says so.
func (w *walk) exemption(s *Step) exemption {
	if !exempt(s.class) || s.call == nil {
		return exemption{frame: -1}
	}
	var e exemption
	v := w.prover.visit(s.node, s.call, len(s.frames)-1, func(frame int, _ *view) { e.frame = frame })
	switch {
	case v.fn == nil:
	case v.exempt != "":
		e.why = w.whyExempt(s.class, &v)
	default:
		e.why = w.whyVouched(&v)
	}
	return e
}

// whyExempt says why v exempts what it stands for, if there is more to say than the class
// does.
func (w *walk) whyExempt(class string, v *view) string {
	name := map[string]string{Cold: directives.Cold, Assumed: directives.Assume}[class]
	if name == "" {
		return ""
	}
	d := v.directive(name)
	if d == nil {
		if class == Cold {
			return "on a failing path"
		}
		return ""
	}
	about := ""
	if d.Node == v.fn.Syntax() {
		about = symbolName(program.Symbol(v.fn))
	}
	w.restOn(v.src.Fset, d, about)
	return fmt.Sprintf("//zeroalloc:%s %s", d.Name, d.Reason)
}

// whyVouched says what a directive says on the declaration of a function without Go
// code, which v stands for.
func (w *walk) whyVouched(v *view) string {
	why := ""
	for _, site := range v.sites {
		common := callOf(site)
		if common == nil || common.StaticCallee() == nil || common.StaticCallee().Object() == nil {
			continue
		}
		callee := common.StaticCallee()
		d, ok := w.prover.finder.On(v.src.Fset, callee.Object(), directives.Assume, directives.Cold)
		if !ok {
			continue
		}
		w.restOn(d.Fset, d.Directive, symbolName(program.Symbol(callee)))
		why = fmt.Sprintf("//zeroalloc:%s %s", d.Name, d.Reason)
	}
	return why
}

// restOn notes a directive that is believed.
func (w *walk) restOn(fset *token.FileSet, d *directives.Directive, about string) {
	at := fset.Position(d.Pos)
	g := Ground{d.Name, about, d.Reason, Place{at.Filename, at.Line}}
	if !slices.Contains(w.grounds, g) {
		w.grounds = append(w.grounds, g)
	}
}

// noteContracts notes the contracts that a call through an interface or func type is trusted
// for. One that exempts nothing leaves no step.
func (w *walk) noteContracts(n *node, call *goobj.Call, outer int) {
	if !call.Indirect() {
		return
	}
	v := w.prover.descend(n, call, outer)
	if !v.exact || v.exempt != "" {
		return
	}
	if _, ok := w.prover.known(Step{}, n, &v); ok {
		return
	}
	for _, site := range v.sites {
		made, ok := site.(ssa.CallInstruction)
		if !ok {
			continue
		}
		about := contracted(made.Common())
		if d, ok := w.prover.finder.On(v.src.Fset, about, directives.Check, directives.Strict); ok {
			w.restOn(d.Fset, d.Directive, "contract "+contractName(about))
		}
	}
}

// contractName names the method of an interface, or the func type, that has a
// contract.
func contractName(obj types.Object) string {
	if fn, ok := obj.(*types.Func); ok {
		return symbolName(program.FuncSymbol(fn))
	}
	return obj.Pkg().Name() + "." + obj.Name()
}

// directive returns the directive of the name that concerns what v stands for, or nil.
func (v *view) directive(name string) *directives.Directive {
	if v.src.Directives == nil {
		return nil
	}
	if syntax := v.fn.Syntax(); syntax != nil {
		if d := v.src.Directives.On(syntax, name); d != nil {
			return d
		}
	}
	for _, d := range v.src.Directives.All {
		if d.Name != name {
			continue
		}
		for _, site := range v.sites {
			if d.Covers(v.place(site)) {
				return d
			}
		}
	}
	return nil
}

// Name shortens a linker symbol for a message.
func Name(symbol string) string { return symbolName(symbol) }

// IsRuntime reports whether a package is part of the runtime, where following calls
// ends: nothing is known of its functions.
func IsRuntime(path string) bool { return isRuntime(path + ".") }
