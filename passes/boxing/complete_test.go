package boxing

import (
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/packages"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
)

// unexplained reports each line of a package in which the compiler boxes more values
// than there are conversions that can be the reason.
var unexplained = &analysis.Analyzer{
	Name:     "unexplained",
	Doc:      "report copies for interfaces that no conversion explains",
	Requires: []*analysis.Analyzer{inspect.Analyzer, compiled.Analyzer},
	// The result is the number of copies.
	ResultType: reflect.TypeFor[int](),
	Run: func(pass *analysis.Pass) (any, error) {
		root := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
		lines := make(map[line][]*candidate)
		for _, conv := range conversions(root, pass.Pkg, pass.TypesInfo) {
			l := lineOf(pass.Fset, conv.pos)
			lines[l] = append(lines[l], &candidate{conv, layoutOf(pass, conv.from)})
		}
		unit := pass.ResultOf[compiled.Analyzer].(*compiled.Unit)
		boxes := 0
		for _, file := range pass.Files {
			tokenFile := pass.Fset.File(file.Pos())
			for n := 1; n <= tokenFile.LineCount(); n++ {
				pos := tokenFile.LineStart(n)
				allocs, err := unit.Allocs(point(pos))
				if err != nil {
					return nil, err
				}
				for _, alloc := range allocs {
					if alloc.Kind != compiled.Box {
						continue
					}
					boxes++
					if !explained(alloc, lines[line{tokenFile, n}]) {
						pass.Reportf(pos, "%s of %q in %s", alloc.Entry, alloc.Type, alloc.Host)
					}
				}
			}
		}
		return boxes, nil
	},
}

func explained(alloc compiled.Alloc, candidates []*candidate) bool {
	for _, c := range candidates {
		if c.mayBe(alloc) && !c.layout.isFree {
			return true
		}
	}
	return false
}

// TestComplete holds the conversions that are found, with their positions and
// layouts, against what the compiler made of packages of all kinds.
func TestComplete(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax},
		"database/sql", "encoding/json", "go/types", "image/png", "log/slog", "text/template")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{unexplained}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	boxes := 0
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Errorf("%s: %v", act.Package.PkgPath, act.Err)
			continue
		}
		boxes += act.Result.(int)
		for _, d := range act.Diagnostics {
			t.Errorf("%s: %s", act.Package.Fset.Position(d.Pos), d.Message)
		}
	}
	if boxes < 100 {
		t.Errorf("%d copies seen, want hundreds", boxes)
	}
}
