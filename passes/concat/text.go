package concat

import (
	"bytes"
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// A text is the source text of a file.
type text struct {
	file *ast.File
	tok  *token.File
	src  []byte
}

func textOf(pass *analysis.Pass, cur inspector.Cursor) (text, bool) {
	for outer := range cur.Enclosing((*ast.File)(nil)) {
		file := outer.Node().(*ast.File)
		tok := pass.Fset.File(file.FileStart)
		src, err := pass.ReadFile(tok.Name())
		if err != nil || len(src) != tok.Size() {
			return text{}, false
		}
		return text{file, tok, src}, true
	}
	return text{}, false
}

func (t text) of(pos, end token.Pos) string {
	return string(t.src[t.tok.Offset(pos):t.tok.Offset(end)])
}

// beforeOnLine returns what stands before n on its line.
func (t text) beforeOnLine(n ast.Node) string {
	before := t.src[:t.tok.Offset(n.Pos())]
	return string(before[bytes.LastIndexByte(before, '\n')+1:])
}

func (t text) startsLine(n ast.Node) bool { return strings.TrimSpace(t.beforeOnLine(n)) == "" }

// indent returns the white space that the line of n begins with.
func (t text) indent(n ast.Node) string {
	line := t.beforeOnLine(n)
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// lineEnd returns the end of the line that pos is on, if nothing follows pos there
// but a comment of one line.
func (t text) lineEnd(pos token.Pos) (token.Pos, bool) {
	rest := t.src[t.tok.Offset(pos):]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	rest = bytes.TrimRight(rest, " \t\r")
	if tail := bytes.TrimSpace(rest); len(tail) > 0 && !bytes.HasPrefix(tail, []byte("//")) {
		return pos, false
	}
	return pos + token.Pos(len(rest)), true
}

// hasComment reports whether there is a comment between pos and end.
func (t text) hasComment(pos, end token.Pos) bool {
	for _, group := range t.file.Comments {
		if group.Pos() < end && pos < group.End() {
			return true
		}
	}
	return false
}
