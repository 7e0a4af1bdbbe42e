// Gopls builds gopls, the language server of Go, with the passes of zeroalloc-lint among
// its analyzers.
//
// Usage, in a clone of zeroalloc-lint:
//
//	go run -C gopls . -o FILE
//
// FILE is the command to make. The versions of gopls and of golang.org/x/tools are those
// of go.mod in this directory. Nothing is changed but for FILE and the caches of the go
// command.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// register is the file that is added to gopls. gopls has no plugins
// (golang/go#59869), but its list of analyzers is a variable.
//
//go:embed register.txt
var register []byte

//go:embed go.mod
var goMod []byte

//go:embed go.sum
var goSum []byte

//go:embed suite/suite.go
var suite []byte

func main() {
	out := flag.String("o", "", "the `file` to write gopls to")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: go run -C gopls . -o FILE")
		os.Exit(2)
	}
	if err := build(*out); err != nil {
		fmt.Fprintln(os.Stderr, "gopls:", err)
		os.Exit(1)
	}
}

// build makes a module in a temporary directory whose vendor directory holds gopls and
// zeroalloc-lint, adds the file there, and builds gopls from that. A file in the module
// cache could neither be changed nor replaced by an overlay.
func build(out string) error {
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	root, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "gopls-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := write(dir, map[string][]byte{"go.mod": goMod, "go.sum": goSum, "suite/suite.go": suite}); err != nil {
		return err
	}
	if err := command(dir, "mod", "edit", "-replace=github.com/zeroalloc/zeroalloc-lint="+root); err != nil {
		return fmt.Errorf("run it with -C in the directory gopls of a clone of zeroalloc-lint: %w", err)
	}
	if err := command(dir, "mod", "vendor"); err != nil {
		return err
	}
	const settings = "vendor/golang.org/x/tools/gopls/internal/settings/zeroalloc.go"
	if err := write(dir, map[string][]byte{settings: register}); err != nil {
		return err
	}
	return command(dir, "build", "-mod=vendor", "-trimpath", "-o", out, "golang.org/x/tools/gopls")
}

func write(dir string, files map[string][]byte) error {
	for name, content := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, content, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// command runs a go command in dir, outside of any workspace, and prints it.
func command(dir string, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir, "GOWORK=off", "GOFLAGS=")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	fmt.Fprintln(os.Stderr, cmd)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go %s: %w", args[0], err)
	}
	return nil
}
