package gobuild

import (
	"fmt"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

// Archive returns the object code of the package, of which the format is that of the
// toolchain in GOROOT.
func (p *Package) Archive(format *goobj.Format) (*goobj.Archive, error) {
	p.archiveOnce.Do(func() {
		if p.archiveErr = p.Built(); p.archiveErr == nil {
			p.archive, p.archiveErr = goobj.Open(p.Export, format, p.namer(format))
		}
		if p.archiveErr != nil {
			p.archiveErr = fmt.Errorf("no object code for %s: %w", p.Path(), p.archiveErr)
		}
	})
	return p.archive, p.archiveErr
}

// namer returns what tells the names of functions that were inlined into the package.
func (p *Package) namer(format *goobj.Format) goobj.Names {
	_, variant, isVariant := strings.Cut(p.ImportPath, " ")
	return func(path string, index uint32) string {
		path = goobj.Unescape(path)
		other := p.build.pkgs[path]
		if v := p.build.pkgs[path+" "+variant]; isVariant && v != nil {
			other = v
		}
		if other == nil || other.Export == "" {
			return ""
		}
		return other.symbolName(index, format)
	}
}

// symbolName returns the name of a symbol that other packages refer to by number,
// or "". What has no name in the end is judged as unknown.
func (p *Package) symbolName(index uint32, format *goobj.Format) string {
	p.namesOnce.Do(func() { p.names, _ = goobj.SymbolNames(p.Export, format) })
	if int64(index) >= int64(len(p.names)) {
		return ""
	}
	return p.names[index]
}
