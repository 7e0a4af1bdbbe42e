// Package directives parses the //zeroalloc: comments of a package.
package directives

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Names of directives.
const (
	Check  = "check"
	Strict = "strict"
	Assume = "assume"
	Cold   = "cold"
	Hot    = "hot"
	Allow  = "allow"
)

// Categories of problems.
const (
	CategoryUnknown       = "unknown"       // a name that no directive has
	CategoryNearMiss      = "nearmiss"      // spelled almost like a directive
	CategoryArgument      = "argument"      // text that the directive does not take
	CategoryNoReason      = "noreason"      // the mandatory reason is missing
	CategoryMisplaced     = "misplaced"     // stands where it means nothing
	CategoryContradiction = "contradiction" // at odds with another one, or a repetition of it
)

// PassNames are the passes whose findings an allow can suppress, sorted: those
// of the suite, the optional ones too, but for directive, whose findings are mistakes
// in directives.
var PassNames = []string{
	"SA6000", "SA6001", "SA6002", "SA6003", "SA6005", "SA6006",
	"boxing", "capture", "concat", "convert", "deferloop", "escape", "pool", "prealloc", "split", "sprint", "tempbuf", "timer",
}

// Analyzer parses the directives of a package. It reports nothing: problems
// are part of the result, for the pass directive to report.
var Analyzer = &analysis.Analyzer{
	Name:       "zeroallocdirectives",
	Doc:        "parse the //zeroalloc: directives of a package for other analyzers",
	Run:        run,
	ResultType: reflect.TypeFor[*Set](),
}

// A Directive is one well-formed //zeroalloc: comment at a place that it may
// stand on.
type Directive struct {
	Name     string   // one of the constants of this package
	Passes   []string // of an allow: the passes named, in the order written
	Reason   string   // of assume, cold and allow: never empty
	Pos, End token.Pos

	// Node is what the directive stands on: *ast.FuncDecl, *ast.FuncLit,
	// *ast.ForStmt, *ast.RangeStmt, *ast.Field (a method of an interface
	// type), *ast.TypeSpec (a named func type), or, for assume, cold and
	// allow, any other ast.Stmt or declaration, the only one it concerns. It
	// is the statement behind the label of a labelled one, and an ast.Expr
	// where the directive stands on an element of a composite literal.
	Node ast.Node

	// From and To bound what the directive concerns. That is all of Node,
	// except that an assume or allow goes no further than the line of the
	// opening brace of a compound statement or func declaration (the whole
	// of it for an assume on a func declaration), and no further than its
	// own line where it stands behind a middle line of Node.
	From, To token.Pos

	unit  ast.Node // what stands on its line: Node, or what holds Node
	whole bool     // it concerns all that it could in Node, not one line
}

// Covers reports whether pos is within what d concerns. A call is covered if
// its Lparen is: that is its own, while its Pos may be that of another call on
// an earlier line.
func (d *Directive) Covers(pos token.Pos) bool { return d.From <= pos && pos < d.To }

// Set holds the directives of a package.
type Set struct {
	All      []*Directive          // well-formed and well-placed, in source order
	Problems []analysis.Diagnostic // what is not, or cannot be, obeyed, in source order

	byNode map[ast.Node][]*Directive
}

// On returns the first directive with one of the names that stands on n, or
// nil. A directive behind a middle line of a longer statement does not stand on
// that statement: it is found in All only, by what it covers.
func (s *Set) On(n ast.Node, names ...string) *Directive {
	for _, d := range s.byNode[n] {
		if slices.Contains(names, d.Name) {
			return d
		}
	}
	return nil
}

func run(pass *analysis.Pass) (any, error) {
	return Collect(pass.Fset, pass.Files, pass.TypesInfo), nil
}

// ParseFile parses a source file of a dependency. The comments are kept if it
// may have directives.
func ParseFile(fset *token.FileSet, name string, mode parser.Mode) (*ast.File, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if mayHold(content) {
		mode |= parser.ParseComments
	}
	return parser.ParseFile(fset, name, content, mode)
}

// mayHold reports whether there may be directives in a source file.
func mayHold(content []byte) bool { return bytes.Contains(content, []byte("//"+tool+":")) }

// Collect parses the directives of files that were parsed with comments. The
// file set may be that of a dependency.
func Collect(fset *token.FileSet, files []*ast.File, info *types.Info) *Set {
	s := &Set{byNode: make(map[ast.Node][]*Directive)}
	for _, f := range files {
		s.addFile(fset.File(f.FileStart), f, info)
	}
	slices.SortStableFunc(s.All, func(a, b *Directive) int { return int(a.Pos - b.Pos) })
	slices.SortStableFunc(s.Problems, func(a, b analysis.Diagnostic) int { return int(a.Pos - b.Pos) })
	for _, d := range s.All {
		if d.whole {
			s.byNode[d.Node] = append(s.byNode[d.Node], d)
		}
	}
	return s
}

// addFile adds the directives and problems of one file.
func (s *Set) addFile(tok *token.File, f *ast.File, info *types.Info) {
	var l *layout // of few files: most hold no directive
	var placed []*Directive
	for _, group := range f.Comments {
		for _, c := range group.List {
			w := parse(c)
			if w == nil {
				continue
			}
			if l == nil {
				l = newLayout(tok, f, info)
			}
			misplaced := ""
			if w.d != nil {
				misplaced = l.place(w.d)
			}
			switch {
			case w.problem == nil && misplaced == "":
				placed = append(placed, w.d)
			case w.problem == nil:
				s.Problems = append(s.Problems, analysis.Diagnostic{
					Pos: w.d.Pos, End: w.d.End, Category: CategoryMisplaced, Message: misplaced,
				})
			case w.ifPlaced && misplaced != "":
				// It is prose that happens to begin like a directive.
			default:
				w.problem.SuggestedFixes = l.fixes(c, w)
				s.Problems = append(s.Problems, *w.problem)
			}
		}
	}
	kept, problems := settle(placed)
	s.All = append(s.All, kept...)
	s.Problems = append(s.Problems, problems...)
}
