package compiled

import (
	"path"
	"path/filepath"
	"slices"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

// code is the object code of a package, indexed by source lines.
type code struct {
	all   []Alloc
	files map[string]*fileIndex // by base name
}

// A fileIndex finds what stands in a file of the package. The directory is
// looked at only if there are two files of that name, as line directives make
// them: the compiler's idea of it need not be ours (-trimpath, symbolic links).
type fileIndex struct {
	sites []site // by line
	paths map[string]bool
}

// A site is a frame of an allocation.
type site struct {
	line      int
	path      string
	alloc     int
	innermost bool
}

// newCode indexes the allocations in the functions of a package.
func newCode(funcs []*goobj.Func, s *source) *code {
	c := &code{files: make(map[string]*fileIndex)}
	for _, fn := range funcs {
		if s.owns(fn.Name) {
			c.file(fn.File)
		}
		for i := range fn.Calls {
			if alloc, ok := newAlloc(fn, &fn.Calls[i]); ok {
				c.add(alloc, s)
			}
		}
	}
	for _, index := range c.files {
		slices.SortStableFunc(index.sites, func(a, b site) int { return a.line - b.line })
	}
	return c
}

func newAlloc(fn *goobj.Func, call *goobj.Call) (Alloc, bool) {
	entry, ok := entryOf(call.Target)
	if !ok {
		return Alloc{}, false
	}
	alloc := Alloc{
		Kind:  entry.kind,
		Entry: call.Target,
		Type:  typeArg(call.Loads, entry.typeArg),
		Host:  fn.Name,
		Stack: make([]Frame, len(call.Frames)),

		HasBuffer: call.Buffer == goobj.StackBuffer,
	}
	for i, f := range call.Frames {
		alloc.Stack[i] = Frame{f.Func, f.File, f.Line}
	}
	return alloc, true
}

// typeArg returns the type whose descriptor was last loaded for an argument.
func typeArg(loads []goobj.Load, arg int) string {
	if arg < 0 {
		return ""
	}
	decoded := false
	for _, load := range slices.Backward(loads) {
		if load.Arg == arg {
			return load.Type
		}
		decoded = decoded || load.Arg >= 0
	}
	if decoded || len(loads) == 0 {
		return "" // it came from elsewhere: a dictionary, say
	}
	return loads[len(loads)-1].Type
}

func (c *code) add(alloc Alloc, s *source) {
	c.all = append(c.all, alloc)
	for i, f := range alloc.Stack {
		if !s.owns(f.Func) {
			continue
		}
		index := c.file(f.File)
		index.sites = append(index.sites, site{f.Line, f.File, len(c.all) - 1, i == 0})
	}
}

// file returns the index of a file, which it adds if it is new.
func (c *code) file(name string) *fileIndex {
	base := path.Base(name)
	index := c.files[base]
	if index == nil {
		index = &fileIndex{paths: make(map[string]bool)}
		c.files[base] = index
	}
	index.paths[name] = true
	return index
}

// allocs returns the allocations that have a frame, or the innermost frame, in
// the lines.
func (c *code) allocs(l lines, innermost bool) []Alloc {
	index := c.files[filepath.Base(l.file)]
	if index == nil {
		return nil
	}
	whole := len(index.paths) > 1 && index.paths[filepath.ToSlash(l.file)]
	from, _ := slices.BinarySearchFunc(index.sites, l.from, func(s site, line int) int {
		if s.line < line {
			return -1
		}
		return 1
	})
	var found []int
	for _, s := range index.sites[from:] {
		if s.line > l.to {
			break
		}
		if innermost && !s.innermost || whole && s.path != filepath.ToSlash(l.file) {
			continue
		}
		found = append(found, s.alloc)
	}
	// Two frames of one allocation may lie in the lines.
	slices.Sort(found)
	var allocs []Alloc
	for _, i := range slices.Compact(found) {
		allocs = append(allocs, c.all[i])
	}
	return allocs
}
