package driver

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
)

// Fixes are what the first fixes of findings make of files.
type Fixes struct {
	Changed map[string][]byte // new contents, by absolute file names
	Applied int               // findings that are mended
	Left    int               // those whose fixes touch what an earlier one does
	Errors  []error           // why files are left as they are
	was     map[string][]byte
}

// Mend applies the first fix of each finding to the contents of files, and writes nothing. Of
// fixes for the same lines the first in the order of findings wins. What does not compile
// any more is left as it was; patterns and tests are those that found the findings.
func Mend(findings []Finding, tests bool, patterns []string) (*Fixes, error) {
	owned, imported, err := ownFiles(tests, patterns)
	if err != nil {
		return nil, err
	}
	x := &Fixes{Changed: make(map[string][]byte), was: make(map[string][]byte)}
	edits := make(map[string][]Edit)
	counts := make(map[string]int) // findings mended, by the file they are in
	for _, f := range findings {
		switch {
		case len(f.Fixes) == 0 || !editsOnly(f.Fixes[0], owned):
		case !merge(edits, f.Fixes[0]):
			x.Left++
		default:
			counts[f.Fixes[0].Edits[0].File]++
		}
	}
	for _, file := range slices.Sorted(maps.Keys(edits)) {
		was, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		is, err := mended(file, was, edits[file], imported)
		if err != nil {
			x.Errors = append(x.Errors, err)
			continue
		}
		x.was[file], x.Changed[file] = was, is
	}
	if err := x.dropBroken(tests, patterns); err != nil {
		return nil, err
	}
	for file, n := range counts {
		if x.Changed[file] != nil {
			x.Applied += n
		}
	}
	return x, nil
}

// Write writes the files that have changed.
func (x *Fixes) Write() error {
	for _, file := range slices.Sorted(maps.Keys(x.Changed)) {
		if err := os.WriteFile(file, x.Changed[file], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// Diff returns what Write would change, as a unified diff.
func (x *Fixes) Diff() []byte {
	var out []byte
	for _, file := range slices.Sorted(maps.Keys(x.Changed)) {
		name := filepath.ToSlash(relative(file))
		text := diff.Diff("a/"+name, x.was[file], "b/"+name, x.Changed[file])
		// Package diff begins with a line of its own, which patch ignores.
		if _, rest, ok := bytes.Cut(text, []byte("\n")); ok {
			out = append(out, rest...)
		}
	}
	return out
}

// ownFiles returns the files that fixes may change: those that are written by people, in a
// main module, or below the working directory if there is none. It also returns the names
// of the packages that are imported, by their paths.
func ownFiles(tests bool, patterns []string) (owned map[string]bool, imported map[string]string, err error) {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedModule
	pkgs, err := packages.Load(&packages.Config{Mode: mode, Tests: tests}, patterns...)
	if err != nil {
		return nil, nil, loadError(err)
	}
	owned, imported = make(map[string]bool), make(map[string]string)
	for _, pkg := range pkgs {
		for path, p := range pkg.Imports {
			imported[path] = p.Name
		}
		for _, file := range pkg.GoFiles {
			main := pkg.Module != nil && pkg.Module.Main
			if !main && (pkg.Module != nil || filepath.IsAbs(relative(file))) {
				continue
			}
			if !strings.Contains(filepath.ToSlash(file), "/vendor/") && !isGenerated(file) {
				owned[file] = true
			}
		}
	}
	return owned, imported, nil
}

func isGenerated(file string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
	return err != nil || ast.IsGenerated(f)
}

func editsOnly(fix Fix, files map[string]bool) bool {
	return len(fix.Edits) > 0 && !slices.ContainsFunc(fix.Edits, func(e Edit) bool { return !files[e.File] })
}

// merge adds a fix to the edits of files, all or nothing, and reports whether it did. The same
// edit of two fixes, such as an import, is made once.
func merge(edits map[string][]Edit, fix Fix) bool {
	var fresh []Edit
	for _, e := range fix.Edits {
		known := false
		for _, other := range edits[e.File] {
			if e.Start == other.Start && e.End == other.End && e.New == other.New {
				known = true
			} else if overlap(e, other) {
				return false
			}
		}
		if !known {
			fresh = append(fresh, e)
		}
	}
	for _, e := range fresh {
		edits[e.File] = append(edits[e.File], e)
	}
	return true
}

// overlap reports whether it matters which of two edits of a file is made first.
func overlap(a, b Edit) bool {
	if a.Start > b.Start {
		a, b = b, a
	}
	return a.Start == b.Start || b.Start < a.End
}

// mended returns a file with edits, formatted, and without imports that they leave unused.
func mended(file string, was []byte, edits []Edit, imported map[string]string) ([]byte, error) {
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b Edit) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	var out []byte
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(was) {
			return nil, fmt.Errorf("%s: has changed since it was analysed, and is not fixed", relative(file))
		}
		out = append(append(out, was[at:e.Start]...), e.New...)
		at = e.End
	}
	out = append(out, was[at:]...)
	out, err := withoutUnused(was, out, imported)
	if err != nil {
		return nil, fmt.Errorf("%s: not fixed: %w", relative(file), err)
	}
	if lines := bytes.Count(was, []byte("\n")); lines > 0 && bytes.Count(was, []byte("\r\n")) == lines {
		out = bytes.ReplaceAll(out, []byte("\n"), []byte("\r\n")) // package format removes all \r
	}
	return out, nil
}

// withoutUnused formats the source of a file, and removes imports that it was the last to use.
func withoutUnused(was, is []byte, imported map[string]string) ([]byte, error) {
	fset := token.NewFileSet()
	before, err := parser.ParseFile(fset, "", was, 0)
	if err != nil {
		return nil, err
	}
	after, err := parser.ParseFile(fset, "", is, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	used, uses := qualifiers(before), qualifiers(after)
	var gone []*ast.ImportSpec
	for _, spec := range after.Imports {
		if name := importName(spec, imported); used[name] && !uses[name] {
			gone = append(gone, spec)
		}
	}
	if len(gone) == 0 {
		return format.Source(is)
	}
	for _, spec := range gone {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name
		}
		astutil.DeleteNamedImport(fset, after, name, importPath)
	}
	var buf bytes.Buffer
	if err := format.Node(&buf, fset, after); err != nil {
		return nil, err
	}
	return format.Source(buf.Bytes())
}

// qualifiers returns the names before dots that are not declared in the file.
func qualifiers(file *ast.File) map[string]bool {
	unresolved := make(map[*ast.Ident]bool)
	for _, id := range file.Unresolved {
		unresolved[id] = true
	}
	names := make(map[string]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && unresolved[id] {
				names[id.Name] = true
			}
		}
		return true
	})
	return names
}

// importName returns the name of an import in its file, or "" if that is not known, as of a
// package that a fix has imported.
func importName(spec *ast.ImportSpec, imported map[string]string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	importPath, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return imported[importPath]
}

// dropBroken leaves out what is changed in packages that do not compile any more.
func (x *Fixes) dropBroken(tests bool, patterns []string) error {
	if len(x.Changed) == 0 {
		return nil
	}
	mode := packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo
	pkgs, err := packages.Load(&packages.Config{Mode: mode, Tests: tests, Overlay: x.Changed}, patterns...)
	if err != nil {
		return loadError(err)
	}
	for _, pkg := range pkgs {
		for _, e := range pkg.Errors {
			for _, file := range pkg.GoFiles {
				if x.Changed[file] == nil {
					continue
				}
				delete(x.Changed, file)
				x.Errors = append(x.Errors, fmt.Errorf("%s: not fixed, as it would not compile: %s", relative(file), e.Msg))
			}
		}
	}
	slices.SortStableFunc(x.Errors, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return nil
}
