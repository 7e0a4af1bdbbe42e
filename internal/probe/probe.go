// Package probe makes sure that the object code of a toolchain is read rightly.
//
// What a new release, an option or a broken tool changes in the object code must not
// make all code look clean. So a small package of which it is known where
// it allocates is compiled with the toolchain and the configuration of the
// code to be judged, and read by the same reader.
package probe

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

//go:embed _known/known.go
var source []byte

// kinds names the kind of allocation that a call of a linker symbol makes, "" if it
// makes none.
type kinds func(symbol string) string

// proofs holds a func() error for each key.
var proofs sync.Map

// Format returns the object file format of the toolchain in goroot, once it is
// shown that it is read rightly and that kindOf knows the allocating calls in it by
// the symbol that is called: as object, box, slice, grow, map, mapassign, chan, concat,
// conversion, go or defer. In dir the go command must use that toolchain.
//
// The proof takes a run of the go command, once for each toolchain and configuration,
// and build of this program: success is remembered in the user's cache directory. Failure
// is not remembered.
func Format[K ~string](dir, goroot string, kindOf func(symbol string) (K, bool)) (*goobj.Format, error) {
	format, err := goobj.FormatOf(goroot)
	if err != nil {
		return nil, err
	}
	c := config{dir: dir, goroot: goroot, env: os.Environ()}
	key := c.key()
	prove, _ := proofs.LoadOrStore(key, sync.OnceValue(func() error {
		m := newMemory()
		if m.has(key) {
			return nil
		}
		err := compare(c, m, format, func(symbol string) string {
			kind, _ := kindOf(symbol)
			return string(kind)
		})
		if err != nil {
			return err
		}
		m.add(key)
		return nil
	}))
	if err := prove.(func() error)(); err != nil {
		proofs.Delete(key) // it may work the next time
		return nil, err
	}
	return format, nil
}

// compare compiles the known package and holds what is read against what is
// known.
func compare(c config, m *memory, format *goobj.Format, kindOf kinds) error {
	file, remove, err := m.place()
	if err != nil {
		return fmt.Errorf("the probe package cannot be written: %w", err)
	}
	defer remove()
	archives, err := compile(c, file)
	if err != nil {
		return fmt.Errorf("the go command does not compile the probe package: %w", err)
	}
	err = check(archives, format, kindOf, source)
	if err != nil {
		return fmt.Errorf("the object code of the toolchain in %s is not understood (%w): use a release of Go and a GOARCH that this version of zeroalloc-lint knows", c.goroot, err)
	}
	return nil
}

// compile has the go command compile a file by itself, where the code to be
// judged is: so go.mod, go.work and GOFLAGS mean the same for both. It returns
// the archives of the package, which has the path [named], and of all that it imports.
func compile(c config, file string) (map[string]string, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export", "--", file)
	cmd.Env = c.env
	if c.dir != "" {
		cmd.Dir = c.dir
		cmd.Env = append(c.env[:len(c.env):len(c.env)], "PWD="+c.dir)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("it is not on PATH")
	} else if err != nil {
		return nil, fmt.Errorf("%w: %s", err, strings.ReplaceAll(strings.TrimSpace(stderr.String()), "\n", "; "))
	}
	archives := make(map[string]string)
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg struct{ ImportPath, Export string }
		if err := dec.Decode(&pkg); err == io.EOF {
			return archives, nil
		} else if err != nil {
			return nil, err
		}
		archives[pkg.ImportPath] = pkg.Export
	}
}

// named is the import path that the go command gives to files on its command line.
const named = "command-line-arguments"

// check reads the known package in an archive and compares it with the marks in source.
func check(archives map[string]string, format *goobj.Format, kindOf kinds, source []byte) error {
	if archives[named] == "" {
		return errors.New("the go command names no archive of the probe package")
	}
	funcs, err := goobj.Read(archives[named], format, func(path string, index uint32) string {
		names, err := goobj.SymbolNames(archives[path], format)
		if err != nil || int(index) >= len(names) {
			return ""
		}
		return names[index]
	})
	if err != nil {
		return err
	}
	return newMarks(source).compare(funcs, kindOf, sourceName)
}
