package golangci

import (
	"slices"
	"strings"
	"testing"
)

func TestPatterns(t *testing.T) {
	for args, want := range map[string]string{
		"":    "./...",
		"run": "./...",
		"run --timeout 5m --enable-only zeroalloc": "./...",
		"run ./...":                               "./...",
		"run -v ../internal/... golangci.go":      "../internal/... .",
		"run --output.json.path=stdout ../passes": "../passes",
		"run no/such/directory":                   "./...",
	} {
		if got := patterns(strings.Fields(args)); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: %q, want %s", args, got, want)
		}
	}
}
