package prover

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A closedWorld is what a package ever stores in its unexported variables and
// fields, and converts to its unexported interfaces. No other package can.
type closedWorld struct {
	src       *program.Source
	variables map[token.Position]*variable // declared at package level
	converted map[string]*conversions      // by name of the interface
	unnamed   []types.Type                 // with methods, in any interface
}

// A variable is a package variable or field with all that is stored in it.
type variable struct {
	stores []*ssa.Store
	open   bool // there may be other stores
	reset  bool // a field: it is set not only where the struct is made
}

// mostImplementers is the number of types of an interface that are worth following.
const mostImplementers = 8

// conversions are the types that are converted to an interface.
type conversions struct {
	types    []types.Type
	asserted bool // and those that a value of another interface holds
	open     bool // there may be others
}

// world returns what is known of the package that src is of, nil if that is not
// known: too large to be read as a whole for the sake of a call.
func (p *Prover) world(src *program.Source) *closedWorld {
	if src == nil {
		return nil
	}
	path := src.Types.Path()
	if w, ok := p.worlds[path]; ok {
		return w
	}
	var w *closedWorld
	if src.Types == p.ownTypes() {
		w = newClosedWorld(src)
	} else if pkg := p.prog.Package(path); pkg != nil {
		if whole, err := pkg.Whole(); err == nil {
			w = newClosedWorld(whole)
		}
	}
	p.worlds[path] = w
	return w
}

// variable returns what is known of a package variable or field that is declared
// in src, nil if nothing is.
func (p *Prover) variable(src *program.Source, obj types.Object) (*closedWorld, *variable) {
	w := p.world(src)
	if w == nil || obj.Pkg() != src.Types {
		return nil, nil
	}
	return w, w.variables[place(src, obj)]
}

// place identifies a variable in two readings of its package.
func place(src *program.Source, obj types.Object) token.Position {
	pos := src.Fset.PositionFor(obj.Pos(), false)
	pos.Offset = 0
	return pos
}

// implementers returns the types that a value of the interface t can hold, if it
// is an unexported one of src that no other package can make values of. It returns
// nil if there may be others.
func (p *Prover) implementers(src *program.Source, t types.Type) []types.Type {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || src == nil || named.Obj().Pkg() != src.Types || named.Obj().Exported() || named.TypeArgs().Len() > 0 {
		return nil
	}
	w := p.world(src)
	if w == nil {
		return nil
	}
	c := w.converted[named.Obj().Name()]
	if c == nil || c.open || named.Obj().Parent() != src.Types.Scope() {
		return nil
	}
	if !c.asserted && !isInterfaceOfAPI(src.Types, named) {
		return c.types
	}
	return sealed(src.Types, named, slices.Concat(c.types, w.unnamed))
}

func newClosedWorld(src *program.Source) *closedWorld {
	w := &closedWorld{src: src, variables: make(map[token.Position]*variable), converted: make(map[string]*conversions)}
	for _, name := range src.Types.Scope().Names() {
		w.declare(src.Types.Scope().Lookup(name))
	}
	for _, fn := range src.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				w.add(instr)
			}
		}
	}
	return w
}

// declare adds a variable, or the fields of a type.
func (w *closedWorld) declare(obj types.Object) {
	switch obj := obj.(type) {
	case *types.Var:
		w.variables[place(w.src, obj)] = new(variable)
	case *types.TypeName:
		if s, ok := obj.Type().Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				w.variables[place(w.src, f)] = new(variable)
			}
		}
	}
}

// variable returns a variable of the package; one of another package does not
// matter.
func (w *closedWorld) variable(obj types.Object) *variable {
	if v := w.variables[place(w.src, obj)]; v != nil {
		return v
	}
	return new(variable)
}

// add adds what instr stores and converts.
func (w *closedWorld) add(instr ssa.Instruction) {
	w.addGlobals(instr)
	switch instr := instr.(type) {
	case *ssa.FieldAddr:
		w.addField(instr)
	case *ssa.Store:
		w.overwrite(instr)
	case *ssa.ChangeType:
		w.open(instr.X.Type())
		w.open(instr.Type())
	case *ssa.Convert: // from unsafe.Pointer
		w.open(instr.Type())
	case *ssa.MakeInterface:
		from := instr.X.Type()
		if hasMethods(from) {
			w.unnamed = append(w.unnamed, from)
		}
		w.convert(instr.Type(), from)
	case *ssa.ChangeInterface:
		w.convert(instr.Type(), nil)
	case *ssa.TypeAssert:
		w.convert(instr.AssertedType, nil)
	}
}

// hasMethods reports whether t is a struct without a name, or points to one, that
// gets methods from what is embedded in it.
func hasMethods(t types.Type) bool {
	_, ok := types.Unalias(deref(t)).(*types.Struct)
	return ok && types.NewMethodSet(t).Len() > 0
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
	if !ok || !types.IsInterface(to) || named.Obj().Pkg() != w.src.Types {
		return
	}
	c := w.converted[named.Obj().Name()]
	if c == nil {
		c = new(conversions)
		w.converted[named.Obj().Name()] = c
	}
	switch {
	case from == nil:
		c.asserted = true
	case hasTypeParam(from) || len(c.types) > mostImplementers:
		c.open = true
	case !containsType(c.types, from):
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
		if _, ok := ref.(*ssa.Store); ok && !isMaking(addr, ref.Parent()) {
			v.reset = true
		}
	}
}

// isMaking reports whether addr is, for what fn does, of a struct in the making: of a
// local variable, or of a package variable that is being initialised.
func isMaking(addr ssa.Value, fn *ssa.Function) bool {
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			addr = x.X
		case *ssa.Global:
			return fn.Synthetic == "package initializer"
		case *ssa.Alloc:
			return true
		default:
			return false
		}
	}
}

// overwrite notes that a whole struct is stored over another one.
func (w *closedWorld) overwrite(store *ssa.Store) {
	s, ok := store.Val.Type().Underlying().(*types.Struct)
	if !ok || isMaking(store.Addr, store.Parent()) {
		return
	}
	for f := range s.Fields() {
		w.variable(f.Origin()).reset = true
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
// source cannot be had or is of the runtime: 3 MB that are not followed.
func (p *Prover) declared(symbol string) *view {
	if isRuntime(symbol) {
		return nil
	}
	pkg := p.prog.Package(program.PackagePath(symbol))
	if pkg == nil {
		return nil
	}
	src, err := pkg.SourceOf(symbol, "", 0)
	if err != nil {
		return nil
	}
	fn := src.Func(symbol, "", 0)
	if fn == nil || len(fn.Blocks) == 0 {
		return nil
	}
	return p.outside(src, fn)
}

// isUnreadable reports whether the source of a declared function should be at hand, but
// cannot be parsed or type-checked.
func (p *Prover) isUnreadable(symbol string) bool {
	pkg := p.prog.Package(program.PackagePath(symbol))
	if pkg == nil || isRuntime(symbol) {
		return false
	}
	_, err := pkg.SourceOf(symbol, "", 0)
	return err != nil
}
