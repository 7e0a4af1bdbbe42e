// Package outside calls what no Go code stands for.
package outside

import (
	"plugin"
	_ "unsafe" // for go:linkname
)

// assembly has a twin in Go.
func assembly(n int) int

//go:linkname nanotime runtime.nanotime
func nanotime() int64

//go:linkname linked zeroalloc.test/somewhere.linked
func linked(n int) int

//zeroalloc:check
func callsAssembly(n int) int {
	return assembly(n) // want `outside.assembly is written in assembly`
}

// A function of the runtime is known where the standard library reaches it.
//
//zeroalloc:check
func callsRuntime() int64 {
	return nanotime()
}

//zeroalloc:check
func callsLinked(n int) int {
	return linked(n) // want `somewhere.linked has no Go body`
}

//zeroalloc:check
func callsPlugin(p *plugin.Plugin) (int, error) {
	f, err := p.Lookup("F")
	if err != nil {
		return 0, err
	}
	return f.(func() int)(), nil // want `call of func value .* cannot be followed`
}

//zeroalloc:check
func opensPlugin(path string) (*plugin.Plugin, error) {
	return plugin.Open(path) // want `plugin.Open`
}

//zeroalloc:check
func callsGo(n int) int {
	return inGo(n)
}

//go:noinline
func inGo(n int) int { return n + 1 }
