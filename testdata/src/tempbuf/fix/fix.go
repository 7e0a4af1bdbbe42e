// Package fix holds what can be moved out of the loop, and what had better not.
package fix

import (
	"bytes"
	"io"
	"regexp"
	"strings"
)

// Fixed are functions that are fixed, for a test that runs them before and after.
var Fixed = map[string]func(rows []string) any{
	"matching":      func(rows []string) any { return matching(rows) },
	"matchingAlone": func(rows []string) any { return matchingAlone(rows) },
	"replaced":      func(rows []string) any { return replaced([][]string{rows, rows}) },
	"rendered": func(rows []string) any {
		var w strings.Builder
		rendered(&w, [][]string{rows, rows, rows})
		return w.String()
	},
	"read": func(rows []string) any {
		n, _ := read(strings.NewReader(strings.Join(rows, "x")), "some key of some length that is long enough", len(rows))
		return n
	},
	"counted":  func(rows []string) any { return counted([][]string{rows, rows[:len(rows)/2], nil}) },
	"selected": func(rows []string) any { return selected([][]string{rows, rows[:len(rows)/2], rows}) },
}

func matching(lines []string) int {
	n := 0
	for _, line := range lines {
		re := regexp.MustCompile(`^\d+$`) // want `regexp.MustCompile makes the same`
		if re.MatchString(line) {
			n++
		}
	}
	return n
}

func matchingAlone(lines []string) int {
	n := 0
	// Lines of digits.
	for _, line := range lines {
		re := regexp.MustCompile(`^\d+$`) // want `regexp.MustCompile makes the same`

		if re.MatchString(line) {
			n++
		}
	}
	return n
}

func replaced(rows [][]string) string {
	s := ""
rows:
	for _, row := range rows {
		for _, cell := range row {
			var r = strings.NewReplacer("a", "b", "c", "d") // want `strings.NewReplacer makes the same`
			s = r.Replace(cell)
			if s == "" {
				continue rows
			}
		}
	}
	return s
}

func rendered(w io.Writer, rows [][]string) error {
	for _, row := range rows {
		var buf bytes.Buffer // want `bytes.Buffer buf allocates`
		for _, cell := range row {
			buf.WriteString(cell)
		}
		if _, err := w.Write(buf.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

func read(r io.Reader, key string, n int) (sum int, err error) {
	for range n {
		frame := make([]byte, len(key)+2) // want `make\(\[\]byte, len\(key\) \+ 2\) allocates`
		if _, err := r.Read(frame); err != nil {
			return 0, err
		}
		for _, c := range frame {
			sum += int(c)
		}
	}
	return sum, nil
}

func counted(rows [][]string) int {
	most := 0
	for _, row := range rows {
		seen := make(map[string]int, 1000) // want `make\(map\[string\]int, 1000\) allocates a map`
		for _, cell := range row {
			seen[cell]++
		}
		most = max(most, len(seen))
	}
	return most
}

func selected(rows [][]string) string {
	s := ""
	for _, row := range rows {
		cells := make([]string, 0, len(rows)) // want `make\(\[\]string, 0, len\(rows\)\) allocates`
		for _, cell := range row {
			if cell != "" {
				cells = append(cells, cell)
			}
		}
		s = strings.Join(cells, ",")
	}
	return s
}

func sized(rows [][]int) int {
	n := 0
	for _, row := range rows {
		// nofix: another size each time
		seen := make([]bool, len(row)) // want `make\(\[\]bool, len\(row\)\) allocates`
		for i := range row {
			seen[i] = true
		}
		n += count(seen)
	}
	return n
}

func count(seen []bool) int {
	n := 0
	for _, b := range seen {
		if b {
			n++
		}
	}
	return n
}

func negative(r io.Reader, size, n int) int {
	sum := 0
	for range n {
		// nofix: make panics if the size is negative, which does not matter without a round
		frame := make([]byte, size) // want `make\(\[\]byte, size\) allocates`
		k, _ := r.Read(frame)
		sum += k
	}
	return sum
}

func sharedSize(r io.Reader, n int) int {
	var key []byte
	grow := func() { key = append(key, 'x') }
	for range n {
		grow()
		// nofix: a func literal changes the size
		frame := make([]byte, len(key)) // want `make\(\[\]byte, len\(key\)\) allocates`
		r.Read(frame)
	}
	return len(key)
}

func cut(r io.Reader, size, n int) int {
	sum := 0
	for range n {
		// nofix: it would be shorter in the next round
		frame := make([]byte, size) // want `make\(\[\]byte, size\) allocates`
		k, _ := r.Read(frame)
		frame = frame[:k]
		sum += len(frame)
	}
	return sum
}

func shadowed(r io.Reader, n int) int {
	frame := 0
	for range n {
		// nofix: the name is in use
		frame := make([]byte, 4096) // want `make\(\[\]byte, 4096\) allocates`
		k, _ := r.Read(frame)
		n = k
	}
	return frame
}

func shadowedClear(r io.Reader, n int) int {
	clear := 0
	for range n {
		// nofix: clear is something else
		frame := make([]byte, 4096) // want `make\(\[\]byte, 4096\) allocates`
		k, _ := r.Read(frame)
		clear += k
	}
	return clear
}

func nested(r io.Reader, sizes []int) int {
	sum := 0
	for _, size := range sizes {
		for range sizes {
			// nofix: the outer loop changes the size
			frame := make([]byte, size) // want `make\(\[\]byte, size\) allocates`
			k, _ := r.Read(frame)
			sum += k
		}
	}
	return sum
}

func conditional(r io.Reader, sizes []int) int {
	sum := 0
	for _, size := range sizes {
		if size > 0 {
			// nofix: it may never be needed
			frame := make([]byte, 4096) // want `make\(\[\]byte, 4096\) allocates`
			k, _ := r.Read(frame)
			sum += k
		}
	}
	return sum
}

func beyond(rows [][]int, size int) int {
	sum := 0
	for _, row := range rows {
		// nofix: what lies beyond its length is read
		xs := make([]int, 0, size) // want `make\(\[\]int, 0, size\) allocates`
		xs = append(xs, row...)
		for _, x := range xs[:cap(xs)] {
			sum += x
		}
	}
	return sum
}

func jumped(r io.Reader, n int) int {
	if n < 0 {
		goto end
	}
	for range n {
		// nofix: goto would jump over it
		frame := make([]byte, 4096) // want `make\(\[\]byte, 4096\) allocates`
		k, _ := r.Read(frame)
		if k == 0 {
			break
		}
	}
end:
	return n
}

func iterated(r io.Reader, each func(yield func(int) bool)) int {
	sum := 0
	for i := range each {
		// nofix: the body is a func and would capture it
		frame := make([]byte, 4096) // want `make\(\[\]byte, 4096\) allocates`
		k, _ := r.Read(frame)
		sum += i + k
	}
	return sum
}
