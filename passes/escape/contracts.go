package escape

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/internal/prover"
	"github.com/zeroalloc/zeroalloc-lint/internal/ssaform"
)

// A contract is a directive on a method of an interface type or on a named func
// type.
type contract struct {
	directives.Found
	obj types.Object // the method, or the name of the func type
}

func (k contract) strict() bool { return k.Name == directives.Strict }

// String names what has the contract.
func (k contract) String() string {
	if fn, ok := k.obj.(*types.Func); ok && fn.Signature().Recv() != nil {
		if named := receiver(fn); named != nil {
			return named.Obj().Pkg().Name() + "." + named.Obj().Name() + "." + fn.Name()
		}
		return types.TypeString(fn.Signature().Recv().Type(), packageName) + "." + fn.Name()
	}
	return k.obj.Pkg().Name() + "." + k.obj.Name()
}

func packageName(p *types.Package) string { return p.Name() }

// contractsOf returns the contracts of an interface or func type.
func (c *checker) contractsOf(t types.Type) []contract {
	t = types.Unalias(t)
	list, known := c.contracts[t]
	if !known {
		list = c.findContracts(t)
		c.contracts[t] = list
	}
	return list
}

func (c *checker) findContracts(t types.Type) []contract {
	var list []contract
	add := func(obj types.Object) {
		if d, ok := c.finder.On(c.pass.Fset, obj, directives.Check, directives.Strict); ok {
			list = append(list, contract{d, obj})
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		for m := range u.Methods() {
			add(m.Origin())
		}
	case *types.Signature:
		if named, ok := t.(*types.Named); ok {
			add(named.Origin().Obj())
		}
	}
	return list
}

// checkConversions checks what is converted to types with contracts, each
// implementation once.
func (c *checker) checkConversions() {
	form := c.pass.ResultOf[ssaform.Analyzer].(*ssaform.Package)
	for _, conv := range conversionsOf(c.pass, form) {
		for _, k := range c.contractsOf(conv.to) {
			if !c.inherits(conv.from, k) {
				c.checkConversion(conv, k)
			}
		}
	}
}

// inherits reports whether values of type t fulfil the contract for a contract of
// t itself.
func (c *checker) inherits(t types.Type, k contract) bool {
	if !types.IsInterface(t) {
		if _, ok := t.Underlying().(*types.Signature); !ok {
			return false
		}
		if _, isMethod := k.obj.(*types.Func); isMethod {
			return false // of a func type with methods
		}
	}
	for _, own := range c.contractsOf(t) {
		_, ofMethod := own.obj.(*types.Func)
		same := !ofMethod || own.obj.Id() == k.obj.Id()
		if same && (own.strict() || !k.strict()) {
			return true
		}
	}
	return false
}

// checkConversion checks what is converted to a type with the contract.
func (c *checker) checkConversion(conv conversion, k contract) {
	p, err := c.prover(conv.pos)
	if err != nil {
		c.uncheckedAt(conv.pos, k, err.Error())
		return
	}
	list, known := c.implementations(p, conv, k)
	if !known {
		c.reporter.Report(analysis.Diagnostic{
			Pos:      conv.pos,
			Category: prover.Dynamic,
			Message:  fmt.Sprintf("%s holds what cannot be followed, and is converted to a type with %s, annotated //zeroalloc:%s", describe(conv.from), k, k.Name),
			Related:  k.related(p),
		})
		return
	}
	for _, i := range list {
		c.checkImplementation(p, conv.pos, i, k)
	}
}

// describe names a value of type t.
func describe(t types.Type) string {
	if _, ok := types.Unalias(t).(*types.Named); !ok {
		if _, ok := t.Underlying().(*types.Signature); ok {
			return "func value"
		}
	}
	return types.TypeString(t, packageName) + " value"
}

// implementations returns what a conversion makes the contract be asked of, and
// whether that is all.
func (c *checker) implementations(p *prover.Prover, conv conversion, k contract) (list []prover.Implementation, all bool) {
	method, ok := k.obj.(*types.Func)
	if !ok {
		if conv.value == nil {
			return nil, false
		}
		return p.Values(conv.fn, conv.value)
	}
	held := []types.Type{conv.from}
	if types.IsInterface(conv.from) {
		if conv.value == nil {
			return nil, false
		}
		held = p.Held(conv.fn, conv.value)
	}
	for _, t := range held {
		i, known := prover.Method(t, method)
		if !known && c.embeds(t, k) {
			continue
		}
		if !known {
			return nil, false
		}
		list = append(list, i)
	}
	return list, len(held) > 0
}

// embeds reports whether t has the method of k from an embedded interface with a
// contract for it.
func (c *checker) embeds(t types.Type, k contract) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, k.obj.Pkg(), k.obj.Name())
	m, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	d, ok := c.finder.On(c.pass.Fset, m.Origin(), directives.Check, directives.Strict)
	return ok && (d.Name == directives.Strict || !k.strict())
}

// checkImplementation checks a function that fulfils the contract, unless that is
// checked for a directive of its own.
func (c *checker) checkImplementation(p *prover.Prover, pos token.Pos, i prover.Implementation, k contract) {
	key := k.Name + " " + i.Key()
	if c.checked[key] || c.checked[directives.Strict+" "+i.Key()] || c.speaksForItself(i, k) {
		return
	}
	c.checked[key] = true
	findings, err := p.CheckImplementation(pos, i, k.strict())
	if errors.Is(err, prover.ErrNoCode) {
		// It is generic: the tests may instantiate it.
		if p, failed := c.proverOf(pos, true); failed == nil {
			findings, err = p.CheckImplementation(pos, i, k.strict())
		}
	}
	if err != nil {
		c.uncheckedAt(pos, k, err.Error())
		return
	}
	for _, f := range findings {
		c.reporter.Report(analysis.Diagnostic{
			Pos:      pos,
			Category: category(f),
			Message:  f.Message() + ", called as " + k.String() + ", annotated //zeroalloc:" + k.Name,
			Related:  append(f.Related(), k.related(p)...),
		})
	}
}

// speaksForItself reports whether a directive on i has it checked in this package,
// or says that it need not be. An assume does not satisfy strict.
func (c *checker) speaksForItself(i prover.Implementation, k contract) bool {
	names := []string{directives.Strict}
	if !k.strict() {
		names = []string{directives.Strict, directives.Check, directives.Assume}
	}
	if lit := i.Literal(); lit != nil {
		return c.set.On(lit, names...) != nil
	}
	obj := i.Object()
	if obj == nil {
		return false
	}
	d, ok := c.finder.On(c.pass.Fset, obj, names...)
	return ok && (obj.Pkg() == c.pass.Pkg || d.Name == directives.Assume)
}

// related points at the contract.
func (k contract) related(p *prover.Prover) []analysis.RelatedInformation {
	pos := p.Place(k.Fset, k.Pos)
	if !pos.IsValid() {
		return nil
	}
	return []analysis.RelatedInformation{{Pos: pos, Message: fmt.Sprintf("%s is annotated //zeroalloc:%s", k, k.Name)}}
}

// uncheckedAt reports that what is converted at pos could not be checked.
func (c *checker) uncheckedAt(pos token.Pos, k contract, why string) {
	if c.checked["unchecked "+why] {
		return
	}
	c.checked["unchecked "+why] = true
	c.pass.Report(analysis.Diagnostic{
		Pos: pos, Category: classUnchecked,
		Message: fmt.Sprintf("//zeroalloc:%s of %s is not checked here: %s", k.Name, k, oneLine(why)),
	})
}
