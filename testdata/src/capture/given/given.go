// Package given has func literals for what has its type from elsewhere.
package given

import (
	"net/http"
	"path/filepath"
)

type registry interface{ Walk(fn filepath.WalkFunc) }

type own func() int

var (
	handlers []http.HandlerFunc
	handler  http.HandlerFunc
	owns     []own
)

//go:noinline
func keepHandler(h http.HandlerFunc) { handler = h }

//go:noinline
func keepAny(f ...func()) { kept = f }

var kept []func()

// A parameter of a type that another package declares cannot be changed.
func parameters(names []string) {
	for _, name := range names {
		keepHandler(func(w http.ResponseWriter, r *http.Request) { // want `, in a loop; where calls do not overlap, one func over a reused struct of name does$`
			w.Header().Set("name", name)
		})
		keepAny(func() { println(name) }) // want `, in a loop; a func that takes name as an argument captures nothing$`
	}
}

func method(r registry, names []string) {
	for i, name := range names {
		r.Walk(nil)
		keepHandler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { println(i, name) })) // want `, in a loop; where calls do not overlap, one func over a reused struct of them does$`
	}
}

func stored(names []string) {
	for i, name := range names {
		handler = func(http.ResponseWriter, *http.Request) { println(name) }                          // want `one func for all rounds, over a struct of name, does where one is in use at a time$`
		handlers = append(handlers, func(http.ResponseWriter, *http.Request) { println(name) })       // want `, in a loop; one func for all rounds, over a struct of name, does where one is in use at a time$`
		owns = append(owns, func() int { return i })                                                  // want `a func that takes i as an argument captures nothing$`
		handlers[i] = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { println(name, i) }) // want `over a struct of them`
	}
}

// Who calls the function that visit holds has given its type.
func visited(visit func(func(int) bool), names []string) (n int) {
	for i, name := range names {
		visit(func(j int) bool { n++; return i == j && name != "" }) // want `where calls do not overlap, one func over a reused struct of them does$`
	}
	return n
}

// append calls nothing with the elements.
func collected(names []string) (all []func(string) bool) {
	for _, name := range names {
		all = append(all, func(s string) bool { return s == name }) // want `, in a loop; a func that takes name as an argument captures nothing$`
	}
	return all
}
