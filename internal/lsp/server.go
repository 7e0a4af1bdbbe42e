// Package lsp is a small language server. It publishes the findings of zeroalloc-lint on
// the package of a file that is opened or saved, offers their fixes, and explains in a
// hover what a directive holds or a line allocates. It stands beside gopls, not in its
// place.
//
// It knows the files as they are stored. While a buffer is changed, what is known of it is
// left to the editor to move, and no fixes are offered.
package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// A Config says what a server runs.
type Config struct {
	Tool    string   // path of zeroalloc-lint
	Flags   []string // for it, as -scope=all
	Version string   // for the editor to show
}

// Serve speaks the Language Server Protocol on in and out until the client leaves. The
// result is an exit code: 1 if the client left without a shutdown.
func Serve(ctx context.Context, config Config, in io.ReadCloser, out io.WriteCloser) int {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{
		ctx:       ctx,
		version:   config.Version,
		tool:      tool{path: config.Tool, flags: config.Flags, env: os.Environ()},
		documents: make(map[string]*document),
		packages:  make(map[string]*pkg),
		requests:  make(map[jsonrpc2.ID]context.CancelFunc),
		slots:     make(chan struct{}, 2),
		done:      make(chan struct{}),
	}
	conn := jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(stream{in, out}, jsonrpc2.VSCodeObjectCodec{}), s)
	select {
	case <-s.done:
	case <-conn.DisconnectNotify():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return 0
	}
	return 1
}

type stream struct {
	io.ReadCloser
	out io.WriteCloser
}

func (s stream) Write(p []byte) (int, error) { return s.out.Write(p) }

func (s stream) Close() error {
	s.ReadCloser.Close()
	return s.out.Close()
}

type server struct {
	ctx     context.Context
	conn    *jsonrpc2.Conn // set by the first message
	version string
	slots   chan struct{} // taken by runs of the tool

	mu        sync.Mutex // guards what follows
	tool      tool
	documents map[string]*document // by file
	packages  map[string]*pkg      // by directory
	requests  map[jsonrpc2.ID]context.CancelFunc
	down      bool // the client has asked for a shutdown

	exit sync.Once
	done chan struct{}
}

// A document is a file that is open in the editor.
type document struct {
	uri     string
	version int
	saved   int // the version that is stored
}

// Handle handles a message. Messages come one by one; what takes time is done by
// goroutines, each in the state of its own message.
func (s *server) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	// The first message may be here before NewConn has returned.
	if s.conn == nil {
		s.conn = conn
	}
	var params documentParams
	if req.Params != nil && strings.HasPrefix(req.Method, "textDocument/") {
		if err := json.Unmarshal(*req.Params, &params); err != nil {
			s.reply(ctx, req, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()})
			return
		}
	}
	switch req.Method {
	case "initialize":
		result, err := s.initialize(req.Params)
		s.reply(ctx, req, result, err)
	case "shutdown":
		s.mu.Lock()
		s.down = true
		s.mu.Unlock()
		s.reply(ctx, req, nil, nil)
	case "exit":
		s.exit.Do(func() { close(s.done) })
	case "textDocument/didOpen":
		s.opened(params.TextDocument)
	case "textDocument/didChange":
		s.changed(params.TextDocument)
	case "textDocument/didSave":
		s.saved(params.TextDocument)
	case "textDocument/didClose":
		s.closed(params.TextDocument)
	case "textDocument/codeAction":
		s.reply(ctx, req, s.codeActions(params), nil)
	case "textDocument/hover":
		s.later(req, func(ctx context.Context) (any, error) { return s.hover(ctx, params) })
	case "$/cancelRequest":
		s.cancelRequest(req.Params)
	default:
		s.reply(ctx, req, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "zeroalloc-lint does not do " + req.Method})
	}
}

// reply answers a request. Nothing answers a notification.
func (s *server) reply(ctx context.Context, req *jsonrpc2.Request, result any, err error) {
	if req.Notif {
		return
	}
	if err == nil {
		s.conn.Reply(ctx, req.ID, result)
		return
	}
	failure, ok := err.(*jsonrpc2.Error)
	if !ok {
		failure = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
	}
	s.conn.ReplyWithError(ctx, req.ID, failure)
}

// codeRequestCancelled is the error of a request that the client has cancelled.
const codeRequestCancelled = -32800

// later answers a request when work is done.
func (s *server) later(req *jsonrpc2.Request, work func(context.Context) (any, error)) {
	ctx, cancel := context.WithCancel(s.ctx)
	s.mu.Lock()
	s.requests[req.ID] = cancel
	s.mu.Unlock()
	go func() {
		result, err := work(ctx)
		if ctx.Err() != nil {
			err = &jsonrpc2.Error{Code: codeRequestCancelled, Message: "cancelled"}
		}
		s.mu.Lock()
		delete(s.requests, req.ID)
		s.mu.Unlock()
		cancel()
		s.reply(s.ctx, req, result, err)
	}()
}

func (s *server) cancelRequest(raw *json.RawMessage) {
	var params struct{ ID jsonrpc2.ID }
	if raw == nil || json.Unmarshal(*raw, &params) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.requests[params.ID]; cancel != nil {
		cancel()
	}
}

// initialize takes the flags for the tool, if the client has some:
//
//	"initializationOptions": {"flags": ["-scope=all"]}
func (s *server) initialize(raw *json.RawMessage) (any, error) {
	var params initializeParams
	if raw != nil {
		if err := json.Unmarshal(*raw, &params); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
	}
	if len(params.InitializationOptions) > 0 {
		var options struct {
			Flags []string `json:"flags"`
		}
		if err := json.Unmarshal(params.InitializationOptions, &options); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf("initializationOptions: want {\"flags\": [\"-scope=all\"]}: %v", err)}
		}
		s.mu.Lock()
		s.tool.flags = append(s.tool.flags, options.Flags...)
		s.mu.Unlock()
	}
	var result initializeResult
	result.Capabilities.TextDocumentSync.OpenClose = true
	result.Capabilities.TextDocumentSync.Change = changeIncremental
	result.Capabilities.TextDocumentSync.Save = true
	result.Capabilities.HoverProvider = true
	result.Capabilities.CodeActionProvider.CodeActionKinds = []string{quickFix}
	result.ServerInfo.Name = "zeroalloc-lint"
	result.ServerInfo.Version = s.version
	return result, nil
}

func (s *server) opened(doc textDocument) {
	file := fileOf(doc.URI)
	if filepath.Ext(file) != ".go" {
		return
	}
	s.mu.Lock()
	s.documents[file] = &document{uri: doc.URI, version: doc.Version, saved: doc.Version}
	s.mu.Unlock()
	s.analyze(filepath.Dir(file))
}

// changed stops the analysis of the package: it would be about positions of the past.
func (s *server) changed(doc textDocument) {
	s.mu.Lock()
	defer s.mu.Unlock()
	file := fileOf(doc.URI)
	if d := s.documents[file]; d != nil {
		d.version = doc.Version
		if p := s.packages[filepath.Dir(file)]; p != nil {
			p.cancel()
		}
	}
}

func (s *server) saved(doc textDocument) {
	file := fileOf(doc.URI)
	s.mu.Lock()
	d := s.documents[file]
	if d != nil {
		d.saved = d.version
	}
	s.mu.Unlock()
	if d != nil {
		s.analyze(filepath.Dir(file))
	}
}

func (s *server) closed(doc textDocument) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.documents, fileOf(doc.URI))
}

// acquire waits for a slot to run the tool in, and returns what gives it back.
func (s *server) acquire(ctx context.Context) (release func(), err error) {
	select {
	case s.slots <- struct{}{}:
		return func() { <-s.slots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
