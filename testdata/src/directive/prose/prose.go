// Package prose talks about directives without having one.
//
// The directive //zeroalloc:check means that nothing allocates.
// zeroalloc:check marks hot functions
//
//	//zeroalloc:check
//	func f() {}
package prose

// zeroalloc:cold marks what is slow.

// zeroalloc is a tool.
// zeroalloc

//zeroalloc proves it.

// f does.
func f() {}

const text = `
//zeroalloc:chekc
// zeroalloc:check
`
