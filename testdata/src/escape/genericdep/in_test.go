package genericdep

func useInside() { TestedInside(7) }
