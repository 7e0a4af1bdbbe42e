// Package ssaform builds the SSA form of one package, without facts.
//
// The buildssa analyzer of x/tools needs ctrlflow, which has a fact and thus
// makes every driver analyse all dependencies, the standard library included:
// five times the work, measured over net/http. What the missing fact would have
// said, which callees never return, is answered here from a short table
// and from the package itself.
package ssaform

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Analyzer builds the SSA form of the package. It reports nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "ssaform",
	Doc:        "build the SSA form of a package for other analyzers",
	Run:        run,
	ResultType: reflect.TypeFor[*Package](),
}

// Package is the SSA form of one package.
type Package struct {
	Pkg *ssa.Package

	// Funcs lists all functions that have source: declared ones, func
	// literals and bodies of range-over-func loops, in source order,
	// an enclosing one before those it contains.
	Funcs []*ssa.Function

	bySyntax map[ast.Node]*ssa.Function
}

// Func returns the function whose syntax is n, an *ast.FuncDecl, *ast.FuncLit
// or, for a loop over an iterator, *ast.RangeStmt. It returns nil for any
// other node.
func (p *Package) Func(n ast.Node) *ssa.Function { return p.bySyntax[n] }

func run(pass *analysis.Pass) (any, error) {
	return Build(pass.Fset, pass.Pkg, pass.Files, pass.TypesInfo), nil
}

// Build builds the SSA form of a package that was type-checked without errors.
func Build(fset *token.FileSet, tpkg *types.Package, files []*ast.File, info *types.Info) *Package {
	prog := ssa.NewProgram(fset, 0)
	prog.SetNoReturn(neverReturns)
	for _, imp := range tpkg.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	pkg := prog.CreatePackage(tpkg, files, info, false)
	pkg.Build()

	p := &Package{Pkg: pkg, bySyntax: make(map[ast.Node]*ssa.Function)}
	for _, file := range files {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok {
				p.add(prog.FuncValue(info.Defs[decl.Name].(*types.Func)))
			}
		}
	}
	// Func literals in initialisers of package variables belong to the
	// synthetic init function.
	if init := pkg.Func("init"); init != nil {
		for _, anon := range init.AnonFuncs {
			p.add(anon)
		}
	}
	return p
}

func (p *Package) add(fn *ssa.Function) {
	p.Funcs = append(p.Funcs, fn)
	if syntax := fn.Syntax(); syntax != nil {
		p.bySyntax[syntax] = fn
	}
	for _, anon := range fn.AnonFuncs {
		p.add(anon)
	}
}

// neverReturns reports whether fn is one of the functions of the standard
// library that do not return to their caller.
func neverReturns(fn *types.Func) bool {
	switch fn.FullName() {
	case "os.Exit", "runtime.Goexit", "syscall.Exit",
		"log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln",
		"(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln",
		"(*log.Logger).Panic", "(*log.Logger).Panicf", "(*log.Logger).Panicln",
		"(*testing.common).FailNow", "(*testing.common).Fatal", "(*testing.common).Fatalf",
		"(*testing.common).SkipNow", "(*testing.common).Skip", "(*testing.common).Skipf",
		"(testing.TB).FailNow", "(testing.TB).Fatal", "(testing.TB).Fatalf",
		"(testing.TB).SkipNow", "(testing.TB).Skip", "(testing.TB).Skipf":
		return true
	}
	return false
}
