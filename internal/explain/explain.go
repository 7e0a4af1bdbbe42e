// Package explain answers why a function allocates, or why it is called clean.
package explain

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
	"github.com/zeroalloc/zeroalloc-lint/internal/prover"
	"github.com/zeroalloc/zeroalloc-lint/internal/reasons"
)

// Verdicts that are no class of a site.
const (
	Clean = "clean" // all sites are exempt
	None  = "none"  // there are none
)

// An Answer is about one function, loop or line. In JSON its fields are a promise:
// docs/explain.md describes them.
type Answer struct {
	Name          string        `json:"name"`     // linker symbol
	Instance      string        `json:"instance"` // of a generic function: the symbol of the code; else ""
	Part          string        `json:"part"`     // "loop" or "line" if it is not about the whole function
	Position      Position      `json:"position"`
	Verdict       string        `json:"verdict"`
	Directive     *Directive    `json:"directive"` // that stands on it, or null
	Sites         []Site        `json:"sites"`     // those that count first
	Basis         []Ground      `json:"basis"`     // directives that are believed
	Configuration Configuration `json:"configuration"`

	tree *prover.Tree
}

// A Position is a line of a file.
type Position struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

// A Directive stands on what an answer is about.
type Directive struct {
	Name     string   `json:"name"`
	Reason   string   `json:"reason"`
	Position Position `json:"position"`
	Holds    *bool    `json:"holds"` // of check and strict; else null
}

// A Site is where something is allocated, or cannot be followed.
type Site struct {
	Class     string `json:"class"`
	What      string `json:"what"`
	Size      int64  `json:"size"`      // in bytes; 0 if not known
	Times     int    `json:"times"`     // calls of this kind in the line
	Condition string `json:"condition"` // on which alone it is reached, as "only after an error of x.F" or "only if n > 0", or ""
	Exempt    bool   `json:"exempt"`    // check does not count it
	Why       string `json:"why"`       // why it is exempt, if there is more to say than the class does
	Chain     []Link `json:"chain"`     // from the function itself to the one with the site
}

// A Link is a place in a function: of the next call, or of the site.
type Link struct {
	Func string `json:"func"`
	File string `json:"file"`
	Line int    `json:"line"`
}

// A Ground is a directive that the answer rests on.
type Ground struct {
	Directive string   `json:"directive"`
	About     string   `json:"about"` // the function or contract that it stands on, "" if that is a statement
	Reason    string   `json:"reason"`
	Position  Position `json:"position"`
}

// An Explainer answers questions as they are seen from a directory. What it has loaded
// for one it keeps for the next.
type Explainer struct {
	dir    string
	loaded map[loadKey]*loaded
}

type loadKey struct {
	pkg, path string
	tests     bool
}

// New returns an explainer of what is asked in dir.
func New(dir string) *Explainer {
	return &Explainer{dir: dir, loaded: make(map[loadKey]*loaded)}
}

// Explain answers the question that arg asks: one answer, or one for each instance of a
// generic function.
func (e *Explainer) Explain(arg string) ([]*Answer, error) {
	q, err := e.resolve(arg)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", arg, err)
	}
	answers, err := q.answer()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", arg, err)
	}
	return answers, nil
}

func (q *query) answer() ([]*Answer, error) {
	prov := prover.New(q.loaded.prog, q.loaded.own, q.loaded.src.Directives)
	if q.pkg.isLocal() {
		tests := q.loaded.tests
		prov.Explain(func() (*reasons.Set, error) { return reasons.Of(q.pkg.Dir, tests, nil) })
	}
	target := q.target
	names, trees, err := prov.Trees(target.region, target.name, target.inLines)
	if none := (*prover.NoCodeError)(nil); errors.As(err, &none) && none.Generic() {
		return nil, errors.New("generic, and without an instance in its package: name a function that calls it")
	} else if err != nil {
		return nil, err
	}
	config, err := configuration(q.explainer.dir, q.pkg)
	if err != nil {
		return nil, err
	}
	var answers []*Answer
	for i, tree := range trees {
		a := &Answer{
			Name: target.name, Instance: names[i], Part: target.part, Position: target.position,
			Sites: []Site{}, Basis: []Ground{}, Configuration: config, tree: tree,
		}
		if q.instance != "" && plainInstance(a.Instance) != q.instance {
			continue
		}
		a.fill(tree)
		a.Directive = q.directive(a)
		answers = append(answers, a)
	}
	if len(answers) == 0 {
		for i := range names {
			names[i] = shortInstance(names[i])
		}
		return nil, fmt.Errorf("there is no instance %s here; there are %s", q.instance, strings.Join(names, ", "))
	}
	return answers, nil
}

// fill takes over what the tree says.
func (a *Answer) fill(tree *prover.Tree) {
	a.Verdict = None
	for _, s := range tree.Sites {
		site := Site{Class: s.Class, What: s.What, Size: s.Size, Times: s.Times, Condition: s.Condition, Exempt: !s.Counted(), Why: s.Why}
		for _, l := range s.Chain {
			site.Chain = append(site.Chain, Link{l.Func, filepath.FromSlash(l.File), l.Line})
		}
		a.Sites = append(a.Sites, site)
	}
	if len(a.Sites) > 0 {
		a.Verdict = Clean
		if first := a.Sites[0]; !first.Exempt {
			a.Verdict = first.Class
		}
	}
	for _, g := range tree.Grounds {
		a.Basis = append(a.Basis, Ground{g.Directive, g.About, g.Reason, Position{g.File, g.Line}})
	}
	slices.SortFunc(a.Basis, func(x, y Ground) int {
		return cmp.Or(cmp.Compare(x.Position.File, y.Position.File), cmp.Compare(x.Position.Line, y.Position.Line))
	})
}

// directive returns the directive on what is asked about, with what became of it.
func (q *query) directive(a *Answer) *Directive {
	set := q.loaded.src.Directives
	node := q.target.region.Node
	if set == nil || q.target.part == partLine {
		return nil
	}
	d := set.On(node, directives.Check, directives.Strict, directives.Assume, directives.Cold, directives.Hot)
	if d == nil {
		return nil
	}
	on := &Directive{Name: d.Name, Reason: d.Reason, Position: q.loaded.position(d.Pos)}
	holds := a.Verdict == None || d.Name == directives.Check && a.Verdict == Clean
	if d.Name == directives.Check || d.Name == directives.Strict {
		on.Holds = &holds
	}
	return on
}

// A loaded is a package as it was compiled, alone or with its tests.
type loaded struct {
	prog  *program.Program
	own   *program.Package
	src   *program.Source
	tests bool
}

// load has q be about the package that the linker calls path.
func (q *query) load(path string, tests bool) error {
	key := loadKey{q.pkg.ImportPath, path, tests}
	if known := q.explainer.loaded[key]; known != nil {
		q.loaded = known
		return nil
	}
	prog, err := program.LoadPackage(q.explainer.dir, q.pkg.ImportPath, tests)
	if err != nil {
		return err
	}
	if prover.IsRuntime(path) {
		return fmt.Errorf("package %s belongs to the runtime, which is not followed: what it allocates for its callers is known by a list", path)
	}
	own := prog.Package(path)
	if own == nil {
		return fmt.Errorf("the go command does not list package %s", path)
	}
	if _, err := own.Funcs(); err != nil {
		return err
	}
	src, err := own.Source()
	if err != nil {
		return err
	}
	q.loaded = &loaded{prog, own, src, tests}
	q.explainer.loaded[key] = q.loaded
	return nil
}
