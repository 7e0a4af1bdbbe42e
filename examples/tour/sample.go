// Package tour writes measurements as lines of text, for zeroalloc-lint to be
// tried on. Half of it is written the way such code often begins, half the way
// it ends once it runs for each request.
package tour

import "strconv"

// A Sample is one measurement.
type Sample struct {
	Name   string
	Labels []Label
	Value  float64
	Time   int64 // milliseconds since 1970
}

// A Label tells samples of one name apart.
type Label struct {
	Key, Value string
}

// AppendSample appends the line of s to dst and returns the result. What
// append needs when dst is full is no fault of this function: the caller reuses
// the buffer.
//
//zeroalloc:check
func AppendSample(dst []byte, s *Sample) []byte {
	dst = append(dst, s.Name...)
	for i := range s.Labels {
		dst = appendLabel(dst, &s.Labels[i])
	}
	dst = append(dst, ' ')
	dst = strconv.AppendFloat(dst, s.Value, 'g', -1, 64)
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, s.Time, 10)
	return append(dst, '\n')
}

func appendLabel(dst []byte, l *Label) []byte {
	dst = append(dst, ';')
	dst = append(dst, l.Key...)
	dst = append(dst, '=')
	return append(dst, l.Value...)
}

// Key returns what tells the series of s apart. It builds it in buf, and claims
// too much: the result is a new string each time.
//
//zeroalloc:check
func Key(buf []byte, s *Sample) string {
	buf = append(buf[:0], s.Name...)
	for i := range s.Labels {
		buf = appendLabel(buf, &s.Labels[i])
	}
	return string(buf)
}

// Find returns the sample with the given key. Here the conversion is free,
// since the string only serves for a look-up.
//
//zeroalloc:check
func Find(series map[string]*Sample, key []byte) *Sample {
	return series[string(key)]
}

// Reset empties s for the next use. Nobody checks it: the directive is
// misspelt.
//
//zeroalloc:chekc
func Reset(s *Sample) {
	*s = Sample{Labels: s.Labels[:0]}
}
