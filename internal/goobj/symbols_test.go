package goobj

import "testing"

func TestPackagePath(t *testing.T) {
	for symbol, want := range map[string]string{
		"fmt.Sprintf":                         "fmt",
		"example.com/a/b.(*T).M":              "example.com/a/b",
		"gopkg.in/yaml%2ev3.Marshal":          "gopkg.in/yaml.v3",
		"gopkg.in/yaml%2ev3.F.func1":          "gopkg.in/yaml.v3",
		"example.com/p.F[go.shape.string]":    "example.com/p",
		"p.(*G[example.com/q.T]).M":           "p",
		"a.F[x.y/z.T]":                        "a",
		"a.b/c.(*T).M":                        "a.b/c",
		"example%2ecom.F":                     "example.com",
		"example.com/%c3%a9.F.func1":          "example.com/é",
		"vendor/golang.org/x/net/idna.Lookup": "vendor/golang.org/x/net/idna",
		"memeqbody":                           "",
		"":                                    "",
	} {
		if got := PackagePath(symbol); got != want {
			t.Errorf("PackagePath(%q) = %q, want %q", symbol, got, want)
		}
	}
	for path, want := range map[string]string{"a%2": "a%2", "%zz": "%zz", "a%": "a%", "%25": "%"} {
		if got := Unescape(path); got != want {
			t.Errorf("Unescape(%q) = %q, want %q", path, got, want)
		}
	}
}
