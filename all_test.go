package zeroalloc_test

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	zeroalloc "github.com/zeroalloc/zeroalloc-lint"
	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
)

const module = "github.com/zeroalloc/zeroalloc-lint"

func TestSuiteIsValid(t *testing.T) {
	if err := analysis.Validate(slices.Concat(zeroalloc.Suite, zeroalloc.Optional)); err != nil {
		t.Error(err)
	}
}

// TestSuiteHasNoFacts: an analyzer with a fact is run over all dependencies, the standard
// library included.
func TestSuiteHasNoFacts(t *testing.T) {
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(a *analysis.Analyzer, path string)
	visit = func(a *analysis.Analyzer, path string) {
		if seen[a] {
			return
		}
		seen[a] = true
		if len(a.FactTypes) > 0 {
			t.Errorf("%s has facts", path)
		}
		for _, req := range a.Requires {
			visit(req, path+" → "+req.Name)
		}
	}
	for _, a := range zeroalloc.Suite {
		visit(a, a.Name)
	}
}

// isForeign reports whether a is not one of the passes of this repository.
func isForeign(a *analysis.Analyzer) bool { return strings.HasPrefix(a.Name, "SA") }

// TestSuiteIsComplete compares the suite with the packages in passes.
func TestSuiteIsComplete(t *testing.T) {
	var suite []string
	for _, a := range zeroalloc.Suite {
		if !isForeign(a) {
			suite = append(suite, a.Name)
		}
	}
	slices.Sort(suite)
	if passes := passNames(t); !slices.Equal(suite, passes) {
		t.Errorf("the suite has %q, the directory passes %q", suite, passes)
	}
}

// TestDirectivesKnowSuite compares the suite with the passes that an allow
// directive can name: all but directive itself, whose findings are not to be
// suppressed.
func TestDirectivesKnowSuite(t *testing.T) {
	var suite []string
	for _, a := range slices.Concat(zeroalloc.Suite, zeroalloc.Optional) {
		if a.Name != "directive" {
			suite = append(suite, a.Name)
		}
	}
	slices.Sort(suite)
	if !slices.Equal(suite, directives.PassNames) {
		t.Errorf("the suite has %q, directives can name %q", suite, directives.PassNames)
	}
}

func TestSuiteIsDocumented(t *testing.T) {
	for _, a := range zeroalloc.Suite {
		if isForeign(a) {
			continue
		}
		summary, rest, _ := strings.Cut(a.Doc, "\n\n")
		if summary == "" || strings.Contains(summary, "\n") || strings.HasSuffix(summary, ".") || rest == "" {
			t.Errorf("%s: Doc is not a line of summary, an empty line, and a text: %q", a.Name, a.Doc)
		}
		if strings.HasPrefix(summary, a.Name+":") {
			t.Errorf("%s: the summary begins with the name, which help prints twice then", a.Name)
		}
		if want := "https://pkg.go.dev/" + module + "/passes/" + a.Name; a.URL != want {
			t.Errorf("%s: URL %q, want %q", a.Name, a.URL, want)
		}
		doc, err := os.ReadFile(filepath.Join("passes", a.Name, "doc.go"))
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(doc), "\n// # Analyzer "+a.Name+"\n") {
			t.Errorf("%s: no heading in doc.go", a.Name)
		}
	}
}

// TestLayers checks who imports whom: passes do not import each other, nor
// do internal packages import passes.
func TestLayers(t *testing.T) {
	checked := 0
	for _, dir := range []string{"internal", "passes"} {
		files, err := filepath.Glob(filepath.Join(dir, "*", "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			pkg := module + "/" + path.Dir(filepath.ToSlash(name))
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range file.Imports {
				imported, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				if strings.HasPrefix(imported, module+"/passes/") && imported != pkg {
					t.Errorf("%s imports %s", name, imported)
				}
				if imported == module {
					t.Errorf("%s imports the suite", name)
				}
			}
			checked++
		}
	}
	if checked == 0 {
		t.Error("no files checked")
	}
}

// passNames returns the sorted names of the directories in passes that hold a
// package.
func passNames(t *testing.T) []string {
	files, err := filepath.Glob("passes/*/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		names = append(names, filepath.Base(filepath.Dir(file)))
	}
	slices.Sort(names)
	return names
}
