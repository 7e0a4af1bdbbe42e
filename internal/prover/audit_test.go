package prover

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
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
// It holds for the standard library, for this module with what it imports and for the
// test packages.
func TestOwned(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the source of the standard library")
	}
	a := audit{seen: make(map[string]bool)}
	a.run(t, loadStandard(t))
	a.run(t, load(t, ".", "github.com/zeroalloc/zeroalloc-lint/cmd/zeroalloc-lint"))
	dirs, err := filepath.Glob("../../testdata/src/*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		if found, _ := filepath.Glob(filepath.Join(dir, "*.go")); len(found) > 0 {
			a.run(t, load(t, dir, "."))
		}
	}
	const least = 20000 // or it has seen nothing
	if a.calls < least {
		t.Errorf("%d calls of the runtime were found, want more than %d", a.calls, least)
	}
}

// A loaded program comes with the paths of its packages.
type loaded struct {
	*program.Program
	paths []string
}

func load(t *testing.T, dir, pkg string) loaded {
	t.Helper()
	prog, err := program.LoadPackage(dir, pkg, false)
	if err != nil {
		t.Fatal(err)
	}
	list := exec.Command("go", "list", "-deps", "-f", "{{if eq .Name \"main\"}}main{{else}}{{.ImportPath}}{{end}}", pkg)
	list.Dir = dir
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	return loaded{prog, strings.Fields(string(out))}
}

// packages returns the packages of the runtime or all others.
func (l loaded) packages(ofRuntime bool) []*program.Package {
	var pkgs []*program.Package
	for _, path := range l.paths {
		if pkg := l.Package(path); pkg != nil && path != "unsafe" && isRuntime(path+".F") == ofRuntime {
			pkgs = append(pkgs, pkg)
		}
	}
	return pkgs
}

// loadStandard loads a package that imports all of the standard library.
func loadStandard(t *testing.T) loaded {
	t.Helper()
	list := exec.Command("go", "list", "-f", "{{if ne .Name \"main\"}}{{.ImportPath}}{{end}}", "std")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	text := "package all\n"
	for _, path := range strings.Fields(string(out)) {
		if elems := strings.Split(path, "/"); elems[0] != "vendor" && !slices.Contains(elems, "internal") {
			text += fmt.Sprintf("import _ %q\n", path)
		}
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module zeroalloc.test/all\n\ngo 1.26\n", "all.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return load(t, dir, ".")
}

// An audit counts calls of the runtime and reports those that have no owner.
type audit struct {
	calls int
	seen  map[string]bool // packages
}

func (a *audit) run(t *testing.T, l loaded) {
	t.Helper()
	for _, pkg := range l.packages(false) {
		if pkg.Path == "main" || !a.seen[pkg.Path] {
			a.seen[pkg.Path] = true
			a.pkg(t, l.Program, pkg)
		}
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
		if program.PackagePath(frame.Func) == "runtime" || frame.Pkg == "runtime" {
			continue // inlined from there, whose source is not read
		}
		at := standOf(call, i)
		v := view{prover: p, node: n}
		v.enter(p.source(n, frame, i == len(call.Frames)-1), at, given{}, nil)
		v.locate(at)
		if v.fn == nil && v.src != nil && len(v.src.Around(at.Func, at.File, at.Line)) > 1 {
			continue // literals that share a line: nothing of them is exempt
		}
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

// TestUnowned forges a call that no instruction of the source can stand for, and one
// in a function without source: both are reported.
func TestUnowned(t *testing.T) {
	l := load(t, "../../testdata/src/escape/sites", ".")
	pkg := l.Own()
	src, err := pkg.Source()
	if err != nil {
		t.Fatal(err)
	}
	funcs, err := pkg.Funcs()
	if err != nil {
		t.Fatal(err)
	}
	host := funcs[pkg.Path+".look"]
	fn := src.Func(host.Name, host.File, host.Line)
	if fn == nil {
		t.Fatal("no source of look")
	}
	region := Region{Node: fn.Syntax(), Fn: fn}
	frame := goobj.Frame{Func: host.Name, File: host.File, Line: host.Line}
	hidden := goobj.Frame{Func: pkg.Path + ".missing", File: "/missing.go", Line: 1}
	genuine := host.Calls
	for _, test := range []struct {
		what  string
		calls []goobj.Call
		want  int
	}{
		{"as it is", nil, 0},
		{"a call without a site", []goobj.Call{{Target: "runtime.newobject", Frames: []goobj.Frame{frame}}}, 1},
		{"a call in an inlined function without source", []goobj.Call{{Target: "runtime.convT64", Frames: []goobj.Frame{hidden, frame}}}, 1},
		{"a call that cannot be resolved", []goobj.Call{{Frames: []goobj.Frame{frame}}}, 1},
		{"a function that is nowhere", []goobj.Call{{Target: "nowhere.F", Frames: []goobj.Frame{frame}}}, 1},
	} {
		host.Calls = append(slices.Clone(genuine), test.calls...)
		findings, err := New(l.Program, pkg, src.Directives).Check(region, false)
		if err != nil || len(findings) != test.want {
			t.Errorf("%s: %d findings, %v, want %d", test.what, len(findings), err, test.want)
		}
	}
}
