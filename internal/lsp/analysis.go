package lsp

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
)

// A pkg is what is known of the package in a directory.
type pkg struct {
	cancel context.CancelFunc   // stops the analysis that is under way
	files  map[string][]*result // findings by file, of the last analysis that came to an end
	failed bool                 // it has been said that there was none
}

// A result is a finding as the protocol has it.
type result struct {
	diagnostic diagnostic
	actions    []codeAction
}

// docs is where each pass is described.
const docs = "https://pkg.go.dev/github.com/zeroalloc/zeroalloc-lint/passes/"

// analyze starts an analysis of the package in dir, in place of one that is under way.
func (s *server) analyze(dir string) {
	ctx, cancel := context.WithCancel(s.ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.packages[dir]
	if p == nil {
		p = &pkg{}
		s.packages[dir] = p
	} else {
		p.cancel()
	}
	p.cancel = cancel
	t := s.tool
	go func() {
		defer cancel()
		release, err := s.acquire(ctx)
		if err != nil {
			return
		}
		defer release()
		findings, err := t.findings(ctx, dir)
		if ctx.Err() == nil {
			s.publish(ctx, dir, results(findings), err)
		}
	}()
}

// results returns the findings by file.
func results(findings []finding) map[string][]*result {
	texts := make(map[string]*text)
	textOf := func(file string) *text {
		if texts[file] == nil {
			texts[file] = readText(file)
		}
		return texts[file]
	}
	spanOf := func(posn, end string) (string, span) {
		file, line, column := splitPosition(posn)
		start := textOf(file).at(line, column)
		if endFile, endLine, endColumn := splitPosition(end); endFile == file {
			return file, span{start, textOf(file).at(endLine, endColumn)}
		}
		return file, span{start, start}
	}
	files := make(map[string][]*result)
	for _, f := range findings {
		file, where := spanOf(f.Posn, f.End)
		r := &result{diagnostic: diagnostic{
			Range:           where,
			Severity:        severityWarning,
			Code:            f.Pass,
			CodeDescription: codeDescription{docs + f.Pass},
			Source:          "zeroalloc",
			Message:         f.Message,
		}}
		for _, other := range f.Related {
			relatedFile, at := spanOf(other.Posn, other.End)
			r.diagnostic.RelatedInformation = append(r.diagnostic.RelatedInformation,
				relatedInformation{location{uriOf(relatedFile), at}, other.Message})
		}
		for i, fix := range f.Fixes {
			action := codeAction{Title: fix.Message, Kind: quickFix, Diagnostics: []diagnostic{r.diagnostic}, IsPreferred: i == 0}
			action.Edit.Changes = make(map[string][]textEdit)
			for _, e := range fix.Edits {
				t := textOf(e.Filename)
				uri := uriOf(e.Filename)
				action.Edit.Changes[uri] = append(action.Edit.Changes[uri], textEdit{span{t.offset(e.Start), t.offset(e.End)}, e.New})
			}
			r.actions = append(r.actions, action)
		}
		files[file] = append(files[file], r)
	}
	return files
}

// publish tells the client what was found, and takes back what was found before. If the
// package could not be analysed it says so, once until it can be again: most often it
// does not compile for a while, of which other tools tell more.
func (s *server) publish(ctx context.Context, dir string, files map[string][]*result, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	p := s.packages[dir]
	if err != nil {
		if !p.failed {
			s.conn.Notify(s.ctx, "window/logMessage", message{messageWarning, "zeroalloc-lint: " + dir + ": " + err.Error()})
		}
		p.failed = true
		files = nil
	} else {
		p.failed = false
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(files)), maps.Keys(p.files))
	for file, d := range s.documents {
		if filepath.Dir(file) == dir && d != nil {
			names = append(names, file) // also that there is nothing
		}
	}
	slices.Sort(names)
	for _, file := range slices.Compact(names) {
		params := publishDiagnosticsParams{URI: uriOf(file), Diagnostics: []diagnostic{}}
		if d := s.documents[file]; d != nil {
			params.URI, params.Version = d.uri, &d.saved
		}
		for _, r := range files[file] {
			params.Diagnostics = append(params.Diagnostics, r.diagnostic)
		}
		//zeroalloc:allow boxing it is sent to another process
		s.conn.Notify(s.ctx, "textDocument/publishDiagnostics", params)
	}
	p.files = files
}

// codeActions returns the fixes of what was found in a range of a document, none while
// the document, or another one that they change, is not as it was then.
func (s *server) codeActions(params documentParams) []codeAction {
	actions := []codeAction{}
	if len(params.Context.Only) > 0 && !slices.Contains(params.Context.Only, quickFix) {
		return actions
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	file := fileOf(params.TextDocument.URI)
	p := s.packages[filepath.Dir(file)]
	if p == nil {
		return actions
	}
	for _, r := range p.files[file] {
		if !r.diagnostic.Range.overlaps(params.Range) {
			continue
		}
		for _, a := range r.actions {
			if s.isCurrent(a.Edit) {
				actions = append(actions, a)
			}
		}
	}
	return actions
}

// isCurrent reports whether no document that the edit changes has been changed since it
// was saved.
func (s *server) isCurrent(e workspaceEdit) bool {
	for uri := range e.Changes {
		if d := s.documents[fileOf(uri)]; d != nil && d.version != d.saved {
			return false
		}
	}
	return true
}
