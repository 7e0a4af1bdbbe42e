// Package directives parses the //zeroalloc: comments of a package.
package directives

import (
	"go/ast"
	"go/token"
	"reflect"

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
	// allow, any other ast.Stmt or declaration, the only one it concerns.
	Node ast.Node
}

// A Problem is a directive that is not, or cannot be, obeyed.
type Problem struct {
	Pos, End token.Pos
	Category string
	Message  string
}

// Set holds the directives of a package.
type Set struct {
	All      []*Directive // well-formed and well-placed, in source order
	Problems []Problem    // in source order

	byNode map[ast.Node][]*Directive
}

// On returns the first directive with one of the names that stands on n, or
// nil.
func (s *Set) On(n ast.Node, names ...string) *Directive {
	for _, d := range s.byNode[n] {
		for _, name := range names {
			if d.Name == name {
				return d
			}
		}
	}
	return nil
}

func run(pass *analysis.Pass) (any, error) {
	return &Set{byNode: make(map[ast.Node][]*Directive)}, nil
}
