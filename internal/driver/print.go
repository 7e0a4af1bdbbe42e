package driver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Formats are the names of the formats that Print knows.
var Formats = []string{"text", "json", "sarif", "github", "checkstyle"}

// Print prints findings in a format. In text each has, if context is not negative, so many
// lines of source before and behind it. Nothing that was printed is lost without an
// error: a pipe may be closed at its other end.
func Print(w io.Writer, format string, context int, findings []Finding) error {
	buf := bufio.NewWriter(w)
	var err error
	switch format {
	case "text":
		printText(buf, context, findings)
	case "json":
		err = printJSON(buf, findings)
	case "sarif":
		err = printSARIF(buf, findings)
	case "github":
		printGitHub(buf, findings)
	case "checkstyle":
		err = printCheckstyle(buf, findings)
	default:
		return fmt.Errorf("there is no format %q, but %s", format, strings.Join(Formats, ", "))
	}
	if err != nil {
		return err
	}
	return buf.Flush()
}

// printText prints findings as compilers do.
//
//zeroalloc:cold it prints for people
func printText(w *bufio.Writer, context int, findings []Finding) {
	for _, f := range findings {
		fmt.Fprintf(w, "%s: %s\n", f.Position, f.Message)
		printSource(w, context, f.Position)
		for _, r := range f.Related {
			fmt.Fprintf(w, "%s: \t%s\n", r.Position, r.Message)
		}
	}
}

// String returns the start of the position, as compilers print it.
func (p Position) String() string { return at(relative(p.File), p.Line, p.Col) }

// at returns a position without a column if there is none, behind a line directive
// without one.
func at(file string, line, col int) string {
	return token.Position{Filename: file, Line: line, Column: col}.String()
}

// printSource prints the lines of a position, and context lines around them.
//
//zeroalloc:cold it prints for people
func printSource(w *bufio.Writer, context int, p Position) {
	if context < 0 {
		return
	}
	content, err := os.ReadFile(p.File)
	if err != nil {
		return
	}
	lines := bytes.Split(content, []byte("\n"))
	for n := max(1, p.Line-context); n <= min(len(lines), p.EndLine+context); n++ {
		fmt.Fprintf(w, "%d\t%s\n", n, lines[n-1])
	}
}

// What -json prints is what package multichecker prints, so that programs can read both.
type (
	jsonFinding struct {
		Category string        `json:"category,omitempty"`
		Posn     string        `json:"posn"`
		End      string        `json:"end"`
		Message  string        `json:"message"`
		Fixes    []jsonFix     `json:"suggested_fixes,omitempty"`
		Related  []jsonRelated `json:"related,omitempty"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		Filename string `json:"filename"`
		Start    int    `json:"start"`
		End      int    `json:"end"`
		New      string `json:"new"`
	}
	jsonRelated struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	}
)

func printJSON(w io.Writer, findings []Finding) error {
	tree := make(map[string]map[string][]jsonFinding) // by package and analyzer
	for _, f := range findings {
		j := jsonFinding{Category: f.Category, Posn: f.Position.start(), End: f.Position.end(), Message: f.Message}
		for _, fix := range f.Fixes {
			jf := jsonFix{Message: fix.Message}
			for _, e := range fix.Edits {
				jf.Edits = append(jf.Edits, jsonEdit{e.File, e.Start, e.End, e.New})
			}
			j.Fixes = append(j.Fixes, jf)
		}
		for _, r := range f.Related {
			j.Related = append(j.Related, jsonRelated{r.Position.start(), r.Position.end(), r.Message})
		}
		if tree[f.Package] == nil {
			tree[f.Package] = make(map[string][]jsonFinding)
		}
		tree[f.Package][f.Analyzer.Name] = append(tree[f.Package][f.Analyzer.Name], j)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	return enc.Encode(tree)
}

func (p Position) start() string { return at(p.File, p.Line, p.Col) }
func (p Position) end() string   { return at(p.File, p.EndLine, p.EndCol) }

// printGitHub prints workflow commands, which GitHub shows at the lines of a change. It
// shows ten for each step, so what breaks a promise comes first.
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
//
//zeroalloc:cold it prints for people
func printGitHub(w io.Writer, findings []Finding) {
	order := slices.Clone(findings)
	slices.SortStableFunc(order, func(a, b Finding) int { return weight(a) - weight(b) })
	for _, f := range order {
		p := f.Position
		properties := fmt.Sprintf("file=%s,line=%d,col=%d,endLine=%d,endColumn=%d,title=%s",
			property.Replace(filepath.ToSlash(relative(p.File))), p.Line, p.Col, p.EndLine, p.EndCol, property.Replace("zeroalloc "+f.Analyzer.Name))
		text := f.Message
		for _, r := range f.Related {
			text += "\n" + r.Position.String() + ": " + r.Message
		}
		fmt.Fprintf(w, "::warning %s::%s\n", properties, data.Replace(text))
	}
}

// weight orders findings by what they mean: directives that are not obeyed, promises that
// are broken, the rest.
func weight(f Finding) int {
	switch f.Analyzer.Name {
	case "directive":
		return 0
	case "escape":
		return 1
	}
	return 2
}

var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

type (
	checkstyle struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

func printCheckstyle(w io.Writer, findings []Finding) error {
	out := checkstyle{Version: "4.3"}
	for _, f := range findings {
		name := filepath.ToSlash(relative(f.Position.File))
		if n := len(out.Files); n == 0 || out.Files[n-1].Name != name {
			out.Files = append(out.Files, checkstyleFile{Name: name})
		}
		file := &out.Files[len(out.Files)-1]
		file.Errors = append(file.Errors, checkstyleError{f.Position.Line, f.Position.Col, "warning", f.Message, "zeroalloc." + f.Analyzer.Name})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
