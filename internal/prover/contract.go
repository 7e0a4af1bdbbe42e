package prover

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/paths"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// Finder returns what finds directives on declarations of any package.
func (p *Prover) Finder() *directives.Finder { return p.finder }

// promised returns the step for calls through an interface or func type that
// has a contract, and whether v stands for nothing else. Where a contract
// exempts what fails, the caller must take a failure for one.
func (p *Prover) promised(s Step, v *view) ([]Step, bool) {
	if !v.exact {
		return nil, false
	}
	weak := ""
	for _, site := range v.sites {
		call, ok := site.(ssa.CallInstruction)
		if !ok {
			return nil, false
		}
		d, ok := p.finder.On(v.src.Fset, contracted(call.Common()), directives.Check, directives.Strict)
		if !ok {
			return nil, false
		}
		if d.Name != directives.Strict {
			weak = v.describe(call)
		}
	}
	s.class = v.exempt
	switch {
	case weak == "":
	case v.dropsError():
		s.setClass(Dynamic)
		s.what = weak + ", whose error is dropped,"
	case v.recovered || lenient.Recovers(v.fn, v.errors):
		s.setClass(Dynamic)
		s.what = weak + ", whose panic may be recovered from,"
	default:
		s.setClass(Promised)
		s.what = weak + " is only promised by //zeroalloc:check"
	}
	if s.class == "" {
		return nil, true
	}
	return []Step{s}, true
}

// describe names a call that has a contract.
func (v *view) describe(call ssa.CallInstruction) string {
	at := *v
	at.sites = []ssa.Instruction{call}
	return at.indirectCall()
}

// lenient takes what is deferred and not known for code that does not recover:
// Close is nearly always a method of some interface.
var lenient = paths.Classifier{Lenient: true}

// dropsError reports whether an error of what v calls is no failure for v.fn: a
// contract with check says nothing of making it.
func (v *view) dropsError() bool {
	for _, site := range v.sites {
		results := callOf(site).Signature().Results()
		if n := results.Len(); n > 0 && isError(results.At(n-1).Type()) {
			return !v.errorFails()
		}
	}
	return false
}

// contracted returns what can have a contract for a call: the method of an
// interface type, or the named type of a func value.
func contracted(call *ssa.CallCommon) types.Object {
	if call.IsInvoke() {
		return call.Method.Origin()
	}
	if named, ok := types.Unalias(call.Value.Type()).(*types.Named); ok {
		return named.Origin().Obj()
	}
	return nil
}

// ErrNoCode is the error for a function that there is no code of.
var ErrNoCode = errors.New("the compiler made no code")

// An Implementation is a function that a contract is asked of: a method of a type
// that is converted to an interface, or what a func value can be.
type Implementation struct {
	callee
	args []types.Type // of an instance, or the type that has the method

	here bool // it is only asked about the code in the package under analysis
}

// Method returns what a method of an interface is for values of type t, and
// whether that is known: it may be that of an interface embedded in t.
func Method(t types.Type, method *types.Func) (Implementation, bool) {
	m := methodOf(t, method)
	if m == nil {
		return Implementation{}, false
	}
	return Implementation{callee: callee{method: m}, args: typeArgs(t)}, true
}

// Instance returns a generic function or method as this package instantiates it with
// args.
func Instance(fn *types.Func, args []types.Type) Implementation {
	return Implementation{callee: callee{method: fn}, args: args, here: true}
}

// Values returns the functions that x, a func value in fn, can be, and whether
// there are no others.
func (p *Prover) Values(fn *ssa.Function, x ssa.Value) (list []Implementation, all bool) {
	src, err := p.own.Source()
	if err != nil {
		return nil, false
	}
	callees := p.outside(src, fn).resolved(x).callees
	list = slices.Grow(list, len(callees))
	for _, c := range callees {
		list = append(list, Implementation{callee: c})
	}
	return list, callees != nil
}

// Held returns the types that x, an interface value in fn, can hold. It returns
// none if there may be others.
func (p *Prover) Held(fn *ssa.Function, x ssa.Value) []types.Type {
	src, err := p.own.Source()
	if err != nil {
		return nil
	}
	held := p.outside(src, fn).resolved(x).types
	return held
}

// Object returns the declared function or method, nil for a func literal.
func (i Implementation) Object() *types.Func {
	if i.method != nil {
		return i.method
	}
	fn := i.fn
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
	obj, _ := fn.Object().(*types.Func)
	return obj
}

// Literal returns the func literal that the implementation is, or nil.
func (i Implementation) Literal() ast.Node {
	if i.fn == nil || i.fn.Parent() == nil {
		return nil
	}
	return i.fn.Syntax()
}

// Key tells implementations apart.
func (i Implementation) Key() string {
	var sb strings.Builder
	for _, arg := range i.args {
		sb.WriteString(",")
		sb.WriteString(types.TypeString(arg, nil))
	}
	return i.key() + sb.String()
}

func typeArgs(t types.Type) (args []types.Type) {
	if named, ok := types.Unalias(deref(t)).(*types.Named); ok {
		for arg := range named.TypeArgs().Types() {
			args = append(args, arg)
		}
	}
	return args
}

// CheckImplementation returns what i runs into, at most one finding, at pos.
// The error tells why i could not be checked.
func (p *Prover) CheckImplementation(pos token.Pos, i Implementation, strict bool) ([]Finding, error) {
	symbol := i.symbol()
	var roots []Step
	for _, pkg := range []*program.Package{p.own, p.prog.Package(p.own.Path + "_test"), p.prog.Package(program.PackagePath(symbol))} {
		if pkg == nil || i.here && pkg != p.own {
			continue
		}
		compiled, err := p.compiled(pkg, i)
		if err != nil {
			return nil, err
		}
		for _, fn := range compiled {
			n := p.root(fn, pkg, i)
			roots = append(roots, Step{target: n, node: n, pos: pos})
		}
		if len(roots) > 0 {
			findings := p.findings(roots, strict)
			for j := range findings {
				findings[j].prover = p
			}
			return findings, nil
		}
	}
	return nil, fmt.Errorf("%w for %s", ErrNoCode, symbolName(symbol))
}

// compiled returns the code in pkg that i was compiled to.
func (p *Prover) compiled(pkg *program.Package, i Implementation) ([]*goobj.Func, error) {
	if _, err := pkg.Funcs(); err != nil {
		return nil, err
	}
	var list []*goobj.Func
	if i.fn != nil && i.fn.Parent() != nil {
		list = pkg.Compiled(i.src, i.fn)
	} else {
		list = pkg.Instances(i.symbol())
	}
	var found []*goobj.Func
	for _, fn := range list {
		if !isWrapper(fn.Name) && isInstance(fn.Name, i.args) {
			found = append(found, fn)
		}
	}
	return found, nil
}

// root returns the node of an annotated function of any package.
func (p *Prover) root(fn *goobj.Func, pkg *program.Package, i Implementation) *node {
	n := &node{fn: fn, pkg: pkg, errors: true}
	n.given.captured = i.captured
	if src, err := pkg.SourceOf(fn.Name, fn.File, fn.Line); err == nil {
		if f := src.Func(fn.Name, fn.File, fn.Line); f != nil {
			n.region = Region{Node: f.Syntax(), Fn: f}
		}
	}
	return n
}

// Place returns a position of another file set in that of the pass, or NoPos.
func (p *Prover) Place(fset *token.FileSet, pos token.Pos) token.Pos {
	src, err := p.own.Source()
	if err != nil {
		return token.NoPos
	}
	if p.files == nil {
		p.files = &translator{src.Fset, make(map[string]*token.File)}
	}
	return p.files.translate(fset, pos)
}
