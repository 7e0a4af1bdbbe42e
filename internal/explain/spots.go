package explain

import (
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
	"github.com/zeroalloc/zeroalloc-lint/internal/prover"
)

// Parts of a function.
const (
	partLoop = "loop"
	partLine = "line"
)

// A target is what an answer is about.
type target struct {
	name     string // linker symbol of the function
	part     string // partLoop, partLine or ""
	position Position
	region   prover.Region
	inLines  func(prover.Place) bool // nil if it is not about lines
}

// findLine finds what stands at a line of a file: a function or loop if it begins
// there, else a statement, else the function or loop around it.
func (q *query) findLine(file string, line int) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	lines := strings.Split(string(content), "\n")
	if line < 1 || line > len(lines) {
		return fmt.Errorf("the file has %d lines", len(lines))
	}
	asked := line
	for line < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[line-1]), "//") {
		line++ // to what is commented on
	}
	f := finder{loaded: q.loaded, file: file, line: line}
	if q.target = f.find(); q.target == nil {
		return fmt.Errorf("line %d is in no function", asked)
	}
	return nil
}

// A finder finds what stands at a line.
type finder struct {
	*loaded
	file string
	line int
}

func (f *finder) find() *target {
	var fn *ssa.Function // the innermost around the line
	for _, candidate := range f.src.Funcs {
		syntax := candidate.Syntax()
		if syntax == nil || !f.spans(syntax) {
			continue
		}
		if _, isLit := syntax.(*ast.FuncLit); isLit && fn != nil && f.begins(syntax) {
			continue // it is part of the statement that stands there
		}
		if _, isLoop := syntax.(*ast.RangeStmt); isLoop {
			continue // its function has it
		}
		if fn == nil || fn.Syntax().Pos() < syntax.Pos() {
			fn = candidate
		}
	}
	if fn == nil {
		return nil
	}
	whole := f.whole(fn, f.symbol(fn))
	switch part := f.part(fn).(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		whole.part = partLoop
		whole.region.Node, whole.region.Body = part, f.body(part)
		whole.position = f.position(part.Pos())
	case *ast.DeferStmt:
		// What it calls is called where the function returns: all of it is explained.
	case ast.Stmt:
		first, last := f.lines(part)
		whole.part = partLine
		whole.position = Position{f.file, f.line}
		base := filepath.Base(f.file)
		whole.inLines = func(p prover.Place) bool {
			return filepath.Base(filepath.FromSlash(p.File)) == base && first <= p.Line && p.Line <= last
		}
		whole.region.Body = f.bodyAround(fn, part)
	}
	return whole
}

// symbol returns the linker symbol of a function.
func (f *finder) symbol(fn *ssa.Function) string {
	if _, ok := fn.Syntax().(*ast.FuncDecl); ok {
		return program.Key(program.Symbol(fn))
	}
	for symbol, lit := range f.literals() {
		if lit == fn {
			return symbol
		}
	}
	return f.own.Path + "." + fn.Name()
}

// part returns the loop or statement in fn that stands at the line, or the loop around it, or
// nil for all of fn.
func (f *finder) part(fn *ssa.Function) ast.Stmt {
	body := bodyOf(fn.Syntax())
	if body == nil || f.number(body) >= f.line || f.end(body) == f.line {
		return nil
	}
	var loop, stmt ast.Stmt
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil || !f.spans(n) {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			loop, stmt = n.(ast.Stmt), nil
		case *ast.BlockStmt, *ast.LabeledStmt:
		case ast.Stmt:
			if first, last := f.lines(n); first <= f.line && f.line <= last {
				stmt = n
			} else {
				stmt = nil
			}
		}
		return true
	})
	if stmt != nil {
		return stmt
	}
	return loop
}

// lines returns the lines of a statement: of one that holds others, of its header.
func (f *finder) lines(n ast.Stmt) (first, last int) {
	first, last = f.number(n), f.end(n)
	switch n := n.(type) {
	case *ast.IfStmt:
		last = f.number(n.Body)
	case *ast.SwitchStmt:
		last = f.number(n.Body)
	case *ast.TypeSwitchStmt:
		last = f.number(n.Body)
	case *ast.SelectStmt:
		last = f.number(n.Body)
	case *ast.CaseClause:
		last = f.src.Fset.Position(n.Colon).Line
	case *ast.CommClause:
		last = f.src.Fset.Position(n.Colon).Line
	}
	return first, last
}

// body returns the function that the body of a loop over an iterator became, or nil.
func (f *finder) body(loop ast.Node) *ssa.Function {
	for _, fn := range f.src.Funcs {
		if fn.Syntax() == loop {
			return fn
		}
	}
	return nil
}

// bodyAround returns that of the innermost loop over an iterator around a statement
// in fn, or nil.
func (f *finder) bodyAround(fn *ssa.Function, stmt ast.Stmt) *ssa.Function {
	var best *ssa.Function
	for _, body := range f.src.Funcs {
		loop, ok := body.Syntax().(*ast.RangeStmt)
		if !ok || loop.Pos() < fn.Syntax().Pos() || loop.Body.Pos() > stmt.Pos() || stmt.End() > loop.End() {
			continue
		}
		if best == nil || best.Syntax().Pos() < loop.Pos() {
			best = body
		}
	}
	return best
}

func bodyOf(n ast.Node) *ast.BlockStmt {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Body
	case *ast.FuncLit:
		return n.Body
	}
	return nil
}

func (f *finder) spans(n ast.Node) bool {
	return f.src.Fset.Position(n.Pos()).Filename == f.file && f.number(n) <= f.line && f.line <= f.end(n)
}

func (f *finder) begins(n ast.Node) bool { return f.number(n) == f.line }

func (f *finder) number(n ast.Node) int { return f.src.Fset.Position(n.Pos()).Line }

func (f *finder) end(n ast.Node) int { return f.src.Fset.Position(n.End()).Line }
