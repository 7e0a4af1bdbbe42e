// Benchloops holds the pass escape against the benchmarks of real modules: it
// annotates their measured loops with //zeroalloc:check, and compares what is
// found with the allocations that the benchmarks count.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// options are what the flags say.
type options struct {
	tool    string        // path of zeroalloc-lint
	work    string        // directory with copies of the modules
	kind    string        // name of the directive
	again   bool          // measure what is measured already
	timeout time.Duration // of a benchmark function
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "benchloops:", err)
		os.Exit(1)
	}
}

func run() error {
	var o options
	var names, list string
	flag.StringVar(&o.tool, "tool", "zeroalloc-lint", "`path` of zeroalloc-lint")
	flag.StringVar(&o.work, "work", "", "keep copies of modules and what is measured in `dir`")
	flag.StringVar(&o.kind, "directive", "check", "annotate loops with this directive, check or strict")
	flag.BoolVar(&o.again, "again", false, "measure again what dir has measurements of")
	flag.DurationVar(&o.timeout, "timeout", 30*time.Second, "time for a benchmark function")
	flag.StringVar(&names, "modules", "", "only modules whose path contains one of these, separated by commas")
	flag.StringVar(&list, "json", "", "write all loops to `file`")
	flag.Parse()

	var err error
	if strings.ContainsRune(o.tool, filepath.Separator) {
		if o.tool, err = filepath.Abs(o.tool); err != nil {
			return err
		}
	}
	if o.work == "" {
		if o.work, err = os.MkdirTemp("", "benchloops"); err != nil {
			return err
		}
		defer os.RemoveAll(o.work)
	}
	if o.work, err = filepath.Abs(o.work); err != nil {
		return err
	}
	var reports []*report
	var failed []error
	for _, m := range chosen(names) {
		r, err := compare(o, m)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", m, err))
			continue
		}
		reports = append(reports, r)
		r.print(os.Stdout)
	}
	printTable(os.Stdout, reports)
	if list != "" {
		failed = append(failed, write(list, reports))
	}
	return errors.Join(failed...)
}

func write(file string, reports []*report) error {
	data, err := json.MarshalIndent(reports, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o666)
}

// compare annotates, checks and measures the loops of m.
func compare(o options, m module) (*report, error) {
	dir := filepath.Join(o.work, strings.ReplaceAll(m.path, "/", "_")+"@"+m.version)
	if err := provide(m, dir); err != nil {
		return nil, err
	}
	loops, err := annotate(dir, m.dirs, o.kind)
	if err != nil {
		return nil, err
	}
	findings, err := check(o.tool, dir, packagesOf(loops))
	if err != nil {
		return nil, err
	}
	ms, err := measure(o, dir, loops)
	if err != nil {
		return nil, err
	}
	return newReport(m, loops, findings, ms), nil
}

// packagesOf returns the directories of loops, each once, in order.
func packagesOf(loops []*loop) []string {
	var dirs []string
	seen := make(map[string]bool)
	for _, l := range loops {
		if dir := filepath.Dir(l.File); !seen[dir] {
			seen[dir] = true
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
