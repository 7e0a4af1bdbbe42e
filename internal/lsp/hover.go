package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// hover explains the directive or the allocations in a line of a document that is saved.
// It has nothing to say of other lines, nor of code that cannot be explained: a hover is
// not asked for that alone.
func (s *server) hover(ctx context.Context, params documentParams) (any, error) {
	file := fileOf(params.TextDocument.URI)
	s.mu.Lock()
	d, t := s.documents[file], s.tool
	stale := d == nil || d.version != d.saved
	s.mu.Unlock()
	content := readText(file)
	line := content.line(params.Position.Line)
	isDirective := strings.HasPrefix(strings.TrimSpace(line), "//zeroalloc:")
	if stale || !isDirective && (strings.TrimSpace(line) == "" || strings.HasPrefix(strings.TrimSpace(line), "//")) {
		return nil, nil
	}
	release, err := s.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	out, err := t.run(ctx, filepath.Dir(file), "explain", fmt.Sprintf("%s:%d", filepath.Base(file), params.Position.Line+1))
	if err != nil {
		return nil, ctx.Err()
	}
	if !isDirective && !site.Match(out) {
		return nil, nil
	}
	value := "```text\n" + strings.TrimSpace(string(out)) + "\n```"
	return hover{markup{"markdown", value}, content.wholeLine(params.Position.Line)}, nil
}

// site matches a line about an allocation in what explain prints: it ends in a class.
var site = regexp.MustCompile(`(?m) \[[a-z-]+\]$`)
