package prover

import (
	"cmp"
	"slices"
	"strings"

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
	Condition string // the failure or condition on which alone it is reached, or ""
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
	calls := slices.Clone(p.ownCode.within(r))
	if lines != nil {
		isOutside := func(call *goobj.Call, frame int) bool {
			f := call.Frames[frame]
			return !lines(Place{f.File, f.Line})
		}
		steps = slices.DeleteFunc(steps, func(s Step) bool {
			return isOutside(s.call, len(s.frames)-1) && !lines(p.place(src, s))
		})
		calls = slices.DeleteFunc(calls, func(c ownCall) bool { return isOutside(c.call, c.frame) })
	}
	instances := []string{""}
	if r.Body == nil || r.Body == r.Fn {
		if hosts := p.ownCode.hosts[r.Fn]; areInstances(hosts) {
			instances = nil
			for _, h := range hosts {
				instances = append(instances, h.Name)
			}
			slices.Sort(instances)
		}
	}
	names = slices.Grow(names, len(instances))
	trees = slices.Grow(trees, len(instances))
	for _, instance := range instances {
		isOther := func(host *goobj.Func) bool { return instance != "" && host.Name != instance }
		w := p.newWalk()
		for _, c := range calls {
			if !isOther(c.host) {
				w.noteContracts(&node{fn: c.host, pkg: p.ownCode.pkgs[c.host], errors: true, region: r}, c.call, c.frame, steps)
			}
		}
		own := slices.DeleteFunc(slices.Clone(steps), func(s Step) bool { return isOther(s.node.fn) })
		names = append(names, instance)
		trees = append(trees, w.tree(cmp.Or(instance, name), own))
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

// Name shortens a linker symbol for a message.
func Name(symbol string) string { return symbolName(symbol) }

// IsRuntime reports whether a package is part of the runtime, where following calls
// ends: nothing is known of its functions.
func IsRuntime(path string) bool { return isRuntime(path + ".") }
