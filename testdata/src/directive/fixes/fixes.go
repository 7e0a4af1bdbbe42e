package fixes

// documented does.
// zeroalloc:check // want `is not the directive`
func documented() {}

// separated does.
//
// zeroalloc:check // want `is not the directive`
func separated() {}

// among has no fix: gofmt would join the directives.
//
// zeroalloc:check // want `is not the directive`
//
//go:noinline
func among() {}

//zeroalloc:strcit // want `is unknown`
func unknown() {}

// zeroalloc:check // want `is not the directive`
// inMiddle has no fix: gofmt would move it.
func inMiddle() {}

type member interface {
	// method does.
	// zeroalloc:check // want `is not the directive`
	method()
}

func loop() {
	// It goes on.
	//Zeroalloc: check // want `is not the directive`
	// And on.
	for {
		/* zeroalloc:check */ // want `is not the directive`
		for range 3 {
			// nope: no fix, since code may follow a block comment
		}
		loop() // zeroaloc:assume  it has ended // want `is not the directive`
	}
}
