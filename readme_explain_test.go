package zeroalloc_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestReadmeExplain runs the command explain of the README and compares its output
// with the one shown, but for the last line: that is about the toolchain.
func TestReadmeExplain(t *testing.T) {
	const (
		command = "$ go tool -C examples/tour zeroalloc-lint explain Checks appendLabel\n"
		last    = "compiled by "
	)
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(data), command)
	if !ok {
		t.Fatalf("README.md does not have the command %q", command)
	}
	shown, _, _ := strings.Cut(rest, "```")
	cmd := exec.Command("go", "tool", "-C", "examples/tour", "zeroalloc-lint", "explain", "Checks", "appendLabel")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want, _, isShown := strings.Cut(shown, last)
	got, _, isPrinted := strings.Cut(string(out), last)
	if got != want || !isShown || !isPrinted {
		t.Errorf("the README shows\n%s\nbut the command prints\n%s", shown, out)
	}
}
