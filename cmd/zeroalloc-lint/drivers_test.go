package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDrivers compares what the tool finds by itself with what it finds for go
// vet: in the tour with several flags, and in the test data of all passes.
func TestDrivers(t *testing.T) {
	tool, err := exec.LookPath("zeroalloc-lint")
	if err != nil {
		t.Fatal(err)
	}
	const tour, corpus = "../../examples/tour", "../../testdata/src"
	for _, test := range []struct {
		dir   string
		flags []string
	}{
		{tour, nil},
		{tour, []string{"-scope=all"}},
		{tour, []string{"-scope=annotated"}},
		{tour, []string{"-zeroalloc.compiler=off"}},
		{corpus, nil},
	} {
		dir, err := filepath.Abs(test.dir)
		if err != nil {
			t.Fatal(err)
		}
		alone := findings(t, dir, 3, tool, append(slices.Clone(test.flags), "./...")...)
		vet := findings(t, dir, 1, "go", append(append([]string{"vet", "-vettool=" + tool}, test.flags...), "./...")...)
		if !slices.Equal(alone, vet) {
			t.Errorf("in %s with %q, only alone:\n%s\nonly under go vet:\n%s", test.dir, test.flags, without(alone, vet), without(vet, alone))
		}
	}
}

// without returns the lines of a that b does not have, or not as often.
func without(a, b []string) string {
	counts := make(map[string]int)
	for _, line := range b {
		counts[line]++
	}
	var list []string
	for _, line := range a {
		if counts[line]--; counts[line] < 0 {
			list = append(list, line)
		}
	}
	return strings.Join(list, "\n")
}

// findings runs a command in dir and returns the lines about findings that it
// prints, sorted, with file names relative to dir.
func findings(t *testing.T, dir string, code int, name string, args ...string) []string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != code {
		t.Fatalf("%s %q: %v, want exit code %d\n%s", name, args, err, code, out)
	}
	var lines []string
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") || line == "" {
			continue
		}
		line = strings.TrimPrefix(line, dir+string(filepath.Separator))
		lines = append(lines, strings.TrimPrefix(line, "."+string(filepath.Separator)))
	}
	slices.Sort(lines)
	return lines
}
