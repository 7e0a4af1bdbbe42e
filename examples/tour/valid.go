package tour

import "regexp"

// Valid returns the number of samples that have a proper name.
func Valid(samples []Sample) int {
	n := 0
	for i := range samples {
		name := regexp.MustCompile(`^[a-z_]+$`)
		if name.MatchString(samples[i].Name) {
			n++
		}
	}
	return n
}
