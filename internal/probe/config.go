package probe

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// A config is what decides how the go command compiles.
type config struct {
	dir    string // where it works; "" for here
	goroot string // of the toolchain it uses there
	env    []string
}

// version goes up when the same known package is to be proved in another way.
const version = "1"

// key returns a name for what the proof depends on. Of files and programs that GOFLAGS
// name, as -toolexec and -overlay do, it has the names only.
func (c config) key() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n", version, c.goroot)
	writeOwn(h)
	h.Write(source)
	for _, name := range []string{
		filepath.Join(c.goroot, "VERSION"),
		filepath.Join(c.goroot, "go.env"),
		c.goenv(),
	} {
		data, err := os.ReadFile(name)
		fmt.Fprintf(h, "%t %d\n%s\n", err == nil, len(data), data)
	}
	// A compiler under development changes without its version. Something else may
	// stand for the go command.
	writeStat(h, filepath.Join(c.goroot, "pkg", "tool", runtime.GOOS+"_"+runtime.GOARCH, "compile"))
	if name, err := exec.LookPath("go"); err == nil {
		fmt.Fprintln(h, name)
		writeStat(h, name)
	}
	env := slices.DeleteFunc(slices.Clone(c.env), func(kv string) bool { return !configures(kv) })
	slices.Sort(env)
	for _, kv := range env {
		io.WriteString(h, strconv.Itoa(len(kv))+" "+kv+"\n")
	}
	return hex.EncodeToString(h.Sum(nil)[:20])
}

func writeStat(w io.Writer, name string) {
	if info, err := os.Stat(name); err == nil {
		fmt.Fprintln(w, info.Size(), info.ModTime().UnixNano())
	}
}

// writeOwn writes what tells builds of this program apart: the versions of all modules in
// it, since a driver may have this one as a dependency, and its decoders are some. Of a
// program under development they say too little. Of others the file is not asked: in the
// build cache, where go tool has it, its time changes.
func writeOwn(w io.Writer) {
	info, ok := debug.ReadBuildInfo()
	if ok {
		fmt.Fprintln(w, info)
	}
	if ok && info.Main.Version != "(devel)" && !strings.HasSuffix(info.Main.Version, "+dirty") {
		return
	}
	if name, err := os.Executable(); err == nil {
		writeStat(w, name)
	}
}

// goenv returns the file of settings that the go command reads.
func (c config) goenv() string {
	for _, kv := range slices.Backward(c.env) {
		if file, ok := strings.CutPrefix(kv, "GOENV="); ok && file != "" {
			return file // "off" is no file
		}
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "go", "env")
}

// configures reports whether a variable of the environment can change what the
// go command compiles. Of those it knows, some are about other things.
func configures(kv string) bool {
	name, _, _ := strings.Cut(kv, "=")
	switch name {
	case "CC", "CXX", "AR", "FC", "PKG_CONFIG":
		return true
	case "GOMAXPROCS", "GOGC", "GOMEMLIMIT", "GOTRACEBACK", "GOCACHE", "GOTMPDIR", "GOBIN", "GOPATH", "GOMODCACHE",
		"GOPROXY", "GOSUMDB", "GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GOINSECURE", "GOVCS", "GOAUTH", "GOPACKAGESDRIVER":
		return false
	}
	return strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "CGO_")
}
