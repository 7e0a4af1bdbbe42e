package zeroalloc_test

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestOutput compares the samples of docs/output.md with what the commands print.
func TestOutput(t *testing.T) {
	doc, err := os.ReadFile("docs/output.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(doc), "```console\n$ ")[1:]
	if len(blocks) < 3 {
		t.Fatalf("%d samples in docs/output.md, want text, github and checkstyle", len(blocks))
	}
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "```")
		command, want, _ := strings.Cut(block, "\n")
		cmd := exec.Command("go", append([]string{"tool", "-C", "examples/tour"}, strings.Fields(command)...)...)
		got, err := cmd.Output()
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 3 {
			t.Errorf("%s: %v, want exit code 3", command, err)
		}
		if string(got) != want {
			t.Errorf("%s prints\n%s\nnot\n%s", command, got, want)
		}
	}
}
