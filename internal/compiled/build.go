package compiled

import (
	"fmt"
	"slices"
	"sync"

	"github.com/zeroalloc/zeroalloc-lint/internal/gobuild"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/probe"
)

// A variant is a package as the go command builds it, with or without its test files.
// It is built when something is asked of it.
type variant struct {
	pkg  func() (*gobuild.Package, error)
	code func() (*code, error)
}

func newVariant(s *source, test bool) variant {
	var v variant
	v.pkg = sync.OnceValues(func() (*gobuild.Package, error) {
		if mode == off {
			return nil, errOff
		}
		pkg, err := gobuild.Find(gobuild.Query{
			Path: s.path, Dir: s.dir, Files: slices.Concat(s.files, s.tests), Tests: test, Overlay: s.unsaved(),
		})
		if err == nil {
			err = pkg.Built()
		}
		if err == nil {
			err = s.check(pkg, test)
		}
		if err != nil {
			return nil, fmt.Errorf("no object code for %s: %w", s.path, err)
		}
		return pkg, nil
	})
	v.code = sync.OnceValues(func() (*code, error) {
		if mode != off && len(s.unsaved()) > 0 {
			return nil, errUnsaved
		}
		pkg, err := v.pkg()
		if err != nil {
			return nil, err
		}
		format, err := Format(pkg.Build())
		if err != nil {
			return nil, fmt.Errorf("no object code for %s: %w", s.path, err)
		}
		archive, err := pkg.Archive(format)
		if err != nil {
			return nil, err
		}
		funcs, err := archive.Funcs()
		if err != nil {
			return nil, fmt.Errorf("no object code for %s: %w", s.path, err)
		}
		return newCode(funcs, s), nil
	})
	return v
}

// Format returns the format of the object code of a build, once it is shown that it is
// read rightly. A release that changes it must not make everything look clean.
func Format(b *gobuild.Build) (*goobj.Format, error) {
	return probe.Format(b.Dir, b.GOROOT, KindOf)
}

// check tells why what the go command builds is not the package as it is analysed.
func (s *source) check(pkg *gobuild.Package, test bool) error {
	built := slices.Concat(pkg.GoFiles, pkg.CgoFiles)
	for _, name := range built {
		// Without them in the analysis, it asks what the tests instantiate.
		if !slices.Contains(s.files, name) && !slices.Contains(s.tests, name) && !(isTestFile(name) && len(s.tests) == 0) {
			return fmt.Errorf("the go command builds it with %s, which is not analysed: set build tags in GOFLAGS", name)
		}
	}
	analysed := s.files
	if test {
		analysed = slices.Concat(s.files, s.tests)
	}
	for _, name := range analysed {
		if !slices.Contains(built, name) {
			return fmt.Errorf("the go command builds it without %s, which is analysed: set build tags in GOFLAGS", name)
		}
	}
	return nil
}
