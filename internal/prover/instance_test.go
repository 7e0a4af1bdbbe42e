package prover

import (
	"go/token"
	"go/types"
	"slices"
	"testing"
)

func TestShapes(t *testing.T) {
	for symbol, want := range map[string][]string{
		"p.F":                                         nil,
		"p.F[go.shape.int]":                           {"int"},
		"p.(*G[go.shape.string]).M.func1":             {"string"},
		"p.F[go.shape.int,go.shape.*uint8]":           {"int", "*uint8"},
		"p.F[go.shape.map[string]int,go.shape.[]p.T]": {"map[string]int", "[]p.T"},
		"p.F[go.shape.struct { A int; B [2]int }]":    {"struct { A int; B [2]int }"},
		"p.F[go.shape.func(int, string)]":             {"func(int, string)"},
	} {
		if got := shapes(symbol); !slices.Equal(got, want) {
			t.Errorf("shapes(%q) = %q, want %q", symbol, got, want)
		}
	}
}

func TestIsInstance(t *testing.T) {
	pkg := types.NewPackage("p", "p")
	named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "T", nil), types.Typ[types.Int], nil)
	param := types.NewTypeParam(types.NewTypeName(token.NoPos, pkg, "P", nil), types.Universe.Lookup("any").Type())
	for _, c := range []struct {
		symbol string
		arg    types.Type
		want   bool
	}{
		{"p.F[go.shape.int]", types.Typ[types.Int], true},
		{"p.F[go.shape.int]", named, true},
		{"p.F[go.shape.int]", types.Typ[types.Int64], false},
		{"p.F[go.shape.uint8]", types.Universe.Lookup("byte").Type(), true},
		{"p.F[go.shape.int32]", types.Universe.Lookup("rune").Type(), true},
		{"p.F[go.shape.*uint8]", types.NewPointer(named), true},
		{"p.F[go.shape.int]", types.NewPointer(named), false},
		{"p.F[go.shape.[]int]", types.NewSlice(named), true},
		{"p.F[go.shape.[]int]", types.NewMap(named, named), false},
		{"p.F[go.shape.interface {}]", types.Universe.Lookup("any").Type(), true},
		{"p.F[go.shape.int]", types.Universe.Lookup("any").Type(), false},
		{"p.F[go.shape.int]", param, true},
		{"p.F[go.shape.struct {}]", types.NewStruct(nil, nil), true},
		{"p.F", types.Typ[types.Int], true},
	} {
		if got := isInstance(c.symbol, []types.Type{c.arg}); got != c.want {
			t.Errorf("isInstance(%q, %v) = %t, want %t", c.symbol, c.arg, got, c.want)
		}
	}
}

func TestWithInstance(t *testing.T) {
	for symbol, want := range map[string]string{
		"example.com/p.F":                                     "p.F",
		"example.com/p.F[go.shape.int]":                       "p.F[int]",
		"example.com/p.(*G[go.shape.*uint8]).M":               "p.(*G[pointer]).M",
		"example.com/p/v2.F[go.shape.int].func1":              "p.F[int].func1",
		"p.F[go.shape.struct { A int; B string }]":            "p.F[struct]",
		"p.F[go.shape.func(int) string,go.shape.[]uint8]":     "p.F[func, []uint8]",
		"p.F[go.shape.map[string]example.com/long/path.Type]": "p.F[map]",
	} {
		if got := withInstance(symbol); got != want {
			t.Errorf("withInstance(%q) = %q, want %q", symbol, got, want)
		}
	}
}
