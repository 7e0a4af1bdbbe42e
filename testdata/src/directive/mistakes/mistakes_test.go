package mistakes

//zeroalloc:asume known // want `//zeroalloc:asume is unknown \(nearest is //zeroalloc:assume\)`
func inTest() {}
