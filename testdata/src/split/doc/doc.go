// Package doc holds the examples of the documentation.
package doc

import "strings"

func Words(lines []string, count map[string]int) {
	for _, line := range lines {
		for _, word := range strings.Split(line, ",") { // want `^strings\.Split allocates a slice that is only ranged over, in a loop; strings\.SplitSeq makes none$`
			count[word]++
		}
	}
}

func WordsOf(lines []string, count map[string]int) {
	for _, line := range lines {
		for word := range strings.SplitSeq(line, ",") { // nope: an iterator
			count[word]++
		}
	}
}

func Settings(lines []string, set func(key, value string)) {
	for _, line := range lines {
		kv := strings.SplitN(line, "=", 2) // want `^strings\.SplitN allocates a slice of two, in a loop; strings\.Cut makes none$`
		if len(kv) != 2 {
			continue
		}
		set(kv[0], kv[1])
	}
}

func SettingsOf(lines []string, set func(key, value string)) {
	for _, line := range lines {
		key, value, ok := strings.Cut(line, "=") // nope: no slice
		if !ok {
			continue
		}
		set(key, value)
	}
}
