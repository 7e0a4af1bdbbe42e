package compiled

import (
	"bytes"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/zeroalloc/zeroalloc-lint/internal/gobuild"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

// A source is the package under analysis as far as its object code has to be
// recognised by it.
type source struct {
	fset     *token.FileSet
	path     string   // import path, without a test variant
	main     bool     // a command, whose symbols may also start with "main."
	dir      string   // of its files
	files    []string // base names of the files that are not tests
	tests    []string // base names of the files that are
	external bool     // there are only test files

	// unsaved returns what the files hold in this analysis, if that is not what is
	// stored: an editor has not saved them.
	unsaved func() gobuild.Overlay
}

func newSource(pass *analysis.Pass) *source {
	path, _, _ := strings.Cut(pass.Pkg.Path(), " ")
	s := &source{
		fset: pass.Fset,
		path: path,
		main: pass.Pkg.Name() == "main",
	}
	for _, file := range pass.Files {
		name := s.fset.PositionFor(file.Package, false).Filename
		if isFromCgo(name) {
			name = s.fset.Position(file.Package).Filename
		}
		base := filepath.Base(name)
		if filepath.Ext(base) != ".go" || strings.HasPrefix(base, "_cgo_") {
			continue // declarations of cgo that no file contains
		}
		if s.dir == "" {
			s.dir = filepath.Dir(name)
		}
		if isTestFile(base) {
			s.tests = append(s.tests, base)
		} else {
			s.files = append(s.files, base)
		}
	}
	s.external = len(s.files) == 0
	s.unsaved = sync.OnceValue(func() gobuild.Overlay {
		if pass.ReadFile == nil || s.dir == "" {
			return nil
		}
		return unsaved(pass.ReadFile, s.dir, slices.Concat(s.files, s.tests))
	})
	return s
}

// unsaved returns the contents of files that read does not find as they are stored.
func unsaved(read func(string) ([]byte, error), dir string, names []string) gobuild.Overlay {
	overlay := make(gobuild.Overlay)
	for _, name := range names {
		name = filepath.Join(dir, name)
		content, err := read(name)
		if err != nil {
			continue // what cgo made of it
		}
		if stored, err := os.ReadFile(name); err != nil || !bytes.Equal(stored, content) {
			overlay[name] = content
		}
	}
	return overlay
}

// lines is a range of source lines, as the compiler records them: //line
// directives count.
type lines struct {
	file     string
	from, to int
	test     bool // the file is a test file
}

func (s *source) lines(rng analysis.Range) lines {
	from, to := s.fset.Position(rng.Pos()), s.fset.Position(rng.End())
	l := lines{
		file: from.Filename,
		from: from.Line,
		to:   to.Line,
		test: isTestFile(s.fset.PositionFor(rng.Pos(), false).Filename),
	}
	if to.Filename != from.Filename || to.Line < from.Line {
		l.to = l.from // a directive stands in between
	}
	return l
}

// isFromCgo reports whether a file is what cgo made of one. It tells in a line
// directive where it is from, and is x.cgo1.go in a working directory of go vet,
// or has no extension in the build cache.
func isFromCgo(name string) bool {
	return strings.HasSuffix(name, ".cgo1.go") || filepath.Ext(name) != ".go"
}

func isTestFile(name string) bool { return strings.HasSuffix(name, "_test.go") }

// owns reports whether a linker symbol is one of the package.
func (s *source) owns(symbol string) bool {
	path := goobj.PackagePath(symbol)
	return path == s.path || s.main && path == "main"
}
