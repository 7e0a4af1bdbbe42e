// Package prover finds what annotated code allocates: it follows calls through
// the object code that the compiler made, and judges by the source which of them
// are made in the steady state.
package prover

import (
	"errors"
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/paths"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
	"github.com/zeroalloc/zeroalloc-lint/internal/reasons"
)

// A Prover follows calls through the object code and judges by the source
// which of them are made in the steady state. It belongs to one pass.
type Prover struct {
	prog       *program.Program
	own        *program.Package
	finder     *directives.Finder
	ignored    *directives.Directive // see Needs
	classifier paths.Classifier
	nodes      map[string]*node
	quiet      map[*goobj.Func]bool
	lines      map[*ssa.Function]*lineIndex
	flows      map[string]*paths.Flow
	deciding   map[ssa.Instruction]bool // see replacementOf
	resolving  map[ssa.Value]bool       // see resolver.value
	depth      int                      // see deeper
	worlds     map[string]*closedWorld  // by package path
	closing    map[*variable]bool       // being resolved
	ownCode    *ownCode                 // once asked for
	threads    map[threadKey]int        // see threaded
	something  map[*ssa.Function]bool   // see returnsSomething
	losses     *losses                  // of the region that is looked at
	asked      map[question]bool        // with the answers, for the node that is expanded
	files      *translator

	loadReasons   func() (*reasons.Set, error)
	reasons       *reasons.Set
	reasonsLoaded bool
}

// New returns a prover for code in own, a package of prog with its source.
func New(prog *program.Program, own *program.Package, set *directives.Set) *Prover {
	var fset *token.FileSet
	if src, err := own.Source(); err == nil {
		src.Directives, fset = set, src.Fset
	}
	finder := directives.NewFinder(fset, set)
	finder.Dir = prog.Dir
	return &Prover{
		finder: finder,
		prog:   prog, own: own,
		nodes: make(map[string]*node), quiet: make(map[*goobj.Func]bool),
		lines: make(map[*ssa.Function]*lineIndex), flows: make(map[string]*paths.Flow),
		threads: make(map[threadKey]int), something: make(map[*ssa.Function]bool),
		deciding: make(map[ssa.Instruction]bool), resolving: make(map[ssa.Value]bool),
		worlds: make(map[string]*closedWorld), closing: make(map[*variable]bool),
	}
}

// Check returns what the code of the region runs into, in source order. In strict
// mode nothing is exempt. The error tells why the region could not be checked.
func (p *Prover) Check(r Region, strict bool) ([]Finding, error) {
	roots, err := p.roots(r)
	if err != nil {
		return nil, err
	}
	findings := p.findings(roots, strict)
	for i := range findings {
		findings[i].prover, findings[i].losses = p, p.losses
	}
	p.nameInstances(r, roots, findings, strict)
	return findings, nil
}

// A node is a function as called with certain constants, by a caller that does
// or does not take its error for a failure.
type node struct {
	fn    *goobj.Func
	pkg   *program.Package
	given given

	errors bool   // the return of an error is a failure
	region Region // of a root: what is annotated

	recovered bool // a caller recovers from panics
	expanded  bool
	steps     []Step
	asked     map[question]bool // with the answers that the steps depend on
}

// A Step is a call in a function: either of an allocating entry point of the
// runtime, or of something that cannot be followed, or of another function.
type Step struct {
	class  string // of this site; for a call the exemption it falls under, or ""
	what   string // what the site is: "string concatenation"
	target *node  // of a call that leads on
	frames []goobj.Frame
	pos    token.Pos   // in the outermost frame, if its source is that of the pass
	exact  bool        // pos is that of the site, not just its line
	places []token.Pos // of all sites that it can be, of a root
	failed string      // the failure on which it is reached, and only then
	when   string      // the condition on which a called function gets there

	node *node // that the call is made in
	call *goobj.Call
}

// exempt reports whether check does not count what has the class.
func exempt(class string) bool {
	return class == Growth || class == FirstTime || class == Cold || class == Assumed || class == Promised
}

func (p *Prover) node(fn *goobj.Func, pkg *program.Package, g given, errs, recovered bool) *node {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\x00%s\x00%t %t", pkg.Path, fn.Name, errs, recovered)
	g.write(&b)
	k := b.String()
	n := p.nodes[k]
	if n == nil {
		n = &node{fn: fn, pkg: pkg, given: g, errors: errs, recovered: recovered}
		p.nodes[k] = n
	}
	return n
}

// expand finds the steps of n.
func (p *Prover) expand(n *node) []Step {
	if n.expanded && p.holds(n.asked) {
		return n.steps
	}
	n.expanded, n.steps = true, nil
	n.asked = make(map[question]bool)
	p.asked = n.asked
	defer func() { p.asked = nil }()
	for i := range n.fn.Calls {
		call := &n.fn.Calls[i]
		n.steps = append(n.steps, p.step(n, call, len(call.Frames)-1)...)
	}
	return n.steps
}

// step judges one call, seen from the given frame of its stack inward. It
// returns nothing if the call does not matter, and several steps for a call
// that may be of several functions.
func (p *Prover) step(n *node, call *goobj.Call, outer int) []Step {
	s := Step{frames: call.Frames[:outer+1], node: n, call: call}
	kind, allocates := compiled.KindOf(call.Target)
	if !call.Indirect() && !allocates && isRuntime(call.Target) {
		s.what = opaqueRuntime(call.Target)
		if s.what == "" {
			return nil
		}
	}
	view := p.descend(n, call, outer)
	s.places = view.outerPlaces
	s.pos, s.exact, s.class, s.failed, s.when = view.pos, view.outerExact, view.exempt, view.failed, view.when
	var spawned []Step
	switch {
	case s.class == dead:
		return nil
	case call.Indirect():
		if deferred, ok := p.deferred(s, n, &view); ok {
			return deferred
		}
		if known, ok := p.known(s, n, &view); ok {
			return known
		}
		if view.all(callsHash) {
			return nil
		}
		if promised, ok := p.promised(s, &view); ok {
			return promised
		}
		s.setClass(Dynamic)
		s.what = view.indirectCall()
	case allocates:
		class, what := p.judge(kind, call, view)
		if class == dead {
			return nil
		}
		s.setClass(class)
		s.what = what
		if (kind == compiled.Box || kind == compiled.Object) && outer == 0 {
			s.pos = view.madeAt(call, s.pos)
		}
		if kind == compiled.Go || kind == compiled.Defer {
			spawned = p.spawned(s, n, &view)
		}
	case s.what == "":
		p.follow(&s, n, call, view)
	default:
		s.setClass(view.vouched(call.Target))
		s.setClass(Unknown)
	}
	if s.target == nil && (s.class == "" || s.what == "") {
		return spawned // what it calls is clean, on an exempt path as well
	}
	return append(spawned, s)
}

// setClass gives the site its class unless the path to it already exempts it.
func (s *Step) setClass(class string) {
	if s.class == "" {
		s.class = class
	}
}

// follow makes s the call of another function.
func (p *Prover) follow(s *Step, n *node, call *goobj.Call, view view) {
	if why, ok := isFirstTimeFunc(call.Target); ok {
		if view.isAnew || view.startsAnew(call.Target) {
			s.setClass(Unknown)
			why = symbolName(call.Target) + " of what is made anew each time is not followed"
		}
		s.setClass(FirstTime)
		s.what = why
		return
	}
	fn, pkg, err := p.prog.Lookup(call.Target, n.pkg)
	switch {
	case errors.Is(err, program.ErrNoBody):
		if isBoundary(call.Target) {
			return
		}
		s.setClass(view.vouched(call.Target))
		s.setClass(Unknown)
		s.what = symbolName(call.Target) + " has no Go body"
		return
	case err != nil:
		s.setClass(Unknown)
		s.what = fmt.Sprintf("%s cannot be read: %v", symbolName(call.Target), err)
		return
	}
	if strings.HasSuffix(fn.File, ".s") && !pkg.Standard() {
		s.setClass(view.vouched(call.Target))
		s.setClass(Unknown)
		s.what = symbolName(call.Target) + " is written in assembly"
		return
	}
	if p.isQuiet(fn, pkg) {
		return
	}
	given := view.givenOfCall()
	if hasRoom(call.Target, given.params) {
		return
	}
	if callees := view.callees(); len(callees) == 1 {
		given.captured = callees[0].captured
	}
	s.target = p.node(fn, pkg, given, view.errorFails(), view.recovers())
}

// isQuiet reports whether nothing reachable from fn allocates or cannot be
// followed, whatever the paths: then no source need be read.
func (p *Prover) isQuiet(fn *goobj.Func, pkg *program.Package) bool {
	if known, ok := p.quiet[fn]; ok {
		return known
	}
	type item struct {
		fn  *goobj.Func
		pkg *program.Package
	}
	seen := map[*goobj.Func]bool{fn: true}
	for work := []item{{fn, pkg}}; len(work) > 0; {
		it := work[len(work)-1]
		work = work[:len(work)-1]
		if known, ok := p.quiet[it.fn]; ok && known {
			continue
		} else if ok || strings.HasSuffix(it.fn.File, ".s") && !it.pkg.Standard() {
			p.quiet[fn] = false
			return false
		}
		for i := range it.fn.Calls {
			call := &it.fn.Calls[i]
			next, nextPkg, ok := p.quietCall(call, it.pkg)
			if !ok {
				p.quiet[fn] = false
				return false
			}
			if next != nil && !seen[next] {
				seen[next] = true
				work = append(work, item{next, nextPkg})
			}
		}
	}
	for f := range seen {
		p.quiet[f] = true
	}
	return true
}

// quietCall reports whether the call may be of no interest, and the function
// on which that still depends, if any.
func (p *Prover) quietCall(call *goobj.Call, from *program.Package) (*goobj.Func, *program.Package, bool) {
	if call.Indirect() {
		return nil, nil, false
	}
	if _, allocates := compiled.KindOf(call.Target); allocates {
		return nil, nil, false
	}
	if isRuntime(call.Target) {
		return nil, nil, opaqueRuntime(call.Target) == ""
	}
	fn, pkg, err := p.prog.Lookup(call.Target, from)
	if errors.Is(err, program.ErrNoBody) && isBoundary(call.Target) {
		return nil, nil, true
	}
	return fn, pkg, err == nil
}
