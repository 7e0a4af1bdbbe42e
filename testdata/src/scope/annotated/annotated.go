// Package annotated marks places by calls of here in annotated code.
package annotated

import "sync"

func here() int { return 0 }

//zeroalloc:check
func checked(xs []int) error {
	here() // want `annotated //zeroalloc:check`
	for range xs {
		here() // want `annotated //zeroalloc:check`
	}
	func() {
		here() // want `annotated //zeroalloc:check`
	}()
	var once sync.Once
	once.Do(func() {
		here() // nope: once
	})
	if len(xs) == 7 {
		panic(here()) // nope: fails
	}
	return nil
}

//zeroalloc:strict
func strict() {
	var once sync.Once
	once.Do(func() {
		here() // want `annotated //zeroalloc:strict`
	})
}

//zeroalloc:hot
func hot() {
	here() // want `annotated //zeroalloc:hot`
}

//zeroalloc:cold it only runs when the configuration changes
func cold(xs []int) {
	for range xs {
		here() // nope: cold
	}
}

func statements(xs []int) {
	//zeroalloc:hot
	for range here() { // nope: evaluated once
		here() // want `annotated //zeroalloc:hot`
	}
	for range xs {
		//zeroalloc:cold a cache miss
		if len(xs) > 3 {
			here() // nope: cold
		}
		here() // want `in a loop`
	}
}

func init() {
	//zeroalloc:hot
	for range 9 {
		here() // want `annotated //zeroalloc:hot`
	}
}

func allowed(xs []int) {
	for range xs {
		here() //zeroalloc:allow capture the list is short
		//zeroalloc:allow capture the list is short
		here()
		here() // want `in a loop`
		//zeroalloc:allow boxing another pass has a say about that
		here() // want `in a loop`
	}
	//zeroalloc:allow capture nothing is found here // want `//zeroalloc:allow capture suppresses nothing`
	here()
}
