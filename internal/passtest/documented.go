package passtest

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

var (
	quoted  = regexp.MustCompile("// want `\\^(.*)\\$`$")
	escaped = regexp.MustCompile(`\\(.)`)
)

// Documented runs the analyzer over its test package doc, and checks that each line of
// code in the documentation, the doc.go of the current directory, is in that package too.
// A comment that quotes a diagnostic has to quote it whole: what the package wants is to
// stand between ^ and $.
func Documented(t *testing.T, a *analysis.Analyzer) {
	t.Helper()
	pattern := "./" + a.Name + "/doc"
	if len(analysistest.Run(t, Testdata(t), a, pattern)) == 0 {
		t.Fatalf("no package %s", pattern)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(Testdata(t), a.Name, "doc", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	code := make(map[string]bool)
	for _, name := range names {
		for line := range strings.Lines(Read(t, a.Name, "doc", filepath.Base(name))) {
			code[asDocumented(line)] = true
		}
	}
	lines := 0
	for line := range strings.Lines(file.Doc.Text()) {
		if !strings.HasPrefix(line, "\t") {
			continue
		}
		lines++
		if line = strings.TrimSpace(line); line != "" && !code[line] {
			t.Errorf("not in the test package: %s", line)
		}
	}
	if lines < 10 {
		t.Errorf("%d lines of code in the documentation, want a bad and a good example", lines)
	}
}

// asDocumented returns a line of the test package as the documentation has it: with its
// diagnostic as a comment, and without what says why there is none.
func asDocumented(line string) string {
	line = strings.TrimSpace(line)
	if m := quoted.FindStringSubmatchIndex(line); m != nil {
		return line[:m[0]] + "// " + escaped.ReplaceAllString(line[m[2]:m[3]], "$1")
	}
	line, _, _ = strings.Cut(line, " // nope")
	return line
}
