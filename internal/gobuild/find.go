package gobuild

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// A Query says which package is wanted.
type Query struct {
	Path  string   // import path, without that of a test
	Dir   string   // of its files; "" if it has none
	Files []string // base names of its files
	Tests bool     // the variant that has the test files of the package, if it has any

	Overlay Overlay // of files of the package that an editor has not saved
}

// ofFiles is the import path of a package whose files are named on the command line.
const ofFiles = "command-line-arguments"

// patterns names the package for a go command that works in its directory.
func (q Query) patterns() []string {
	if q.Path != ofFiles {
		return []string{"."}
	}
	names := make([]string, len(q.Files))
	for i, name := range q.Files {
		names[i] = "." + string(filepath.Separator) + name
	}
	return names
}

// preload serves the packages that a driver named.
var preload struct {
	patterns func() []string
	builds   [2]func() (*Build, error) // without and with tests
}

// Preload names the packages that this process is going to analyse, so that
// one run of the go command serves them all. The patterns are asked for when the
// first package is. Preload must be called before any analysis.
func Preload(patterns func() []string) {
	preload.patterns = patterns
	for i := range preload.builds {
		preload.builds[i] = sync.OnceValues(func() (*Build, error) {
			list := patterns()
			// Queries like file=x.go are not for the go command.
			if len(list) == 0 || slices.ContainsFunc(list, func(p string) bool { return strings.Contains(p, "=") }) {
				return &Build{}, nil
			}
			return Run("", i == 1, list...)
		})
	}
}

// Find returns the package that is wanted, from a build that may have others. The
// error tells why it is not known; that it is known does not say that it builds.
func Find(q Query) (*Package, error) {
	if preload.patterns != nil && len(q.Overlay) == 0 {
		i := 0
		if q.Tests {
			i = 1
		}
		if b, err := preload.builds[i](); err == nil {
			if pkg := b.find(q); pkg != nil {
				return pkg, nil
			}
		}
	}
	if q.Dir == "" {
		return nil, errors.New("it has no Go files")
	}
	b, err := run(q.Dir, q.Tests, q.Overlay, q.patterns())
	if err != nil {
		return nil, err
	}
	if pkg := b.find(q); pkg != nil {
		return pkg, nil
	}
	if b.stderr != "" {
		return nil, fmt.Errorf("the go command knows no such package in %s: %s", q.Dir, firstLine(b.stderr))
	}
	return nil, fmt.Errorf("the go command knows no such package in %s", q.Dir)
}

func (b *Build) find(q Query) *Package {
	if q.Tests {
		for _, tested := range []string{q.Path, strings.TrimSuffix(q.Path, "_test")} {
			if pkg := b.pkgs[testVariant(q.Path, tested)]; pkg != nil {
				return pkg
			}
		}
	}
	return b.pkgs[q.Path]
}
