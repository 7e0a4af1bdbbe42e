package prover

import (
	"go/token"
	"os"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// A sight is what the source says about one frame of a call.
type sight struct {
	fn   *ssa.Function   // of the frame, nil if unknown
	src  *program.Source // its source
	site ssa.Instruction // that the call stands for, the first if there are several; nil if unknown
	pos  token.Pos       // in the file set of src; invalid if unknown

	returned bool // fn returns the value of the site
	failing  bool // see view.onlyFails
}

// trail returns the sights of each step, by frame. They are not kept while
// looking for findings: only what is reported needs them.
func (f *Finding) trail() [][]sight {
	if f.sights != nil || f.prover == nil {
		return f.sights
	}
	f.prover.losses = f.losses
	for _, s := range f.Steps {
		sights := make([]sight, len(s.frames))
		if s.call != nil {
			f.prover.visit(s.node, s.call, len(s.frames)-1, func(i int, v *view) {
				sights[i] = v.sight(s.frames[i])
				if i == 0 && v.exact {
					sights[i].site = v.likely(s.call)[0]
					sights[i].pos = v.madeAt(s.call, sights[i].pos)
					sights[i].failing = v.onlyFails(sights[i].site)
				}
			})
		}
		f.sights = append(f.sights, sights)
	}
	return f.sights
}

func (v *view) sight(frame goobj.Frame) sight {
	s := sight{fn: v.fn, src: v.src}
	if v.fn == nil {
		return s
	}
	if v.exact {
		s.site = v.sites[0]
		s.pos = v.prover.index(v.src, v.fn).pos[s.site]
		s.returned = v.all(isReturned)
		s.failing = v.onlyFails(s.site)
		return s
	}
	file := v.src.Fset.File(v.fn.Syntax().Pos())
	if file == nil || frame.Line < 1 || frame.Line > file.LineCount() {
		return s
	}
	// With line directives it is a line of another file.
	if pos := file.LineStart(frame.Line); v.src.Fset.Position(pos).Line == frame.Line {
		s.pos = pos
	}
	return s
}

// isReturned reports whether the function returns the value of instr.
func isReturned(instr ssa.Instruction) bool {
	x, ok := instr.(ssa.Value)
	if !ok {
		return false
	}
	seen := map[ssa.Value]bool{x: true}
	for work := []ssa.Value{x}; len(work) > 0; work = work[1:] {
		if work[0].Referrers() == nil {
			continue
		}
		for _, ref := range *work[0].Referrers() {
			switch ref := ref.(type) {
			case *ssa.Return:
				return true
			case *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Extract:
				if y := ref.(ssa.Value); !seen[y] {
					seen[y] = true
					work = append(work, y)
				}
			}
		}
	}
	return false
}

// onlyFails reports whether instr is a variable that is moved to the heap for the
// sake of failing paths alone: elsewhere it is only read and set.
func (v *view) onlyFails(instr ssa.Instruction) bool {
	alloc, ok := instr.(*ssa.Alloc)
	if !ok || v.flow == nil {
		return false
	}
	failing := false
	for _, ref := range *alloc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.DebugRef:
			continue
		case *ssa.Store:
			if ref.Addr == alloc && ref.Val != ssa.Value(alloc) {
				continue
			}
		}
		if !v.flow.Failing(ref.Block()) {
			return false
		}
		failing = true
	}
	return failing
}

// A translator gives positions in the files of dependencies a place in the file
// set of the pass: only those can be reported.
type translator struct {
	fset  *token.FileSet
	files map[string]*token.File // by name; nil for one that cannot be read
}

// translate returns the position in the file set of the pass, or NoPos.
func (t *translator) translate(from *token.FileSet, pos token.Pos) token.Pos {
	if !pos.IsValid() || from == t.fset {
		return pos
	}
	at := from.PositionFor(pos, false)
	file, known := t.files[at.Filename]
	if !known {
		file = t.add(at.Filename)
		t.files[at.Filename] = file
	}
	if file == nil || at.Line > file.LineCount() {
		return token.NoPos
	}
	offset := file.Offset(file.LineStart(at.Line)) + at.Column - 1
	if offset > file.Size() {
		return token.NoPos
	}
	return file.Pos(offset)
}

// adding keeps passes that share a file set from finding a file that another one has
// added, but not yet given its lines.
var adding sync.Mutex

// add returns the file of the pass with the name, which is added if it is not
// there. Export data leaves files of the same name that have lines, but no columns: their
// size is not that of the file.
func (t *translator) add(name string) *token.File {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	adding.Lock()
	defer adding.Unlock()
	var found *token.File
	t.fset.Iterate(func(f *token.File) bool {
		if f.Name() == name && f.Size() == len(content) {
			found = f
		}
		return found == nil
	})
	if found == nil {
		found = t.fset.AddFile(name, -1, len(content))
		found.SetLinesForContent(content)
	}
	return found
}
