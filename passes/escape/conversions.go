package escape

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/ssaform"
)

// A conversion makes a value of type to out of one of type from: where a value is
// converted, passed, stored or asserted, or where a type argument stands for a
// type parameter.
type conversion struct {
	pos      token.Pos
	from, to types.Type
	value    ssa.Value     // that is converted, nil if there is none
	fn       *ssa.Function // that value is in
}

// conversionsOf returns the conversions of a package to interface types with
// methods and to named func types: first those outside of tests, in source order,
// so that a package and its variant with tests begin alike.
func conversionsOf(pass *analysis.Pass, form *ssaform.Package) []conversion {
	var list []conversion
	funcs := form.Funcs
	if init := form.Pkg.Func("init"); init != nil {
		funcs = append(funcs[:len(funcs):len(funcs)], init)
	}
	for _, fn := range funcs {
		for _, b := range fn.Blocks {
			for i, instr := range b.Instrs {
				if c, ok := converted(instr); ok && mayHaveContract(c.to) {
					c.pos, c.fn = place(b.Instrs[i:]), fn
					list = append(list, c)
				}
			}
		}
	}
	list = append(list, blanks(pass, form)...)
	list = append(list, typeArguments(pass)...)
	inTest := func(c conversion) int {
		if isTest(pass, c.pos) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b conversion) int {
		if byFile := inTest(a) - inTest(b); byFile != 0 {
			return byFile
		}
		return int(a.pos - b.pos)
	})
	return list
}

func isTest(pass *analysis.Pass, pos token.Pos) bool {
	return strings.HasSuffix(pass.Fset.Position(pos).Filename, "_test.go")
}

// mayHaveContract reports whether a directive on t, or on a method of it, would be
// a contract. That of a type parameter is asked of its type arguments.
func mayHaveContract(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return u.NumMethods() > 0
	case *types.Signature:
		_, isNamed := types.Unalias(t).(*types.Named)
		return isNamed
	}
	return false
}

// converted returns the conversion that instr makes.
func converted(instr ssa.Instruction) (conversion, bool) {
	var x ssa.Value
	switch instr := instr.(type) {
	case *ssa.MakeInterface:
		x = instr.X
	case *ssa.ChangeInterface:
		x = instr.X
	case *ssa.ChangeType:
		x = instr.X
	case *ssa.MultiConvert:
		x = instr.X
	case *ssa.TypeAssert:
		return conversion{from: instr.X.Type(), to: instr.AssertedType, value: instr.X}, types.IsInterface(instr.AssertedType)
	default:
		return conversion{}, false
	}
	return conversion{from: x.Type(), to: instr.(ssa.Value).Type(), value: x}, true
}

// place returns where the first instruction stands: a conversion that is not written
// has no position, but what it is made for has, or what follows.
func place(instrs []ssa.Instruction) token.Pos {
	first := instrs[0]
	if pos := first.Pos(); pos.IsValid() {
		return pos
	}
	for _, ref := range *first.(ssa.Value).Referrers() {
		if pos := ref.Pos(); pos.IsValid() {
			return pos
		}
	}
	for _, instr := range instrs {
		if pos := instr.Pos(); pos.IsValid() {
			return pos
		}
	}
	return first.Parent().Pos()
}

// blanks returns the conversions in declarations like var _ Iface = (*T)(nil),
// for which there is no code.
func blanks(pass *analysis.Pass, form *ssaform.Package) []conversion {
	var list []conversion
	for _, file := range pass.Files {
		//zeroalloc:allow capture one for each file
		for n := range ast.Preorder(file) {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || spec.Type == nil || len(spec.Values) != len(spec.Names) {
				continue
			}
			to := pass.TypesInfo.TypeOf(spec.Type)
			for i, name := range spec.Names {
				value := pass.TypesInfo.Types[spec.Values[i]]
				if name.Name != "_" || value.IsNil() || !mayHaveContract(to) || types.Identical(value.Type, to) {
					continue
				}
				fn := funcOf(pass, form, spec.Values[i])
				if fn == nil && !types.IsInterface(to) {
					continue // it is never called
				}
				list = append(list, conversion{
					pos: spec.Values[i].Pos(), from: value.Type, to: to, value: fn, fn: form.Pkg.Func("init"),
				})
			}
		}
	}
	return list
}

// funcOf returns the function that e is, a func literal or the name of a declared
// one, or nil.
func funcOf(pass *analysis.Pass, form *ssaform.Package, e ast.Expr) ssa.Value {
	var fn *ssa.Function
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		fn = form.Func(e)
	case *ast.Ident:
		fn = declared(form, pass.TypesInfo.Uses[e])
	case *ast.SelectorExpr:
		fn = declared(form, pass.TypesInfo.Uses[e.Sel])
	}
	if fn == nil {
		return nil
	}
	return fn
}

func declared(form *ssaform.Package, obj types.Object) *ssa.Function {
	if fn, ok := obj.(*types.Func); ok && fn.Signature().Recv() == nil {
		return form.Pkg.Prog.FuncValue(fn)
	}
	return nil
}

// typeArguments returns the type arguments that stand for type parameters: in
// generic code, methods of the constraint are called.
func typeArguments(pass *analysis.Pass) []conversion {
	var list []conversion
	for id, inst := range pass.TypesInfo.Instances {
		params := typeParams(pass.TypesInfo.Uses[id])
		for i := range min(params.Len(), inst.TypeArgs.Len()) {
			if to := params.At(i).Constraint(); mayHaveContract(to) {
				list = append(list, conversion{pos: id.Pos(), from: inst.TypeArgs.At(i), to: to})
			}
		}
	}
	return list
}

func typeParams(obj types.Object) *types.TypeParamList {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Signature().TypeParams()
	case *types.TypeName:
		switch t := obj.Type().(type) {
		case *types.Named:
			return t.TypeParams()
		case *types.Alias:
			return t.TypeParams()
		}
	}
	return nil
}
