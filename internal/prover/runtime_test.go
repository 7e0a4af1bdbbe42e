package prover

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A boundaryCheck knows the object code of the runtime and who calls it.
type boundaryCheck struct {
	runtime map[string]*goobj.Func // functions whose code stands in the runtime
	callees map[string][]string
	entries map[string]string // functions that other code can call, by what shows it
}

func newBoundaryCheck(t *testing.T) *boundaryCheck {
	prog := loadStandard(t)
	b := &boundaryCheck{runtime: map[string]*goobj.Func{}, callees: map[string][]string{}, entries: map[string]string{}}
	for _, pkg := range prog.packages(true) {
		funcs, err := pkg.Funcs()
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(b.runtime, funcs)
	}
	others := prog.packages(false)
	for name := range b.runtime {
		if !isRuntime(name) && !isInitialiser(name) && program.PackagePath(name) != "" && !strings.HasPrefix(name, "type:") && !strings.HasPrefix(name, "go:(") {
			b.entries[name] = "linkname"
		}
		if rest, ok := strings.CutPrefix(name, "runtime."); ok && (isExported(rest) || strings.HasPrefix(rest, "(*") && isExported(rest[2:])) {
			b.entries[name] = "exported"
		}
	}
	for _, pkg := range others {
		funcs, err := pkg.Funcs()
		if err != nil {
			t.Fatal(err)
		}
		for _, fn := range funcs {
			for _, call := range fn.Calls {
				if isRuntime(call.Target) {
					b.entries[call.Target] = "called by " + fn.Name
				}
			}
		}
	}
	goroot := goRoot(t)
	for file, re := range map[string]string{
		"src/cmd/internal/goobj/builtinlist.go": `"(runtime\.\w+)"`,
	} {
		data, err := os.ReadFile(filepath.Join(goroot, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(re).FindAllStringSubmatch(string(data), -1) {
			b.entries[m[1]] = "builtin"
		}
	}
	files, err := filepath.Glob(filepath.Join(goroot, "src/runtime/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	push := regexp.MustCompile(`(?m)^//go:linkname (\w+)$`)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range push.FindAllStringSubmatch(string(data), -1) {
			if name := "runtime." + m[1]; b.runtime[name] != nil {
				b.entries[name] = "handed out by linkname"
			}
		}
	}
	return b
}

func goRoot(t *testing.T) string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// isClean reports whether the prover takes a function for one that does not allocate
// without looking at it.
func isClean(symbol string) bool {
	if _, allocates := compiled.KindOf(symbol); allocates {
		return false
	}
	if isRuntime(symbol) {
		return opaqueRuntime(symbol) == ""
	}
	_, first := isFirstTimeFunc(symbol)
	return !first && isBoundary(symbol)
}

// aside has functions of the runtime, or prefixes of them, that are not followed, with
// the reason.
var aside = map[string]string{
	"runtime.throw":    "ends the program",
	"runtime.fatal":    "ends the program",
	"runtime.gopanic":  "fails",
	"runtime.goPanic":  "fails",
	"runtime.panic":    "fails",
	"runtime.sigpanic": "fails",

	"runtime.morestack": "the growth of a stack is not counted",
	"runtime.newstack":  "the growth of a stack is not counted",

	"runtime.wakep":  "the scheduler starts threads on its own account",
	"runtime.startm": "the scheduler starts threads on its own account",
	"runtime.newm":   "the scheduler starts threads on its own account",

	"runtime.acquireSudog": "records of what waits are kept in lists and reused",
	"runtime.releaseSudog": "records of what waits are kept in lists and reused",
	"runtime.popDefer":     "records of deferred calls are kept in lists and reused",

	"runtime.getitab":            "the table of methods of a type for an interface is made once",
	"runtime.(*timers).addHeap":  "the heap of timers of a processor grows to what is needed",
	"runtime.tryRecordGoroutine": "profiling is not counted",
	"runtime._cgo_panic":         "fails",

	"runtime.wbBufFlush":          "part of the collector",
	"runtime.bulkBarrierPreWrite": "part of the collector",
	"runtime.gcStart":             "part of the collector",
	"runtime.gcWriteBarrier":      "part of the collector",
}

// isAside reports whether a function of the runtime is not followed.
func isAside(symbol string) bool {
	for prefix := range aside {
		if strings.HasPrefix(symbol, prefix) {
			return true
		}
	}
	return false
}

// way returns the calls through which a function reaches an allocating entry, or nil.
func (b *boundaryCheck) way(symbol string) []string {
	from := map[string]string{symbol: ""}
	for work := []string{symbol}; len(work) > 0; {
		at := work[0]
		work = work[1:]
		for _, next := range b.next(at) {
			if _, seen := from[next]; seen || isAside(next) {
				continue
			}
			from[next] = at
			if _, allocates := compiled.KindOf(next); allocates {
				var way []string
				for s := next; s != ""; s = from[s] {
					way = append(way, s)
				}
				slices.Reverse(way)
				return way
			}
			work = append(work, next)
		}
	}
	return nil
}

func (b *boundaryCheck) next(symbol string) []string {
	if list, ok := b.callees[symbol]; ok {
		return list
	}
	fn := b.runtime[symbol]
	if fn == nil {
		return nil
	}
	var list []string
	for _, call := range fn.Calls {
		if call.Target != "" {
			list = append(list, call.Target)
		}
	}
	for name := range b.runtime {
		if rest, ok := strings.CutPrefix(name, symbol+".func"); ok && !strings.Contains(rest, ".") {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	b.callees[symbol] = slices.Compact(list)
	return list
}

// allocateSeldom are functions of the runtime that allocate in the end and are taken for
// clean all the same, with the reason. No test shows the reason to be true: it is what the
// source of go1.26.8 says.
var allocateSeldom = map[string]string{
	"runtime.assertE2I":             "only the error of a panic",
	"internal/reflectlite.ifaceE2I": "only the error of a panic",
	"reflect.ifaceE2I":              "only the error of a panic",
	"runtime.efaceeq":               "only the error of a panic",
	"runtime.ifaceeq":               "only the error of a panic",
	"runtime.interequal":            "only the error of a panic",
	"runtime.nilinterequal":         "only the error of a panic",
	"runtime.interhash":             "only the error of a panic",
	"runtime.nilinterhash":          "only the error of a panic",
	"runtime.typehash":              "only the error of a panic",
	"reflect.typehash":              "only the error of a panic",
	"runtime.cgoCheckPointer":       "only the error of a panic",
	"runtime.cgoCheckResult":        "only the error of a panic",

	"runtime.typeAssert":      "the cache of an assertion, which is extended for one miss in a thousand",
	"runtime.interfaceSwitch": "the cache of a switch, which is extended for one miss in a thousand",

	"runtime.GOMAXPROCS":               "only when it changes the number",
	"runtime.vgetrandom":               "the states are kept and reused",
	"runtime.addCovMeta":               "called once, by what initialises a package",
	"runtime.doInit":                   "called once for a package, by plugins",
	"internal/runtime/exithook.Add":    "called once, when coverage is set up",
	"runtime.(*cleanupQueue).createGs": "part of AddCleanup, which is reported",
}

// TestBoundary holds what is said of the runtime against its object code: what other
// packages or the compiler can call there either is in a table, or is reported as
// unknown, or does not reach an allocation.
//
// Calls of func values are not followed, but for literals of the function itself:
// systemstack and mcall run functions on the stack of the scheduler.
func TestBoundary(t *testing.T) {
	b := newBoundaryCheck(t)
	const least = 500
	if len(b.entries) < least {
		t.Errorf("%d functions of the runtime can be called, want more than %d", len(b.entries), least)
	}
	needed := make(map[string]bool)
	for _, name := range slices.Sorted(maps.Keys(b.entries)) {
		way := b.way(name)
		_, isEntry := compiled.KindOf(name)
		switch {
		case isEntry && way == nil:
			t.Errorf("%s is in the table and allocates nothing", name)
		case !isClean(name) || isAside(name) || way == nil:
		case allocateSeldom[name] != "":
			needed[name] = true
		default:
			t.Errorf("%s (%s) is taken for clean and allocates: %s", name, b.entries[name], strings.Join(way, " → "))
		}
	}
	for name := range allocateSeldom {
		if !needed[name] {
			t.Errorf("%s needs no exception", name)
		}
	}
	for prefix := range aside {
		if !b.has(prefix) {
			t.Errorf("the runtime has no function %s", prefix)
		}
	}
	for name := range cleanRuntime {
		if b.runtime[name] == nil {
			t.Errorf("the runtime has no function %s", name)
		}
	}
}

func (b *boundaryCheck) has(prefix string) bool {
	for name := range b.runtime {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// TestBoundaryFinds forges a boundary with a hole in it.
func TestBoundaryFinds(t *testing.T) {
	b := newBoundaryCheck(t)
	for symbol, want := range map[string]bool{
		"runtime.newobject":     true, // itself calls mallocgc
		"runtime.chanlen":       false,
		"time.newTimer":         true,
		"time.stopTimer":        false,
		"runtime.concatstring2": true,
		"sync.runtime_procPin":  false,
		"syscall.runtime_envs":  true,
	} {
		if got := b.way(symbol) != nil; got != want {
			t.Errorf("%s allocates: %t, want %t", symbol, got, want)
		}
	}
}

// TestBoundaryNames looks for what the boundary lists.
func TestBoundaryNames(t *testing.T) {
	b := newBoundaryCheck(t)
	elsewhere := map[string]bool{ // other systems, other releases
		"maps.fatal": true, "time.now": true,
		"syscall.rawSyscall": true, "syscall.rawSyscall6": true, "syscall.syscall": true, "syscall.syscall6": true,
		"syscall.syscall6X": true, "syscall.syscall9": true, "syscall.syscallPtr": true, "syscall.syscallX": true,
	}
	for path, names := range boundary {
		for _, name := range names {
			symbol := path + "." + name
			if b.runtime[symbol] == nil && !elsewhere[symbol] {
				t.Errorf("the runtime defines no %s", symbol)
			}
			if !isBoundary(symbol) || isBoundary(symbol+"2") || isBoundary("x/"+symbol) {
				t.Errorf("%s is not told apart", symbol)
			}
		}
	}
}
