package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/zeroalloc/zeroalloc-lint/internal/explain"
)

const explainUsage = `Usage: zeroalloc-lint explain [flags] PACKAGE.FUNC|FILE:LINE ...

Explain lists all places where a function allocates or may allocate, annotated or not,
with the calls that lead there. If it is clean, it says what the proof rests on.

`

// explainMain runs "zeroalloc-lint explain" and returns its exit code.
func explainMain(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("explain", flag.ContinueOnError)
	flags.SetOutput(stderr)
	asJSON := flags.Bool("json", false, "print the answers as JSON")
	all := flags.Bool("all", false, "print trees whole, however long they are")
	flags.String("tags", "", "build tags, as for go build") // setTags has seen them
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), explainUsage+"Flags:\n\n")
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case flags.NArg() == 0:
		flags.Usage()
		return 2
	}
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(stderr, "zeroalloc-lint:", err)
		return 1
	}

	answers := []*explain.Answer{}
	code := 0
	for _, arg := range flags.Args() {
		more, err := explain.Explain(dir, arg)
		if err != nil {
			fmt.Fprintln(stderr, "zeroalloc-lint:", err)
			code = 1
		}
		answers = append(answers, more...)
	}
	if *asJSON {
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
	if *all {
		lines = 0
	}
	printer := explain.NewPrinter(stdout, dir, lines)
	for i, a := range answers {
		if i > 0 {
			fmt.Fprintln(stdout)
		}
		printer.Print(a)
	}
	return code
}
