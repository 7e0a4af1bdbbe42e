// Package generic holds functions with type parameters.
package generic

import "io"

// Used is instantiated here.
func Used[T comparable](rows [][]T) int {
	n := 0
	for _, row := range rows {
		seen := make(map[T]bool, len(row)) // want `make\(map\[T\]bool, len\(row\)\) allocates a map`
		for _, x := range row {
			seen[x] = true
		}
		n += len(seen)
		cells := make([]T, len(row)) // want `make\(\[\]T, len\(row\)\) allocates`
		n += copy(cells, row)
	}
	return n
}

// Count instantiates it.
func Count(rows [][]int) int { return Used(rows) }

// Unused is not: what the compiler makes of it is not known here.
func Unused[T comparable](r io.Reader, rows [][]T) int {
	n := 0
	for _, row := range rows {
		seen := make(map[T]bool, len(row)) // nope: not compiled here
		n += len(seen)
	}
	return n
}
