package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zeroalloc/zeroalloc-lint/internal/lsptest"
)

const lspSource = `package p

// Join joins list. 𝒢ö
func Join(list []string) []string {
	/* 𝒢ö */ var out []string
	for _, s := range list {
		out = append(out, s)
	}
	return out
}

// Sum adds.
//
//zeroalloc:check
func Sum(dst []byte, xs []int) []byte {
	for _, x := range xs {
		dst = append(dst, byte(x))
	}
	return dst
}
`

func startLSP(t *testing.T, files map[string]string, options any) *lsptest.Editor {
	t.Helper()
	tool, err := exec.LookPath("zeroalloc-lint")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		t.Fatal(err)
	}
	files["go.mod"] = "module example.com/p\n\ngo 1.26\n"
	for name, content := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return lsptest.Start(t, dir, options, tool, "lsp")
}

func found(n int) func([]lsptest.Diagnostic) bool {
	return func(list []lsptest.Diagnostic) bool { return len(list) == n }
}

// TestLSP goes through a session: open, fix, save, break, mend.
func TestLSP(t *testing.T) {
	e := startLSP(t, map[string]string{"p.go": lspSource, "p_test.go": "package p\n"}, nil)
	e.Open("p.go")
	d := e.Await("p.go", found(1))[0]
	if d.Code != "prealloc" || d.Source != "zeroalloc" || d.Severity != 2 || len(d.RelatedInformation) != 1 {
		t.Errorf("%+v", d)
	}
	// In front of it are 15 UTF-16 code units, or 18 bytes.
	if want := (lsptest.Position{Line: 4, Character: 15}); d.Range.Start != want || d.Range.End.Line != 4 {
		t.Errorf("range %+v, want one from %+v", d.Range, want)
	}

	if got := e.Hover("p.go", lsptest.Position{Line: 13, Character: 4}); !strings.Contains(got, "p.Sum (p.go:15) is clean in the steady state; exempt: 2 growth") {
		t.Errorf("hover on the directive: %q", got)
	}
	if got := e.Hover("p.go", lsptest.Position{Line: 6, Character: 4}); !strings.Contains(got, "append") || !strings.Contains(got, "[allocates]") && !strings.Contains(got, "[may-allocate]") {
		t.Errorf("hover on what allocates: %q", got)
	}
	if got := e.Hover("p.go", lsptest.Position{Line: 4, Character: 4}); got != "" {
		t.Errorf("hover on what does not: %q", got)
	}

	actions := e.Actions("p.go", d.Range)
	if len(actions) == 0 || actions[0].Kind != "quickfix" {
		t.Fatalf("actions %+v", actions)
	}
	if elsewhere := e.Actions("p.go", lsptest.Range{}); len(elsewhere) > 0 {
		t.Errorf("actions at the beginning of the file: %+v", elsewhere)
	}
	mended := e.Apply("p.go", lspSource, actions[0])
	if !strings.Contains(mended, "/* 𝒢ö */ out := ") {
		t.Fatalf("fixed:\n%s", mended)
	}

	// A buffer that is changed has no fixes: they are for the file.
	e.Change("p.go", "\n"+lspSource)
	if stale := e.Actions("p.go", d.Range); len(stale) > 0 {
		t.Errorf("actions for a buffer that is changed: %+v", stale)
	}
	if got := e.Hover("p.go", lsptest.Position{Line: 13, Character: 4}); got != "" {
		t.Errorf("hover in a buffer that is changed: %q", got)
	}

	e.Change("p.go", mended)
	e.Save("p.go", mended)
	e.Await("p.go", found(0))

	// What does not compile has no findings, and is no reason to end.
	broken := strings.Replace(lspSource, "return out", "return nothing", 1)
	e.Change("p.go", broken)
	e.Save("p.go", broken)
	e.Change("p.go", lspSource)
	e.Save("p.go", lspSource)
	e.Await("p.go", found(1))
}

// TestLSPFlags: flags come with the session too.
func TestLSPFlags(t *testing.T) {
	e := startLSP(t, map[string]string{"p.go": lspSource}, map[string]any{"flags": []string{"-concat"}})
	e.Open("p.go")
	e.Await("p.go", found(0))
}

// TestLSPPackage: a finding is taken back in a file that is not open.
func TestLSPPackage(t *testing.T) {
	e := startLSP(t, map[string]string{"p.go": lspSource, "q.go": "package p\n"}, nil)
	e.Open("q.go")
	e.Await("p.go", found(1))
	e.Await("q.go", found(0))
	e.Save("p.go", "package p\n")
	before := e.Published("p.go")
	e.Change("q.go", "package p\n\nvar X int\n")
	e.Save("q.go", "package p\n\nvar X int\n")
	e.Await("p.go", func(list []lsptest.Diagnostic) bool { return len(list) == 0 && e.Published("p.go") > before })
}
