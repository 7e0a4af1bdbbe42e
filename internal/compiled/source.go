package compiled

import (
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A source is the package under analysis as far as its object code has to be
// recognised by it.
type source struct {
	fset     *token.FileSet
	path     string          // import path, without a test variant
	prefix   string          // of its linker symbols, without the dot
	main     bool            // a command, whose symbols may also start with "main."
	dir      string          // of its files
	files    map[string]bool // base names of the files that are not tests
	external bool            // there are only test files
}

func newSource(pass *analysis.Pass) *source {
	path, _, _ := strings.Cut(pass.Pkg.Path(), " ")
	s := &source{
		fset:   pass.Fset,
		path:   path,
		prefix: symbolPrefix(path),
		main:   pass.Pkg.Name() == "main",
		files:  make(map[string]bool),
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
		if !isTestFile(base) {
			s.files[base] = true
		}
	}
	s.external = len(s.files) == 0
	return s
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
	pkg := symbolPackage(symbol)
	return pkg == s.prefix || s.main && pkg == "main"
}

// symbolPackage returns the prefix of a linker symbol that stands for a package.
func symbolPackage(symbol string) string {
	name, _, _ := strings.Cut(symbol, "[") // type arguments have paths too
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	if dot < 0 {
		return ""
	}
	return name[:slash+dot]
}

// symbolPrefix escapes an import path as the compiler does for symbols: what is
// not printable ASCII, quotes, percent signs, and dots in the last element.
func symbolPrefix(path string) string {
	const hex = "0123456789abcdef"
	slash := strings.LastIndexByte(path, '/')
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		if c <= ' ' || c >= 0x7F || c == '%' || c == '"' || c == '.' && i > slash {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}
