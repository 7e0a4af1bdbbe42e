package doc

import (
	"sync"
	"testing"
)

func TestAllocs(t *testing.T) {
	var mu []*sync.Mutex
	for range 10 {
		mu = append(mu, new(sync.Mutex))
	}
	values := make([]int, len(mu))
	if n := testing.AllocsPerRun(100, func() { Sum(mu, values) }); n < 10 {
		t.Errorf("Sum allocates %v times, not 10 or more", n)
	}
	if n := testing.AllocsPerRun(100, func() { SumBetter(mu, values) }); n != 0 {
		t.Errorf("SumBetter allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { Hold(mu, func() {}) }); n != 0 {
		t.Errorf("Hold allocates %v times", n)
	}
}
