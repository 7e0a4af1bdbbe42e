package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	zeroalloc "github.com/zeroalloc/zeroalloc-lint"
	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

// defineFlags defines the flags that all passes share. Their values belong
// to the analyzers that the passes require; drivers know only the flags of the
// passes.
func defineFlags() {
	promote(&scope.Analyzer.Flags, "scope", "scope")
	promote(&compiled.Analyzer.Flags, "compiler", vetCompiler)
	// What is wrong has been printed by then. Package flag itself would
	// exit with 2.
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "Run 'zeroalloc-lint -h' for the flags.")
		os.Exit(1)
	}
}

// vetCompiler is the name of the flag -compiler that go vet knows: a build
// flag -compiler it has already, with values of its own.
const vetCompiler = "zeroalloc.compiler"

// promote defines the flag of the given name in set under another name as a
// flag of the command.
func promote(set *flag.FlagSet, name, as string) {
	f := set.Lookup(name)
	flag.Var(f.Value, as, f.Usage)
}

// defineStandaloneFlags defines the flags that are not for go vet: it
// would take -h for a flag of the tool.
func defineStandaloneFlags() {
	promote(&compiled.Analyzer.Flags, "compiler", "compiler")
	help := func(string) error {
		printHelp(os.Stdout)
		os.Exit(0)
		return nil
	}
	flag.BoolFunc("h", "print this text and exit", help)
	flag.BoolFunc("help", "print this text and exit", help)
	flag.BoolFunc("version", "print the version and exit", func(string) error {
		fmt.Println(version())
		os.Exit(0)
		return nil
	})
}

// printHelp prints what "help" prints, in place of package multichecker, whose text
// is about analyzers in general. It is called when all flags are defined.
//
//zeroalloc:cold it is printed once
func printHelp(w io.Writer) {
	fmt.Fprint(w, `Zeroalloc-lint finds the heap allocations of Go packages that matter: those
in loops, and those in functions annotated with //zeroalloc:check.

Usage: zeroalloc-lint [flags] packages
       zeroalloc-lint help pass
       zeroalloc-lint explain PACKAGE.FUNC|FILE:LINE ...
       zeroalloc-lint lsp [flags]

It exits with 3 if there are findings, and with 1 if it could not do its work.

Passes, all of them run by default:

`)
	list(w, zeroalloc.Suite)
	fmt.Fprint(w, "\nRun when they are named, as -SA6000:\n\n")
	list(w, zeroalloc.Optional)
	fmt.Fprint(w, `
Flags: -NAME runs this pass alone, or those that are named; -NAME=false all but it.

`)

	shown := flag.NewFlagSet("", flag.ContinueOnError)
	shown.SetOutput(w)
	flag.VisitAll(func(f *flag.Flag) {
		usage := f.Usage
		if f.Name == "tags" {
			usage = "build tags, as for go build"
		}
		// Those of single passes are shown by help pass.
		if _, ok := f.Value.(*choice); ok || strings.Contains(f.Name, ".") || strings.Contains(usage, "(deprecated)") {
			return
		}
		shown.Var(f.Value, f.Name, usage)
	})
	shown.PrintDefaults()
}

// list prints analyzers with what they do.
//
//zeroalloc:cold it is printed once
func list(w io.Writer, analyzers []*analysis.Analyzer) {
	for _, a := range analyzers {
		summary, _, _ := strings.Cut(a.Doc, "\n")
		fmt.Fprintf(w, "  %-12s %s\n", a.Name, summary)
	}
}

// analyzers returns those to run with args: the suite, and of the optional ones those
// that are named. go vet, which asks for the flags, is told of all, and so is help.
func analyzers(args []string) []*analysis.Analyzer {
	list := slices.Clone(zeroalloc.Suite)
	for _, a := range zeroalloc.Optional {
		if isVetQuery(args) || len(args) > 0 && args[0] == "help" || slices.ContainsFunc(args, func(arg string) bool {
			name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
			return strings.HasPrefix(arg, "-") && name == a.Name
		}) {
			list = append(list, a)
		}
	}
	return list
}

func version() string {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return fmt.Sprintf("zeroalloc-lint %s (%s %s/%s)", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// setTags hands the build tags among args on to the go commands that are run,
// through GOFLAGS: the flag -tags itself is defined, and ignored.
func setTags(args []string) {
	tags, ok := tagsFlag(args)
	if !ok {
		return
	}
	// The last one wins, as on the command line. The quotes allow for the
	// old form of the list, separated by spaces.
	os.Setenv("GOFLAGS", strings.TrimSpace(os.Getenv("GOFLAGS")+" '-tags="+tags+"'"))
}

// tagsFlag returns the value of the last flag -tags among args, and whether
// there is one.
func tagsFlag(args []string) (tags string, ok bool) {
	for i, arg := range args {
		name, value, hasValue := strings.Cut(arg, "=")
		switch {
		case arg == "--":
			return tags, ok
		case name != "-tags" && name != "--tags":
			continue
		case hasValue:
			tags, ok = value, true
		case i+1 < len(args):
			tags, ok = args[i+1], true
		}
	}
	return tags, ok
}
