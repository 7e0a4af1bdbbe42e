// Package plain has strings that grow but must stay as they are written.
package plain

import "strings"

type named string

func f(string) string { return "" }

func NamedType(xs []named) named {
	var s named // nope: would need conversions
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func Parameter(s string, xs []string) string {
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func Result(xs []string) (s string) {
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func Prepended(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x    // want `copies s`
		s = x + s // want `copies s`
	}
	return s
}

func Read(xs []string) string {
	s := ""
	for _, x := range xs {
		f(s)
		s += x // want `copies s`
	}
	return s
}

func Doubled(xs []string) string {
	s := "."
	for range xs {
		s += s // want `copies s`
	}
	return s
}

func LenAdded(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x[len(s):] + x // want `copies s`
	}
	return s
}

func Assigned(xs []string) string {
	s := ""
	s = xs[0]
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func ReadBefore(xs []string) string {
	s := xs[0]
	f(s)
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func Captured(xs []string) string {
	s := ""
	defer func() { f(s) }()
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func Addressed(xs []string) string {
	s := ""
	p := &s
	for _, x := range xs {
		s += x // want `copies s`
	}
	return *p
}

func Unused(xs []string) {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
}

func Overwritten(xs []string) {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	s = "other"
}

func Multiple(xs []string) string {
	s, t := "", ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s + t
}

func Group(xs []string) string {
	var (
		s string
		n int
	)
	for _, x := range xs {
		s += x // want `copies s`
		n++
	}
	return s
}

func Header(xs []string) string {
	if s := ""; len(xs) > 0 {
		for _, x := range xs {
			s += x // want `copies s`
		}
		return s
	}
	return ""
}

func CommentInside(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x /* the text */ + "," // want `copies s`
	}
	return s
}

func CommentInDeclaration(xs []string) string {
	s := /* nothing yet */ ""
	for _, x := range xs {
		s += x // want `copies s`
	}
	return s
}

func Goto(xs []string) string {
	s := ""
	for _, x := range xs {
		if x == "" {
			goto end
		}
		s += x // want `copies s`
	}
end:
	return s
}

func Shadowed(xs []string) string {
	strings := xs
	s := ""
	for _, x := range strings {
		s += x // want `copies s`
	}
	return s
}

func BlockComment(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x // want `copies s`
	} /* done
	 */
	f(s)
	return strings.ToUpper(s)
}
