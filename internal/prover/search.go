package prover

import (
	"go/token"
	"slices"
	"sort"

	"github.com/zeroalloc/zeroalloc-lint/internal/reasons"
)

// A Finding is what a proof runs into.
type Finding struct {
	Pos   token.Pos // in the annotated function; invalid if not known
	Class string
	Steps []Step // from the annotated function to the site

	// Failed names the failure on which the site is reached, and only then:
	// "only when strconv.Atoi fails"; "" for most.
	Failed string

	// When is the condition on which a function that is called gets to the site:
	// "only if x > 0"; "" if it always does, or Failed says more.
	When string

	prover *Prover
	losses *losses // of the region

	instances []string // of a generic function, if not of all of them

	sights [][]sight // what the source says about the frames of each step, once asked for

	why         *reasons.Reason // see Finding.reason
	reasonKnown bool
}

// rank orders findings: the surest news first. What happens only after an error
// is the last of what check reports.
func (f *Finding) rank() int {
	order := []string{Allocates, MayAllocate, Unknown, Dynamic, afterError, Growth, FirstTime, Cold, Assumed, Promised}
	class := f.Class
	if f.Failed != "" && class == MayAllocate {
		class = afterError
	}
	return slices.Index(order, class)
}

const (
	afterError = "after an error"
	notAlways  = "not on all paths"
)

// along returns f with the site at the end of via. What always allocates, but only
// after an error that is handled, depends on the error.
func (f Finding) along(via []Step) Finding {
	f.Class, f.Steps, f.Failed, f.When = pathClass(via), via, "", ""
	for _, s := range via {
		if s.when != "" && (f.Class == Allocates || f.When != "") {
			f.Class, f.When = MayAllocate, s.when
		}
	}
	for _, s := range via {
		if s.failed != "" && f.Failed == "" && (f.Class == Allocates || f.Class == MayAllocate) {
			f.Class, f.Failed, f.When = MayAllocate, s.failed, ""
		}
	}
	return f
}

// findings returns what the steps of a root run into, one for each position,
// the surest and nearest of its kind. In strict mode nothing is exempt.
func (p *Prover) findings(root []Step, strict bool) []Finding {
	best := make(map[token.Pos]Finding)
	for _, s := range root {
		f, ok := p.reach(s, strict)
		if !ok {
			continue
		}
		old, dup := best[f.Pos]
		if !dup || f.rank() < old.rank() || f.rank() == old.rank() && len(f.Steps) < len(old.Steps) {
			best[f.Pos] = f
		}
	}
	list := make([]Finding, 0, len(best))
	for _, f := range best {
		list = append(list, f)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Pos < list[j].Pos })
	return list
}

// reach looks for what can be reached through s: of the surest class, and of
// those the nearest, by breadth-first search. Recursion needs no care that way.
func (p *Prover) reach(s Step, strict bool) (Finding, bool) {
	f := Finding{Pos: s.pos}
	if exempt(s.class) && !strict {
		return f, false
	}
	if s.target == nil {
		f = f.along([]Step{s})
		return f, s.class != ""
	}
	first := &route{node: s.target, step: s}
	first.burden = first.burdenOf(s)
	seen := map[*node]burden{s.target: first.burden}
	found := false
	for work := []*route{first}; len(work) > 0; work = work[1:] {
		at := work[0]
		if found && f.When != "" && at.burden >= conditional {
			continue // it leads to nothing surer
		}
		for _, next := range p.expand(at.node) {
			if exempt(next.class) && !strict {
				continue
			}
			way := &route{from: at, node: next.target, step: next, burden: at.burdenOf(next)}
			if next.target == nil {
				g := f.along(way.steps())
				if found && g.When != "" && f.When != "" && g.When != f.When {
					f.When = notAlways // there are several conditions
				}
				if !found || g.rank() < f.rank() {
					f, found = g, true
					if f.Class == Allocates {
						return f, true
					}
				}
				continue
			}
			if lightest, ok := seen[next.target]; !ok || way.burden < lightest {
				seen[next.target] = way.burden
				work = append(work, way)
			}
		}
	}
	return f, found
}

// A route leads to a node.
type route struct {
	from   *route // nil for the first
	node   *node
	step   Step
	burden burden
}

// A burden is what takes weight from all that is found on a route. A node that was
// reached on a heavier one has to be looked at again.
type burden int

const (
	none        burden = iota
	conditional        // it is taken only on a condition
	failed             // it is taken only after an error
	excepted           // it is exempt, which strict mode follows all the same
)

func (r *route) burdenOf(next Step) burden {
	switch {
	case exempt(next.class):
		return excepted
	case next.failed != "":
		return max(r.burden, failed)
	case next.when != "":
		return max(r.burden, conditional)
	}
	return r.burden
}

// steps returns the steps of the route.
func (r *route) steps() []Step {
	var steps []Step
	for ; r != nil; r = r.from {
		steps = append(steps, r.step)
	}
	slices.Reverse(steps)
	return steps
}

// pathClass returns the class of the site at the end of via: that of the
// first exemption on the way, or its own.
func pathClass(via []Step) string {
	for _, s := range via {
		if exempt(s.class) {
			return s.class
		}
	}
	return via[len(via)-1].class
}
