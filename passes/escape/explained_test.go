package escape_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/passes/escape"
)

// TestExplained checks the messages, and what analysistest does not: the chain, which goes
// on in files of other packages, and the way to the place where a variable escapes.
func TestExplained(t *testing.T) {
	results := analysistest.Run(t, testdata(t), escape.Analyzer, "./escape/explained")
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	related := make(map[string][]string) // by function
	for _, result := range results {
		for _, d := range result.Diagnostics {
			related[function(result.Pass, d.Pos)] = append(related[function(result.Pass, d.Pos)], describe(result.Pass, d, strings.TrimSpace(string(out)))...)
		}
	}
	for name, want := range map[string]string{
		"assigned":       "explained.go:36:7: escapes here: sink = &n",
		"throughAnother": "explained.go:42:4: p := &n; explained.go:43:7: escapes here: sink = p",
		"returned":       "explained.go:49:2: escapes here: return &p",
		"toInterface":    "explained.go:55:8: escapes here: r.Read(b[:])",
		"toFunction":     "explained.go:92:6: escapes here: leak(&p)",
		"tooLarge":       "explained.go:103:6: escapes here: too large for the stack",
		"inlined":        "explained.go:138:2: variable p is moved to the heap (16 B); explained.go:144:22: returned by what is inlined here; explained.go:144:12: escapes here: assigned",
		"intoInlined":    "explained.go:153:7: escapes here: b.p = &n",
		"asWriter":       "",
		"holder.toFunc":  "explained.go:66:5: escapes here: h.f(&n)",
		"holder.ofMap":   "",
		"noRemedy":       "",
		"captured":       "explained.go:98:26: n is captured by a func literal; explained.go:98:26: escapes here; explained.go:98:11: escapes here: sinkFunc = func literal",
	} {
		if got := strings.Join(related[name], "; "); got != want {
			t.Errorf("%s is explained by\n%s\nwant\n%s", name, got, want)
		}
	}
	calls := strings.Join(related["calls"], "\n")
	for _, want := range []string{
		"dep.go:8:26: calls explaineddep.inner\ndep.go:12:6: calls explaineddep.Keep\ndep.go:17:2: int value allocates when converted to any (8 B)\n",
		"strconv/number.go:215:21: calls strconv.Itoa\n",
		"internal/strconv/itoa.go:43:16: conversion of []byte to string allocates its result\n",
	} {
		if !strings.Contains(calls, want) {
			t.Errorf("calls is explained by\n%s\nwithout\n%s", calls, want)
		}
	}
}

// describe returns the related positions of d, those in GOROOT relative to it.
func describe(pass *analysis.Pass, d analysis.Diagnostic, goroot string) []string {
	var list []string
	for _, r := range d.Related {
		pos := pass.Fset.Position(r.Pos)
		name, ok := strings.CutPrefix(pos.Filename, filepath.Join(goroot, "src")+string(filepath.Separator))
		if !ok {
			name = filepath.Base(name)
		}
		list = append(list, fmt.Sprintf("%s:%d:%d: %s", filepath.ToSlash(name), pos.Line, pos.Column, r.Message))
	}
	return list
}
