package compiled

import (
	"fmt"
	"path/filepath"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/probe"
)

// controlPackage is a package of the standard library that every build includes:
// it tells where the toolchain is.
const controlPackage = "errors"

// prove returns the format of the toolchain, once it is shown that it is read rightly. A
// release that changes the format must not make everything look clean.
func (b *build) prove() (*goobj.Format, error) {
	control := b.pkgs[controlPackage]
	if control == nil || control.Export == "" {
		return nil, fmt.Errorf("the go command does not build package %s: %s", controlPackage, firstLine(b.stderr))
	}
	return probe.Format(b.dir, filepath.Dir(filepath.Dir(control.Dir)), KindOf)
}
