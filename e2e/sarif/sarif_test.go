// Package sarif validates what zeroalloc-lint -format=sarif prints against the schema of
// the format, as package go-sarif has it. What that package itself reads and writes again
// is not valid: it adds empty fields.
package sarif

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // for its schema
	"github.com/xeipuuv/gojsonschema"
)

// schema returns the JSON schema of SARIF 2.1.0, a string in the source of go-sarif.
func schema(t *testing.T) string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if ok && lit.Kind == token.STRING && len(lit.Value) > len(text) {
				text = lit.Value
			}
			return true
		})
	}
	text, err = strconv.Unquote(text)
	if err != nil || !strings.Contains(text, "partialFingerprints") {
		t.Fatalf("no schema in %s: %v", dir, err)
	}
	return text
}

func TestValid(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "zeroalloc-lint")
	build := exec.Command("go", "build", "-o", tool, "./cmd/zeroalloc-lint")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	rules := gojsonschema.NewStringLoader(schema(t))
	if result, err := gojsonschema.Validate(rules, gojsonschema.NewStringLoader(`{"version": "2.1.0"}`)); err != nil || result.Valid() {
		t.Fatalf("the schema takes what has no runs: %v", err)
	}
	for _, test := range []struct {
		dir  string
		args []string
		code int
	}{
		{"../../examples/tour", []string{"./..."}, 3},
		{"../../examples/tour", []string{"-scope=all", "."}, 3},
		{"../../examples/tour", []string{"-timer", "."}, 0},
		{"../../testdata/src", []string{"./escape/...", "./prealloc/...", "./pool/..."}, 3},
	} {
		cmd := exec.Command(tool, append([]string{"-format=sarif"}, test.args...)...)
		cmd.Dir = test.dir
		out, err := cmd.Output()
		var exit *exec.ExitError
		if code := 0; err != nil && !errors.As(err, &exit) || exit != nil && exit.ExitCode() != test.code || err == nil && test.code != code {
			t.Fatalf("%s: %v, want exit code %d", cmd, err, test.code)
		}
		result, err := gojsonschema.Validate(rules, gojsonschema.NewBytesLoader(out))
		if err != nil {
			t.Fatalf("%s: %v", test.args, err)
		}
		for i, e := range result.Errors() {
			if i < 10 {
				t.Errorf("%s: %s", test.args, e)
			}
		}
		if strings.Contains(test.dir, "tour") && strings.Contains(string(out), "file://") {
			t.Errorf("%s: absolute names of files", test.args)
		}
	}
}
