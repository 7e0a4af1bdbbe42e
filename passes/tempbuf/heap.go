package tempbuf

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
)

// Sizes up to which the compiler leaves memory on the stack.
const (
	maxImplicit = 64 << 10  // of make, new, &T{}
	maxExplicit = 128 << 10 // of a variable
)

// span is a range of source.
type span struct{ pos, end token.Pos }

func (s span) Pos() token.Pos { return s.pos }
func (s span) End() token.Pos { return s.end }

// isOnHeap reports whether the object code allocates memory of one of the types in
// the lines from pos to end. Where there is none to ask, or the code is generic and compiled
// elsewhere, the answer is fallback.
func (c *checker) isOnHeap(cur inspector.Cursor, lines span, fallback bool, kinds []compiled.Kind, typ ...types.Type) bool {
	allocs, err := c.unit.Allocs(lines)
	if err != nil {
		return fallback
	}
	for _, a := range allocs {
		if slices.Contains(kinds, a.Kind) && c.mayBe(a.Type, typ) {
			return true
		}
	}
	return false
}

// mayBe reports whether symbol can be the name that the linker has for one of types.
func (c *checker) mayBe(symbol string, typ []types.Type) bool {
	symbol = strings.TrimPrefix(symbol, "type:")
	for _, t := range typ {
		if name := c.symbol(t); symbol == "" || name == "" || name == symbol {
			return true
		}
	}
	return false
}

// symbol returns the linker's name for a type, "" where that is hard to tell.
func (c *checker) symbol(t types.Type) string {
	prefix, elem := "", types.Type(nil)
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name()
	case *types.Slice:
		prefix, elem = "[]", t.Elem()
	case *types.Pointer:
		prefix, elem = "*", t.Elem()
	case *types.Array:
		prefix, elem = "["+strconv.FormatInt(t.Len(), 10)+"]", t.Elem()
	case *types.Map:
		key := c.symbol(t.Key())
		if key == "" {
			return ""
		}
		prefix, elem = "map["+key+"]", t.Elem()
	case *types.Named:
		return c.namedSymbol(t)
	default:
		return ""
	}
	name := c.symbol(elem)
	if name == "" {
		return ""
	}
	return prefix + name
}

func (c *checker) namedSymbol(t *types.Named) string {
	obj := t.Obj()
	if obj.Pkg() == nil {
		return obj.Name() // error
	}
	if t.TypeArgs() != nil || obj.Parent() != obj.Pkg().Scope() {
		return ""
	}
	path := obj.Pkg().Path()
	if obj.Pkg() == c.pass.Pkg && obj.Pkg().Name() == "main" {
		path = "main"
	}
	if !token.IsIdentifier(path[strings.LastIndex(path, "/")+1:]) {
		return ""
	}
	return path + "." + obj.Name()
}

// makes reports whether the code that was inlined for the call of fn, in its lines,
// allocates. Where there is no object code to ask, the answer is no.
func (c *checker) makes(call *ast.CallExpr, fn *types.Func) bool {
	allocs, err := c.unit.Under(call)
	if err != nil {
		return false
	}
	from, to := c.pass.Fset.Position(call.Pos()), c.pass.Fset.Position(call.End())
	for _, a := range allocs {
		for i, f := range a.Stack {
			if i == 0 || f.Line < from.Line || f.Line > to.Line || filepath.Base(f.File) != filepath.Base(from.Filename) {
				continue
			}
			if inlined := a.Stack[i-1].Func; inlined == "" || inlined == fn.FullName() {
				return true
			}
		}
	}
	return false
}

// calleeName returns the full name of what call calls, "" for a func value.
func calleeName(info *types.Info, call *ast.CallExpr) string {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		switch obj := info.Uses[fun].(type) {
		case *types.Func:
			return obj.FullName()
		case *types.Builtin:
			return obj.Name()
		}
	case *ast.SelectorExpr:
		if fn, ok := info.Uses[fun.Sel].(*types.Func); ok {
			return fn.FullName()
		}
	}
	return ""
}
