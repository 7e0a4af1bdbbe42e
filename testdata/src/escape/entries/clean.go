package entries

import (
	"context"
	"crypto/fips140"
	"crypto/subtle"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
	"weak"
)

// What is listed as clean: functions of the runtime that are exported, or that other
// packages reach by linkname.

//zeroalloc:strict
func exported(pcs []uintptr) {
	runtime.LockOSThread()
	runtime.Gosched()
	runtime.UnlockOSThread()
	sinkCount = runtime.Callers(0, pcs) + runtime.NumGoroutine() + runtime.GOMAXPROCS(0) + runtime.NumCPU()
	runtime.KeepAlive(pcs)
}

//zeroalloc:check
func ofFunc(f *runtime.Func) {
	_, line := f.FileLine(f.Entry())
	sinkCount = line
}

//zeroalloc:strict
func exits() {
	defer signal()
	runtime.Goexit()
}

func signal() { finished <- true }

var (
	finished = make(chan bool)
	mu       sync.Mutex
	rw       sync.RWMutex
	cond     = sync.NewCond(&mu)
	wait     sync.WaitGroup
	timer    = time.NewTimer(time.Hour)
)

func locks() {
	mu.Lock()
	mu.Unlock()
	signal()
}

func reads() {
	rw.RLock()
	rw.RUnlock()
	signal()
}

func writes() {
	rw.Lock()
	rw.Unlock()
	signal()
}

func wakes() {
	mu.Lock()
	cond.Signal()
	cond.Broadcast()
	mu.Unlock()
}

func finishes() { wait.Done() }

// Each is held while another goroutine waits for it.

//zeroalloc:check
func mutex() {
	mu.Lock()
	go locks()
	runtime.Gosched()
	mu.Unlock()
	<-finished
}

//zeroalloc:check
func forReading() {
	rw.Lock()
	go reads()
	runtime.Gosched()
	rw.Unlock()
	<-finished
}

//zeroalloc:check
func forWriting() {
	rw.RLock()
	go writes()
	runtime.Gosched()
	rw.RUnlock()
	<-finished
}

//zeroalloc:check
func condition() {
	mu.Lock()
	go wakes()
	cond.Wait() // want `interface method sync.Locker.Unlock cannot be followed`
	mu.Unlock()
}

//zeroalloc:check
func waitGroup() {
	wait.Add(1)
	go finishes()
	wait.Wait()
}

var word unsafe.Pointer

//zeroalloc:strict
func atomicPointers(p *int) {
	atomic.StorePointer(&word, unsafe.Pointer(p))
	atomic.CompareAndSwapPointer(&word, unsafe.Pointer(p), unsafe.Pointer(p))
	sinkCount = *(*int)(atomic.SwapPointer(&word, unsafe.Pointer(p)))
}

var value atomic.Value

//zeroalloc:strict
func atomicValue(p *int) int {
	value.Store(p)
	return *value.Load().(*int)
}

//zeroalloc:check
func sleeps() {
	time.Sleep(time.Nanosecond)
	start := time.Now()
	timer.Reset(time.Hour)
	timer.Stop()
	sinkCount = int(time.Since(start) + time.Until(start))
}

//zeroalloc:strict
func strong(p weak.Pointer[triple]) int { return p.Value().a }

//zeroalloc:strict
func settings() {
	debug.SetGCPercent(debug.SetGCPercent(100))
	debug.SetMaxStack(debug.SetMaxStack(1 << 30))
	debug.SetMaxThreads(debug.SetMaxThreads(10000))
	debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	debug.SetMemoryLimit(-1)
	sinkCount = syscall.Getpagesize() + os.Getpagesize()
}

//zeroalloc:check
func labels(ctx context.Context) { pprof.SetGoroutineLabels(ctx) } // want `interface method context.Context.Value cannot be followed`

//zeroalloc:check
func constantTime() {
	subtle.WithDataIndependentTiming(count)
	fips140.WithoutEnforcement(count)
}

//zeroalloc:check
func pipes(r, w *os.File, b []byte, at time.Time) error {
	if err := r.SetReadDeadline(at); err != nil { // want `func value CloseFunc cannot be followed`
		return err
	}
	if _, err := w.Write(b); err != nil { // want `func value CloseFunc cannot be followed`
		return err
	}
	_, err := r.Read(b) // want `func value CloseFunc cannot be followed`
	return err
}

//zeroalloc:check
func reflectChan(c, v reflect.Value) {
	c.Send(v) // want `new object made by reflection allocates`
	sinkCount = c.Len() + c.Cap()
	c.TryRecv() // want `variable val is moved to the heap`
}

// What package reflect makes depends on types that are not known here. These are not
// annotated: that they are measured to allocate nothing holds for what they call.

func reflectMap(m, k reflect.Value) {
	sinkCount = m.Len()
	if m.MapIndex(k).IsValid() {
		sinkCount++
	}
	m.SetMapIndex(k, reflect.Value{})
	m.Clear()
}

func reflectSlice(to, from reflect.Value) {
	sinkCount = reflect.Copy(to, from)
	to.Index(0).Set(from.Index(1))
	to.Index(0).SetZero()
	to.Index(0).SetInt(5)
	from.Clear()
}

// What allocates the first time only.

var (
	onlyOnce sync.Once
	objects  = sync.Pool{New: func() any { return new(triple) }}
	shared   sync.Map
	nested   = regexp.MustCompile(`(a+)*(b|c)+d?$`)
	anchored = regexp.MustCompile(`^a(b)c$`)
	simple   = regexp.MustCompile(`x(y+)`)
)

//zeroalloc:check
func once() {
	onlyOnce.Do(func() { sinkObj = new(triple) })
}

//zeroalloc:check
func fromPool(n int) {
	v := objects.Get().(*triple)
	v.a = n
	objects.Put(v)
}

//zeroalloc:check
func loaded(p *int) bool {
	_, ok := shared.Load(p)
	return ok
}

// The machine, the list of threads that go on, and the one-pass program.

//zeroalloc:check
func machine(b []byte) bool {
	return nested.Match(b) // want `io.RuneReader.ReadRune cannot be followed`
}

//zeroalloc:check
func onePass(b []byte) bool {
	return anchored.Match(b) // want `io.RuneReader.ReadRune cannot be followed`
}

//zeroalloc:check
func backtracks(b []byte) bool {
	return simple.Match(b) // want `io.RuneReader.ReadRune cannot be followed`
}

//zeroalloc:check
func captures(b []byte) [][]int {
	return simple.FindAllSubmatchIndex(b, -1) // want `append allocates when it exceeds the capacity: .*pad`
}

// What is appended has a bound.

//go:noinline
func use(b []byte) { sinkCount += len(b) }

//zeroalloc:check
func appendsInt(n int64) {
	var b [20]byte
	use(strconv.AppendInt(b[:0], n, 10))
}

//zeroalloc:check
func appendsUint(n uint64) {
	var b [20]byte
	use(strconv.AppendUint(b[:0], n, 10))
}

//zeroalloc:check
func appendsBool(v bool) {
	var b [5]byte
	use(strconv.AppendBool(b[:0], v))
}

//zeroalloc:check
func appendsIntLess(n int64) {
	var b [19]byte
	use(strconv.AppendInt(b[:0], n, 10)) // want `append allocates when it exceeds the capacity: strconv.Append`
}

//zeroalloc:check
func appendsUintLess(n uint64) {
	var b [19]byte
	use(strconv.AppendUint(b[:0], n, 10)) // want `append allocates when it exceeds the capacity: strconv.Append`
}

//zeroalloc:check
func appendsUintBinary(n uint64) {
	var b [20]byte
	use(strconv.AppendUint(b[:0], n, 2)) // want `append allocates when it exceeds the capacity: strconv.Append`
}

//zeroalloc:check
func appendsBoolLess(v bool) {
	var b [4]byte
	use(strconv.AppendBool(b[:0], v)) // want `append allocates when it exceeds the capacity: strconv.Append`
}
