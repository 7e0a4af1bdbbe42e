// Package deferloop defines an Analyzer that reports deferred calls that pile up in a loop.
//
// # Analyzer deferloop
//
// deferloop: report deferred calls that pile up in a loop
//
// A deferred call is made when the function returns, not at the end of a round of a loop.
// Until then there is a record of it, with a copy of all that it needs: its receiver, its
// arguments, what its func literal captures. Outside a loop both are on the stack; in a
// loop their number is not known, and they are on the heap:
//
//	func Sum(mu []*sync.Mutex, values []int) (sum int) {
//		for i, m := range mu {
//			m.Lock()
//			defer m.Unlock() // deferred call allocates for its receiver and is kept until the function returns, in a loop; a function called in each round ends it there, one deferred func with a loop is recorded once
//			sum += values[i]
//		}
//		return sum
//	}
//
// and
//
//	func SumBetter(mu []*sync.Mutex, values []int) (sum int) {
//		for i, m := range mu {
//			sum += get(m, values, i)
//		}
//		return sum
//	}
//
//	func get(m *sync.Mutex, values []int, i int) int {
//		m.Lock()
//		defer m.Unlock()
//		return values[i]
//	}
//
// That the calls are made late is often not meant either: here all mutexes are held until
// the end. No fix is offered, since it would change that. Where it is meant, one deferred
// func for all is recorded once:
//
//	func Hold(mu []*sync.Mutex, do func()) {
//		defer func() {
//			for _, m := range mu {
//				m.Unlock()
//			}
//		}()
//		for _, m := range mu {
//			m.Lock()
//		}
//		do()
//	}
//
// A finding is confirmed by the object code. Without it, a call that needs something is
// reported. A call that needs nothing is not: the runtime reuses the records themselves.
package deferloop
