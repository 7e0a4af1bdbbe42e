package a

type point struct{ x, y, z, u, v int64 }

func (p point) Sum() int  { return int(p.x) }
func (p *point) Ptr() int { return int(p.x) }

type summer interface{ Sum() int }

type embedded struct{ *point }

func ValueReceiver(ps []point) {
	for _, p := range ps {
		keep(p.Sum) // want `method value p.Sum capturing p allocates 48 bytes, in a loop; the method expression point.Sum takes the receiver as an argument`
	}
}

func PointerReceiver(ps []*point) {
	for _, p := range ps {
		keep(p.Ptr) // want `method value p.Ptr capturing p allocates 16 bytes, in a loop; the method expression \(\*point\).Ptr takes the receiver as an argument`
	}
}

func AddressOfReceiver(ps []point) {
	for i, p := range ps {
		keep(p.Ptr)     // want `method value p.Ptr capturing &p allocates 16 bytes and moves p to the heap, in a loop; .*`
		keep(ps[i].Ptr) // want `method value ps\[i\].Ptr capturing &ps\[i\] allocates 16 bytes, in a loop; .*`
	}
}

func InterfaceReceiver(ps []summer) {
	for _, p := range ps {
		keep(p.Sum) // want `method value p.Sum capturing p allocates 24 bytes, in a loop; the method expression summer.Sum takes the receiver as an argument`
	}
}

func Promoted(ps []embedded) {
	for _, p := range ps {
		keep(p.Ptr) // want `method value p.Ptr capturing p allocates 16 bytes, in a loop; .*`
		keep(p.     // want `method value p.point.Sum capturing p.point allocates 48 bytes, in a loop; .*`
				point.
				Sum)
	}
}

func Invariant(p *point, xs []int) {
	for range xs {
		keep(p.Ptr) // want `method value p.Ptr capturing p allocates 16 bytes, in a loop; bind it once, before the loop`
	}
}

func Changing(p *point, ps []*point) {
	for _, q := range ps {
		keep(p.Ptr) // want `method value p.Ptr capturing p allocates 16 bytes, in a loop; the method expression \(\*point\).Ptr .*`
		p = q
	}
}

func made() *point { return new(point) }

func Unnamed(xs []int) {
	for range xs {
		keep(made().Ptr) // want `method value made\(\).Ptr capturing its receiver allocates 16 bytes, in a loop; .*`
	}
}

func Local(ps []*point) (n int) {
	for _, p := range ps {
		n += call(p.Ptr)    // nope: the callee does not keep it
		n += inlined(p.Ptr) // nope: inlined
		n += p.Ptr()        // nope: a call
		n += (p.Ptr)()      // nope: a call
		f := (*point).Ptr   // nope: a method expression binds nothing
		n += f(p)
		go p.Ptr() // nope: no method value, though the go statement wraps its receiver
	}
	return n
}
