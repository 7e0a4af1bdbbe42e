// Package lsptest is an editor for tests of language servers: it opens, changes and saves
// files, and has what the server says of them.
package lsptest

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/sourcegraph/jsonrpc2"
)

// timeout bounds how long a server may take to answer: it may have to compile the
// standard library before.
const timeout = 5 * time.Minute

// A Position is a place in a document: line and UTF-16 code unit, both from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// A Range is a part of a document.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// A Diagnostic is one that the server published.
type Diagnostic struct {
	Range              Range  `json:"range"`
	Severity           int    `json:"severity"`
	Code               string `json:"code"`
	Source             string `json:"source"`
	Message            string `json:"message"`
	RelatedInformation []struct {
		Message string `json:"message"`
	} `json:"relatedInformation"`
}

// A TextEdit replaces a part of a document.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// A CodeAction is one that the server offers.
type CodeAction struct {
	Title string `json:"title"`
	Kind  string `json:"kind"`
	Edit  struct {
		Changes         map[string][]TextEdit `json:"changes"`
		DocumentChanges []struct {
			Edits []TextEdit `json:"edits"`
		} `json:"documentChanges"`
	} `json:"edit"`
	Data json.RawMessage `json:"data,omitempty"` // what the server wants back to fill in the edit
}

// An Editor is a client of a language server.
type Editor struct {
	t    *testing.T
	dir  string
	cmd  *exec.Cmd
	conn *jsonrpc2.Conn

	mu        sync.Mutex
	published map[string][]Diagnostic // by URI
	counts    map[string]int          // how often, by URI
	changed   chan struct{}           // closed when something is published
	versions  map[string]int
}

// Start starts a server for the directory. It is stopped when the test ends.
func Start(t *testing.T, dir string, options any, command ...string) *Editor {
	t.Helper()
	e := &Editor{
		t: t, dir: dir,
		published: make(map[string][]Diagnostic), counts: make(map[string]int),
		changed: make(chan struct{}), versions: make(map[string]int),
	}
	e.cmd = exec.Command(command[0], command[1:]...)
	e.cmd.Dir = dir
	e.cmd.Stderr = t.Output()
	in, err := e.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stream := jsonrpc2.NewBufferedStream(pipes{out, in}, jsonrpc2.VSCodeObjectCodec{})
	e.conn = jsonrpc2.NewConn(context.Background(), stream, jsonrpc2.HandlerWithError(e.handle).SuppressErrClosed())
	t.Cleanup(e.stop)
	e.call("initialize", map[string]any{
		"processId": os.Getpid(),
		"rootUri":   e.uri(""),
		"capabilities": map[string]any{"textDocument": map[string]any{
			"codeAction": map[string]any{
				"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{"quickfix"}}},
				"dataSupport":              true,
				"resolveSupport":           map[string]any{"properties": []string{"edit"}},
			},
			"publishDiagnostics": map[string]any{"relatedInformation": true},
		}},
		"initializationOptions": options,
		"workspaceFolders":      []map[string]string{{"uri": e.uri(""), "name": "test"}},
	}, nil)
	e.notify("initialized", map[string]any{})
	return e
}

type pipes struct {
	io.ReadCloser
	in io.WriteCloser
}

func (p pipes) Write(b []byte) (int, error) { return p.in.Write(b) }

func (p pipes) Close() error {
	p.in.Close()
	return p.ReadCloser.Close()
}

// stop has the server shut down, and fails the test if it does not.
func (e *Editor) stop() {
	e.call("shutdown", nil, nil)
	e.notify("exit", nil)
	ended := make(chan error, 1)
	go func() { ended <- e.cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			e.t.Errorf("the server ended with %v", err)
		}
	case <-time.After(timeout):
		e.cmd.Process.Kill()
		e.t.Error("the server does not end")
	}
	e.conn.Close()
}

// handle receives what the server sends on its own.
func (e *Editor) handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
	switch req.Method {
	case "textDocument/publishDiagnostics":
		var params struct {
			URI         string       `json:"uri"`
			Diagnostics []Diagnostic `json:"diagnostics"`
		}
		if err := json.Unmarshal(*req.Params, &params); err != nil {
			return nil, err
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		e.published[params.URI] = params.Diagnostics
		e.counts[params.URI]++
		close(e.changed)
		e.changed = make(chan struct{})
	case "workspace/configuration":
		var params struct{ Items []any }
		if err := json.Unmarshal(*req.Params, &params); err != nil {
			return nil, err
		}
		return make([]any, len(params.Items)), nil
	}
	return nil, nil
}

func (e *Editor) call(method string, params, result any) {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	if err := e.conn.Call(ctx, method, params, result); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *Editor) notify(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
}

func (e *Editor) uri(file string) string {
	return "file://" + filepath.ToSlash(filepath.Join(e.dir, file))
}

// Open opens a file of the directory.
func (e *Editor) Open(file string) {
	e.t.Helper()
	content, err := os.ReadFile(filepath.Join(e.dir, file))
	if err != nil {
		e.t.Fatal(err)
	}
	e.versions[file] = 1
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": e.uri(file), "languageId": "go", "version": 1, "text": string(content),
	}})
}

// Change gives the buffer of an open file another content, which is not saved.
func (e *Editor) Change(file, content string) {
	e.t.Helper()
	e.versions[file]++
	e.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.uri(file), "version": e.versions[file]},
		"contentChanges": []map[string]any{{"text": content}},
	})
}

// Save stores the content, which the buffer has, in the file.
func (e *Editor) Save(file, content string) {
	e.t.Helper()
	if err := os.WriteFile(filepath.Join(e.dir, file), []byte(content), 0o666); err != nil {
		e.t.Fatal(err)
	}
	e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": e.uri(file)}})
}

// Published returns how often diagnostics of the file have been published.
func (e *Editor) Published(file string) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.counts[e.uri(file)]
}

// Await waits until the diagnostics of the file that have a source as those of
// zeroalloc-lint do are as ok wants them, and returns them.
func (e *Editor) Await(file string, ok func([]Diagnostic) bool) []Diagnostic {
	e.t.Helper()
	deadline := time.After(timeout)
	for {
		e.mu.Lock()
		list, changed := slices.Clone(e.published[e.uri(file)]), e.changed
		published := e.counts[e.uri(file)] > 0
		e.mu.Unlock()
		if published && ok(list) {
			return list
		}
		select {
		case <-changed:
		case <-deadline:
			e.t.Fatalf("%s: still %+v", file, list)
		}
	}
}

// Actions returns the quick fixes for a range of the file.
func (e *Editor) Actions(file string, r Range, of ...Diagnostic) []CodeAction {
	e.t.Helper()
	var actions []CodeAction
	e.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": e.uri(file)},
		"range":        r,
		"context":      map[string]any{"diagnostics": slices.Concat([]Diagnostic{}, of), "only": []string{"quickfix"}},
	}, &actions)
	return actions
}

// Resolve has the server fill in the edit of an action.
func (e *Editor) Resolve(a CodeAction) CodeAction {
	e.t.Helper()
	var resolved CodeAction
	e.call("codeAction/resolve", a, &resolved)
	return resolved
}

// Hover returns what the server says of a position, "" if nothing.
func (e *Editor) Hover(file string, at Position) string {
	e.t.Helper()
	var hover *struct {
		Contents struct {
			Value string `json:"value"`
		} `json:"contents"`
	}
	e.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": e.uri(file)}, "position": at}, &hover)
	if hover == nil {
		return ""
	}
	return hover.Contents.Value
}

// Apply returns the content of the file with the edits that the action makes in it.
func (e *Editor) Apply(file, content string, a CodeAction) string {
	e.t.Helper()
	edits := a.Edit.Changes[e.uri(file)]
	for _, change := range a.Edit.DocumentChanges {
		edits = append(edits, change.Edits...)
	}
	if len(edits) == 0 {
		e.t.Fatalf("%q edits nothing in %s", a.Title, file)
	}
	slices.SortStableFunc(edits, func(a, b TextEdit) int { return offset(content, a.Range.Start) - offset(content, b.Range.Start) })
	for _, edit := range slices.Backward(edits) {
		content = content[:offset(content, edit.Range.Start)] + edit.NewText + content[offset(content, edit.Range.End):]
	}
	return content
}

// offset returns the offset of a position in bytes.
func offset(content string, p Position) int {
	at := 0
	for range p.Line {
		at += strings.IndexByte(content[at:], '\n') + 1
	}
	units := 0
	for i, r := range content[at:] {
		if units >= p.Character {
			return at + i
		}
		units += utf16.RuneLen(r)
	}
	return len(content)
}
