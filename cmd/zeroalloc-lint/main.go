// Zeroalloc-lint finds the heap allocations of Go packages that matter.
//
// Usage:
//
//	zeroalloc-lint [flags] packages
//	zeroalloc-lint help [pass]
//	zeroalloc-lint explain [-json] PACKAGE.FUNC|FILE:LINE ...
//	zeroalloc-lint lsp [flags]
//	go vet -vettool=/path/to/zeroalloc-lint [flags] packages
//
// It exits with 0 if there is nothing to report, with 3 if there are findings,
// and with 1 if it could not do its work: a package does not exist or does not
// compile, a flag is unknown. With -json, -fix or -diff it does not exit with 3.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
)

func main() {
	growHeap(256 << 20)
	args := os.Args[1:]
	if len(args) == 2 && slices.Contains([]string{"-h", "-help", "--help"}, args[0]) && !strings.ContainsAny(args[1], "-./") {
		args[0] = "help" // about a pass; these are those of os.Args
	}
	setTags(args)
	defineFlags()
	switch {
	case len(args) > 0 && args[0] == "explain": // ./explain is a package
		os.Exit(explainMain(args[1:], os.Stdout, os.Stderr))
	case len(args) > 0 && args[0] == "lsp": // ./lsp is a package
		os.Exit(lspMain(args[1:], os.Stdin, os.Stdout, os.Stderr))
	case len(args) == 2 && args[0] == "help" && args[1] == "lsp":
		os.Exit(lspMain([]string{"-h"}, os.Stdin, os.Stdout, os.Stderr))
	case len(args) == 2 && args[0] == "help" && args[1] == "explain":
		os.Exit(explainMain([]string{"-h"}, os.Stdout, os.Stderr))
	case isVetQuery(args), len(args) == 2 && args[0] == "help":
		// Just answered.
	case isVetUnit(args):
		os.Args[len(os.Args)-1] = reportDependency(args)
	case len(args) == 1 && args[0] == "help":
		os.Args[1] = "-help"
		fallthrough
	default:
		defineStandaloneFlags()
		if err := checkPatterns(args); err != nil {
			fmt.Fprintln(os.Stderr, "zeroalloc-lint:", err)
			os.Exit(1)
		}
		compiled.Preload(flag.Args)
		os.Exit(runStandalone(analyzers(args), os.Stdout, os.Stderr))
	}
	multichecker.Main(analyzers(args)...)
}
