package driver

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
)

// IsTerminal reports whether people read what is written to a file.
func IsTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Colored reports whether a terminal is to be written to in colours.
// https://no-color.org
func Colored() bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && os.Getenv("TERM") != ""
}

// PrintTerminal prints findings as text for a terminal: each with its line of source, and a
// mark where it is in that.
//
//zeroalloc:cold it prints for people
func PrintTerminal(w io.Writer, colored bool, findings []Finding) error {
	bold, mark, end := "", "", ""
	if colored {
		bold, mark, end = "\x1b[1m", "\x1b[33m", "\x1b[0m"
	}
	buf := bufio.NewWriter(w)
	for _, f := range findings {
		fmt.Fprintf(buf, "%s%s:%s %s\n", bold, f.Position, end, f.Message)
		if line := sourceLine(f.Position); line != "" {
			fmt.Fprintf(buf, "\t%s\n\t%s%s%s\n", printable(line), mark, caret(line, f.Position), end)
		}
		for _, r := range f.Related {
			fmt.Fprintf(buf, "%s: \t%s\n", r.Position, r.Message)
		}
	}
	return buf.Flush()
}

// sourceLine returns the line where a position begins, "" if that is not to be had.
func sourceLine(p Position) string {
	content, err := os.ReadFile(p.File)
	if err != nil {
		return ""
	}
	lines := bytes.Split(content, []byte("\n"))
	if p.Line < 1 || p.Line > len(lines) || p.Col < 1 || p.Col-1 > len(lines[p.Line-1]) {
		return ""
	}
	return strings.TrimRight(string(lines[p.Line-1]), "\r")
}

// caret returns what marks a position below its line: ^ at the start, ~ to the end.
func caret(line string, p Position) string {
	start := min(p.Col-1, len(line))
	blank := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, line[:start])
	stop := len(line)
	if p.EndLine == p.Line {
		stop = min(max(p.EndCol-1, start), len(line))
	}
	return blank + "^" + strings.Repeat("~", max(len([]rune(line[start:stop]))-1, 0))
}

// printable returns a line without what a terminal would obey.
func printable(line string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && !unicode.IsGraphic(r) {
			return unicode.ReplacementChar
		}
		return r
	}, line)
}
