package goobj

import (
	"encoding/hex"
	"strings"
)

// PackagePath returns the import path of the package that a linker symbol
// belongs to, "" if it does not tell.
func PackagePath(symbol string) string {
	symbol, _, _ = strings.Cut(symbol, "[") // type arguments have paths too
	slash := strings.LastIndexByte(symbol, '/')
	dot := strings.IndexByte(symbol[slash+1:], '.')
	if dot < 0 {
		return ""
	}
	return Unescape(symbol[:slash+1+dot])
}

// Unescape undoes the escaping of import paths in linker symbols: %2e is a dot.
func Unescape(path string) string {
	if !strings.Contains(path, "%") {
		return path
	}
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		if path[i] == '%' && i+2 < len(path) {
			if c, err := hex.DecodeString(path[i+1 : i+3]); err == nil {
				b.WriteByte(c[0])
				i += 2
				continue
			}
		}
		b.WriteByte(path[i])
	}
	return b.String()
}
