package genericdep_test

import "zeroalloc.test/escape/genericdep"

func useOutside(p *int) {
	genericdep.Tested("x") // want `T value allocates .*: genericdep.Tested\[string\], annotated`
	genericdep.TestedClean(p)
}
