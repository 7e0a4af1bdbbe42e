package lsp

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"
)

// What the server uses of the Language Server Protocol 3.17, by its names there:
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/

type position struct {
	Line      int `json:"line"`      // from 0
	Character int `json:"character"` // from 0, in UTF-16 code units
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

// overlaps reports whether s and o have a position in common.
func (s span) overlaps(o span) bool { return !s.End.before(o.Start) && !o.End.before(s.Start) }

func (p position) before(q position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type diagnostic struct {
	Range              span                 `json:"range"`
	Severity           int                  `json:"severity"`
	Code               string               `json:"code"`
	CodeDescription    codeDescription      `json:"codeDescription"`
	Source             string               `json:"source"`
	Message            string               `json:"message"`
	RelatedInformation []relatedInformation `json:"relatedInformation,omitempty"`
}

type codeDescription struct {
	Href string `json:"href"`
}

type relatedInformation struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

const severityWarning = 2

type publishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type textDocument struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
}

// documentParams are those of all notifications and requests about a document.
type documentParams struct {
	TextDocument textDocument `json:"textDocument"`
	Position     position     `json:"position"` // of hover
	Range        span         `json:"range"`    // of codeAction
	Context      struct {
		Only []string `json:"only"`
	} `json:"context"` // of codeAction
}

type initializeParams struct {
	ProcessID             *int            `json:"processId"`
	InitializationOptions json.RawMessage `json:"initializationOptions"`
}

type initializeResult struct {
	Capabilities struct {
		TextDocumentSync struct {
			OpenClose bool `json:"openClose"`
			Change    int  `json:"change"`
			Save      bool `json:"save"`
		} `json:"textDocumentSync"`
		HoverProvider      bool `json:"hoverProvider"`
		CodeActionProvider struct {
			CodeActionKinds []string `json:"codeActionKinds"`
		} `json:"codeActionProvider"`
	} `json:"capabilities"`
	ServerInfo struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	} `json:"serverInfo"`
}

// changeIncremental has the client send what has changed of a document. Only that it has
// is of interest, and a whole document is more.
const changeIncremental = 2

const quickFix = "quickfix"

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics"`
	IsPreferred bool          `json:"isPreferred"`
	Edit        workspaceEdit `json:"edit"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

type hover struct {
	Contents markup `json:"contents"`
	Range    span   `json:"range"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type message struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// Types of messages.
const (
	messageError   = 1
	messageWarning = 2
)

// fileOf returns the name of the file that a URI names, "" if it is not one.
func fileOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return ""
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // /C:/x.go
		path = path[1:]
	}
	return filepath.FromSlash(path)
}

// uriOf returns the URI of a file.
func uriOf(file string) string {
	path := filepath.ToSlash(file)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
