package passtest

import (
	"cmp"
	"go/format"
	"os"
	"regexp"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// Fixes runs the analyzer over packages of the module of test packages as
// [analysistest.RunWithSuggestedFixes] does, and checks what that cannot since it formats
// what it compares: that the first fix of each diagnostic, all of them together, leaves
// files that gofmt would not change but for the alignment of comments.
func Fixes(t *testing.T, a *analysis.Analyzer, packages ...string) {
	t.Helper()
	results := analysistest.RunWithSuggestedFixes(t, Testdata(t), a, packages...)
	files := fixed(t, results)
	if len(files) == 0 {
		t.Error("nothing was fixed")
	}
	for name, content := range files {
		formatted, err := format.Source(content)
		if err != nil {
			t.Errorf("%s, as fixed: %v", name, err)
			continue
		}
		if got, want := closeGaps(content), closeGaps(formatted); got != want {
			t.Errorf("%s, as fixed, is not formatted:\n%s\nwant:\n%s", name, got, want)
		}
	}
}

// FixedOnce runs the analyzer over packages of the module in dir that hold code as fixes
// have left it, and fails if there is anything left to fix. It returns the results.
func FixedOnce(t *testing.T, dir string, a *analysis.Analyzer, packages ...string) []*analysistest.Result {
	t.Helper()
	// The expectations in comments are those of the code before.
	results := analysistest.Run(indifferent{}, dir, a, packages...)
	if len(results) == 0 {
		t.Errorf("no packages %q in %s", packages, dir)
	}
	noFixes(t, results)
	return results
}

// NoFixes runs the analyzer over packages of the module of test packages, where what it
// reports must stay as it is, and fails if it offers a fix.
func NoFixes(t *testing.T, a *analysis.Analyzer, packages ...string) {
	t.Helper()
	results := analysistest.Run(t, Testdata(t), a, packages...)
	found := 0
	for _, r := range results {
		found += len(r.Action.Diagnostics)
	}
	if found == 0 {
		t.Error("nothing is reported, fixed or not")
	}
	noFixes(t, results)
}

func noFixes(t *testing.T, results []*analysistest.Result) {
	t.Helper()
	for _, r := range results {
		if err := r.Action.Err; err != nil {
			t.Errorf("%s: %v", r.Action.Package.PkgPath, err)
		}
		for _, d := range r.Action.Diagnostics {
			for _, fix := range d.SuggestedFixes {
				t.Errorf("%s: fix %q for %q", r.Action.Package.Fset.Position(d.Pos), fix.Message, d.Message)
			}
		}
	}
}

// indifferent ignores what does not fit the expectations in comments.
type indifferent struct{}

func (indifferent) Errorf(string, ...any) {}

// fixed returns the files that have fixes, with the first one of each diagnostic applied.
func fixed(t *testing.T, results []*analysistest.Result) map[string][]byte {
	t.Helper()
	type edit struct {
		start, end int
		text       string
	}
	edits := make(map[string][]edit)
	for _, r := range results {
		for _, d := range r.Action.Diagnostics {
			if len(d.SuggestedFixes) == 0 {
				continue
			}
			for _, e := range d.SuggestedFixes[0].TextEdits {
				file := r.Action.Package.Fset.File(e.Pos)
				end := e.End
				if !end.IsValid() {
					end = e.Pos
				}
				e := edit{file.Offset(e.Pos), file.Offset(end), string(e.NewText)}
				// What two fixes have in common, an import, is made once.
				if !slices.Contains(edits[file.Name()], e) {
					edits[file.Name()] = append(edits[file.Name()], e)
				}
			}
		}
	}
	files := make(map[string][]byte)
	for name, list := range edits {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(list, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
		for _, e := range slices.Backward(list) {
			content = slices.Replace(content, e.start, e.end, []byte(e.text)...)
		}
		files[name] = content
	}
	return files
}

// untested matches what go test prints of packages without tests.
var untested = regexp.MustCompile(`(?m)\[no test files\]|\[no tests to run\]|^no test files`)

var gap = regexp.MustCompile(` +//`)

func closeGaps(content []byte) string { return string(gap.ReplaceAll(content, []byte(" //"))) }
