package loopvar

type record struct{ id, n int }

var kept []*record

func pointers(rs []record) {
	for _, r := range rs { // want `^loop variable r moves to the heap in each round, as its address is taken, in a loop; &rs\[i\] points to the element itself$`
		kept = append(kept, &r)
	}
}

func elements(rs []record) {
	for i := range rs {
		kept = append(kept, &rs[i]) // nope: the element itself
	}
}

func local(rs []record) (n int) {
	for _, r := range rs {
		p := &r // nope: it stays on the stack
		n += p.n
	}
	return n
}

func assigned(rs []record) {
	var r record
	for _, r = range rs {
		kept = append(kept, &r) // nope: one variable for all rounds
	}
}

func first(rs []record) *record {
	for _, r := range rs { // want `loop variable r`
		if r.id == 3 {
			return &r
		}
	}
	return nil
}

func mapped(m map[int]record) {
	for _, r := range m {
		kept = append(kept, &r) // nope: elements of maps have no address
	}
}

func ints(ns []int) (ps []*int) {
	ps = make([]*int, 0, len(ns))
	for _, n := range ns { // want `&ns\[i\]`
		ps = append(ps, &n)
	}
	return ps
}
