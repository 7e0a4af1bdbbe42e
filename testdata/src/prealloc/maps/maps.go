// Package maps holds maps that are filled in loops.
package maps

type item struct {
	id   int
	kind string
}

func copied(src map[string]int) map[string]int {
	m := map[string]int{} // want `map m grows to len\(src\) entries without a size, in a loop`
	for k, v := range src {
		m[k] = v
	}
	return m
}

func positions(xs []string) map[int]string {
	m := make(map[int]string) // want `map m grows to len\(xs\) entries without a size, in a loop`
	for i, x := range xs {
		m[i] = x
	}
	return m
}

// The keys may repeat, so that no fix is offered.
func index(xs []item) map[int]item {
	m := make(map[int]item) // want `map m grows to at most len\(xs\) entries without a size, in a loop`
	for _, x := range xs {
		m[x.id] = x
	}
	return m
}

func squares() map[int]int {
	m := make(map[int]int) // want `map m grows to 100 entries without a size, in a loop`
	for i := 0; i < 100; i++ {
		m[i] = i * i
	}
	return m
}

func few(xs []item, f func(map[int]int)) {
	for range xs {
		m := make(map[int]int) // nope: a map has room for eight
		for i := range 8 {
			m[i] = i
		}
		f(m)
	}
}

func sized(src map[string]int) map[string]int {
	m := make(map[string]int, len(src)) // nope: it is sized
	for k, v := range src {
		m[k] = v
	}
	return m
}

func set(xs []item) map[string]bool {
	m := make(map[string]bool) // nope: the keys of a set repeat (alexkohler/prealloc#24)
	for _, x := range xs {
		m[x.kind] = true
	}
	return m
}

func count(xs []item) map[string]int {
	m := make(map[string]int) // nope: counted, the keys repeat (alexkohler/prealloc#24)
	for _, x := range xs {
		m[x.kind]++
	}
	return m
}

func group(xs []item) map[string][]item {
	m := make(map[string][]item) // nope: grouped, the keys repeat (alexkohler/prealloc#24)
	for _, x := range xs {
		m[x.kind] = append(m[x.kind], x)
	}
	return m
}

func buckets(xs []int) map[int]int {
	m := make(map[int]int) // nope: calculated keys may repeat
	for _, x := range xs {
		m[x%10] = x
	}
	return m
}

func filtered(src map[string]int) map[string]int {
	m := map[string]int{} // nope: entries are left out
	for k, v := range src {
		if v > 0 {
			m[k] = v
		}
	}
	return m
}

func again(xs, ys []int) map[int]int {
	m := map[int]int{} // nope: the keys repeat from round to round
	for range xs {
		for i, y := range ys {
			m[i] = y
		}
	}
	return m
}

func changedKey(xs []int) map[int]int {
	m := map[int]int{} // want `map m grows to at most len\(xs\) entries without a size, in a loop`
	for i, x := range xs {
		i = x % 3
		m[i] = x
	}
	return m
}
