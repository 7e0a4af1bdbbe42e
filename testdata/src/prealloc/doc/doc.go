// Package doc holds the examples of the documentation.
package doc

import "strings"

type user struct {
	name string
	age  int
}

func names(users []user) []string {
	// want +1 `^slice names grows to len\(users\) elements of 16 bytes without capacity, in a loop$`
	var names []string
	for _, u := range users {
		names = append(names, u.name)
	}
	return names
}

func ages(users []user) map[int]int {
	// want +1 `^map ages grows to len\(users\) entries without a size, in a loop$`
	ages := make(map[int]int)
	for i, u := range users {
		ages[i] = u.age
	}
	return ages
}

func dashes(users []user) string {
	// want +1 `^strings\.Builder b grows to 2\*len\(users\) bytes without Grow, in a loop$`
	var b strings.Builder
	for range users {
		b.WriteString("- ")
	}
	return b.String()
}

func adults(users []user) []user {
	// want +1 `^slice adults starts as make\(\[\]user, 0\), without the first buffer that append gives \[\]user{}, in a loop$`
	adults := make([]user, 0)
	for _, u := range users {
		if u.age >= 18 {
			adults = append(adults, u)
		}
	}
	return adults
}
