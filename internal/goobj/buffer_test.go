package goobj

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const bufferSource = `package p

var sink string

//go:noinline
func use(s string) int { return len(s) }

func Kept(a, b string)           { sink = a + b }
func Local(a, b string) int      { return use(a + b) }
func KeptBytes(b []byte)         { sink = string(b) }
func LocalBytes(b []byte) int    { return use(string(b)) }
func Late(n int, b []byte) int   { use("x"); if n > 3 { use("y") }; return use(string(b)) }
`

func TestBuffer(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64"} {
		t.Run(arch, func(t *testing.T) {
			t.Parallel()
			got := buffers(t, arch)
			want := map[string]Buffer{
				"p.Kept": NoBuffer, "p.KeptBytes": NoBuffer,
				"p.Local": StackBuffer, "p.LocalBytes": StackBuffer, "p.Late": StackBuffer,
			}
			for name, w := range want {
				if g, ok := got[name]; !ok || g != w {
					t.Errorf("%s: buffer %d (found: %t), want %d", name, g, ok, w)
				}
			}
		})
	}
}

// buffers compiles bufferSource and returns the buffer of the call in each
// function that takes one.
func buffers(t *testing.T, arch string) map[string]Buffer {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": bufferSource} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "list", "-export", "-f", "{{.Export}}", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOARCH="+arch, "CGO_ENABLED=0", "PWD="+dir)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	funcs, err := Read(strings.TrimSpace(string(out)), toolchain(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]Buffer)
	for _, fn := range funcs {
		for _, call := range fn.Calls {
			if takesBuffer(call.Target) {
				found[fn.Name] = call.Buffer
			}
		}
	}
	return found
}
