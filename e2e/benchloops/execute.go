package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"time"
)

// rounds is how often a benchmark runs its loop. Allocations before the loop are
// counted too, and vanish by division.
const (
	rounds = 2000
	few    = 40 // rounds are divided by it where they take too long
	many   = 25 // and multiplied where they allocate almost nothing
)

// provide puts a copy of a module that can be written to into dir.
func provide(m module, dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "go.sum")); err == nil {
		return nil
	}
	out, err := command("", "go", "mod", "download", "-json", m.String()).Output()
	if err != nil {
		return failure(err)
	}
	var info struct{ Dir string }
	if err := json.Unmarshal(out, &info); err != nil {
		return err
	}
	if err := os.CopyFS(dir, os.DirFS(info.Dir)); err != nil {
		return err
	}
	// What is vendored is not complete where modules of that time were.
	if err := os.RemoveAll(filepath.Join(dir, "vendor")); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		if out, err := command(dir, "go", "mod", "init", m.path).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	if out, err := command(dir, "go", "mod", "tidy").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	// Also what has no dependencies has been provided now.
	sum, err := os.OpenFile(filepath.Join(dir, "go.sum"), os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	return sum.Close()
}

// command returns a command in dir that is in no workspace.
func command(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	return cmd
}

// failure adds what a command printed to its error.
func failure(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	return err
}

// check runs the tool on packages of a module.
func check(tool, root string, dirs []string) ([]finding, error) {
	args := []string{"-json", "-escape", "-directive"}
	for _, dir := range dirs {
		args = append(args, "./"+filepath.ToSlash(dir))
	}
	if len(dirs) == 0 {
		return nil, nil
	}
	out, err := command(root, tool, args...).Output()
	if err != nil {
		return nil, failure(err)
	}
	return parseFindings(out, root)
}

// measure runs the benchmarks of the packages of loops, unless that has been
// done before for this version of Go.
func measure(o options, root string, loops []*loop) (*measurements, error) {
	file := filepath.Join(root, "measured."+runtime.Version()+".json")
	ms := new(measurements)
	if data, err := os.ReadFile(file); err == nil && !o.again {
		return ms, json.Unmarshal(data, ms)
	}
	for _, dir := range packagesOf(loops) {
		results, err := measurePackage(o, root, dir)
		if err != nil {
			ms.Failed = append(ms.Failed, fmt.Sprintf("%s: %v", dir, err))
		}
		ms.Results = append(ms.Results, results...)
	}
	data, err := json.MarshalIndent(ms, "", "\t")
	if err != nil {
		return nil, err
	}
	return ms, os.WriteFile(file, data, 0o666)
}

var benchmarkName = regexp.MustCompile(`(?m)^Benchmark\S*$`)

// measurePackage runs each benchmark function of a package by itself, so that a
// slow one costs no other.
func measurePackage(o options, root, dir string) ([]result, error) {
	bin := filepath.Join(root, "benchloops.test")
	out, err := command(root, "go", "test", "-c", "-vet=off", "-o", bin, "./"+filepath.ToSlash(dir)).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	defer os.Remove(bin)
	list := command(filepath.Join(root, dir), bin, "-test.list=^Benchmark")
	out, err = list.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	var results []result
	var failed []error
	for _, name := range benchmarkName.FindAllString(string(out), -1) {
		some, err := measureBenchmark(o, filepath.Join(root, dir), bin, name)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", name, err))
		}
		for i := range some {
			some[i].Dir = filepath.ToSlash(dir)
		}
		results = append(results, some...)
	}
	return results, errors.Join(failed...)
}

// measureBenchmark runs a benchmark function. One that is too slow is given a
// second chance with fewer rounds: nothing is allocated in them if the result is
// 0. One that allocates next to nothing is given more of them if there is time, so
// that what was allocated before the loop vanishes.
func measureBenchmark(o options, dir, bin, name string) ([]result, error) {
	start := time.Now()
	results, err := runBenchmark(o, dir, bin, name, rounds)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		var less []result
		less, err = runBenchmark(o, dir, bin, name, rounds/few)
		results = longest(append(results, less...))
	case err == nil && time.Since(start)*many < o.timeout && slices.ContainsFunc(results, isOpen):
		var more []result
		more, err = runBenchmark(o, dir, bin, name, rounds*many)
		results = longest(append(results, more...))
	}
	return results, err
}

func runBenchmark(o options, dir, bin, name string, n int) ([]result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), o.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, "-test.run=^$", "-test.bench=^"+name+"$", "-test.benchmem",
		"-test.benchtime="+strconv.Itoa(n)+"x", "-test.cpu="+strconv.Itoa(cpus))
	cmd.Dir = dir
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout = &out
	cmd.Stderr = &out
	err := cmd.Run()
	if late := ctx.Err(); late != nil {
		err = fmt.Errorf("%d rounds: %w", n, late)
	}
	return parseResults(out.String()), err
}
