package prover

import "fmt"

// resultBounds are the greatest lengths of strings that functions return.
var resultBounds = map[string]int{"strconv.Itoa": 20, "strconv.FormatBool": 5}

// resultSize returns the size of what a function returns as " (16 B)" or " (up to 20
// B)", or "" where it is not known.
func resultSize(symbol string, site sight) string {
	if n, ok := resultBounds[symbol]; ok {
		return fmt.Sprintf(" (up to %d B)", n)
	}
	return ""
}
