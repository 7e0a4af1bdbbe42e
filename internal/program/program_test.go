package program

import (
	"errors"
	"testing"
)

func TestSameFunc(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"p.F[go.shape.int]", "p.F", true},
		{"p.(*G[go.shape.int]).M", "p.(*G).M", true},
		{"gopkg.in/yaml%2ev3.F", "gopkg.in/yaml.v3.F", true},
		{"p.(*T).M", "p.T.M", false},
		{"p.F.func1", "p.F", false},
	} {
		if got := SameFunc(c.a, c.b); got != c.want {
			t.Errorf("SameFunc(%q, %q) = %t, want %t", c.a, c.b, got, c.want)
		}
	}
}

// The standard library is read from its archives and sources.
func TestLoad(t *testing.T) {
	prog, err := Load(".", false)
	if err != nil {
		t.Fatal(err)
	}
	strconv := prog.Package("strconv")
	if strconv == nil || !strconv.Standard() {
		t.Fatal("strconv is no dependency of the standard library")
	}
	fn, pkg, err := prog.Lookup("strconv.Itoa", strconv)
	if err != nil || pkg != strconv {
		t.Fatalf("strconv.Itoa: %v, in %v", err, pkg)
	}
	src, err := strconv.Source()
	if err != nil {
		t.Fatal(err)
	}
	if src.Func(fn.Name, fn.File, fn.Line) == nil {
		t.Errorf("no source of %s", fn.Name)
	}
	if _, _, err := prog.Lookup("strconv.Missing", strconv); !errors.Is(err, ErrNoBody) {
		t.Errorf("strconv.Missing: %v", err)
	}
}

func TestLoadFails(t *testing.T) {
	if _, err := Load(t.TempDir(), false); err == nil {
		t.Error("an empty directory is loaded")
	}
}

func TestNesting(t *testing.T) {
	for symbol, want := range map[string]nesting{
		"p.F":                        {},
		"p.F.func1":                  {1, false},
		"p.F.func1.2":                {2, false},
		"p.F.func1.2.3":              {3, false},
		"p.F-range1":                 {0, true},
		"p.F.func1-range2":           {1, true},
		"p.F.func1.1-range1":         {2, true},
		"p.G.F.func1":                {1, false},
		"p.G.func2.F.func1":          {1, false},
		"p.(*T[go.shape.int]).M":     {},
		"p.(*T).M.func1-range1":      {1, true},
		"p.F-range1.func1":           {1, false},
		"p.G.func1.F.1":              {1, false},
		"p.G.func1.F.1.1":            {2, false},
		"p.G.func1.2.(*T).F.1":       {1, false},
		"p.G.F.func1.func2":          {2, false},
		"p.map.init.0":               {},
		"p.init.0":                   {},
		"p.init.0.func1":             {1, false},
		"gopkg.in/yaml%2ev3.F.func1": {1, false},
		"example.com/a-range1/b.F":   {},
		"p.F.gowrap1":                {},
		"p.functional":               {},
		"f":                          {},
	} {
		if got := nestingOf(symbol); got != want {
			t.Errorf("nestingOf(%q) = %v, want %v", symbol, got, want)
		}
	}
}
