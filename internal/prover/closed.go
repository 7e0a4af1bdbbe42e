package prover

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A closedWorld is what the package under analysis ever stores in its unexported
// variables and fields, and converts to its unexported interfaces. Nothing but
// that package can, and only of that package is all source at hand.
type closedWorld struct {
	variables map[types.Object]*variable
	converted map[*types.TypeName]*conversions // by interface
}

// A variable is a package variable or field with all that is stored in it.
type variable struct {
	stores []*ssa.Store
	open   bool // there may be other stores
}

// conversions are the types that are converted to an interface.
type conversions struct {
	types []types.Type
	open  bool // there may be others
}

// world returns what is known of src, nil if that is not the package under
// analysis.
func (p *Prover) world(src *program.Source) *closedWorld {
	if src == nil || src.Types != p.ownTypes() {
		return nil
	}
	if p.closed == nil {
		p.closed = newClosedWorld(src)
	}
	return p.closed
}

// stores returns all stores to an unexported package variable or field of the
// package under analysis, and whether that is all that can change it.
func (p *Prover) stores(src *program.Source, obj types.Object) ([]*ssa.Store, bool) {
	w := p.world(src)
	if w == nil || obj.Pkg() != src.Types {
		return nil, false
	}
	v := w.variable(obj)
	return v.stores, !v.open
}

// implementers returns the types that a value of the interface t can hold, if it
// is an unexported one of the package under analysis that no other can make
// values of. It returns nil if there may be others.
func (p *Prover) implementers(src *program.Source, t types.Type) []types.Type {
	named, ok := types.Unalias(t).(*types.Named)
	w := p.world(src)
	if !ok || w == nil || named.Obj().Pkg() != src.Types || named.Obj().Exported() || named.TypeArgs().Len() > 0 {
		return nil
	}
	c := w.converted[named.Obj()]
	if c == nil || c.open || isInterfaceOfAPI(src.Types, named) {
		return nil
	}
	return c.types
}

func newClosedWorld(src *program.Source) *closedWorld {
	w := &closedWorld{variables: make(map[types.Object]*variable), converted: make(map[*types.TypeName]*conversions)}
	for _, fn := range src.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				w.add(instr)
			}
		}
	}
	return w
}

func (w *closedWorld) variable(obj types.Object) *variable {
	if w.variables[obj] == nil {
		w.variables[obj] = new(variable)
	}
	return w.variables[obj]
}

// add adds what instr stores and converts.
func (w *closedWorld) add(instr ssa.Instruction) {
	w.addGlobals(instr)
	switch instr := instr.(type) {
	case *ssa.FieldAddr:
		w.addField(instr)
	case *ssa.ChangeType:
		w.open(instr.X.Type())
		w.open(instr.Type())
	case *ssa.Convert: // from unsafe.Pointer
		w.open(instr.Type())
	case *ssa.MakeInterface:
		w.convert(instr.Type(), instr.X.Type())
	case *ssa.ChangeInterface:
		w.convert(instr.Type(), nil)
	case *ssa.TypeAssert:
		w.convert(instr.AssertedType, nil)
	}
}

// open notes that fields of the struct t, or of what t points to, are stored to
// by another name.
func (w *closedWorld) open(t types.Type) {
	s, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return
	}
	for f := range s.Fields() {
		w.variable(f.Origin()).open = true
	}
}

// convert notes that a value of type from, nil for any type, is converted to the
// interface to.
func (w *closedWorld) convert(to, from types.Type) {
	named, ok := types.Unalias(to).(*types.Named)
	if !ok || !types.IsInterface(to) {
		return
	}
	c := w.converted[named.Obj()]
	if c == nil {
		c = new(conversions)
		w.converted[named.Obj()] = c
	}
	const most = 8 // that are worth following
	if from == nil || hasTypeParam(from) || len(c.types) > most {
		c.open = true
	} else if !slices.ContainsFunc(c.types, func(t types.Type) bool { return types.Identical(t, from) }) {
		c.types = append(c.types, from)
	}
}

// addField adds the stores to the field that addr is the address of.
func (w *closedWorld) addField(addr *ssa.FieldAddr) {
	field := fieldOf(addr)
	if field == nil {
		return
	}
	v := w.variable(field)
	for _, ref := range *addr.Referrers() {
		v.add(ref, addr)
	}
}

// addGlobals adds what instr does with package variables, which keep no list of
// what refers to them.
func (w *closedWorld) addGlobals(instr ssa.Instruction) {
	for _, op := range instr.Operands(nil) {
		if g, ok := (*op).(*ssa.Global); ok && g.Object() != nil {
			w.variable(g.Object()).add(instr, g)
		}
	}
}

// add notes what instr does with the variable at addr.
func (v *variable) add(instr ssa.Instruction, addr ssa.Value) {
	switch instr := instr.(type) {
	case *ssa.Store:
		if instr.Val == addr {
			v.open = true // its address is kept
		} else {
			v.stores = append(v.stores, instr)
		}
	case *ssa.UnOp, *ssa.DebugRef:
	default:
		v.open = true
	}
}

// isInterfaceOfAPI reports whether other packages can convert values to an
// unexported interface of pkg: it is the type of an exported variable or field, or
// stands in the signature of an exported function or method.
func isInterfaceOfAPI(pkg *types.Package, iface *types.Named) bool {
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		switch obj := obj.(type) {
		case *types.Func, *types.Var:
			if obj.Exported() && mentions(obj.Type(), iface) {
				return true
			}
		case *types.TypeName:
			if hasInAPI(obj, iface) {
				return true
			}
		}
	}
	return false
}

// hasInAPI reports whether exported methods or fields of a type, or what it is
// made of, mention iface.
func hasInAPI(obj *types.TypeName, iface *types.Named) bool {
	named, ok := types.Unalias(obj.Type()).(*types.Named)
	if !ok {
		return mentions(obj.Type(), iface)
	}
	for m := range named.Methods() {
		if m.Exported() && mentions(m.Type(), iface) {
			return true
		}
	}
	switch u := named.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Exported() && mentions(f.Type(), iface) {
				return true
			}
		}
		return false
	case *types.Interface:
		for m := range u.ExplicitMethods() {
			if m.Exported() && mentions(m.Type(), iface) {
				return true
			}
		}
		return false
	}
	return mentions(named.Underlying(), iface)
}

// mentions reports whether t is built from iface.
func mentions(t types.Type, iface *types.Named) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if mentions(arg, iface) {
				return true
			}
		}
		return t.Obj() == iface.Obj()
	case *types.Pointer:
		return mentions(t.Elem(), iface)
	case *types.Slice:
		return mentions(t.Elem(), iface)
	case *types.Array:
		return mentions(t.Elem(), iface)
	case *types.Chan:
		return mentions(t.Elem(), iface)
	case *types.Map:
		return mentions(t.Key(), iface) || mentions(t.Elem(), iface)
	case *types.Signature:
		return mentions(t.Params(), iface) || mentions(t.Results(), iface)
	case *types.Tuple:
		for v := range t.Variables() {
			if mentions(v.Type(), iface) {
				return true
			}
		}
	case *types.Struct:
		for f := range t.Fields() {
			if mentions(f.Type(), iface) {
				return true
			}
		}
	}
	return false
}

// outside returns a view of a function of which no call is known.
func (p *Prover) outside(src *program.Source, fn *ssa.Function) *view {
	return &view{prover: p, fn: fn, src: src, node: &node{}}
}

// declared returns a view of the declared function with the symbol, nil if its
// source cannot be had.
func (p *Prover) declared(symbol string) *view {
	pkg := p.prog.Package(program.PackagePath(symbol))
	if pkg == nil {
		return nil
	}
	src, err := pkg.Source()
	if err != nil {
		return nil
	}
	fn := src.Func(symbol, "", 0)
	if fn == nil || len(fn.Blocks) == 0 {
		return nil
	}
	return p.outside(src, fn)
}
