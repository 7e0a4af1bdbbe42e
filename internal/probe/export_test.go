package probe

import "github.com/zeroalloc/zeroalloc-lint/internal/goobj"

// Known is the source of the known package.
var Known = source

// Compile compiles the known package in a file, in a directory and an environment.
func Compile(dir string, env []string, file string) (map[string]string, error) {
	return compile(config{dir: dir, env: env}, file)
}

// Check compares what is compiled with the marks in src.
func Check(archives map[string]string, format *goobj.Format, kindOf kinds, src []byte) error {
	return check(archives, format, kindOf, src)
}

// Key returns the key of a configuration.
func Key(goroot string, env ...string) string { return config{goroot: goroot, env: env}.key() }

// Forget forgets what this process has proved.
func Forget() { proofs.Clear() }
