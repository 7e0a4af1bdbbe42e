// Package suite has gopls built with the passes of zeroalloc-lint in its module.
package suite

import _ "github.com/zeroalloc/zeroalloc-lint"
