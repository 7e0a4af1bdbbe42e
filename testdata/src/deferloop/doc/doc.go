package doc

import "sync"

func Sum(mu []*sync.Mutex, values []int) (sum int) {
	for i, m := range mu {
		m.Lock()
		defer m.Unlock() // want `^deferred call allocates for its receiver and is kept until the function returns, in a loop; a function called in each round ends it there, one deferred func with a loop is recorded once$`
		sum += values[i]
	}
	return sum
}

func SumBetter(mu []*sync.Mutex, values []int) (sum int) {
	for i, m := range mu {
		sum += get(m, values, i)
	}
	return sum
}

func get(m *sync.Mutex, values []int, i int) int {
	m.Lock()
	defer m.Unlock()
	return values[i]
}

func Hold(mu []*sync.Mutex, do func()) {
	defer func() {
		for _, m := range mu {
			m.Unlock()
		}
	}()
	for _, m := range mu {
		m.Lock()
	}
	do()
}
