package prover

import (
	"go/ast"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A Region is what a directive stands on, within a function.
type Region struct {
	Node ast.Node
	Fn   *ssa.Function
	Body *ssa.Function // of a loop over an iterator: what the body became

	from, to  token.Pos // the part of Node that counts, if not all of it
	anyCaller bool      // also one that drops errors and recovers from panics
}

// has reports whether fn belongs to the region.
func (r Region) has(fn *ssa.Function) bool {
	return fn != nil && (fn == r.Fn || fn == r.Body)
}

// hasBody reports whether the region is a loop over an iterator.
func (r Region) hasBody() bool { return r.Body != nil && r.Body != r.Fn }

// An ownCode is the object code of the package under analysis, by the functions of
// its source. With tests, it has the instances of generic functions that the tests in a
// package of their own make as well.
type ownCode struct {
	hosts map[*ssa.Function][]*goobj.Func // compiled from it
	calls map[*ssa.Function][]ownCall     // that stand in it
	pkgs  map[*goobj.Func]*program.Package
}

// An ownCall is a call in the code of host, one of whose frames stands in a
// function.
type ownCall struct {
	host  *goobj.Func
	call  *goobj.Call
	frame int // the outermost one in the function
}

// code returns the object code of the package under analysis.
func (p *Prover) code() (*ownCode, error) {
	if p.ownCode != nil {
		return p.ownCode, nil
	}
	src, err := p.own.Source()
	if err != nil {
		return nil, err
	}
	code := &ownCode{
		hosts: make(map[*ssa.Function][]*goobj.Func), calls: make(map[*ssa.Function][]ownCall),
		pkgs: make(map[*goobj.Func]*program.Package),
	}
	for _, pkg := range []*program.Package{p.own, p.prog.Package(p.own.Path + "_test")} {
		if pkg == nil {
			continue
		}
		funcs, err := pkg.Funcs()
		if err != nil {
			return nil, err
		}
		for _, name := range slices.Sorted(maps.Keys(funcs)) {
			if !isWrapper(name) {
				code.pkgs[funcs[name]] = pkg
				p.addCode(code, src, funcs[name])
			}
		}
	}
	p.ownCode = code
	return code, nil
}

func (p *Prover) addCode(c *ownCode, src *program.Source, host *goobj.Func) {
	if fn := src.Func(host.Name, host.File, host.Line); fn != nil && !p.isForeign(host.File) {
		c.hosts[fn] = append(c.hosts[fn], host)
	}
	for i := range host.Calls {
		call := &host.Calls[i]
		seen := make(map[*ssa.Function]bool)
		for frame, f := range slices.Backward(call.Frames) {
			if f.Pkg != "" || p.isForeign(f.File) {
				continue
			}
			for _, fn := range p.around(src, f) {
				if !seen[fn] {
					seen[fn] = true
					c.calls[fn] = append(c.calls[fn], ownCall{host, call, frame})
				}
			}
		}
	}
}

// isForeign reports whether a file is of another package: it may have the name of one
// of the package under analysis, and generic code or inlined func literals on the same
// lines.
func (p *Prover) isForeign(file string) bool {
	in := p.packageOf(file)
	return in != nil && in != p.own && in.Path+"_test" != p.own.Path
}

// packageOf returns the package of a source file, nil if that is not known. In a build
// with -trimpath the directory is an import path, with the version of the module.
func (p *Prover) packageOf(file string) *program.Package {
	if filepath.IsAbs(file) {
		return p.prog.PackageOf(file)
	}
	dir := path.Dir(file)
	if before, after, ok := strings.Cut(dir, "@"); ok {
		_, rest, _ := strings.Cut(after, "/")
		dir = path.Join(before, rest)
	}
	return p.prog.Package(dir)
}

// around returns the functions that a frame can stand for: of several literals that
// share a line, all that have code there.
func (p *Prover) around(src *program.Source, f goobj.Frame) []*ssa.Function {
	list := src.Around(f.Func, f.File, f.Line)
	if len(list) < 2 {
		return list
	}
	var found []*ssa.Function
	for _, fn := range list {
		if len(p.index(src, fn).at[f.Line]) > 0 {
			found = append(found, fn)
		}
	}
	if found == nil {
		return list
	}
	return found
}

// roots returns the calls in the object code that stand in the region.
func (p *Prover) roots(r Region) ([]Step, error) {
	p.begin(r)
	code, err := p.code()
	if err != nil {
		return nil, err
	}
	src, err := p.own.Source()
	if err != nil {
		return nil, err
	}
	hosts := code.hosts[r.Fn]
	if r.hasBody() {
		hosts = slices.Concat(hosts, code.hosts[r.Body])
	}
	nodes, extents := make(map[*goobj.Func]*node), r.extents(src.Fset)
	var own, inlined []Step
	for _, c := range code.within(r) {
		alone := slices.Contains(hosts, c.host)
		if alone && c.frame != len(c.call.Frames)-1 && !r.hasBody() {
			continue
		}
		n := nodes[c.host]
		if n == nil {
			n = code.root(r, c.host)
			nodes[c.host] = n
		}
		for _, s := range p.step(n, c.call, c.frame) {
			switch {
			case !contains(extents, src.Fset, s):
			case alone:
				own = append(own, s)
			default:
				inlined = append(inlined, s)
			}
		}
	}
	if r.hasBody() {
		moved := p.roundVariables(r, src, code)
		own, inlined = append(own, moved...), append(inlined, moved...)
	}
	switch {
	case len(hosts) > 0:
		return own, nil
	case len(code.calls[r.Fn]) > 0 || code.leftOut(src, r.Fn):
		return inlined, nil
	}
	return nil, &NoCodeError{Func: r.Fn}
}

// A NoCodeError says that the compiler made no code for a function.
type NoCodeError struct{ Func *ssa.Function }

func (e *NoCodeError) Error() string {
	switch {
	case e.Generic():
		name := e.Func.Name()
		if e.Func.Parent() != nil {
			name = "the func literal"
		}
		return "the compiler made no code for " + name + ": it is generic, and neither this package nor its tests instantiate it; call it in a test"
	case e.Func.Parent() != nil:
		return "the code of the func literal cannot be told from that of another one on its line"
	}
	return "the compiler made no code for " + e.Func.Name()
}

// Generic reports whether there is code only where somebody instantiates the function.
func (e *NoCodeError) Generic() bool {
	fn := e.Func
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.TypeParams().Len() > 0 || fn.Signature.RecvTypeParams().Len() > 0
}

// leftOut reports whether the compiler made no code for fn, a func literal, since
// none is needed: it was inlined, or removed, wherever it could be called in the
// function around it, for which there is code.
func (c *ownCode) leftOut(src *program.Source, fn *ssa.Function) bool {
	if fn.Parent() == nil || fn.Syntax() == nil || !src.Distinct(fn) {
		return false
	}
	outermost := fn
	for outermost.Parent() != nil {
		outermost = outermost.Parent()
	}
	return outermost.Syntax() == nil || len(c.hosts[outermost]) > 0
}

// within returns the calls that stand in the region's function, or in the body of a
// loop over an iterator. What else such a loop calls, the iterator, is not of the
// region.
func (c *ownCode) within(r Region) []ownCall {
	if r.hasBody() {
		return c.calls[r.Body]
	}
	return c.calls[r.Fn]
}

// isWrapper reports whether symbol is what hands a dictionary to the instance of
// a generic function that is compiled: "F[int]" calls "F[go.shape.int]".
func isWrapper(symbol string) bool {
	return strings.Contains(symbol, "[") && !strings.Contains(symbol, "[go.shape.")
}

// root returns the node of code that holds the region, or a part of it.
func (c *ownCode) root(r Region, host *goobj.Func) *node {
	return &node{fn: host, pkg: c.pkgs[host], errors: !r.anyCaller, recovered: r.anyCaller, region: r}
}

// roundVariables returns the allocations of variables of a loop over an iterator that
// was inlined: they stand where the iterator calls the body.
func (p *Prover) roundVariables(r Region, src *program.Source, code *ownCode) []Step {
	loop, ok := r.Node.(*ast.RangeStmt)
	if !ok {
		return nil
	}
	pos := loop.For
	if loop.Key != nil {
		pos = loop.Key.Pos()
	}
	line := src.Fset.Position(loop.For).Line
	var steps []Step
	for _, c := range code.calls[r.Fn] {
		kind, _ := compiled.KindOf(c.call.Target)
		if kind != compiled.Object || c.frame == 0 || c.call.Frames[c.frame].Line != line {
			continue
		}
		n := code.root(r, c.host)
		if view := p.descend(n, c.call, c.frame); !view.all(callsValue) {
			continue
		}
		for _, s := range p.step(n, c.call, c.frame) {
			s.pos = pos
			steps = append(steps, s)
		}
	}
	return steps
}

// callsValue reports whether instr calls a func value.
func callsValue(instr ssa.Instruction) bool {
	call := callOf(instr)
	return call != nil && !call.IsInvoke() && !isBuiltin(call) && call.StaticCallee() == nil
}
