package entries

import (
	"context"
	"maps"
	"math"
	"os"
	"reflect"
	"runtime"
	"strings"
	"time"
	"weak"
)

var (
	held       = &triple{1, 2, 3}
	r, w, _    = os.Pipe()
	channel    = reflect.ValueOf(make(chan *int, 1))
	table      = reflect.ValueOf(map[string]*int{"a": new(int)})
	name       = reflect.ValueOf("a")
	to, from   = reflect.ValueOf(make([]int, 10)), reflect.ValueOf(make([]int, 10))
	weakly     = weak.Make(held)
	background = context.Background()
	function   = runtime.FuncForPC(reflect.ValueOf(count).Pointer())
	letters    = []byte(strings.Repeat("a", 5000) + "bcd")
	abc        = []byte("abc")
	xyy        = []byte("xyy xy")
	later      = time.Now().Add(time.Hour)
)

func init() {
	pointed := reflect.ValueOf(new(int))
	maps.Copy(calls, map[string]func(){
		"exported":          func() { exported(pcs) },
		"ofFunc":            func() { ofFunc(function) },
		"exits":             func() { go exits(); <-finished },
		"mutex":             func() { mutex() },
		"forReading":        func() { forReading() },
		"forWriting":        func() { forWriting() },
		"condition":         func() { condition() },
		"waitGroup":         func() { waitGroup() },
		"atomicPointers":    func() { atomicPointers(&one) },
		"atomicValue":       func() { atomicValue(&one) },
		"sleeps":            func() { sleeps() },
		"strong":            func() { strong(weakly) },
		"settings":          func() { settings() },
		"labels":            func() { labels(background) },
		"constantTime":      func() { constantTime() },
		"pipes":             func() { pipes(r, w, abc, later) },
		"reflectChan":       func() { reflectChan(channel, pointed) },
		"reflectMap":        func() { reflectMap(table, name) },
		"reflectSlice":      func() { reflectSlice(to, from) },
		"once":              func() { once() },
		"fromPool":          func() { fromPool(n) },
		"loaded":            func() { loaded(&one) },
		"machine":           func() { machine(letters) },
		"onePass":           func() { onePass(abc) },
		"backtracks":        func() { backtracks(xyy) },
		"captures":          func() { captures(xyy) },
		"appendsInt":        func() { appendsInt(math.MinInt64) },
		"appendsUint":       func() { appendsUint(math.MaxUint64) },
		"appendsBool":       func() { appendsBool(false) },
		"appendsIntLess":    func() { appendsIntLess(math.MinInt64) },
		"appendsUintLess":   func() { appendsUintLess(math.MaxUint64) },
		"appendsUintBinary": func() { appendsUintBinary(math.MaxUint64) },
		"appendsBoolLess":   func() { appendsBoolLess(false) },
	})
}
