package directives

import (
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// settle finds the directives that contradict or repeat another one of the
// same place. Of two, the one kept is that which asks for more, since a check
// that is dropped would be a proof that is missing in silence.
func settle(placed []*Directive) (kept []*Directive, problems []analysis.Diagnostic) {
	slices.SortStableFunc(placed, func(a, b *Directive) int { return int(a.Pos - b.Pos) })
	dropped := make(map[*Directive]bool)
	for i, a := range placed {
		for _, b := range placed[i+1:] {
			strong, weak := a, b
			if demand(b) > demand(a) {
				strong, weak = b, a
			}
			if dropped[a] || dropped[b] {
				continue
			}
			message := conflict(strong, weak)
			if message == "" {
				continue
			}
			dropped[weak] = true
			problems = append(problems, analysis.Diagnostic{
				Pos:      weak.Pos,
				End:      weak.End,
				Category: CategoryContradiction,
				Message:  message,
				Related: []analysis.RelatedInformation{{
					Pos: strong.Pos, End: strong.End, Message: "//zeroalloc:" + strong.Name + " stands here",
				}},
			})
		}
	}
	for _, d := range placed {
		if !dropped[d] {
			kept = append(kept, d)
		}
	}
	return kept, problems
}

// demand orders directives by how much they ask for.
func demand(d *Directive) int {
	switch d.Name {
	case Strict:
		return 3
	case Check:
		return 2
	case Hot:
		return 1
	}
	return 0
}

// conflict says why weak cannot stand beside strong, or returns "".
func conflict(strong, weak *Directive) string {
	sameNode := strong.Node == weak.Node && strong.whole && weak.whole
	pair := func(a, b string) bool { return strong.Name == a && weak.Name == b }
	switch {
	case sameNode && pair(Allow, Allow):
		for _, name := range weak.Passes {
			if slices.Contains(strong.Passes, name) {
				return fmt.Sprintf("//zeroalloc:allow repeats pass %s on %s", name, describe(weak.unit))
			}
		}
	case sameNode && strong.Name == weak.Name:
		return fmt.Sprintf("//zeroalloc:%s is repeated on %s", weak.Name, describe(weak.unit))
	case sameNode && pair(Strict, Check):
		return fmt.Sprintf("//zeroalloc:check is redundant: //zeroalloc:strict on %s says more", describe(weak.unit))
	case weak.Name == Cold && demand(strong) > 0:
		// A literal within a cold statement is as cold as the statement.
		if unlabeled(strong.unit) == unlabeled(weak.unit) {
			return contradicts(strong, weak)
		}
	case weak.Name == Assume && demand(strong) > demand(&Directive{Name: Hot}):
		// On a loop an assume is about the calls in its header only.
		if _, ok := weak.Node.(*ast.FuncDecl); ok && sameNode {
			return contradicts(strong, weak)
		}
	}
	return ""
}

func contradicts(strong, weak *Directive) string {
	return fmt.Sprintf("//zeroalloc:%s contradicts //zeroalloc:%s on %s", weak.Name, strong.Name, describe(weak.unit))
}
