package lsp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A tool is the command that does the work. It runs as a process of its own, so that
// stale work ends at once with all that it holds, and so that editors show what the
// command line does.
type tool struct {
	path  string
	flags []string
	env   []string
}

// run runs the tool in a directory and returns what it prints. The error holds what it
// complained of; that there are findings is none.
func (t *tool) run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, t.path, args...)
	cmd.Dir = dir
	cmd.Env = append(t.env, "PWD="+dir)
	cmd.WaitDelay = time.Second // for the go commands that it runs to let go of the pipes
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 3 {
		err = nil
	}
	if err != nil {
		return stdout.Bytes(), fmt.Errorf("%w: %s", err, strings.TrimSpace(stderr.String()))
	}
	return stdout.Bytes(), nil
}

// A finding is one of the tool's, as -json prints it.
type finding struct {
	Pass string `json:"-"`

	Posn    string    `json:"posn"`
	End     string    `json:"end"`
	Message string    `json:"message"`
	Fixes   []fix     `json:"suggested_fixes"`
	Related []related `json:"related"`
}

type fix struct {
	Message string `json:"message"`
	Edits   []edit `json:"edits"`
}

type edit struct {
	Filename string `json:"filename"`
	Start    int    `json:"start"` // offset in bytes
	End      int    `json:"end"`
	New      string `json:"new"`
}

type related struct {
	Posn    string `json:"posn"`
	End     string `json:"end"`
	Message string `json:"message"`
}

// findings has the package in dir analysed.
func (t *tool) findings(ctx context.Context, dir string) ([]finding, error) {
	out, err := t.run(ctx, dir, slices.Concat([]string{"-json"}, t.flags, []string{"."})...)
	if err != nil {
		return nil, err
	}
	return decode(out)
}

// decode reads the output of -json: an object of packages, each of them one of passes
// with a list of findings, or an error.
func decode(out []byte) ([]finding, error) {
	var packages map[string]map[string]json.RawMessage
	if err := json.Unmarshal(out, &packages); err != nil {
		return nil, err
	}
	var all []finding
	known := make(map[[3]string]bool)
	for _, id := range sortedKeys(packages) { // p, then p [p.test], which has the same files
		for _, pass := range sortedKeys(packages[id]) {
			var list []finding
			if err := json.Unmarshal(packages[id][pass], &list); err != nil {
				return nil, fmt.Errorf("%s: %s: %s", id, pass, packages[id][pass])
			}
			for _, f := range list {
				key := [3]string{pass, f.Posn, f.Message}
				if !known[key] {
					known[key] = true
					f.Pass = pass
					all = append(all, f)
				}
			}
		}
	}
	return all, nil
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// splitPosition splits file:line:column, or file:line. The name of a file may have colons
// too.
func splitPosition(posn string) (file string, line, column int) {
	rest, last := cutLast(posn)
	n, err := strconv.Atoi(last)
	if err != nil {
		return "", 0, 0
	}
	if file, lineText := cutLast(rest); file != "" {
		if line, err := strconv.Atoi(lineText); err == nil {
			return file, line, n
		}
	}
	return rest, n, 0
}

func cutLast(s string) (before, after string) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return "", s
	}
	return s[:i], s[i+1:]
}
