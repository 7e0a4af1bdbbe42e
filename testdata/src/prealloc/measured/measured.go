// Package measured has slices and maps of a hundred elements that grow, each beside the
// same with room from the start. Its test counts what both allocate.
package measured

import (
	"maps"
	"slices"
)

type pair struct{ a, b int }

type holder struct{ list []pair }

var (
	numbers = slices.Repeat([]int{1, 2}, 50)
	sparse  = make([]int, 100)
	table   = maps.Collect(slices.All(numbers))
	pairs   []pair
	ints    []int
	counts  map[int]int
)

// Funcs has functions that allocate more than what is advised does.
var Funcs = []struct {
	Name      string
	Was, Then func()
}{
	{"local", local, localThen},
	{"named", func() { pairs = named() }, localThen},
	{"values", values, localThen},
	{"fromMap", fromMap, fromMapThen},
	{"fromInt", fromInt, localThen},
	{"bigMap", bigMap, bigMapThen},
	{"makeEmpty", func() { ints = makeEmpty() }, func() { ints = literalEmpty() }},
}

func local() {
	var list []pair // want `^slice list grows to len\(numbers\) elements of 16 bytes without capacity, in a loop$`
	for _, n := range numbers {
		list = append(list, pair{n, n})
	}
	pairs = list
}

func localThen() {
	list := make([]pair, 0, len(numbers))
	for _, n := range numbers {
		list = append(list, pair{n, n})
	}
	pairs = list
}

func named() (list []pair) {
	for _, n := range numbers {
		list = append(list, pair{n, n}) // want `^slice list grows to len\(numbers\) elements`
	}
	return list
}

func values() {
	var list []pair // want `^slice list grows to len\(numbers\) elements`
	for n := range slices.Values(numbers) {
		list = append(list, pair{n, n})
	}
	pairs = list
}

func fromMap() {
	var list []pair // want `^slice list grows to len\(table\) elements`
	for k, v := range table {
		list = append(list, pair{k, v})
	}
	pairs = list
}

func fromMapThen() {
	list := make([]pair, 0, len(table))
	for k, v := range table {
		list = append(list, pair{k, v})
	}
	pairs = list
}

func fromInt() {
	var list []pair // want `^slice list grows to 100 elements`
	for n := range 100 {
		list = append(list, pair{n, n})
	}
	pairs = list
}

func bigMap() {
	m := make(map[int]int) // want `^map m grows to len\(numbers\) entries without a size`
	for i, n := range numbers {
		m[i] = n
	}
	counts = m
}

func bigMapThen() {
	m := make(map[int]int, len(numbers))
	for i, n := range numbers {
		m[i] = n
	}
	counts = m
}

func makeEmpty() []int {
	list := make([]int, 0) // want `^slice list starts as make\(\[\]int, 0\), without the first buffer`
	for _, n := range numbers[:4] {
		if n != 0 {
			list = append(list, n)
		}
	}
	return list
}

func literalEmpty() []int {
	list := []int{}
	for _, n := range numbers[:4] {
		if n != 0 {
			list = append(list, n)
		}
	}
	return list
}

// Worse has functions that would not allocate less with capacity from the start.
var Worse = []struct {
	Name      string
	Was, Then func()
}{
	{"filtered", func() { ints = filtered() }, func() { ints = filteredThen() }},
	{"small", func() { ints = small() }, func() { ints = smallThen() }},
}

func filtered() []int {
	var list []int // nope: the filter keeps nothing, and nothing is allocated
	for _, n := range sparse {
		if n > 0 {
			list = append(list, n)
		}
	}
	return list
}

func filteredThen() []int {
	list := make([]int, 0, len(sparse))
	for _, n := range sparse {
		if n > 0 {
			list = append(list, n)
		}
	}
	return list
}

func small() []int {
	var list []int // nope: one allocation with capacity or without
	for n := range 4 {
		list = append(list, n)
	}
	return list
}

func smallThen() []int {
	list := make([]int, 0, 4)
	for n := range 4 {
		list = append(list, n)
	}
	return list
}

// What is not found.

func (h *holder) fill() {
	for _, n := range numbers {
		h.list = append(h.list, pair{n, n}) // nope: a field may have content, and have been kept for its capacity
	}
}

func collected() []int {
	return slices.Collect(slices.Values(numbers)) // nope: slices.Clone is the remedy, not capacity
}

func inserted() []int {
	return append([]int{1}, numbers...) // nope: no loop
}
