package kinds

func lineDirectives(xs []int) {
	//zeroalloc:check
	for _, x := range xs {
//line other.y:7
		sink = x // want `int value allocates`
		count += x
	}
	sink = len(xs) // nope: outside
//line other.y:1000
	//zeroalloc:check
	for _, x := range xs {
//line other.y:503
		sink = x // want `int value allocates`
//line other.y:2000:4
		sink = x + 1 // want `int value allocates`
	}
	sink = len(xs) + 1 // nope: outside
	//zeroalloc:check
	for _, x := range xs {
		count += x
	}
}

//line other.y:1
//zeroalloc:check
func lineFunc(n int) {
	sink = n // want `int value allocates`
}

func lineLiterals(n int) func() {
//line other.y:3000
	//zeroalloc:check
	return func() {
		count += n
//line other.y:9
		sink = n // want `int value allocates`
//line other.y:4000:1
		sink = n + 1 // want `int value allocates`
	}
}
