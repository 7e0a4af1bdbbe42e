package prover

import (
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// Fields of a struct that only the code that makes the struct ever sets are known
// wherever the struct is: a logger made by New(out) writes to out. That is so for
// unexported fields that all of their package sets through variables of its own only.

// addFields adds the fields of one struct that a value can hold.
func (r *resolver) addFields(fields map[int]fact) {
	for _, f := range fields {
		if nesting([]fact{f}) >= maxNesting {
			fields = nil
		}
	}
	if r.structs > 0 {
		fields = meetFields(r.fields, fields)
	}
	r.fields = fields
	r.structs++
}

func meetFields(a, b map[int]fact) map[int]fact {
	both := make(map[int]fact)
	for i, x := range a {
		if y, ok := b[i]; ok {
			if f := meet([]fact{x}, []fact{y})[0]; f.isKnown() {
				both[i] = f
			}
		}
	}
	return both
}

// isKnown reports whether anything is known of what a value refers to.
func (f fact) isKnown() bool { return len(f.callees)+len(f.types)+len(f.fields) > 0 || f.onlyNil }

// structMade returns what is known of the fields of the struct that alloc makes.
func (v *view) structMade(alloc *ssa.Alloc) map[int]fact {
	s, ok := deref(alloc.Type()).Underlying().(*types.Struct)
	if !ok || !v.prover.deeper() {
		return nil
	}
	defer v.prover.back()
	known := make(map[int]fact)
	ruined := make(map[int]bool)
	add := func(i int, f fact) {
		if old, ok := known[i]; ok {
			f = meet([]fact{old}, []fact{f})[0]
		}
		known[i] = f
		ruined[i] = ruined[i] || !f.isKnown()
	}
	for _, ref := range *alloc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			for _, store := range storesTo(ref) {
				f, _ := v.factOf(store.Val)
				add(ref.Field, f)
			}
		case *ssa.Store:
			if ref.Addr != alloc {
				continue
			}
			fields := v.resolved(ref.Val).fields
			for i := range s.NumFields() {
				if holdsMore(s.Field(i).Type()) {
					add(i, fields[i])
				}
			}
		}
	}
	for i := range s.NumFields() {
		if _, set := known[i]; !set && holdsMore(s.Field(i).Type()) && !isStruct(s.Field(i).Type()) {
			known[i] = fact{isNil: true, onlyNil: true}
		}
	}
	maps.DeleteFunc(known, func(i int, f fact) bool {
		return ruined[i] || !v.prover.isFixed(v.src, s.Field(i))
	})
	return known
}

func storesTo(addr *ssa.FieldAddr) []*ssa.Store {
	var stores []*ssa.Store
	for _, ref := range *addr.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == addr {
			stores = append(stores, store)
		}
	}
	return stores
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// holdsMore reports whether a value of type t can hold a func, or an interface
// value, or a struct with such fields.
func holdsMore(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Signature, *types.Interface, *types.Struct:
		return true
	case *types.Pointer:
		_, ok := t.Elem().Underlying().(*types.Struct)
		return ok
	}
	return false
}

// field adds what a field of the struct x, or of the one that x points to, holds.
func (r *resolver) field(x ssa.Value, i int) bool {
	known := r.view.resolved(x)
	if known.onlyNil {
		r.isNil = true // a load of it panics
		return true
	}
	f, ok := known.fields[i]
	return ok && r.fact(f)
}

// isFixed reports whether a field is set by the code that makes the struct alone.
func (p *Prover) isFixed(src *program.Source, field *types.Var) bool {
	if field.Exported() {
		return false
	}
	_, v := p.variable(src, field)
	return v != nil && !v.open && !v.reset
}
