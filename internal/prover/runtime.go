package prover

import (
	"slices"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// The runtime is where following calls ends. What the compiler itself calls
// there either is an entry that allocates, which package compiled knows, or
// does not allocate. What other code calls by an exported name is listed here
// if it does not allocate. TestBoundary holds all of that against the object code.
var cleanRuntime = map[string]bool{
	"runtime.Gosched":        true,
	"runtime.KeepAlive":      true,
	"runtime.Callers":        true,
	"runtime.NumGoroutine":   true,
	"runtime.GOMAXPROCS":     true,
	"runtime.NumCPU":         true,
	"runtime.LockOSThread":   true,
	"runtime.UnlockOSThread": true,
	"runtime.Goexit":         true,

	"runtime.(*Func).Entry":    true,
	"runtime.(*Func).FileLine": true,
}

// foreign are the functions of the runtime that run code which it was handed, with
// what that is.
var foreign = map[string]string{
	"runtime.asmcgocall":  "code in C",
	"runtime.cgocall":     "code in C",
	"runtime.reflectcall": "what is called by reflection",
}

// isRuntime reports whether symbol belongs to the runtime. Of the packages below it,
// internal/abi and internal/cpu are followed like others.
func isRuntime(symbol string) bool {
	path := program.PackagePath(symbol)
	return path == "runtime" || strings.HasPrefix(path, "internal/runtime/")
}

// isRuntimeEntry reports whether symbol is an allocating entry of the runtime.
func isRuntimeEntry(symbol string) bool {
	_, ok := compiled.KindOf(symbol)
	return ok
}

// opaqueRuntime says why a runtime function that is no allocating entry cannot
// be taken as clean, or "".
func opaqueRuntime(symbol string) string {
	if what, ok := foreign[symbol]; ok {
		return what + " is not followed"
	}
	name, ok := strings.CutPrefix(symbol, "runtime.")
	if !ok || cleanRuntime[symbol] || !isExported(strings.TrimPrefix(name, "(*")) {
		return ""
	}
	return symbolName(symbol) + " is part of the runtime and not followed"
}

func isExported(name string) bool { return name != "" && 'A' <= name[0] && name[0] <= 'Z' }

// boundary lists the functions without a body in the standard library that the
// runtime defines by linkname and that do not allocate. Those that do are known to
// package compiled; what is in neither list is reported as unknown.
var boundary = map[string][]string{
	"crypto/fips140":          {"isBypassed", "setBypass", "unsetBypass"},
	"crypto/internal/fips140": {"fatal", "getIndicator", "setIndicator"},
	"crypto/internal/sysrand": {"fatal"},
	"crypto/rand":             {"fatal"},
	"crypto/subtle":           {"setDITDisabled", "setDITEnabled"},
	"internal/poll": {
		"runtime_Semacquire", "runtime_Semrelease", "runtime_isPollServerDescriptor", "runtime_pollClose", "runtime_pollOpen",
		"runtime_pollReset", "runtime_pollServerInit", "runtime_pollSetDeadline", "runtime_pollUnblock", "runtime_pollWait",
		"runtime_pollWaitCanceled",
	},
	"internal/reflectlite": {"chanlen", "ifaceE2I", "maplen", "resolveNameOff", "resolveTypeOff", "typedmemmove"},
	"internal/sync": {
		"fatal", "runtime_SemacquireMutex", "runtime_Semrelease", "runtime_canSpin", "runtime_doSpin", "runtime_nanotime", "throw",
	},
	"internal/synctest": {"IsInBubble", "associate", "disassociate", "isAssociated"},
	"maps":              {"fatal"},
	"os":                {"ignoreSIGSYS", "restoreSIGSYS", "runtime_beforeExit", "sigpipe"},
	"reflect": {
		"chancap", "chanclose", "chanlen", "chanrecv", "chansend0", "ifaceE2I", "mapaccess", "mapaccess_faststr", "mapclear",
		"mapdelete", "mapdelete_faststr", "mapiternext", "maplen", "memmove", "resolveNameOff", "resolveTextOff", "resolveTypeOff",
		"typedarrayclear", "typedmemclr", "typedmemclrpartial", "typedmemmove", "typedslicecopy", "typehash", "unsafeslice",
		"verifyNotInHeapPtr",
	},
	"runtime/debug": {
		"freeOSMemory", "setGCPercent", "setMaxStack", "setMaxThreads", "setMemoryLimit", "setPanicOnFault",
	},
	"runtime/pprof": {"runtime_getProfLabel", "runtime_setProfLabel"},
	"sync": {
		"fatal", "runtime_SemacquireRWMutex", "runtime_SemacquireRWMutexR", "runtime_SemacquireWaitGroup", "runtime_Semrelease",
		"runtime_notifyListAdd", "runtime_notifyListCheck", "runtime_notifyListNotifyAll", "runtime_notifyListNotifyOne",
		"runtime_notifyListWait", "runtime_procPin", "runtime_procUnpin", "runtime_registerPoolCleanup", "throw",
	},
	"sync/atomic": {"CompareAndSwapPointer", "StorePointer", "SwapPointer", "runtime_procPin", "runtime_procUnpin"},
	"syscall": {
		"Exit", "Getpagesize", "runtime_AfterExec", "runtime_AfterFork", "runtime_AfterForkInChild", "runtime_BeforeExec",
		"runtime_BeforeFork",
		// Of systems that are called through their C library.
		"rawSyscall", "rawSyscall6", "syscall", "syscall6", "syscall6X", "syscall9", "syscallPtr", "syscallX",
	},
	"time": {"now", "resetTimer", "runtimeIsBubbled", "runtimeNano", "runtimeNow", "stopTimer"},
	"weak": {"runtime_makeStrongFromWeak"},
}

// isBoundary reports whether symbol, which has no body of its own, is defined
// in the runtime and does not allocate.
func isBoundary(symbol string) bool {
	path := program.PackagePath(symbol)
	return path != "" && slices.Contains(boundary[path], symbol[len(path)+1:])
}

// firstTimeFuncs allocate the first time only, or run what is handed to them
// the first time only. What the analysis can see for itself is not listed.
var firstTimeFuncs = map[string]string{
	"sync.(*Once).Do":     "sync.Once runs its function once",
	"sync.(*Once).doSlow": "sync.Once runs its function once",
	"sync.(*Pool).Get":    "sync.Pool makes a value on a miss",
	"sync.(*Pool).Put":    "sync.Pool keeps the value",
	"sync.(*Pool).pin":    "sync.Pool sets up its lists once per processor",

	// The timer stays with the goroutine.
	"time.Sleep": "time.Sleep makes a timer once for a goroutine",

	// It sets the timer, and looks whether there have been rounds enough. What
	// each round does is inlined.
	"testing.(*B).loopSlowPath": "testing.B.Loop sets the timer before the first round",

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

// lengthParams are the parameters that say how many elements functions append: the
// captures of package regexp, none where only a match is asked for.
var lengthParams = map[string]string{
	"regexp.(*Regexp).doExecute": "ncap",
	"regexp.(*Regexp).backtrack": "ncap",
	"regexp.(*Regexp).doOnePass": "ncap",
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
