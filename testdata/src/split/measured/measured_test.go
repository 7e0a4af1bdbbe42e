package measured

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestAllocations(t *testing.T) {
	for _, test := range []struct {
		name         string
		slow, mended func()
		want         float64 // mended
	}{
		{"Split", split, splitSeq, 0},
		{"Split, in a variable", split, splitSeqVar, 0},
		{"SplitAfter", splitAfter, splitAfterSeq, 0},
		{"Fields", fields, fieldsSeq, 0},
		{"FieldsFunc", fieldsFunc, fieldsFuncSeq, 0},
		{"bytes.Split", splitBytes, splitBytesSeq, 0},
		{"bytes.Fields", fieldsBytes, fieldsBytesSeq, 0},
		{"Count", counted, count, 0},
		{"bytes.Count", countedBytes, countBytes, 0},
		{"ReplaceAll", joined, replaceAll, 1},
		{"bytes.ReplaceAll", joinedBytes, replaceAllBytes, 1},
		{"Cut, first", first, cutFirst, 0},
		{"Cut", pair, cutPair, 0},
		{"LastIndex", last, lastIndex, 0},
		{"Contains", searched, loop, 0},
	} {
		slow := testing.AllocsPerRun(100, test.slow)
		mended := testing.AllocsPerRun(100, test.mended)
		if slow != test.want+1 || mended != test.want {
			t.Errorf("%s: %v allocations, mended %v, want %v", test.name, slow, mended, test.want)
		}
	}
}

// In a function as large as this one the iterator is not inlined: it is made on the
// heap, as are the variables that the loop changes.
func TestLarge(t *testing.T) {
	const program = `package main

import (
	"fmt"
	"strings"
	"testing"
)

var k, sum int

func main() {
	fmt.Print(testing.AllocsPerRun(100, func() { large("a,b,c") }))
}

//go:noinline
func large(s string) int {
	n, last := 0, ""
%s
	for part := range strings.SplitSeq(s, ",") {
		n, last = n+len(part), part
	}
	return n + len(last)
}
`
	body := strings.Repeat("\tif k == 1 {\n\t\tn += 3 * k\n\t\tsum += n\n\t}\n", 600)
	dir := t.TempDir()
	name := filepath.Join(dir, "main.go")
	if err := os.WriteFile(name, fmt.Appendf(nil, program, body), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", name)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if got := string(out); err != nil || got == "0" || got == "1" {
		t.Errorf("go run: %v: %s allocations, want more than the one of a slice", err, got)
	}
}
