package a

func inTest(xs []int) {
	for range xs {
		here() // nope: a test
	}
}
