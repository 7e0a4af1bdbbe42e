package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/zeroalloc/zeroalloc-lint/internal/driver"
)

// A choice is the value of a flag that has a pass run or not.
type choice struct{ set, on bool }

func (c *choice) String() string   { return "" }
func (c *choice) IsBoolFlag() bool { return true }

func (c *choice) Set(s string) error {
	on, err := strconv.ParseBool(s)
	if err != nil {
		return fmt.Errorf("want true or false")
	}
	c.set, c.on = true, on
	return nil
}

// standalone are the flags of the tool when it runs by itself.
type standalone struct {
	choices map[*analysis.Analyzer]*choice
	format  string
	json    bool
	tests   bool
	context int
	fix     bool
	diff    bool
}

// defineFlags defines them, those of the analyzers too.
func (s *standalone) defineFlags(analyzers []*analysis.Analyzer) {
	s.choices = make(map[*analysis.Analyzer]*choice)
	for _, a := range analyzers {
		c := &choice{}
		s.choices[a] = c
		flag.Var(c, a.Name, "run the pass "+a.Name+", and none that is not named so; with =false, all but it")
		a.Flags.VisitAll(func(f *flag.Flag) { flag.Var(f.Value, a.Name+"."+f.Name, f.Usage) })
	}
	flag.StringVar(&s.format, "format", "text", "print findings as text, json, sarif, github or checkstyle")
	flag.BoolVar(&s.json, "json", false, "print findings as JSON; the same as -format=json")
	flag.BoolVar(&s.tests, "test", true, "look at tests too")
	flag.IntVar(&s.context, "c", -1, "print `N` lines of source around each finding")
	flag.BoolVar(&s.fix, "fix", false, "apply the first fix of each finding")
	flag.BoolVar(&s.diff, "diff", false, "print what -fix would change, and change nothing")
	flag.String("tags", "", "build tags, as for go build")
}

// chosen returns the analyzers to run: those that are named, or all but those that are
// ruled out.
func (s *standalone) chosen(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	named := false
	for _, c := range s.choices {
		named = named || c.set && c.on
	}
	var list []*analysis.Analyzer
	for _, a := range analyzers {
		if c := s.choices[a]; named && c.on || !named && !c.set {
			list = append(list, a)
		}
	}
	return list
}

// run analyses the packages that the arguments name, and returns the exit code.
func (s *standalone) run(analyzers []*analysis.Analyzer, stdout, stderr io.Writer) int {
	if s.json {
		s.format = "json"
	}
	if !slices.Contains(driver.Formats, s.format) {
		fmt.Fprintf(stderr, "zeroalloc-lint: there is no -format=%s, but %s\n", s.format, strings.Join(driver.Formats, ", "))
		return 1
	}
	if flag.NArg() == 0 {
		fmt.Fprintln(stderr, "zeroalloc-lint: no packages are named: 'zeroalloc-lint ./...' looks at all of the module, 'zeroalloc-lint -h' shows the flags")
		return 1
	}
	if (s.fix || s.diff) && s.format != "text" {
		fmt.Fprintf(stderr, "zeroalloc-lint: -fix and -diff print no findings, and cannot be used with -format=%s\n", s.format)
		return 1
	}
	results, err := driver.Run(s.chosen(analyzers), s.tests, flag.Args())
	if err != nil {
		fmt.Fprintln(stderr, "zeroalloc-lint:", err)
		return 1
	}
	for _, err := range results.Errors {
		fmt.Fprintln(stderr, err)
	}
	if s.fix || s.diff {
		return s.mend(results, stdout, stderr)
	}
	if err := s.print(stdout, results.Findings); err != nil {
		fmt.Fprintln(stderr, "zeroalloc-lint:", err)
		return 1
	}
	switch {
	case len(results.Errors) > 0:
		return 1
	case len(results.Findings) > 0 && s.format != "json":
		return 3
	}
	return 0
}

// runStandalone parses the command line and does what it asks for.
func runStandalone(analyzers []*analysis.Analyzer, stdout, stderr io.Writer) int {
	var s standalone
	s.defineFlags(analyzers)
	flag.Parse()
	return s.run(analyzers, stdout, stderr)
}

// mend applies fixes, or shows them, and returns the exit code. Findings do not count.
func (s *standalone) mend(results *driver.Results, stdout, stderr io.Writer) int {
	fixes, err := driver.Mend(results.Findings, s.tests, flag.Args())
	if err == nil && s.diff {
		_, err = stdout.Write(fixes.Diff())
	} else if err == nil {
		err = fixes.Write()
	}
	if err != nil {
		fmt.Fprintln(stderr, "zeroalloc-lint:", err)
		return 1
	}
	for _, err := range fixes.Errors {
		fmt.Fprintln(stderr, err)
	}
	if fixes.Left > 0 {
		fmt.Fprintf(stderr, "zeroalloc-lint: %d mended, %d left for another run, as they touch the same lines\n", fixes.Applied, fixes.Left)
	}
	if len(results.Errors) > 0 || len(fixes.Errors) > 0 {
		return 1
	}
	return 0
}

// print prints findings: as text with their lines of source if people read it.
func (s *standalone) print(stdout io.Writer, findings []driver.Finding) error {
	if f, ok := stdout.(*os.File); ok && s.format == "text" && s.context < 0 && driver.IsTerminal(f) {
		return driver.PrintTerminal(stdout, driver.Colored(), findings)
	}
	return driver.Print(stdout, s.format, s.context, findings)
}
