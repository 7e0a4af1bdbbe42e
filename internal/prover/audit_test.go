package prover

import (
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// TestOwned holds the object code against the source: an instruction that can make it
// must be found for each call of an allocating entry of the runtime. A call that has
// none is reported, with less to say and no way out; but one that has another's
// instructions may be taken for exempt as they are.
//
// Of the rest of the standard library it holds as well (go1.26.8), but for what
// follows a call of testing.T.Skip, which SSA form leaves out.
func TestOwned(t *testing.T) {
	a := audit{seen: make(map[string]bool)}
	for _, set := range []struct {
		dir, pkgs string
	}{
		{".", "net/http"},
		{".", "github.com/zeroalloc/zeroalloc-lint/..."},
		{"../../testdata/src", "./escape/..."},
	} {
		a.run(t, set.dir, set.pkgs)
	}
	const least = 10000 // or it has seen nothing
	if a.calls < least {
		t.Errorf("%d calls of the runtime were found, want more than %d", a.calls, least)
	}
}

// An audit counts calls of the runtime and reports those that have no owner.
type audit struct {
	calls int
	seen  map[string]bool // packages
}

func (a *audit) run(t *testing.T, dir, path string) {
	t.Helper()
	prog, err := program.LoadPackage(dir, path, false)
	if err != nil {
		t.Fatal(err)
	}
	list := exec.Command("go", "list", "-deps", path)
	list.Dir = dir
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range strings.Fields(string(out)) {
		pkg := prog.Package(path)
		if pkg == nil || a.seen[path] || isRuntime(path+".F") || path == "unsafe" {
			continue // a command, or beyond the boundary
		}
		a.seen[path] = true
		a.pkg(t, prog, pkg)
	}
}

func (a *audit) pkg(t *testing.T, prog *program.Program, pkg *program.Package) {
	t.Helper()
	src, err := pkg.Source()
	if err != nil {
		t.Errorf("%s: %v", pkg.Path, err)
		return
	}
	funcs, err := pkg.Funcs()
	if err != nil {
		t.Errorf("%s: %v", pkg.Path, err)
		return
	}
	p := New(prog, pkg, src.Directives)
	for _, name := range slices.Sorted(maps.Keys(funcs)) {
		n := &node{fn: funcs[name], pkg: pkg}
		for i := range n.fn.Calls {
			call := &n.fn.Calls[i]
			kind, ok := compiled.KindOf(call.Target)
			if !ok {
				continue
			}
			a.calls++
			if why := p.orphan(n, call); why != "" {
				t.Errorf("%s: %v call of %s: %s", name, kind, call.Target, why)
			}
		}
	}
}

// orphan says which frame of the stack of a call has no owner, or returns "".
func (p *Prover) orphan(n *node, call *goobj.Call) string {
	for i, frame := range slices.Backward(call.Frames) {
		if isForwarder(frame) || isInitialiser(frame.Func) {
			continue
		}
		at := standOf(call, i)
		v := view{prover: p, node: n}
		v.enter(p.source(n, frame, i == len(call.Frames)-1), at, given{}, nil)
		v.locate(at)
		if !v.exact {
			what := "site"
			if at.isCall {
				what = "call of " + at.target
			}
			return fmt.Sprintf("no %s in %v, %s at %s:%d", what, v.fn, frame.Func, frame.File, frame.Line)
		}
	}
	return ""
}

// isInitialiser reports whether symbol is what initialises the variables of a package:
// it runs once, nothing calls it, and SSA form has no positions for it.
func isInitialiser(symbol string) bool {
	_, name, _ := strings.Cut(symbol[strings.LastIndexByte(symbol, '/')+1:], ".")
	return name == "init" || strings.HasPrefix(name, "map.init.")
}
