package directive_test

import (
	"bytes"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/zeroalloc/zeroalloc-lint/internal/directives"
	"github.com/zeroalloc/zeroalloc-lint/passes/directive"
)

func testdata(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../testdata/src")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func Test(t *testing.T) {
	results := analysistest.Run(t, testdata(t), directive.Analyzer, "./directive/good", "./directive/prose", "./directive/mistakes")

	// Each contradiction says where the other directive is.
	found := 0
	for _, result := range results {
		for _, d := range result.Diagnostics {
			if d.Category != directives.CategoryContradiction {
				continue
			}
			found++
			if len(d.Related) != 1 || d.Related[0].Pos == d.Pos || !d.Related[0].Pos.IsValid() {
				t.Errorf("%s: related %v", d.Message, d.Related)
			}
		}
	}
	if found == 0 {
		t.Error("no contradiction found")
	}
}

func TestFixes(t *testing.T) {
	results := analysistest.RunWithSuggestedFixes(t, testdata(t), directive.Analyzer, "./directive/fixes")

	// The golden file is compared after gofmt, but a fix must not need it.
	name := filepath.Join(testdata(t), "directive/fixes/fixes.go")
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	result := results[0]
	file := result.Pass.Fset.File(result.Pass.Files[0].FileStart)
	var edits []analysis.TextEdit
	for _, d := range result.Diagnostics {
		for _, fix := range d.SuggestedFixes {
			edits = append(edits, fix.TextEdits...)
		}
	}
	slices.SortFunc(edits, func(a, b analysis.TextEdit) int { return int(b.Pos - a.Pos) })
	fixed := src
	for _, edit := range edits {
		fixed = slices.Concat(fixed[:file.Offset(edit.Pos)], edit.NewText, fixed[file.Offset(edit.End):])
	}
	formatted, err := format.Source(fixed)
	if err != nil {
		t.Fatal(err)
	}
	if len(edits) == 0 || !bytes.Equal(fixed, formatted) {
		t.Errorf("%d edits leave to gofmt:\n%s", len(edits), fixed)
	}
}
