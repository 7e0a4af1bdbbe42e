package places

//zeroalloc:check
func inTest(n int) {
	sink = n // want `int value allocates when converted to any`
}

func useInTest() { inTest(7); trusts(7) }
