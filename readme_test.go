package zeroalloc_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the output of the tour into the README")

// TestReadme runs the first command of the README and compares its output with
// the one that the README shows.
func TestReadme(t *testing.T) {
	const (
		command = "$ go tool -C examples/tour zeroalloc-lint ./...\n"
		fence   = "```"
	)
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), command)
	if !ok {
		t.Fatalf("README.md does not have the command %q", command)
	}
	shown, after, ok := strings.Cut(rest, fence)
	if !ok {
		t.Fatal("the block of the command has no end")
	}

	got := tour(t)
	if *update {
		if err := os.WriteFile("README.md", []byte(before+command+got+fence+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != shown {
		t.Errorf("the README shows\n%s\nbut the command prints (go test -run TestReadme -update . writes it)\n%s", shown, got)
	}
}

// tour returns what the tool prints about the tour.
func tour(t *testing.T) string {
	cmd := exec.Command("go", "tool", "-C", "examples/tour", "zeroalloc-lint", "./...")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Fatalf("%v, want exit code 3\n%s%s", err, &stdout, &stderr)
	}
	if stderr.Len() > 0 {
		t.Errorf("unexpected standard error:\n%s", &stderr)
	}
	return stdout.String()
}
