package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/explain"
)

const explainUsage = `Usage: zeroalloc-lint explain [flags] PACKAGE.FUNC|FILE:LINE ...

Explain says why a function allocates, or why it is called clean: it lists all places
where memory is allocated, or where that cannot be told, with the calls that lead to
them, those that //zeroalloc:check does not count included, and what the answer rests
on. The function need not be annotated, nor belong to the main module.

  ./internal/x.F, strconv.Itoa    a function of a package
  x.T.M, x.(*T).M, T.M            a method; without a package, one of that here
  x.F.func1                       a func literal, as stack traces name it
  x.Map, x.Map[int,string]        a generic function: all instances, or one
  x.go:12                         the function, loop or statement that begins there,
                                  or else is around it

A file can also be given by the path that explain prints. A long tree is cut off where
there is "…": what is surest to allocate is shown.

It exits with 0 if all questions were answered, with 1 if one was not, and with 2 if
the flags are wrong.

Flags:

`

const explainSchema = `
With -json it prints an array of objects, one for each function. Fields may be added
to them. Strings are empty, sizes 0, where there is nothing to say.

  name, instance   linker symbol; of a generic function that of the instance too
  part             "loop" or "line" if the answer is about that part of it
  position         {file, line}
  verdict          class of the surest site that check counts; "clean" if all are
                   exempt, "none" if there are none
  directive        null or {name, reason, position, holds}: what it is annotated with,
                   and whether that holds (null if nothing is to be proved)
  sites            [{class, what, size, times, condition, exempt, why, chain}], the
                   surest and nearest first; size in bytes; chain is [{func, file,
                   line}] from the function itself to the one with the site: each
                   line is that of the next call, the last one that of the site
  basis            [{directive, about, reason, position}]: the directives and
                   contracts that are believed
  configuration    {go, goos, goarch, architecture, experiment, cgo, tags, pgo,
                   instrumented, flags}; pgo is a profile that go build uses, but
                   not the answer

Classes are allocates, may-allocate, unknown, dynamic; exempt in the steady state are
growth, first-time, cold, assumed, promised. docs/explain.md says what they mean.
`

// explainMain runs "zeroalloc-lint explain" and returns its exit code.
func explainMain(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("explain", flag.ContinueOnError)
	flags.SetOutput(stderr)
	asJSON := flags.Bool("json", false, "print the answers as JSON")
	all := flags.Bool("all", false, "print trees whole, however long they are")
	flags.String("tags", "", "build tags, as for go build") // setTags has seen them
	flags.Usage = func() {
		fmt.Fprintln(stderr, "Run 'zeroalloc-lint explain -h' for help.")
	}
	printHelp := func() {
		fmt.Fprint(stdout, explainUsage)
		flags.SetOutput(stdout)
		flags.PrintDefaults()
		fmt.Fprint(stdout, explainSchema)
	}
	for _, arg := range args {
		if arg == "-h" || arg == "-help" || arg == "--help" {
			printHelp()
			return 0
		}
	}
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() == 0 || slices.ContainsFunc(flags.Args(), func(arg string) bool { return strings.HasPrefix(arg, "-") }) {
		fmt.Fprintln(stderr, "zeroalloc-lint: want flags, if any, and then one or more of PACKAGE.FUNC or FILE:LINE")
		flags.Usage()
		return 2
	}
	return explainAll(flags.Args(), *asJSON, *all, stdout, stderr)
}

// explainAll answers what can be answered.
func explainAll(args []string, asJSON, all bool, stdout, stderr io.Writer) (code int) {
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(stderr, "zeroalloc-lint:", err)
		return 1
	}

	answers := []*explain.Answer{}
	explainer := explain.New(dir)
	for _, arg := range args {
		more, err := explainer.Explain(arg)
		if err != nil {
			fmt.Fprintln(stderr, "zeroalloc-lint:", err)
			code = 1
		}
		answers = append(answers, more...)
	}
	if asJSON {
		enc := json.NewEncoder(stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "\t")
		if err := enc.Encode(answers); err != nil {
			fmt.Fprintln(stderr, "zeroalloc-lint:", err)
			return 1
		}
		return code
	}
	const most = 50 // lines of each of the two trees
	lines := most
	if all {
		lines = 0
	}
	explain.NewPrinter(stdout, dir, lines).Print(answers)
	return code
}
