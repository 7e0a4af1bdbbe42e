package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Classes of loops.
const (
	sound       = "sound"       // allocates, and is found
	unsound     = "UNSOUND"     // allocates, and nothing is found
	clean       = "clean"       // does not allocate, and nothing is found
	falseAlarm  = "FALSE ALARM" // does not allocate, and is said to
	conditional = "conditional" // does not allocate, and is said to on a condition: a size, a branch, an error
	unproven    = "unproven"    // does not allocate, and calls what is not resolved or not known, as assembly
	open        = "open"        // allocates less than once in a round, or too slow to tell
	notChecked  = "unchecked"   // the tool says that it could not check
	timer       = "timer"       // stops the timer: not all is counted
	notMeasured = "not run"     // no result reached the loop
)

var classes = []string{sound, unsound, clean, falseAlarm, conditional, unproven, open, notChecked, timer, notMeasured}

// A verdict is what is known of a loop.
type verdict struct {
	Loop     *loop
	Class    string
	Results  []result  `json:",omitempty"`
	Findings []finding `json:",omitempty"`
}

// A report is about the loops of a module.
type report struct {
	Module   string
	Verdicts []*verdict
	Unmapped []string `json:",omitempty"` // results that reached no loop, or several
	Failed   []string `json:",omitempty"`
}

func newReport(m module, loops []*loop, findings []finding, ms *measurements) *report {
	r := &report{Module: m.String(), Failed: ms.Failed}
	of := make(map[int][]result)
	for _, res := range ms.Results {
		if len(res.Loops) != 1 {
			r.Unmapped = append(r.Unmapped, res.Name)
			continue
		}
		of[res.Loops[0]] = append(of[res.Loops[0]], res)
	}
	for _, l := range loops {
		v := &verdict{Loop: l, Results: of[l.ID]}
		for _, f := range findings {
			if f.File == l.File && l.From <= f.Line && f.Line <= l.To {
				v.Findings = append(v.Findings, f)
			}
		}
		v.Class = classify(v)
		r.Verdicts = append(r.Verdicts, v)
	}
	return r
}

// classify compares what is found with what is counted. Allocs/op is rounded
// down: only from 1 it is certain that the loop allocates, and only with no
// bytes that it does not.
func classify(v *verdict) string {
	has := func(category string) bool {
		return slices.ContainsFunc(v.Findings, func(f finding) bool { return f.Category == category })
	}
	allocates, any := counts(v)
	switch {
	case v.Loop.Timer:
		return timer
	case len(v.Results) == 0:
		return notMeasured
	case len(v.Findings) > 0 && !slices.ContainsFunc(v.Findings, func(f finding) bool { return f.Category != unchecked }):
		return notChecked
	case allocates && len(v.Findings) == 0:
		return unsound
	case allocates:
		return sound
	case any:
		return open
	case len(v.Findings) == 0:
		return clean
	case has("allocates"):
		return falseAlarm
	case has("dynamic"), has("unknown"):
		return unproven
	}
	return conditional
}

// counts reports whether a loop certainly allocates, and whether anything is
// counted at all. Of few rounds an allocation before the loop is a part.
func counts(v *verdict) (allocates, any bool) {
	for _, r := range v.Results {
		any = any || r.Bytes > 0 || r.Allocs > 0
		enough := r.N >= rounds || v.Loop.Form == "b.Loop"
		allocates = allocates || r.Allocs > 0 && enough
	}
	return allocates, any
}

// print lists what is wrong.
func (r *report) print(w io.Writer) {
	count := make(map[string]int)
	for _, v := range r.Verdicts {
		count[v.Class]++
	}
	fmt.Fprintf(w, "== %s: %d loops", r.Module, len(r.Verdicts))
	for _, class := range classes {
		if n := count[class]; n > 0 {
			fmt.Fprintf(w, ", %d %s", n, class)
		}
	}
	fmt.Fprintln(w)
	for _, f := range r.Failed {
		fmt.Fprintf(w, "failed: %s\n", strings.ReplaceAll(f, "\n", "\n\t"))
	}
	for _, class := range []string{unsound, falseAlarm, notChecked} {
		for _, v := range r.Verdicts {
			if v.Class == class {
				v.print(w)
			}
		}
	}
}

func (v *verdict) print(w io.Writer) {
	fmt.Fprintf(w, "%s %s:%d: %s (%s)\n", v.Class, v.Loop.File, v.Loop.Line, v.Loop.Func, v.Loop.Form)
	for _, r := range v.Results {
		if v.Class != unsound || r.Allocs > 0 {
			fmt.Fprintf(w, "\t%s: %d rounds, %d B/op, %d allocs/op\n", r.Name, r.N, r.Bytes, r.Allocs)
		}
	}
	for _, f := range v.Findings {
		// Lines are those of the file as it was, as far as one loop goes.
		fmt.Fprintf(w, "\t%d: %s: %s\n", f.Line-v.Loop.From-1+v.Loop.Line, f.Category, f.Message)
	}
}

// printTable prints the counts of all modules.
func printTable(w io.Writer, reports []*report) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "module\tloops\t%s\tnot mapped\n", strings.Join(classes, "\t"))
	total := make(map[string]int)
	loops, unmapped := 0, 0
	for _, r := range reports {
		count := make(map[string]int)
		for _, v := range r.Verdicts {
			count[v.Class]++
			total[v.Class]++
		}
		loops += len(r.Verdicts)
		unmapped += len(r.Unmapped)
		printRow(tw, r.Module, len(r.Verdicts), count, len(r.Unmapped))
	}
	printRow(tw, "all", loops, total, unmapped)
	tw.Flush()
	if zero := total[clean] + total[falseAlarm] + total[conditional] + total[unproven]; zero > 0 {
		fmt.Fprintf(w, "\nof %d loops without allocations %.1f %% are called allocating, %.1f %% unproven\n",
			zero, 100*float64(total[falseAlarm])/float64(zero), 100*float64(total[unproven])/float64(zero))
	}
}

func printRow(w io.Writer, name string, loops int, count map[string]int, unmapped int) {
	fmt.Fprintf(w, "%s\t%d", name, loops)
	for _, class := range classes {
		fmt.Fprintf(w, "\t%d", count[class])
	}
	fmt.Fprintf(w, "\t%d\n", unmapped)
}
