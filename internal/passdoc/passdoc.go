// Package passdoc cuts the documentation of an analyzer out of the doc.go of
// its package, so that it is written once.
package passdoc

import (
	"fmt"
	"go/parser"
	"go/token"
	"strings"
)

const heading = "# Analyzer "

// MustExtract returns the section "# Analyzer NAME" of the package comment of
// content, the text of a Go file, in the form that Analyzer.Doc has: one line of
// summary, an empty line, the rest. The section begins with "NAME: summary", of
// which the name is cut off, since drivers put it there themselves; it ends at the
// next heading of that kind. MustExtract panics if there is no such section, or
// one without a summary: that is a mistake in the source of the analyzer.
func MustExtract(content, name string) string {
	doc, err := extract(content, name)
	if err != nil {
		panic(err)
	}
	return doc
}

func extract(content, name string) (string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", content, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return "", err
	}
	if file.Doc == nil {
		return "", fmt.Errorf("no package comment in the doc.go of analyzer %s", name)
	}

	var section []string
	found := false
	for line := range strings.Lines(file.Doc.Text()) {
		line = strings.TrimRight(line, " \t\n")
		if title, ok := strings.CutPrefix(line, heading); ok {
			if found {
				break
			}
			found = title == name
			continue
		}
		if found {
			section = append(section, line)
		}
	}
	if !found {
		return "", fmt.Errorf("no heading %q in the doc.go of analyzer %s", heading+name, name)
	}

	text := strings.TrimSpace(strings.Join(section, "\n"))
	summary, rest, _ := strings.Cut(text, "\n\n")
	summary, ok := strings.CutPrefix(strings.Join(strings.Fields(summary), " "), name+": ")
	if !ok {
		return "", fmt.Errorf("the text under %q does not begin with %q", heading+name, name+": ")
	}
	return strings.TrimSpace(summary + "\n\n" + rest), nil
}
