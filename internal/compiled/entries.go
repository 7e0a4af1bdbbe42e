package compiled

import "strings"

// An entry is an entry point of the runtime that allocates.
type entry struct {
	kind    Kind
	typeArg int // the argument that is the descriptor of the type allocated, or -1
}

// entryOf returns the allocating entry point that a linker symbol names.
func entryOf(symbol string) (entry, bool) {
	name, ok := strings.CutPrefix(symbol, "runtime.")
	if !ok {
		e, ok := linkedEntries[symbol]
		return e, ok
	}
	if e, ok := entries[name]; ok {
		return e, true
	}
	for _, family := range families {
		if strings.HasPrefix(name, family.prefix) {
			return family.entry, true
		}
	}
	return entry{}, false
}

// entries of package runtime by name. What does not allocate has similar names:
// slicebytetostringtmp, deferprocStack, newproc1.
var entries = map[string]entry{
	"newobject":            {Object, 0},
	"newarray":             {Slice, 0},
	"mallocgc":             {Slice, 1}, // make joined with the copy that follows
	"convT":                {Box, 0},
	"convTnoptr":           {Box, 0},
	"makemap_small":        {Map, -1},
	"moveSliceNoScan":      {Grow, -1},
	"moveSliceNoCapNoScan": {Grow, -1},
	"slicebytetostring":    {Conversion, -1},
	"slicerunetostring":    {Conversion, -1},
	"stringtoslicebyte":    {Conversion, -1},
	"stringtoslicerune":    {Conversion, -1},
	"intstring":            {Conversion, -1},
	"newproc":              {Go, -1},
	"deferproc":            {Defer, -1},
	"deferprocat":          {Defer, -1},
	"deferrangefunc":       {Defer, -1},
	"rawstring":            {Other, -1},
	"rawbyteslice":         {Other, -1},
	"rawruneslice":         {Other, -1},
	"gobytes":              {Other, -1}, // C.GoBytes
	"gostring":             {Other, -1}, // C.GoString
	"gostringn":            {Other, -1}, // C.GoStringN
	"newcoro":              {Other, -1}, // iter.Pull
	"SetFinalizer":         {Other, -1},
	"(*Frames).Next":       {Other, -1}, // the name of a generic function
	"(*Func).Name":         {Other, -1}, // the same
	"mapiterinit":          {Other, -1}, // for code that goes behind the back of package reflect

	// Of packages runtime/pprof and runtime/trace.
	"pprof_goroutineLeakProfileWithLabels": {Other, -1},
	"pprof_goroutineProfileWithLabels":     {Other, -1},
	"pprof_makeProfStack":                  {Other, -1},
	"traceAdvance":                         {Other, -1},
}

// families of entries of package runtime. A release adds members to them:
// mallocgcSmallScanNoHeaderSC3, growsliceBuf and moveSlice came with Go 1.26.
var families = []struct {
	prefix string
	entry
}{
	{"mallocgc", entry{Object, 1}},
	{"convT", entry{Box, -1}},
	{"makeslice", entry{Slice, 0}},
	{"growslice", entry{Grow, 4}},
	{"moveSlice", entry{Grow, 0}},
	{"makemap", entry{Map, 0}},
	{"mapassign", entry{MapAssign, 0}},
	{"makechan", entry{Chan, 0}},
	{"concatstring", entry{Concat, -1}},
	{"concatbyte", entry{Concat, -1}},
}

// linkedEntries are functions of package runtime that other packages declare
// and call by a name of their own.
var linkedEntries = map[string]entry{
	"internal/bytealg.MakeNoZero":       {Other, -1},
	"internal/syscall/unix.gostring":    {Other, -1},
	"os.runtime_args":                   {Other, -1},
	"reflect.addReflectOff":             {Other, -1},
	"reflect.mapiterinit":               {Other, -1},
	"reflect.typelinks":                 {Other, -1},
	"syscall.runtimeClearenv":           {Other, -1},
	"syscall.runtimeSetenv":             {Other, -1},
	"syscall.runtimeUnsetenv":           {Other, -1},
	"syscall.runtime_envs":              {Other, -1},
	"time.newTimer":                     {Other, -1},
	"internal/reflectlite.unsafe_New":   {Other, 0},
	"internal/runtime/maps.newarray":    {Other, 0},
	"internal/runtime/maps.newobject":   {Other, 0},
	"internal/runtime/maps.NewEmptyMap": {Map, -1},
	"internal/runtime/maps.NewMap":      {Map, 0},
	"maps.clone":                        {Other, -1},
	"reflect.makechan":                  {Chan, -1},
	"reflect.makemap":                   {Map, -1},
	"reflect.mapassign":                 {MapAssign, -1},
	"reflect.mapassign0":                {MapAssign, -1},
	"reflect.mapassign_faststr":         {MapAssign, -1},
	"reflect.mapassign_faststr0":        {MapAssign, -1},
	"reflect.unsafe_New":                {Other, 0},
	"reflect.unsafe_NewArray":           {Other, 0},
	"reflect.growslice":                 {Grow, -1},
	"arena.runtime_arena_newArena":      {Other, -1},
	"arena.runtime_arena_arena_New":     {Other, -1},
	"weak.runtime_registerWeakPointer":  {Other, -1},
}

// KindOf returns the kind of allocation that a call of the linker symbol makes,
// and whether it makes any.
func KindOf(symbol string) (Kind, bool) {
	e, ok := entryOf(symbol)
	return e.kind, ok
}
