package imports

func None(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func NoneAgain(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}
