package imports_test

import (
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/zeroalloc/zeroalloc-lint/internal/imports"
)

// add returns the qualifier of the package at the end of function f, and the source with
// the edits.
func add(t *testing.T, src, pkg string) (qualifier, edited string, ok bool) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil), FakeImportC: true}
	typed, err := config.Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{Fset: fset, Pkg: typed, ReadFile: func(string) ([]byte, error) { return []byte(src), nil }}
	var pos token.Pos
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Name.Name == "f" {
			pos = fn.Body.Rbrace
		}
	}
	qualifier, edits, ok := imports.Add(pass, file, pos, pkg)
	edited = src
	for _, e := range edits {
		from, to := fset.Position(e.Pos).Offset, fset.Position(e.End).Offset
		edited = edited[:from] + string(e.NewText) + edited[to:]
	}
	return qualifier, edited, ok
}

const f = "\n\nfunc f() {}\n"

func TestAdd(t *testing.T) {
	for name, test := range map[string]struct{ src, want string }{
		"none":            {"package p" + f, "package p\n\nimport \"strings\"" + f},
		"comment":         {"package p // of p" + f, "package p // of p\n\nimport \"strings\"" + f},
		"single after":    {"package p\n\nimport \"os\"\n\nvar _ = os.Args" + f, "package p\n\nimport (\n\t\"os\"\n\t\"strings\"\n)\n\nvar _ = os.Args" + f},
		"single before":   {"package p\n\nimport \"time\"\n\nvar _ time.Time" + f, "package p\n\nimport (\n\t\"strings\"\n\t\"time\"\n)\n\nvar _ time.Time" + f},
		"single comment":  {"package p\n\nimport \"os\" // why\n\nvar _ = os.Args" + f, "package p\n\nimport \"os\" // why\nimport \"strings\"\n\nvar _ = os.Args" + f},
		"single renamed":  {"package p\n\nimport o \"os\"\n\nvar _ = o.Args" + f, "package p\n\nimport o \"os\"\nimport \"strings\"\n\nvar _ = o.Args" + f},
		"group between":   {"package p\n\nimport (\n\t\"os\"\n\t\"time\"\n)\n\nvar _, _ = os.Args, time.Now" + f, "package p\n\nimport (\n\t\"os\"\n\t\"strings\"\n\t\"time\"\n)\n\nvar _, _ = os.Args, time.Now" + f},
		"group with doc":  {"package p\n\nimport (\n\t// of time\n\t\"time\"\n)\n\nvar _ = time.Now" + f, "package p\n\nimport (\n\t\"strings\"\n\t// of time\n\t\"time\"\n)\n\nvar _ = time.Now" + f},
		"cgo":             {"package p\n\nimport \"C\"" + f, ""},
		"imported":        {"package p\n\nimport \"strings\"\n\nvar _ = strings.ToUpper" + f, "package p\n\nimport \"strings\"\n\nvar _ = strings.ToUpper" + f},
		"imported as s":   {"package p\n\nimport s \"strings\"\n\nvar _ = s.ToUpper" + f, "package p\n\nimport s \"strings\"\n\nvar _ = s.ToUpper" + f},
		"group on a line": {"package p\n\nimport (\"time\")\n\nvar _ = time.Now" + f, ""},
	} {
		t.Run(name, func(t *testing.T) {
			qualifier, got, ok := add(t, test.src, "strings")
			if test.want == "" {
				if ok && name != "cgo" {
					t.Errorf("got\n%s", got)
				}
				return
			}
			want := "strings."
			if name == "imported as s" {
				want = "s."
			}
			if !ok || got != test.want || qualifier != want {
				t.Errorf("%v, %q, got\n%s\nwant\n%s", ok, qualifier, got, test.want)
			}
			if formatted, err := format.Source([]byte(got)); err != nil || string(formatted) != got {
				t.Errorf("not formatted, error %v:\n%s", err, formatted)
			}
		})
	}
}

func TestTaken(t *testing.T) {
	for name, src := range map[string]string{
		"dot":        "package p\n\nimport . \"strings\"\n\nvar _ = ToUpper" + f,
		"blank":      "package p\n\nimport _ \"strings\"" + f,
		"package":    "package p\n\nvar strings int" + f,
		"parameter":  "package p\n\nfunc f(strings int) {}\n",
		"local":      "package p\n\nimport \"strings\"\n\nvar _ = strings.ToUpper\n\nfunc f() { strings := 1; _ = strings }\n",
		"other name": "package p\n\nimport strings \"os\"\n\nvar _ = strings.Args" + f,
	} {
		if qualifier, _, ok := add(t, src, "strings"); ok {
			t.Errorf("%s: %q", name, qualifier)
		}
	}
}

// A package whose path has several elements goes by the last.
func TestPath(t *testing.T) {
	qualifier, got, ok := add(t, "package p"+f, "unicode/utf8")
	if want := "package p\n\nimport \"unicode/utf8\"" + f; !ok || qualifier != "utf8." || got != want {
		t.Errorf("%v, %q, got\n%s", ok, qualifier, got)
	}
}
