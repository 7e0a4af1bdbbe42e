package compiled

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

// controlPackage is a package with a known answer. Every build includes it.
const controlPackage = "errors"

// prove reads the format of the toolchain, and checks on a known answer that the
// reading is right: errors.New allocates an errorString where its source says so.
// A release that changes the format must not make everything look clean.
func (b *build) prove() (*goobj.Format, error) {
	control := b.pkgs[controlPackage]
	if control == nil || control.Export == "" {
		return nil, fmt.Errorf("the go command does not build package %s: %s", controlPackage, firstLine(b.stderr))
	}
	goroot := filepath.Dir(filepath.Dir(control.Dir))
	format, err := goobj.FormatOf(goroot)
	if err != nil {
		return nil, err
	}
	funcs, err := goobj.Read(control.Export, format, nil)
	if err != nil {
		return nil, err
	}
	for _, fn := range funcs {
		if fn.Name != "errors.New" {
			continue
		}
		for i := range fn.Calls {
			alloc, ok := newAlloc(fn, &fn.Calls[i])
			if ok && alloc.Kind == Object && standsAt(control.Dir, alloc.Stack[0], "&errorString{") {
				return format, nil
			}
		}
	}
	return nil, fmt.Errorf("the object code of the toolchain in %s is not understood: errors.New seems not to allocate", goroot)
}

// standsAt reports whether the line of a frame in a directory contains text.
func standsAt(dir string, f Frame, text string) bool {
	data, err := os.ReadFile(filepath.Join(dir, filepath.Base(f.File)))
	if err != nil {
		return false
	}
	lines := strings.Split(string(data), "\n")
	return f.Line > 0 && f.Line <= len(lines) && strings.Contains(lines[f.Line-1], text)
}
