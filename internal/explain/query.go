package explain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A query is an argument on the way to its answer.
type query struct {
	explainer *Explainer

	instance string // "[go.shape.int]" if only that instance is asked about
	pkg      *listed
	loaded   *loaded
	target   *target
}

// listed is what go list says of a package.
type listed struct {
	ImportPath, Name, Dir     string
	Standard                  bool
	Module                    *struct{ Main bool }
	GoFiles, CgoFiles         []string
	TestGoFiles, XTestGoFiles []string
	IgnoredGoFiles            []string
	Error                     *struct{ Err string }
}

// isLocal reports whether the go command can work in the directory of the package
// and see what it sees from elsewhere.
func (l *listed) isLocal() bool { return l.Standard || l.Module != nil && l.Module.Main }

// path returns the path that the linker has.
func (l *listed) path() string {
	if l.Name == "main" {
		return "main"
	}
	return l.ImportPath
}

// fileLine matches x.go:12 and x.go:12:3.
var fileLine = regexp.MustCompile(`^(.+\.(?:go|s)):([0-9]+)(?::[0-9]+)?:?$`)

// resolve finds what arg names.
func (e *Explainer) resolve(arg string) (*query, error) {
	q := &query{explainer: e}
	if m := fileLine.FindStringSubmatch(arg); m != nil {
		line, err := strconv.Atoi(m[2])
		if err != nil {
			return nil, err
		}
		return q, q.resolveLine(m[1], line)
	}
	name := arg
	if i, j := strings.IndexByte(arg, '['), strings.LastIndexByte(arg, ']'); i >= 0 && j > i {
		name, q.instance = arg[:i]+arg[j+1:], plainInstance(arg)
	}
	return q, q.resolveName(name)
}

// A split is a way to read a name: which part of it is the package.
type split struct{ pkg, fn string }

// splits returns the ways to read a name: x.T.M is method M of type T in package x or
// function M in package x.T.
func splits(name string) []split {
	head, tail := "", name
	limit := len(name)
	if i := strings.IndexByte(name, '('); i >= 0 {
		limit = i
	}
	if i := strings.LastIndexAny(name[:limit], `/`+string(filepath.Separator)); i >= 0 {
		head, tail = name[:i+1], name[i+1:]
	}
	var list []split
	for i, r := range tail {
		if r == '(' {
			break
		}
		if r == '.' && i > 0 && i+1 < len(tail) && tail[i-1] != '.' {
			list = append(list, split{head + tail[:i], tail[i+1:]})
		}
	}
	if head == "" && !strings.HasSuffix(tail, ".") {
		list = append(list, split{".", tail})
	}
	return list
}

// resolveName finds the function of a name.
func (q *query) resolveName(name string) error {
	err := q.lookUp(name)
	if err == nil {
		return nil
	}
	if pkgs, listErr := q.list("--", name); listErr == nil && len(pkgs) == 1 && pkgs[0].Name != "" {
		return errors.New("a package: name one of its functions")
	}
	return err
}

func (q *query) lookUp(name string) error {
	ways := splits(name)
	if len(ways) == 0 {
		return errors.New("want PACKAGE.FUNC, as ./internal/x.F, strconv.Itoa or x.(*T).M, or FILE:LINE")
	}
	found, err := q.existing(ways)
	if err != nil {
		return err
	}
	var problem error
	if problem = q.try(found); len(found) > 0 && problem == nil {
		return nil
	}
	// No import path: the end of one, or the name of a package.
	isHere := len(found) == 1 && found[0].fn == name // a method of a type here, or nothing
	if found, err = q.ending(ways); err != nil && problem != nil && !isHere {
		return problem
	} else if err != nil {
		return err
	}
	switch err := q.try(found); {
	case len(found) > 0 && (err == nil || problem == nil || !isBare(name)):
		return err
	case problem != nil:
		return problem
	}
	return fmt.Errorf("there is no package %s: name it by its import path or as ./DIRECTORY", ways[0].pkg)
}

// isBare reports whether a name may be that of a method: T.M.
func isBare(name string) bool { return strings.Count(name, ".") == 1 }

// try finds the function in the first of several packages that has it. The error is about
// the first of them.
func (q *query) try(found []candidate) error {
	var firstErr error
	for _, way := range found {
		q.pkg = way.listed
		var err error
		if way.listed.Error != nil {
			err = errors.New(strings.TrimSpace(way.listed.Error.Err))
		} else {
			err = q.findFunc(way.fn)
		}
		if err == nil {
			return nil
		}
		if firstErr == nil {
			firstErr = err
		}
	}
	return firstErr
}

// A candidate is a way to read a name that names a package.
type candidate struct {
	split
	listed *listed
}

// existing returns the ways whose package the go command knows by this path.
func (q *query) existing(ways []split) ([]candidate, error) {
	var found []candidate
	for _, way := range ways {
		pkgs, err := q.list("--", way.pkg)
		if err != nil {
			return nil, err
		}
		for _, pkg := range pkgs {
			if pkg.Name != "" {
				found = append(found, candidate{way, pkg})
			}
		}
	}
	return found, nil
}

// ending returns the ways whose package is the end of the path of a package of the main
// modules, or of one that these import.
func (q *query) ending(ways []split) ([]candidate, error) {
	pkgs, err := q.list("-deps", "./...")
	if err != nil {
		return nil, err
	}
	var found []candidate
	for _, way := range ways {
		if way.pkg == "." || strings.HasPrefix(way.pkg, "./") || strings.HasPrefix(way.pkg, "../") {
			continue
		}
		var main, others []candidate
		for _, pkg := range pkgs {
			switch isEnd := strings.HasSuffix(pkg.ImportPath, "/"+way.pkg) || pkg.Name == way.pkg; {
			case !isEnd:
			case pkg.Module != nil && pkg.Module.Main:
				main = append(main, candidate{way, pkg})
			default:
				others = append(others, candidate{way, pkg})
			}
		}
		if len(main) == 0 {
			main = others
		}
		if len(main) > 1 {
			return nil, fmt.Errorf("package %s is ambiguous: it can be %s", way.pkg, names(main))
		}
		found = append(found, main...)
	}
	return found, nil
}

func names(list []candidate) string {
	paths := make([]string, 0, len(list))
	for _, c := range list {
		paths = append(paths, c.listed.ImportPath)
	}
	slices.Sort(paths)
	return strings.Join(paths, ", ")
}

// list returns what go list says of packages.
func (q *query) list(args ...string) ([]*listed, error) {
	out, err := run(q.explainer.dir, append([]string{"list", "-e",
		"-json=ImportPath,Name,Dir,Standard,Module,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,IgnoredGoFiles,Error"}, args...)...)
	if err != nil {
		return nil, err
	}
	var pkgs []*listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		l := new(listed)
		if err := dec.Decode(l); err == io.EOF {
			return pkgs, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		pkgs = append(pkgs, l)
	}
}

// resolveLine finds what stands at a line of a file.
func (q *query) resolveLine(name string, line int) error {
	file, err := q.file(name)
	if err != nil {
		return err
	}
	pkgs, err := q.list("--", filepath.Dir(file))
	if err != nil {
		return err
	}
	pkg := pkgs[0]
	base := filepath.Base(file)
	path, tests := pkg.path(), false
	switch {
	case slices.Contains(pkg.GoFiles, base), slices.Contains(pkg.CgoFiles, base):
	case slices.Contains(pkg.TestGoFiles, base):
		tests = true
	case slices.Contains(pkg.XTestGoFiles, base):
		path, tests = pkg.ImportPath+"_test", true
	case slices.Contains(pkg.IgnoredGoFiles, base):
		return errors.New("build constraints exclude the file: set -tags, GOOS or GOARCH")
	case pkg.Error != nil:
		return errors.New(strings.TrimSpace(pkg.Error.Err))
	default:
		return errors.New("the file belongs to no package that the go command knows here")
	}
	q.pkg = pkg
	if err := q.load(path, tests); err != nil {
		return err
	}
	return q.findLine(file, line)
}

// file returns the absolute path of a source file. Those of the standard library and of the
// module cache are found by the short path that is printed too.
func (q *query) file(name string) (string, error) {
	if filepath.IsAbs(name) {
		if _, err := os.Stat(name); err != nil {
			return "", errors.New("there is no such file")
		}
		return name, nil
	}
	first := filepath.Join(q.explainer.dir, name)
	if _, err := os.Stat(first); err == nil {
		return first, nil
	}
	for _, root := range sourceRoots(q.explainer.dir) {
		file := filepath.Join(root, name)
		if _, err := os.Stat(file); err == nil {
			return file, nil
		}
	}
	return "", errors.New("there is no such file")
}

// sourceRoots returns the directories that the sources of the standard library and of
// other modules are in.
func sourceRoots(dir string) []string {
	out, err := run(dir, "env", "GOROOT", "GOMODCACHE")
	if err != nil {
		return nil
	}
	goroot, modcache, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return []string{filepath.Join(goroot, "src"), strings.TrimSpace(modcache)}
}

func (l *loaded) position(pos token.Pos) Position {
	at := l.src.Fset.Position(pos)
	return Position{at.Filename, at.Line}
}

// plainName drops what tells a pointer receiver from another: (*T).M is T.M.
func plainName(symbol string) string {
	return strings.NewReplacer("(", "", ")", "", "*", "").Replace(program.Key(symbol))
}

// plainInstance returns what tells an instance of a generic function from others.
func plainInstance(symbol string) string {
	i := strings.IndexByte(symbol, '[')
	if i < 0 {
		return ""
	}
	return strings.ReplaceAll(symbol[i:], "go.shape.", "")
}
