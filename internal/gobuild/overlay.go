package gobuild

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// An Overlay holds what the go command is to take in place of files, by their absolute
// names: the contents of an editor's buffers that are not saved.
type Overlay map[string][]byte

// Flags returns the flags that make the go command use the overlay, none if it is empty.
// They hold until remove is called. The compiler gives positions in the files replaced.
func (o Overlay) Flags() (flags []string, remove func(), err error) {
	if len(o) == 0 {
		return nil, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "zeroalloc-overlay-")
	if err != nil {
		return nil, nil, fmt.Errorf("unsaved buffers: %w", err)
	}
	file, err := o.write(dir)
	if err != nil {
		os.RemoveAll(dir)
		return nil, nil, fmt.Errorf("unsaved buffers: %w", err)
	}
	return []string{"-overlay=" + file}, func() { os.RemoveAll(dir) }, nil
}

// write writes the overlay to a directory, and returns the file that describes it.
func (o Overlay) write(dir string) (string, error) {
	var config struct{ Replace map[string]string }
	config.Replace = make(map[string]string, len(o))
	for name, content := range o {
		replacement := filepath.Join(dir, strconv.Itoa(len(config.Replace))+filepath.Ext(name))
		if err := os.WriteFile(replacement, content, 0o600); err != nil {
			return "", err
		}
		config.Replace[name] = replacement
	}
	data, err := json.Marshal(config)
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	return file, os.WriteFile(file, data, 0o600)
}
