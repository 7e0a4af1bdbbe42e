// Package related holds variables that move to the heap for each reason there
// is.
package related

import "iter"

var sink func()

//go:noinline
func set(p *int) { *p = 1 }

func Reasons(xs []int) {
	for _, x := range xs {
		var (
			plain    = x
			assigned = x
			address  = x
			large    [17]int
		)
		set(&address)
		sink = func() { // want `func literal capturing plain, &assigned, &address and &large allocates 40 bytes and moves assigned, address and large to the heap, in a loop; .*`
			println(plain, assigned, address, large[0])
		}
		assigned++
	}
}

type counter int

func (c *counter) inc() { *c++ }

func Receiver(cs []counter) {
	for _, c := range cs {
		sink = c.inc // want `method value c.inc capturing &c allocates 16 bytes and moves c to the heap, in a loop; .*`
	}
}

func Sum(seqs []iter.Seq[int]) (sum int) {
	for _, seq := range seqs {
		for v := range seq { // want `loop body made a func for seq capturing &sum allocates 24 bytes and moves sum to the heap, in a loop; .*`
			sum += v
		}
	}
	return sum
}
