package program

import (
	"go/ast"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// loadText loads a module of one package.
func loadText(t *testing.T, text string) *Program {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m.test\n\ngo 1.26\n", "a.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	prog, err := Load(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	return prog
}

const getter = `package a

import (
	"net/http"
	"sync"
)

var once sync.Once

func Get(r *http.Request) *http.Request {
	once.Do(func() { http.DefaultClient.CloseIdleConnections() })
	return r.WithContext(r.Context())
}
`

// Of a large package the functions are read that calls lead to, with all that they call in
// it, as they are read with all others.
func TestTrim(t *testing.T) {
	prog := loadText(t, getter)
	pkg := prog.Package("net/http")
	part, err := pkg.Source()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := pkg.readWhole()
	if err != nil {
		t.Fatal(err)
	}
	if part == whole || part.trimmed == nil {
		t.Fatal("all is read")
	}
	bodies := 0
	for _, fn := range part.Funcs {
		if _, ok := fn.Syntax().(*ast.FuncDecl); !ok || len(fn.Blocks) == 0 {
			continue
		}
		bodies++
		same := whole.declared[Key(Symbol(fn))]
		if same == nil { // there are several
			continue
		}
		if !Same(fn, same) || len(fn.Blocks) != len(same.Blocks) {
			t.Errorf("%s has %d blocks, read with others %d", fn, len(fn.Blocks), len(same.Blocks))
		}
		if symbol := Symbol(fn); prog.Package("net/http").reach().keys[Key(symbol)] {
			checkCallees(t, fn, same)
		}
	}
	if bodies == 0 || bodies > len(whole.Funcs)/5 {
		t.Errorf("%d bodies of %d are read", bodies, len(whole.Funcs))
	}
	for symbol, want := range map[string]bool{
		"net/http.(*Request).WithContext":         true,
		"net/http.(*Client).CloseIdleConnections": true, // called in a func literal
		"net/http.(*Request).ParseForm":           false,
	} {
		if fn := part.Func(symbol, "", 0); len(fn.Blocks) > 0 != want {
			t.Errorf("%s has a body: %t", symbol, !want)
		}
		src, err := pkg.SourceOf(symbol, "", 0)
		if err != nil || (src == part) != want || len(src.Func(symbol, "", 0).Blocks) == 0 {
			t.Errorf("%s is asked for: part %t, error %v", symbol, src == part, err)
		}
	}
}

// checkCallees checks that what fn calls in its package has a body, as it has for same: whether
// it returns is asked.
func checkCallees(t *testing.T, fn, same *ssa.Function) {
	t.Helper()
	calls := func(fn *ssa.Function) []*ssa.Function {
		var list []*ssa.Function
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok && call.Common().StaticCallee() != nil {
					list = append(list, call.Common().StaticCallee())
				}
			}
		}
		return list
	}
	list := calls(same)
	for i, callee := range calls(fn) {
		if len(callee.Blocks) != len(list[i].Blocks) {
			t.Errorf("%s calls %s, which has %d blocks, read with others %d", fn, callee, len(callee.Blocks), len(list[i].Blocks))
		}
	}
}

// What a function that is read defers is read, also where no call shows: it may recover.
func TestTrimDeferred(t *testing.T) {
	names := calledNames{make(map[string]bool), make(map[string]bool)}
	prog := loadText(t, getter)
	src, err := prog.Package("fmt").Source()
	if err != nil {
		t.Fatal(err)
	}
	for _, fn := range src.Funcs {
		if decl, ok := fn.Syntax().(*ast.FuncDecl); ok && fn.Name() == "handleMethods" {
			names.add(decl)
		}
	}
	if len(names.deferred) != 1 || !names.deferred["catchPanic"] {
		t.Errorf("%v are deferred", names.deferred)
	}
}

// A reading does not depend on what was asked before.
func TestTrimOrder(t *testing.T) {
	const seldom = "net/http.(*Request).ParseForm"
	asked := loadText(t, getter).Package("net/http")
	first, err := asked.SourceOf(seldom, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	if fn := first.Func(seldom, "", 0); len(fn.Blocks) == 0 {
		t.Errorf("%s has no body", fn)
	}
	whole := loadText(t, getter).Package("net/http")
	if _, err := whole.readWhole(); err != nil {
		t.Fatal(err)
	}
	if src, err := whole.Source(); err != nil || src.trimmed != nil {
		t.Errorf("what is there is read again, error %v", err)
	}
	if _, err := whole.Whole(); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("error %v", err)
	}
}
