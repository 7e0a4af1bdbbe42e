package a

import (
	"iter"
	"slices"
)

type tree struct {
	left, right *tree
	value       int
}

func (t *tree) all() iter.Seq[int] {
	return func(yield func(int) bool) { t.push(yield) } // nope: made once per call
}

func (t *tree) push(yield func(int) bool) bool {
	return t == nil || t.left.push(yield) && yield(t.value) && t.right.push(yield)
}

type source interface{ All() iter.Seq[int] }

func Inlined(ts []*tree, xs []int) (n int) {
	for _, t := range ts {
		for v := range t.all() { // nope: the iterator is inlined, and does not keep its yield
			n += v
		}
		for v := range slices.Values(xs) { // nope: inlined
			n += v
		}
	}
	return n
}

func Unknown(seq iter.Seq[int], ss []source) (n int) {
	for _, s := range ss {
		k := len(ss)
		for v := range seq { // want `loop body made a func for seq capturing &n and k allocates 32 bytes and moves n to the heap, in a loop; a plain loop, or an iterator that can be inlined, makes no func`
			n += v * k
		}
		for range s.All() { // want `loop body made a func for s.All allocates 16 bytes, in a loop; .*`
		}
	}
	for v := range seq { // nope: made once per call
		n += v
	}
	return n
}

func Inside(seq iter.Seq[int]) {
	for v := range seq {
		keep(func() int { return v }) // want `func literal capturing v allocates 16 bytes, in a loop; .*`
	}
}

func Deferred(seq iter.Seq[int], xs []int) {
	for _, x := range xs {
		for range seq { // want `loop body made a func for seq capturing x allocates 40 bytes, in a loop; .*`
			defer println(x)
			if x > 3 {
				break
			}
		}
	}
}
