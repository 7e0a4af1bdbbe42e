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

// Place returns the name of the file with the known package.
func Place() (file string, remove func(), err error) { return newMemory().place() }

// Remember remembers success for key, Remembers reports whether it is.
func Remember(key string) { newMemory().add(key) }

func Remembers(key string) bool { return newMemory().has(key) }

// WriteOwn writes what tells builds of this program apart.
var WriteOwn = writeOwn
