package prover

import (
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// The runtime is where following calls ends. What the compiler itself calls
// there either is an entry that allocates, which package compiled knows, or
// does not allocate. What other code calls by an exported name is listed here
// if it does not allocate.
var cleanRuntime = map[string]bool{
	"runtime.Gosched":        true,
	"runtime.KeepAlive":      true,
	"runtime.Callers":        true,
	"runtime.NumGoroutine":   true,
	"runtime.GOMAXPROCS":     true,
	"runtime.NumCPU":         true,
	"runtime.LockOSThread":   true,
	"runtime.UnlockOSThread": true,
	"runtime.FuncForPC":      true,
	"runtime.Goexit":         true,
}

// isRuntime reports whether symbol belongs to the runtime.
func isRuntime(symbol string) bool {
	path := program.PackagePath(symbol)
	return path == "runtime" || strings.HasPrefix(path, "runtime/internal/") ||
		strings.HasPrefix(path, "internal/runtime/") || path == "internal/abi" || path == "internal/cpu"
}

// isRuntimeEntry reports whether symbol is an allocating entry of the runtime.
func isRuntimeEntry(symbol string) bool {
	_, ok := compiled.KindOf(symbol)
	return ok
}

// opaqueRuntime says why a runtime function that is no allocating entry cannot
// be taken as clean, or "".
func opaqueRuntime(symbol string) string {
	name, ok := strings.CutPrefix(symbol, "runtime.")
	if !ok || cleanRuntime[symbol] || strings.HasPrefix(name, "(*") || !isExported(name) {
		return ""
	}
	return symbolName(symbol) + " is part of the runtime and not followed"
}

func isExported(name string) bool { return name != "" && 'A' <= name[0] && name[0] <= 'Z' }

// boundary lists prefixes of functions of the standard library that the
// runtime defines for it by linkname and that do not allocate. Those that
// do are known to package compiled.
var boundary = []string{
	"sync.runtime_", "sync.throw", "sync.fatal", "internal/sync.", "sync/atomic.",
	"internal/poll.runtime_", "internal/bytealg.", "internal/godebug.",
	"os.runtime_", "os.sigpipe", "os/signal.", "syscall.runtime", "syscall.Syscall", "syscall.RawSyscall",
	"syscall.rawSyscallNoError", "syscall.rawVforkSyscall", "syscall.runtimeSetenv",
	"time.now", "time.runtimeNano", "time.runtimeNow", "time.Sleep", "time.stopTimer", "time.resetTimer", "time.runtimeIsBubbled",
	"math.arch", "math/big.", "math/rand.runtime_rand", "math/rand/v2.runtime_rand", "maps.fatal", "internal/rand.",
	"hash/maphash.runtime_", "internal/syscall/", "crypto/internal/", "unique.runtime_", "runtime/debug.",
	"reflect.typedmemmove", "reflect.typedmemclr", "reflect.typedslicecopy", "reflect.typehash", "reflect.memmove",
	"reflect.ifaceE2I", "reflect.mapaccess", "reflect.maplen", "reflect.mapdelete", "reflect.mapclear", "reflect.mapiter", "reflect.mapIter",
	"reflect.chanlen", "reflect.chancap", "reflect.chanclose", "reflect.resolve", "reflect.verifyNotInHeapPtr",
	"reflect.unsafeslice", "reflect.typelinks", "reflect.add", "reflect.noescape",
	"internal/reflectlite.ifaceE2I", "internal/reflectlite.resolve", "internal/reflectlite.typedmemmove",
	"encoding/json.runtime_", "internal/weak.", "internal/synctest.", "weak.runtime_makeStrongFromWeak", "gosave", "go:",
}

// isBoundary reports whether symbol, which has no body of its own, is defined
// in the runtime and does not allocate.
func isBoundary(symbol string) bool {
	for _, prefix := range boundary {
		if strings.HasPrefix(symbol, prefix) {
			return true
		}
	}
	return false
}

// firstTimeFuncs allocate the first time only, or run what is handed to them
// the first time only. What the analysis can see for itself is not listed.
var firstTimeFuncs = map[string]string{
	"sync.(*Once).Do":     "sync.Once runs its function once",
	"sync.(*Once).doSlow": "sync.Once runs its function once",
	"sync.(*Pool).Get":    "sync.Pool makes a value on a miss",
	"sync.(*Pool).Put":    "sync.Pool keeps the value",
	"sync.(*Pool).pin":    "sync.Pool sets up its lists once per processor",

	// Guarded by an atomic flag.
	"internal/sync.(*HashTrieMap).initSlow": "sync.Map sets itself up once",

	// The machine comes from a sync.Pool. Its queues are made when len, not
	// cap, says that a larger program needs them: the analysis cannot know
	// that nothing shortens them.
	"regexp.(*Regexp).get": "regexp makes the queues of a machine once and keeps them",

	// Threads go back to a free list of the machine, a slice: the analysis
	// does not know that they do.
	"regexp.(*machine).alloc": "regexp takes threads from the free list of the machine",
}

// appendBounds are the most bytes that functions append to their first argument,
// integers in base 10. The analysis does not follow the values that decide.
var appendBounds = map[string]int64{
	"strconv.AppendInt":  20,
	"strconv.AppendUint": 20,
	"strconv.AppendBool": 5,
}

// hasRoom reports whether a call of one of these functions finds room for all
// that it can append.
func hasRoom(symbol string, facts []fact) bool {
	bound, ok := appendBounds[symbol]
	if !ok || len(facts) == 0 || facts[0].room < bound {
		return false
	}
	const base = 2
	return len(facts) <= base || facts[base].value != nil && facts[base].value.ExactString() == "10"
}

// isFirstTimeFunc returns why a function, instances of a generic one included,
// allocates the first time only, and whether it does.
func isFirstTimeFunc(symbol string) (why string, ok bool) {
	why, ok = firstTimeFuncs[program.Key(symbol)]
	return why, ok
}

// symbolName shortens a linker symbol for a message: strconv.FormatInt. Of a path
// that ends in a major version the package has the name before it.
func symbolName(symbol string) string {
	symbol = program.Key(symbol)
	path, name := "", symbol
	if i := strings.LastIndexByte(symbol, '/'); i >= 0 {
		path, name = symbol[:i], symbol[i+1:]
	}
	first, rest, ok := strings.Cut(name, ".")
	if ok && path != "" && isMajorVersion(first) {
		return path[strings.LastIndexByte(path, '/')+1:] + "." + rest
	}
	return name
}

func isMajorVersion(s string) bool {
	digits, ok := strings.CutPrefix(s, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}
