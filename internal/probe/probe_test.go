package probe_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
	"github.com/zeroalloc/zeroalloc-lint/internal/probe"
)

func kindOf(symbol string) string {
	kind, _ := compiled.KindOf(symbol)
	return string(kind)
}

func goroot(t *testing.T) string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func format(t *testing.T) *goobj.Format {
	f, err := goobj.FormatOf(goroot(t))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// compile compiles a source of the known package with variables added to the
// environment.
func compile(t *testing.T, src []byte, env ...string) map[string]string {
	file := filepath.Join(t.TempDir(), "known.go")
	if err := os.WriteFile(file, src, 0o666); err != nil {
		t.Fatal(err)
	}
	archives, err := probe.Compile("", append(os.Environ(), env...), file)
	if err != nil {
		t.Fatal(err)
	}
	return archives
}

func TestConfigurations(t *testing.T) {
	for _, env := range [][]string{
		nil,
		{"GOFLAGS=-gcflags=-N -gcflags=-l"},
		{"GOFLAGS=-gcflags=all=-l"},
		{"GOFLAGS=-gcflags=all=-N"},
		{"GOFLAGS=-gcflags=all=-m=2"},
		{"GOFLAGS=-cover"},
		{"GOFLAGS=-cover -covermode=atomic"},
		{"GOFLAGS=-trimpath"},
		{"GOFLAGS=-race", "CGO_ENABLED=1", "GOOS=linux", "GOARCH=amd64"},
		{"GOARCH=amd64", "GOAMD64=v3"},
		{"GOARCH=arm64"},
		{"GOARCH=386"},
		{"GOOS=windows"},
		{"GOOS=darwin", "GOARCH=arm64"},
	} {
		t.Run(strings.Join(env, ","), func(t *testing.T) {
			if err := probe.Check(compile(t, probe.Known, env...), format(t), kindOf, probe.Known); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestUnknownArchitectures has the proof fail where indirect calls are not read.
func TestUnknownArchitectures(t *testing.T) {
	for _, env := range [][]string{{"GOARCH=riscv64"}, {"GOARCH=s390x"}, {"GOOS=js", "GOARCH=wasm"}} {
		if err := probe.Check(compile(t, probe.Known, env...), format(t), kindOf, probe.Known); err == nil {
			t.Errorf("%s: no error; if it can be read now, move it to TestConfigurations", env)
		}
	}
}

// TestAlteredCode compiles what is not quite the known package.
func TestAlteredCode(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"object = new(pair) ", "object = nil ", "newObject: no object in line"},
		{"value = n ", "value = 1 ", "boxInt: no box|object in line"},
		{"text = a + b ", "text = a ", "concat: no concat in line"},
		{"measure(a + b) ", "measure(a) ", "concatLocal: no concat in line"},
		{"= string(b) ", "= text ", "toString: no conversion in line"},
		{"return append(b, c) ", "return b ", "growSlice: no grow in line"},
		{"m[k] = 1 ", "_ = m[k] ", "assignMap: no mapassign in line"},
		{"go give(n) ", "give(n) ", "spawn: no go in line"},
		{"\t\tdefer give(i) ", "\t\tgive(i) ", "deferInLoop: no defer in line"},
		{"r.read(b) ", "len(b) ", "callMethod: no indirect in line"},
		{"return double(n) + 1 ", "return n + 1 ", "callNamed: no call:double in line"},
		{"object = makePair(a) ", "object = nil ", "inlines: no inlined:makePair:object in line"},
		{"object = makePair(a) ", "object = &pair{a, a} ", "inlines: no inlined:makePair:object in line"},
		{"generic(p) ", "_ = p ", "no box|object in line"},
		{"func double(n int) int { return n + n }", "func double(n int) int { object = new(pair); return n + n }", "double: call of runtime.newobject in line"},
		{"\tn := 0\n", "\tn := 0; value = b\n", "loops: call of runtime.convTslice in line"},
		{"package known\n", "package known\n\n\n", "in line"},
	} {
		src := strings.Replace(string(probe.Known), test.old, test.new, 1)
		if src == string(probe.Known) {
			t.Fatalf("%q is not in the known package", test.old)
		}
		src = strings.Replace(src, "queue   *list.List", "queue   *list.List; _ = list.New", 1)
		err := probe.Check(compile(t, []byte(src)), format(t), kindOf, probe.Known)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("with %q the error is %v, want %s", test.new, err, test.want)
		}
	}
}

// TestAlteredMarks compares the known package with what is not known of it.
func TestAlteredMarks(t *testing.T) {
	archives := compile(t, probe.Known)
	for _, test := range []struct{ old, new string }{
		{"concat no-buffer", "concat buffer"},
		{"concat buffer", "concat no-buffer"},
		{"conversion no-buffer", "conversion buffer"},
		{"conversion buffer", "conversion no-buffer"},
		{"//= object", "//= box"},
		{"//= box|object", "//= object"},
		{"//= indirect", "//= call:double"},
		{"inlined:makePair:object", "inlined:double:object"},
		{"inlined:makeOther:object", "inlined:makePair:object"},
		{"inlined:container/list.New:object", "inlined:container/list.Init:object"},
		{"\n//go:noinline\nfunc moved", "\n\n//go:noinline\nfunc moved"},
		{" //= object", ""},
		{"\nfunc moved", "\nfunc remove"},
	} {
		if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" && strings.Contains(test.old, "buffer") {
			continue // not decoded
		}
		src := strings.Replace(string(probe.Known), test.old, test.new, 1)
		if src == string(probe.Known) {
			t.Fatalf("%q is not in the known package", test.old)
		}
		if err := probe.Check(archives, format(t), kindOf, []byte(src)); err == nil {
			t.Errorf("no error with %q", test.new)
		}
	}
	if err := probe.Check(archives, format(t), kindOf, []byte("package known\n")); err == nil {
		t.Error("no error with nothing known")
	}
	if err := probe.Check(archives, format(t), func(string) string { return "" }, probe.Known); err == nil {
		t.Error("no error when no kind is known")
	}
}

func TestDamagedArchive(t *testing.T) {
	archives := compile(t, probe.Known)
	data, err := os.ReadFile(archives["command-line-arguments"])
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"empty": nil,
		"cut":   data[:len(data)*2/3],
		// One line table less, and all behind it at other places.
		"shifted": append(append([]byte(nil), data[:len(data)/2]...), data[len(data)/2+1:]...),
	} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
		err := probe.Check(map[string]string{"command-line-arguments": file}, format(t), kindOf, probe.Known)
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := probe.Check(nil, format(t), kindOf, probe.Known); err == nil {
		t.Error("no error without an archive")
	}
}

// cacheIn has the user's cache directory be a new one, and the go command keep its own.
func cacheIn(t *testing.T) string {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOPATH").Output()
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Fields(string(out))
	t.Setenv("GOCACHE", at[0])
	t.Setenv("GOMODCACHE", at[1])
	t.Setenv("GOPATH", at[2])
	dir := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, dir)
	}
	probe.Forget()
	return dir
}

// wrapGo puts a go command in front that counts its runs. The
// script runs before the real one, which is $GO.
func wrapGo(t *testing.T, script string) (runs func() int) {
	if runtime.GOOS == "windows" {
		t.Skip("the wrapper is a shell script")
	}
	real, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	text := "#!/bin/sh\nGO='" + real + "'\necho \"$@\" >>'" + log + "'\n" + script + "\n"
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return func() int {
		data, _ := os.ReadFile(log)
		return strings.Count(string(data), "\n")
	}
}

func TestRemembered(t *testing.T) {
	root := goroot(t)
	cacheIn(t)
	runs := wrapGo(t, `exec "$GO" "$@"`)
	prove := func() {
		t.Helper()
		if _, err := probe.Format("", root, compiled.KindOf); err != nil {
			t.Fatal(err)
		}
	}
	prove()
	prove()
	probe.Forget() // as another process would
	prove()
	if n := runs(); n != 1 {
		t.Errorf("the go command ran %d times for one configuration", n)
	}
	t.Setenv("GOFLAGS", "-gcflags=-N")
	prove()
	if n := runs(); n != 2 {
		t.Errorf("the go command ran %d times for two configurations", n)
	}
}

// TestCutOffMemory has the file that remembers success be empty, as after a full
// disk.
func TestCutOffMemory(t *testing.T) {
	root := goroot(t)
	dir := cacheIn(t)
	runs := wrapGo(t, `exec "$GO" "$@"`)
	if _, err := probe.Format("", root, compiled.KindOf); err != nil {
		t.Fatal(err)
	}
	emptied := 0
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.Contains(name, "zeroalloc-lint") {
			emptied++
			return os.Truncate(name, 0)
		}
		return err
	})
	if err != nil || emptied != 2 {
		t.Fatalf("%d files in the cache directory, want the source and a memory: %v", emptied, err)
	}
	probe.Forget()
	if _, err := probe.Format("", root, compiled.KindOf); err != nil || runs() != 2 {
		t.Errorf("error %v after %d runs, want none after 2", err, runs())
	}
}

// TestAtTheSameTime has several at work in one cache directory, as processes of go vet
// are. What one sees is whole or not there.
func TestAtTheSameTime(t *testing.T) {
	dir := cacheIn(t)
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			for range 20 {
				file, remove, err := probe.Place()
				if err != nil {
					t.Error(err)
					return
				}
				data, err := os.ReadFile(file)
				if err != nil || !bytes.Equal(data, probe.Known) {
					t.Errorf("%d bytes of %d: %v", len(data), len(probe.Known), err)
				}
				remove()
				probe.Remember("key")
				if !probe.Remembers("key") {
					t.Error("not remembered")
				}
			}
		})
	}
	group.Wait()
	left, err := filepath.Glob(filepath.Join(dir, "*", "*", "new-*"))
	if more, _ := filepath.Glob(filepath.Join(dir, "*", "*", "*", "new-*")); err != nil || len(left)+len(more) > 0 {
		t.Errorf("left behind: %q %q %v", left, more, err)
	}
}

func TestNoCacheDirectory(t *testing.T) {
	root := goroot(t)
	for name, spoil := range map[string]func(dir string){
		"unset": func(string) {
			for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
				t.Setenv(name, "")
			}
		},
		// Root may write anywhere but into a file.
		"not writable": func(dir string) {
			if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
				t.Setenv(name, filepath.Join(dir, "file"))
			}
		},
	} {
		spoil(cacheIn(t))
		tmp := t.TempDir()
		t.Setenv("TMPDIR", tmp)
		if _, err := probe.Format("", root, compiled.KindOf); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		left, err := filepath.Glob(filepath.Join(tmp, "*"))
		if err != nil || len(left) > 0 {
			t.Errorf("%s: left behind: %q %v", name, left, err)
		}
	}
}

// TestBrokenGoCommand has the go command not do what it is asked. That must not be
// remembered.
func TestBrokenGoCommand(t *testing.T) {
	root := goroot(t)
	for _, test := range []struct{ script, want string }{
		{"exit 1", "the go command does not compile the probe package: exit status 1"},
		{"echo broken >&2; echo more >&2; exit 2", "broken; more"},
		{`"$GO" "$@" | sed 's/"Export"/"Exported"/'`, "no archive of the probe package"},
		{`"$GO" "$@" | sed 's/-d"/-a"/'`, "is not understood"},
		{"echo {}", "no archive of the probe package"},
		{"true", "no archive of the probe package"},
		{"echo {", "unexpected EOF"},
	} {
		cacheIn(t)
		t.Run(test.script, func(t *testing.T) {
			wrapGo(t, test.script)
			for range 2 {
				_, err := probe.Format("", root, compiled.KindOf)
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("error %v, want %s", err, test.want)
				}
			}
		})
		if _, err := probe.Format("", root, compiled.KindOf); err != nil {
			t.Errorf("after it works again: %v", err)
		}
	}
}

func TestNoGoCommand(t *testing.T) {
	root := goroot(t)
	cacheIn(t)
	t.Setenv("PATH", "")
	_, err := probe.Format("", root, compiled.KindOf)
	if err == nil || !strings.Contains(err.Error(), "not on PATH") {
		t.Errorf("error %v, want that it is not on PATH", err)
	}
}

func TestKey(t *testing.T) {
	root := goroot(t)
	t.Setenv("HOME", t.TempDir())
	plain := probe.Key(root, "GOARCH=arm64")
	for _, same := range [][]string{{"GOARCH=arm64", "GOGC=off"}, {"LANG=C", "GOARCH=arm64"}} {
		if probe.Key(root, same...) != plain {
			t.Errorf("%q has another key", same)
		}
	}
	settings := filepath.Join(t.TempDir(), "env")
	if err := os.WriteFile(settings, []byte("GOFLAGS=-race\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{plain: true}
	for _, other := range [][]string{nil, {"GOARCH=386"}, {"GOARCH=arm64", "GOFLAGS=-race"}, {"GOARCH=arm64", "CGO_CFLAGS=-O0"},
		{"GOARCH=arm64", "GOEXPERIMENT=x"}, {"GOARCH=arm64", "GOENV=" + settings}} {
		k := probe.Key(root, other...)
		if keys[k] {
			t.Errorf("%q has the key of others", other)
		}
		keys[k] = true
	}
	if keys[probe.Key(t.TempDir(), "GOARCH=arm64")] {
		t.Error("another toolchain has the same key")
	}
	before := probe.Key(root, "GOENV="+settings)
	if err := os.WriteFile(settings, []byte("GOFLAGS=-msan\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if probe.Key(root, "GOENV="+settings) == before {
		t.Error("other settings have the same key")
	}
}

// A build of a changed reader must not rely on what another one proved. Tests are built
// with the version of every program under development.
func TestOwnBuild(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var before, after strings.Builder
	probe.WriteOwn(&before)
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(name, time.Time{}, info.ModTime().Add(time.Second)); err != nil {
		t.Skip(err)
	}
	probe.WriteOwn(&after)
	if before.String() == after.String() {
		t.Errorf("another build says the same: %q", after.String())
	}
}
