package tour

import (
	"fmt"
	"io"
	"sort"
	"strings"
)

// Dump writes samples for people to read.
func Dump(w io.Writer, samples []Sample) error {
	for i := range samples {
		s := &samples[i]
		if _, err := fmt.Fprintf(w, "%s %g %d\n", s.Name, s.Value, s.Time); err != nil {
			return fmt.Errorf("sample %d: %w", i, err)
		}
	}
	return nil
}

// Labels returns the labels of s as a list.
func Labels(s *Sample) string {
	list := ""
	for _, l := range s.Labels {
		list += l.Key + "=" + l.Value + ","
	}
	return strings.TrimSuffix(list, ",")
}

// Names returns the names of samples, sorted.
func Names(samples []Sample) []string {
	var names []string
	for i := range samples {
		names = append(names, samples[i].Name)
	}
	sort.Strings(names)
	return names
}

// A Threshold is a bound that samples of one name should not exceed.
type Threshold struct {
	Name string
	Max  float64
}

// Checks returns a function for each threshold that reports whether a sample
// exceeds it.
func Checks(thresholds []Threshold) map[string]func(*Sample) bool {
	checks := make(map[string]func(*Sample) bool, len(thresholds))
	for _, t := range thresholds {
		checks[t.Name] = func(s *Sample) bool { return s.Value > t.Max }
	}
	return checks
}

// A Sink receives values.
type Sink interface {
	Put(name string, value any)
}

// Send hands all samples to sink, but for those with the value 0.
func Send(sink Sink, samples []Sample) {
	for i := range samples {
		s := &samples[i]
		if s.Value == 0 {
			continue
		}
		sink.Put(s.Name, s.Value)
	}
}

// Total returns the sum of the values. The closure stays on the stack, and so
// does what it captures.
func Total(samples []Sample) float64 {
	sum := 0.0
	for i := range samples {
		add := func() { sum += samples[i].Value }
		add()
	}
	return sum
}
