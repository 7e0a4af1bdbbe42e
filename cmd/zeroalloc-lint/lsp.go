package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/lsp"
)

const lspUsage = `Usage: zeroalloc-lint lsp [flags]

Speaks the Language Server Protocol on standard input and output, for editors: it
publishes the findings on the package of a file that is opened or saved, offers their
fixes, and explains directives and allocations in hovers. The flags are those of
zeroalloc-lint, as -scope=all, and can be given in the initializationOptions as well.
docs/editors.md shows how to set up editors.
`

// lspMain runs the language server with args as flags for the tool, and returns the exit
// code.
func lspMain(args []string, in io.ReadCloser, out io.WriteCloser, errs io.Writer) int {
	var flags []string
	for _, arg := range args {
		switch {
		case arg == "-h" || arg == "-help" || arg == "--help":
			fmt.Fprint(out, lspUsage)
			return 0
		case arg == "-stdio" || arg == "--stdio": // some editors add it
		case strings.HasPrefix(arg, "-"):
			flags = append(flags, arg)
		default:
			fmt.Fprintf(errs, "zeroalloc-lint lsp: %s: the editor says what to analyse\n", arg)
			return 2
		}
	}
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(errs, "zeroalloc-lint lsp:", err)
		return 1
	}
	return lsp.Serve(context.Background(), lsp.Config{Tool: self, Flags: flags, Version: version()}, in, out)
}
