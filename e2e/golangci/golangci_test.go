// Package golangci tests the plugin for golangci-lint in golangci-lint itself. The test
// binary is golangci-lint with the plugin.
package golangci

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"
	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/mod/modfile"

	_ "github.com/zeroalloc/zeroalloc-lint/golangci"
)

const linter = "github.com/golangci/golangci-lint/v2"

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"golangci-lint": func() {
		// A version that changes keeps golangci-lint from using what another build
		// of the test has put into its cache; each script has a cache of its own.
		if err := commands.Execute(commands.BuildInfo{Version: "test"}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(exitcodes.Failure)
		}
	}})
}

// TestScript runs the scenarios in testdata/script, in the module of examples/tour,
// with the configurations that the documentation shows.
func TestScript(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	samples := documentedSamples(t, root)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			// The go command and git are to work as they do outside.
			for _, name := range []string{"GOPROXY", "GOSUMDB", "GONOSUMDB", "GOFLAGS", "GOTOOLCHAIN", "GOCACHE", "GOMODCACHE", "CGO_ENABLED"} {
				value, err := goEnv(name)
				if err != nil {
					return err
				}
				e.Setenv(name, value)
			}
			e.Setenv("ROOT", root)
			e.Setenv("GOLANGCI_LINT_CACHE", filepath.Join(e.WorkDir, ".cache"))
			for name, content := range samples {
				if err := os.WriteFile(filepath.Join(e.WorkDir, name), []byte(content), 0o666); err != nil {
					return err
				}
			}
			return copyTour(root, e.WorkDir)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"clonable": clonable, "edit": edit, "same": same},
	})
}

// documentedSamples returns the configuration files that docs/golangci.md shows, by name.
func documentedSamples(t *testing.T, root string) map[string]string {
	doc, err := os.ReadFile(filepath.Join(root, "docs/golangci.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(doc), "```yaml\n")
	if len(blocks) != 3 {
		t.Fatalf("docs/golangci.md has %d samples, want 2", len(blocks)-1)
	}
	samples := make(map[string]string)
	for i, name := range []string{".custom-gcl.yml", ".golangci.yml"} {
		content, _, ok := strings.Cut(blocks[i+1], "```\n")
		if !ok || !strings.Contains(blocks[i], name) {
			t.Fatalf("docs/golangci.md: sample %d is not of %s", i+1, name)
		}
		samples[name] = content
	}
	return samples
}

func goEnv(name string) (string, error) {
	out, err := exec.Command("go", "env", name).Output()
	return strings.TrimSpace(string(out)), err
}

// copyTour makes dir the module of examples/tour, without its tools.
func copyTour(root, dir string) error {
	files, err := filepath.Glob(filepath.Join(root, "examples/tour/*.go"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no files of examples/tour: %w", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), content, 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/tour\n\ngo 1.26\n"), 0o666)
}

// clonable makes DIR a git repository of the release of golangci-lint that go.mod names,
// from the module cache.
//
//	clonable DIR
func clonable(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: clonable DIR")
	}
	dir := ts.MkAbs(args[0])
	content, err := os.ReadFile(filepath.Join(ts.Getenv("ROOT"), "e2e/golangci/go.mod"))
	ts.Check(err)
	mod, err := modfile.Parse("go.mod", content, nil)
	ts.Check(err)
	version := ""
	for _, r := range mod.Require {
		if r.Mod.Path == linter {
			version = r.Mod.Version
		}
	}
	source, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", linter).Output()
	ts.Check(err)
	ts.Check(os.CopyFS(dir, os.DirFS(strings.TrimSpace(string(source)))))
	for _, command := range [][]string{
		{"init", "-q"},
		{"add", "-A", "-f"},
		{"-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-q", "-m", version},
		{"tag", version},
	} {
		cmd := exec.Command("git", command...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			ts.Fatalf("%s: %v\n%s", cmd, err, out)
		}
	}
}

// edit replaces a text that must be in FILE; \n stands for the end of a line.
//
//	edit FILE OLD NEW
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	from, to := strings.ReplaceAll(args[1], `\n`, "\n"), strings.ReplaceAll(args[2], `\n`, "\n")
	content := ts.ReadFile(args[0])
	if !strings.Contains(content, from) {
		ts.Fatalf("%s: no %q in\n%s", args[0], from, content)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(content, from, to)), 0o666))
}

// same compares the issues in FILE, as golangci-lint prints them in JSON, with what the tool
// itself finds: file, line and pass of each, and the message.
//
//	same FILE
func same(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: same FILE")
	}
	var report struct {
		Issues []struct {
			Text string
			Pos  struct {
				Filename string
				Line     int
			}
		}
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &report))
	var issues []string
	for _, i := range report.Issues {
		issues = append(issues, fmt.Sprintf("%s:%d: %s", filepath.Base(i.Pos.Filename), i.Pos.Line, i.Text))
	}
	tool := ts.MkAbs("zeroalloc-lint")
	build := exec.Command("go", "build", "-o", tool, "./cmd/zeroalloc-lint")
	build.Dir = ts.Getenv("ROOT")
	if out, err := build.CombinedOutput(); err != nil {
		ts.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(tool, "-json", "./...")
	cmd.Dir = ts.MkAbs(".")
	out, err := cmd.Output()
	ts.Check(err)
	var packages map[string]map[string][]struct{ Posn, Message string }
	ts.Check(json.Unmarshal(out, &packages))
	var findings []string
	for _, passes := range packages {
		for pass, list := range passes {
			for _, f := range list {
				fields := strings.Split(filepath.Base(f.Posn), ":")
				findings = append(findings, fmt.Sprintf("%s:%s: %s: %s", fields[0], fields[1], pass, f.Message))
			}
		}
	}
	slices.Sort(issues)
	slices.Sort(findings)
	if len(findings) == 0 || !slices.Equal(issues, findings) {
		ts.Fatalf("golangci-lint has\n%s\nthe tool\n%s", strings.Join(issues, "\n"), strings.Join(findings, "\n"))
	}
}
