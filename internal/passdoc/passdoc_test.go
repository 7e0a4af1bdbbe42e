package passdoc

import "testing"

const two = `// Copyright notice, not the package comment.

// Package p defines two analyzers.
//
// # Analyzer first
//
// first: report the first kind
// of thing
//
// Because it matters:
//
//	x := 1 // bad
//
// # Options
//
// None.
//
// # Analyzer second
//
// second: report the second kind
package p
`

func TestMustExtract(t *testing.T) {
	const first = "report the first kind of thing\n\n" +
		"Because it matters:\n\n\tx := 1 // bad\n\n# Options\n\nNone."
	if got := MustExtract(two, "first"); got != first {
		t.Errorf("first:\n%q, want\n%q", got, first)
	}
	if got, want := MustExtract(two, "second"), "report the second kind"; got != want {
		t.Errorf("second: %q, want %q", got, want)
	}
}

func TestMustExtractPanics(t *testing.T) {
	for _, test := range []struct{ what, content, name string }{
		{"not Go", "bogus", "first"},
		{"no package comment", "package p\n", "first"},
		{"no such heading", two, "third"},
		{"the beginning of a name", two, "sec"},
		{"no name", "// # Analyzer first\n//\n// report\npackage p\n", "first"},
		{"no text", "// # Analyzer first\npackage p\n", "first"},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", test.what)
				}
			}()
			MustExtract(test.content, test.name)
		}()
	}
}
