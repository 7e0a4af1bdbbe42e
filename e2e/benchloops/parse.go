package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A finding is one of the tool, with the line in the annotated file.
type finding struct {
	File     string
	Line     int
	Category string
	Message  string
}

// unchecked is the category of a finding that says nothing about the loop.
const unchecked = "unchecked"

// parseFindings reads what the tool prints with -json. Findings are listed once
// for each variant of a package, and are returned once.
func parseFindings(data []byte, root string) ([]finding, error) {
	var packages map[string]map[string]json.RawMessage
	if err := json.Unmarshal(data, &packages); err != nil {
		return nil, err
	}
	var findings []finding
	for pkg, passes := range packages {
		for pass, raw := range passes {
			var list []struct{ Posn, Category, Message string }
			if err := json.Unmarshal(raw, &list); err != nil {
				return nil, fmt.Errorf("%s of %s: %s", pass, pkg, raw)
			}
			for _, d := range list {
				f := finding{Category: d.Category, Message: d.Message}
				if pass == "directive" {
					f.Category = unchecked
				}
				var err error
				if f.File, f.Line, err = position(d.Posn, root); err != nil {
					return nil, err
				}
				findings = append(findings, f)
			}
		}
	}
	slices.SortFunc(findings, func(a, b finding) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return strings.Compare(a.Category+a.Message, b.Category+b.Message)
	})
	return slices.Compact(findings), nil
}

// position splits FILE:LINE:COLUMN.
func position(posn, root string) (file string, line int, err error) {
	parts := strings.Split(posn, ":")
	if len(parts) < 3 {
		return "", 0, fmt.Errorf("no position: %q", posn)
	}
	if line, err = strconv.Atoi(parts[len(parts)-2]); err != nil {
		return "", 0, err
	}
	file, err = filepath.Rel(root, strings.Join(parts[:len(parts)-2], ":"))
	return file, line, err
}

// measurements are what the benchmarks of a module count.
type measurements struct {
	Results []result
	Failed  []string // packages and benchmarks without results
}

// A result is one line of a benchmark.
type result struct {
	Dir    string
	Name   string
	N      int
	Bytes  int
	Allocs int
	Loops  []int // that were reached
}

// cpus is the number of processors that benchmarks use. It is part of their
// names if it is not 1, which tells names from other output.
const cpus = 2

var outputToken = regexp.MustCompile(`\x02benchloops (\d+)\n` +
	`|(Benchmark\S*)-` + strconv.Itoa(cpus) + ` *\t` +
	`|(\d+)\t([^\n\x02]* B/op[^\n\x02]* allocs/op)`)

var bytesAndAllocs = regexp.MustCompile(`(\d+) B/op\s+(\d+) allocs/op`)

// parseResults reads what a benchmark prints. Package testing runs it once with
// one round, prints its name, and runs it with all rounds, unless it loops with
// b.Loop, which does everything before the name is printed. So the loops of a
// result are those marked behind the name, or else behind the last result.
func parseResults(out string) []result {
	var results []result
	var name string
	var before, behind []int
	for _, m := range outputToken.FindAllStringSubmatch(out, -1) {
		switch {
		case m[1] != "":
			id, _ := strconv.Atoi(m[1])
			behind = append(behind, id)
		case m[2] != "":
			name = m[2]
			before, behind = append(before, behind...), nil
		case name != "":
			values := bytesAndAllocs.FindStringSubmatch(m[4])
			if values == nil {
				continue
			}
			if len(behind) == 0 {
				behind = before
			}
			slices.Sort(behind)
			r := result{Name: name, Loops: slices.Compact(behind)}
			r.N, _ = strconv.Atoi(m[3])
			r.Bytes, _ = strconv.Atoi(values[1])
			r.Allocs, _ = strconv.Atoi(values[2])
			results = append(results, r)
			name, before, behind = "", nil, nil
		}
	}
	return results
}

// isOpen reports whether more rounds may make what r counts vanish: less than an
// allocation in a round, or about one for each of very many goroutines.
func isOpen(r result) bool { return r.Allocs <= 2 && r.Bytes > 0 }

// longest returns the results with the most rounds for each name.
func longest(results []result) []result {
	var best []result
	for _, r := range results {
		i := slices.IndexFunc(best, func(b result) bool { return b.Name == r.Name })
		switch {
		case i < 0:
			best = append(best, r)
		case r.N > best[i].N:
			best[i] = r
		}
	}
	return best
}
