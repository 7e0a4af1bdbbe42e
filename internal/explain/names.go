package explain

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
	"github.com/zeroalloc/zeroalloc-lint/internal/prover"
	"github.com/zeroalloc/zeroalloc-lint/internal/spell"
)

// findFunc finds a function in q.pkg by its name, in its tests too.
func (q *query) findFunc(name string) error {
	if err := q.load(q.pkg.path(), false); err != nil {
		return err
	}
	var err error
	if q.target, err = q.loaded.named(name); err == nil && (q.compiled() || !q.hasTests()) {
		return nil
	}
	found, plain := q.target, q.loaded
	if !q.hasTests() {
		return err
	}
	for _, path := range []string{q.pkg.path(), q.pkg.ImportPath + "_test"} {
		if q.load(path, true) != nil {
			continue
		}
		if target, err := q.loaded.named(name); err == nil {
			if q.target = target; found == nil || q.compiled() {
				return nil
			}
		}
	}
	q.target, q.loaded = found, plain
	return err
}

// compiled reports whether there is code for the function.
func (q *query) compiled() bool {
	return len(q.loaded.own.Compiled(q.loaded.src, q.target.region.Fn)) > 0
}

// hasTests reports whether the tests of the package can be compiled: of others than
// those of the main modules, what they import may be missing.
func (q *query) hasTests() bool {
	return q.pkg.Module != nil && q.pkg.Module.Main && len(q.pkg.TestGoFiles)+len(q.pkg.XTestGoFiles) > 0
}

// named finds a function by its name without the package.
func (l *loaded) named(name string) (*target, error) {
	want := plainName(name)
	for _, fn := range l.src.Funcs {
		decl, ok := fn.Syntax().(*ast.FuncDecl)
		if !ok || plainName(l.local(program.Symbol(fn))) != want {
			continue
		}
		if decl.Body == nil {
			return nil, errNoBody
		}
		return l.whole(fn, program.Key(program.Symbol(fn))), nil
	}
	if fn, symbol := l.literal(want); fn != nil {
		return l.whole(fn, symbol), nil
	}
	return nil, l.unknown(name)
}

func (l *loaded) whole(fn *ssa.Function, symbol string) *target {
	return &target{name: symbol, position: l.position(fn.Pos()), region: prover.Region{Node: fn.Syntax(), Fn: fn}}
}

// local cuts the package off a symbol.
func (l *loaded) local(symbol string) string {
	key := program.Key(symbol)
	return strings.TrimPrefix(key, program.PackagePath(key)+".")
}

// literal finds a func literal by the name that the linker has for it, as F.func1.
func (l *loaded) literal(want string) (*ssa.Function, string) {
	for symbol, fn := range l.literals() {
		if plainName(l.local(symbol)) == want {
			return fn, symbol
		}
	}
	return nil, ""
}

// literals returns the func literals of the package by symbol. Names of those that were inlined
// everywhere are found in what they were inlined into.
func (l *loaded) literals() map[string]*ssa.Function {
	funcs, err := l.own.Funcs()
	if err != nil {
		return nil
	}
	found := make(map[string]*ssa.Function)
	add := func(fn *ssa.Function, symbol string) {
		if fn == nil || fn.Syntax() == nil {
			return
		}
		if _, ok := fn.Syntax().(*ast.FuncDecl); !ok {
			found[program.Key(symbol)] = fn
		}
	}
	for _, name := range slices.Sorted(maps.Keys(funcs)) {
		host := funcs[name]
		add(l.src.Func(host.Name, host.File, host.Line), host.Name)
		for i := range host.Calls {
			for _, f := range host.Calls[i].Frames {
				if f.Pkg == "" && strings.HasPrefix(f.Func, l.own.Path+".") && found[program.Key(f.Func)] == nil {
					add(l.src.Enclosing(f.Func, f.File, f.Line), f.Func)
				}
			}
		}
	}
	return found
}

// unknown says that there is no function of the name, and what there is.
func (l *loaded) unknown(name string) error {
	obj := l.src.Types.Scope().Lookup(name)
	typeName, method, isMethod := strings.Cut(plainName(name), ".")
	switch obj := obj.(type) {
	case *types.TypeName:
		return fmt.Errorf("a type: name one of its methods%s", l.methods(obj))
	case *types.Var:
		return errors.New("a variable: name the func literal that it holds by FILE:LINE")
	case *types.Const:
		return errors.New("a constant: name a function")
	case *types.Func:
		return errNoBody
	}
	if t, ok := l.src.Types.Scope().Lookup(typeName).(*types.TypeName); ok && isMethod {
		var of types.Type = types.NewPointer(t.Type())
		if types.IsInterface(t.Type()) {
			of = t.Type()
		}
		found, path, _ := types.LookupFieldOrMethod(of, true, l.src.Types, method)
		fn, ok := found.(*types.Func)
		switch {
		case !ok:
		case types.IsInterface(t.Type()):
			return errors.New("a method of an interface: name that of a type that implements it")
		case len(path) > 1:
			return fmt.Errorf("a method promoted from an embedded field: name %s", program.Key(program.FuncSymbol(fn)))
		default:
			return errNoBody
		}
	}
	near := l.near(name)
	if len(near) == 0 {
		return fmt.Errorf("package %s has no function %s", l.own.Path, name)
	}
	return fmt.Errorf("package %s has no function %s; similar are %s", l.own.Path, name, strings.Join(near, ", "))
}

var errNoBody = errors.New("no Go body: it is not known what it does")

func (l *loaded) methods(t *types.TypeName) string {
	named, ok := types.Unalias(t.Type()).(*types.Named)
	if !ok || named.NumMethods() == 0 {
		return ""
	}
	const most = 5
	var list []string
	for m := range named.Methods() {
		list = append(list, t.Name()+"."+m.Name())
	}
	slices.Sort(list)
	if len(list) > most {
		list = append(list[:most], "…")
	}
	return ", as " + strings.Join(list, ", ")
}

// near returns the names that are most like one.
func (l *loaded) near(name string) []string {
	const most = 5
	want := strings.ToLower(plainName(name))
	distance := min(2, len(want)/2)
	last := want[strings.LastIndexByte(want, '.')+1:]
	var list []string
	consider := func(symbol string) {
		local := l.local(symbol)
		have := strings.ToLower(plainName(local))
		switch {
		case have == want, spell.Distance(have, want) <= distance, strings.HasPrefix(have, want+"."):
			list = append(list, local)
		case strings.HasSuffix(have, "."+last) && !strings.HasPrefix(last, "func"):
			list = append(list, local)
		}
	}
	for _, fn := range l.src.Funcs {
		if _, ok := fn.Syntax().(*ast.FuncDecl); ok {
			consider(program.Symbol(fn))
		}
	}
	if base, _, ok := strings.Cut(want, ".func"); ok {
		for symbol := range l.literals() {
			if strings.HasPrefix(strings.ToLower(plainName(l.local(symbol))), base+".") {
				list = append(list, l.local(symbol))
			}
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	return list[:min(len(list), most)]
}
