package pool

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/ssaform"
)

// operations are the calls that take values from pools and put them back.
type operations struct {
	gets    []*get
	puts    []*put
	getters map[*ssa.Function]bool // return what they took
	putters map[*ssa.Function]int  // put back the parameter with this index
	defers  map[*ssa.Defer][]*put  // puts made by a deferred func literal
}

// A get is a call of Get, or of a function that returns what it took.
type get struct {
	call *ssa.Call
	pool types.Object // the variable or field; nil if it is not known
}

// A put is a call of Put, or of a function that puts a parameter back.
type put struct {
	instr    ssa.CallInstruction
	pool     types.Object
	value    ssa.Value
	direct   bool // of Put itself
	deferred bool

	// uncertain is set for a function that puts its parameter back or not, and may tell
	// which by a result.
	uncertain bool
}

// collect finds the operations of a package. Functions that wrap Get and Put are found
// in rounds: one can call another.
func collect(form *ssaform.Package) *operations {
	o := &operations{getters: make(map[*ssa.Function]bool), putters: make(map[*ssa.Function]int), defers: make(map[*ssa.Defer][]*put)}
	for n := -1; n != len(o.getters)+len(o.putters); {
		n = len(o.getters) + len(o.putters)
		o.gets, o.puts = nil, nil
		for _, fn := range form.Funcs {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					o.add(instr)
				}
			}
		}
		o.findWrappers()
	}
	for _, p := range o.puts {
		if d := deferOf(p.instr.Parent()); d != nil && p.instr.Block().Index == 0 {
			o.defers[d] = append(o.defers[d], p)
		}
	}
	return o
}

func (o *operations) add(instr ssa.Instruction) {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return
	}
	common := call.Common()
	fn := common.StaticCallee()
	if fn == nil {
		return
	}
	switch name := fullName(fn); {
	case name == "(*sync.Pool).Get":
		if v, ok := call.(*ssa.Call); ok {
			o.gets = append(o.gets, &get{v, poolOf(common.Args[0])})
		}
	case name == "(*sync.Pool).Put":
		_, deferred := call.(*ssa.Defer)
		o.puts = append(o.puts, &put{instr: call, pool: poolOf(common.Args[0]), value: common.Args[1], direct: true, deferred: deferred})
	case o.getters[fn]:
		if v, ok := call.(*ssa.Call); ok {
			o.gets = append(o.gets, &get{v, nil})
		}
	default:
		if i, ok := o.putters[fn]; ok && i < len(common.Args) {
			_, deferred := call.(*ssa.Defer)
			o.puts = append(o.puts, &put{instr: call, value: common.Args[i], deferred: deferred, uncertain: fn.Signature.Results().Len() > 0})
		}
	}
}

func fullName(fn *ssa.Function) string {
	if obj, ok := fn.Object().(*types.Func); ok {
		return obj.FullName()
	}
	return ""
}

func (o *operations) findWrappers() {
	taken := make(map[ssa.Value]bool)
	for _, g := range o.gets {
		taken[g.call] = true
		fn := g.call.Parent()
		for _, b := range fn.Blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if ok && len(ret.Results) == 1 && anyRoot(ret.Results[0], func(v ssa.Value) bool { return v == g.call }) {
				o.getters[fn] = true
			}
		}
	}
	for _, p := range o.puts {
		for i, param := range p.instr.Parent().Params {
			if root(p.value) == param && !isNamedPool(param) {
				o.putters[p.instr.Parent()] = i
			}
		}
	}
}

func isNamedPool(v ssa.Value) bool { return v.Type().String() == "*sync.Pool" }

// poolOf returns the variable or field that holds a pool, nil if it is not known.
func poolOf(v ssa.Value) types.Object {
	switch v := v.(type) {
	case *ssa.Global:
		return v.Object()
	case *ssa.FieldAddr:
		return field(v)
	case *ssa.UnOp:
		return poolOf(v.X)
	}
	return nil
}

// field returns the field that v is the address of.
func field(v *ssa.FieldAddr) *types.Var {
	ptr, ok := v.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	s, ok := ptr.Elem().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return s.Field(v.Field)
}

// deferOf returns the only statement that defers a func literal, if there is one and it
// is used for nothing else.
func deferOf(lit *ssa.Function) *ssa.Defer {
	var found *ssa.Defer
	if lit.Parent() == nil {
		return nil
	}
	for _, b := range lit.Parent().Blocks {
		for _, instr := range b.Instrs {
			d, ok := instr.(*ssa.Defer)
			if !ok {
				continue
			}
			if mc, ok := d.Call.Value.(*ssa.MakeClosure); ok && mc.Fn == lit {
				found = d
			}
		}
	}
	return found
}
