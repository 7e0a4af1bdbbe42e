package a

import "testing"

func helps(t *testing.T, xs []int) {
	for range xs {
		here() // nope: a help for tests
	}
}
