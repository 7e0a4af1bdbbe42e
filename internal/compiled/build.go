package compiled

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

// loader returns a function that finds and reads the object code of a package
// once, with or without its test files.
func loader(s *source, test bool) func() (*code, error) {
	return sync.OnceValues(func() (*code, error) {
		if mode == off {
			return nil, ErrOff
		}
		c, err := load(s, test)
		if err != nil {
			return nil, fmt.Errorf("no object code for %s: %w", s.path, err)
		}
		return c, nil
	})
}

func load(s *source, test bool) (*code, error) {
	build, pkg, err := findBuild(s, test)
	if err != nil {
		return nil, err
	}
	if err := pkg.check(s, test); err != nil {
		return nil, err
	}
	format, err := build.proven()
	if err != nil {
		return nil, err
	}
	funcs, err := goobj.Read(pkg.Export, format, func(path string, index uint32) string {
		return build.symbolName(path, pkg.variant(), index)
	})
	if err != nil {
		return nil, err
	}
	sourceCalls(funcs)
	return newCode(funcs, s), nil
}

// A built package is what the go command tells about one.
type built struct {
	ImportPath string // "p", or "p [q.test]" when compiled for the test of q
	Dir        string
	Export     string // archive in the build cache
	ForTest    string
	GoFiles    []string
	CgoFiles   []string
	Error      *buildError
	DepsErrors []*buildError
}

type buildError struct{ Err string }

const builtFields = "ImportPath,Dir,Export,ForTest,GoFiles,CgoFiles,Error,DepsErrors"

// variant returns what distinguishes the package in a test: " [q.test]" or "".
func (b *built) variant() string {
	if _, test, ok := strings.Cut(b.ImportPath, " "); ok {
		return " " + test
	}
	return ""
}

// check tells why the package does not serve as the object code of s.
func (b *built) check(s *source, test bool) error {
	if b.Export == "" {
		for _, e := range append([]*buildError{b.Error}, b.DepsErrors...) {
			if e != nil {
				return fmt.Errorf("it does not build: %s", firstLine(e.Err))
			}
		}
		return errors.New("it does not build")
	}
	if test {
		return nil
	}
	files := make(map[string]bool)
	for _, name := range slices.Concat(b.GoFiles, b.CgoFiles) {
		files[name] = true
		if !s.files[name] {
			return fmt.Errorf("the go command builds it with %s, which is not analysed: set build tags in GOFLAGS", name)
		}
	}
	for name := range s.files {
		if !files[name] {
			return fmt.Errorf("the go command builds it without %s, which is analysed: set build tags in GOFLAGS", name)
		}
	}
	return nil
}

// firstLine returns the first line of the compiler's output that is not the
// name of a package.
func firstLine(output string) string {
	for line := range strings.Lines(output) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
			return line
		}
	}
	return strings.TrimSpace(output)
}

// A build is what one run of the go command built: packages and all they
// depend on.
type build struct {
	dir    string            // where the go command ran; "" for here
	pkgs   map[string]*built // by ImportPath
	stderr string
	proven func() (*goobj.Format, error) // the format, once it is known that it can be read
	names  sync.Map                      // of archives, to func() []string
}

// preload serves the packages that a driver named.
var preload struct {
	patterns func() []string
	builds   [2]func() (*build, error) // without and with tests
}

// Preload names the packages that this process is going to analyse, so that
// one run of the go command serves them all. The patterns are asked for when the
// first package needs its object code. Preload must be called before any
// analysis.
func Preload(patterns func() []string) {
	preload.patterns = patterns
	for i := range preload.builds {
		preload.builds[i] = sync.OnceValues(func() (*build, error) {
			list := patterns()
			// Queries like file=x.go are not for the go command.
			if len(list) == 0 || slices.ContainsFunc(list, func(p string) bool { return strings.Contains(p, "=") }) {
				return &build{}, nil
			}
			return runGo("", list, i == 1)
		})
	}
}

// findBuild returns a build that has the package.
func findBuild(s *source, test bool) (*build, *built, error) {
	if preload.patterns != nil {
		i := 0
		if test {
			i = 1
		}
		if b, err := preload.builds[i](); err == nil {
			if pkg := b.find(s, test); pkg != nil {
				return b, pkg, nil
			}
		}
	}
	if s.dir == "" {
		return nil, nil, errors.New("it has no Go files")
	}
	b, err := runGo(s.dir, []string{"."}, test)
	if err != nil {
		return nil, nil, err
	}
	pkg := b.find(s, test)
	if pkg == nil {
		reason := fmt.Errorf("the go command knows no such package in %s", s.dir)
		if b.stderr != "" {
			reason = fmt.Errorf("%w: %s", reason, firstLine(b.stderr))
		}
		return nil, nil, reason
	}
	return b, pkg, nil
}

// find returns the package compiled from the files of s, or nil.
func (b *build) find(s *source, test bool) *built {
	if !test {
		return b.pkgs[s.path]
	}
	proper := strings.TrimSuffix(s.path, "_test")
	for _, path := range []string{s.path, proper} {
		if pkg := b.pkgs[s.path+" ["+path+".test]"]; pkg != nil {
			return pkg
		}
	}
	return nil
}

// runGo builds packages. With tests, it builds their variants with test files
// too.
func runGo(dir string, patterns []string, test bool) (*build, error) {
	// The dependencies cost nothing more and name what was inlined from them.
	args := []string{"list", "-e", "-deps", "-export", "-json=" + builtFields}
	if test {
		args = append(args, "-test")
	}
	args = append(append(args, "--"), patterns...)
	cmd := exec.Command("go", append(args, controlPackage)...)
	if dir != "" {
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PWD="+dir)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("the go command is not on PATH")
	} else if err != nil && stdout.Len() == 0 {
		return nil, fmt.Errorf("go list: %w: %s", err, firstLine(stderr.String()))
	}
	b := &build{dir: dir, pkgs: make(map[string]*built), stderr: strings.TrimSpace(stderr.String())}
	for dec := json.NewDecoder(&stdout); ; {
		pkg := new(built)
		if err := dec.Decode(pkg); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		b.pkgs[pkg.ImportPath] = pkg
	}
	b.proven = sync.OnceValues(b.prove)
	return b, nil
}

// symbolName returns the name of a symbol of another package, or "".
func (b *build) symbolName(path, variant string, index uint32) string {
	pkg := b.pkgs[path+variant]
	if pkg == nil {
		pkg = b.pkgs[path]
	}
	if pkg == nil || pkg.Export == "" {
		return ""
	}
	load, ok := b.names.Load(pkg.Export)
	if !ok {
		load, _ = b.names.LoadOrStore(pkg.Export, sync.OnceValue(func() []string {
			format, err := b.proven()
			if err != nil {
				return nil
			}
			// A name is only for messages: without it, the package is known.
			names, _ := goobj.SymbolNames(pkg.Export, format)
			return names
		}))
	}
	names := load.(func() []string)()
	if int64(index) >= int64(len(names)) {
		return ""
	}
	return names[index]
}
