// Package allowed has findings that a directive suppresses, and asks for others.
package allowed

type point struct{ x, y int }

var sink any

func loops(ps []point) {
	for _, p := range ps {
		//zeroalloc:allow boxing the sink is for tests
		sink = p      // nope: allowed
		sink = any(p) // want `^point value of 16 bytes allocates when converted to any, in a loop$`
		sink = &p     /* want `allow` */ //zeroalloc:allow boxing it is free anyway
	}
}

//zeroalloc:hot
func annotated(p point) {
	sink = p // want `^point value of 16 bytes allocates when converted to any for the assignment to sink, annotated //zeroalloc:hot$`
}

// nobody is the twin without annotation.
func nobody(p point) {
	sink = p // nope: not in a loop
}
