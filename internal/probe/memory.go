package probe

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
)

const sourceName = "known.go"

// A memory is the directory where the known package lies, and what
// toolchains and configurations it was proved for. Several processes may use it.
type memory struct {
	dir string // "" if there is none
}

// newMemory returns the memory in the user's cache directory. Where that cannot be
// had, nothing is remembered.
func newMemory() *memory {
	cache, err := os.UserCacheDir()
	if err != nil {
		return &memory{}
	}
	return &memory{filepath.Join(cache, "zeroalloc-lint", "probe")}
}

// has reports whether success is remembered for key.
func (m *memory) has(key string) bool {
	if m.dir == "" {
		return false
	}
	data, err := os.ReadFile(filepath.Join(m.dir, key))
	return err == nil && string(data) == proved(key)
}

// add remembers success for key. If that cannot be written it is found out again.
func (m *memory) add(key string) {
	if m.dir != "" {
		_ = writeFile(filepath.Join(m.dir, key), []byte(proved(key)))
	}
}

// proved is the content of what remembers success: a file that was cut off does not
// count.
func proved(key string) string { return "proved " + key + "\n" }

// place returns the name of a file with the known package, and what to call when it
// has been compiled. The name is the same each time where it can be, so that
// the build cache knows it.
func (m *memory) place() (file string, remove func(), err error) {
	if m.dir != "" {
		sum := sha256.Sum256(source)
		file := filepath.Join(m.dir, "source-"+hex.EncodeToString(sum[:8]), sourceName)
		if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, source) {
			return file, func() {}, nil
		}
		if writeFile(file, source) == nil {
			return file, func() {}, nil
		}
	}
	dir, err := os.MkdirTemp("", "zeroalloc-probe")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	file = filepath.Join(dir, sourceName)
	if err := os.WriteFile(file, source, 0o666); err != nil {
		remove()
		return "", nil, err
	}
	return file, remove, nil
}

// writeFile writes a file so that others see all of it or nothing.
func writeFile(name string, data []byte) error {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
