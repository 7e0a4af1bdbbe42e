package a

import "fmt"

// Rewrapped and Swapped write back what they read: to ask whether such an error
// is nil once went round for ever.
func Rewrapped(xs []int, work func(int) error) (err error) {
	defer func() { err = fmt.Errorf("rewrapped: %w", err) }()
	for _, x := range xs {
		if err = work(x); err != nil {
			err = fmt.Errorf("%d: %w", x, err)
			keep(func() int { return x }) // nope: the path fails
			return err
		}
	}
	return err
}

func Swapped(xs []int, a, b *error) error {
	for _, x := range xs {
		*a, *b = *b, *a
		if x > 0 {
			keep(func() int { return x }) // nope: the path leaves the loop
			return *a
		}
	}
	return nil
}
