package goobj

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// goList returns what go list -export prints of a package with a template.
func goList(t testing.TB, template, pkg string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-f", template, pkg).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func toolchain(t testing.TB) *Format {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	format, err := FormatOf(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	return format
}

// The disassembler of the toolchain shows the same calls at the same lines.
func TestObjdump(t *testing.T) {
	for _, pkg := range []string{"fmt", "strconv", "sort", "internal/bytealg"} {
		t.Run(pkg, func(t *testing.T) {
			t.Parallel()
			archive := goList(t, "{{.Export}}", pkg)
			funcs, err := Read(archive, toolchain(t), nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, fn := range funcs {
				// Objdump shows only the first object of an archive.
				if path.Ext(fn.File) == ".s" {
					continue
				}
				for _, c := range fn.Calls {
					got = append(got, fmt.Sprintf("%s calls %q at %s:%d", fn.Name, c.Target, path.Base(c.Frames[0].File), c.Frames[0].Line))
				}
			}
			want := objdumpCalls(t, archive)
			if len(want) == 0 {
				t.Fatal("objdump shows no calls")
			}
			slices.Sort(got)
			slices.Sort(want)
			if slices.Equal(got, want) {
				return
			}
			for _, s := range got {
				if !slices.Contains(want, s) {
					t.Errorf("only read: %s", s)
				}
			}
			for _, s := range want {
				if !slices.Contains(got, s) {
					t.Errorf("only objdump: %s", s)
				}
			}
			t.Errorf("%d calls read, objdump shows %d", len(got), len(want))
		})
	}
}

func objdumpCalls(t *testing.T, archive string) []string {
	text := regexp.MustCompile(`^TEXT (.*)\(SB\) `)
	// The relocations of an instruction follow each other.
	call := regexp.MustCompile(`^  (\S+:\d+)\t.*\]R_CALL(?:IND|:([^\t]*?)(?:<1>)?)(?:\t| \[|$)`)
	out, err := exec.Command("go", "tool", "objdump", archive).Output()
	if err != nil {
		t.Fatal(err)
	}
	var calls []string
	fn := ""
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSuffix(line, "\n")
		if m := text.FindStringSubmatch(line); m != nil {
			fn = m[1]
		} else if m := call.FindStringSubmatch(line); m != nil {
			calls = append(calls, fmt.Sprintf("%s calls %q at %s", fn, m[2], m[1]))
		}
	}
	return calls
}

// errors.New is inlined three calls deep here, from a package whose symbols the
// object refers to by number.
func TestFrames(t *testing.T) {
	format := toolchain(t)
	names, err := SymbolNames(goList(t, "{{.Export}}", "errors"), format)
	if err != nil {
		t.Fatal(err)
	}
	foreign := func(pkg string, index uint32) string {
		if pkg != "errors" || int(index) >= len(names) {
			return ""
		}
		return names[index]
	}
	funcs, err := Read(goList(t, "{{.Export}}", "fmt"), format, foreign)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"errors.New", "fmt.(*ss).errorString", "fmt.(*ss).okVerb", "fmt.(*ss).getBase", "fmt.(*ss).scanInt"}
	for _, fn := range funcs {
		for _, c := range fn.Calls {
			var got []string
			for _, f := range c.Frames {
				got = append(got, f.Func)
			}
			if !slices.Equal(got, want) || c.Target != "runtime.newobject" {
				continue
			}
			if f := c.Frames[0]; f.Pkg != "errors" || f.File != filepath.ToSlash(format.goroot)+"/src/errors/errors.go" {
				t.Errorf("innermost frame %+v", f)
			}
			if f := c.Frames[4]; f.Pkg != "" || path.Base(f.File) != "scan.go" {
				t.Errorf("outermost frame %+v", f)
			}
			if !slices.Equal(c.Loads, []Load{{"errors.errorString", 0}}) {
				t.Errorf("loads %v", c.Loads)
			}
			return
		}
	}
	t.Errorf("no call of runtime.newobject in %q", want)
}

func TestFunc(t *testing.T) {
	funcs, err := Read(goList(t, "{{.Export}}", "errors"), toolchain(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(funcs, func(fn *Func) bool { return fn.Name == "errors.Join" })
	if i < 0 {
		t.Fatal("no errors.Join")
	}
	fn := funcs[i]
	dir := goList(t, "{{.Dir}}", "errors")
	source, err := os.ReadFile(filepath.Join(dir, "join.go"))
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(source), "func Join(")
	if want := strings.Count(before, "\n") + 1; fn.Line != want || fn.File != filepath.ToSlash(dir)+"/join.go" {
		t.Errorf("errors.Join at %s:%d, want line %d", fn.File, fn.Line, want)
	}
}

// A damaged file gives an error with its name, or at least no panic.
func TestDamaged(t *testing.T) {
	format := toolchain(t)
	dir := t.TempDir()
	for _, pkg := range []string{"errors", "internal/bytealg"} {
		intact, err := os.ReadFile(goList(t, "{{.Export}}", pkg))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 100 {
			file := filepath.Join(dir, "short.a")
			if err := os.WriteFile(file, intact[:len(intact)*i/100], 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := Read(file, format, nil); err == nil || !strings.Contains(err.Error(), file) {
				t.Errorf("%s cut to %d%%: error %v", pkg, i, err)
			}
			SymbolNames(file, format)
		}
		random := rand.New(rand.NewSource(1))
		failed := 0
		for range 2000 {
			damaged := slices.Clone(intact)
			for range 1 + random.Intn(20) {
				damaged[random.Intn(len(damaged))] = byte(random.Intn(256))
			}
			a, err := newArchive("damaged.a", damaged, format, nil)
			if err == nil {
				_, err = a.Funcs()
			}
			if err != nil {
				failed++
			}
		}
		if failed == 0 {
			t.Errorf("%s: no damage was noticed", pkg)
		}
	}
}

// Decoded one by one, in any order, functions are the same as all at once.
func TestSingly(t *testing.T) {
	format := toolchain(t)
	file := goList(t, "{{.Export}}", "internal/bytealg") // has wrappers of assembly
	all, err := Read(file, format, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]*Func)
	for _, fn := range all {
		if old := want[fn.Name]; old == nil || old.File == autogenerated {
			want[fn.Name] = fn
		}
	}
	a, err := Open(file, format, nil)
	if err != nil {
		t.Fatal(err)
	}
	wrapped := 0
	for _, fn := range slices.Backward(all) {
		got, err := a.Func(fn.Name)
		if err != nil || !reflect.DeepEqual(got, want[fn.Name]) {
			t.Errorf("%s: %v, error %v; want %v", fn.Name, got, err, want[fn.Name])
		}
		if fn.File == autogenerated && got.File != autogenerated {
			wrapped++
		}
	}
	if wrapped == 0 {
		t.Error("no function has a wrapper")
	}
	if fn, err := a.Func("internal/bytealg.missing"); fn != nil || err != nil {
		t.Errorf("%v, error %v for a function that is not there", fn, err)
	}
}

func TestVersion(t *testing.T) {
	format := *toolchain(t)
	format.version = "go1.1"
	_, err := Read(goList(t, "{{.Export}}", "errors"), &format, nil)
	if err == nil || !strings.Contains(err.Error(), "is go1.1") {
		t.Errorf("error %v", err)
	}
}

// A toolchain whose sources are not as expected gives an error, not wrong numbers.
func TestFormatErrors(t *testing.T) {
	if _, err := FormatOf(""); err == nil {
		t.Error("no error without GOROOT")
	}
	if _, err := FormatOf(t.TempDir()); err == nil {
		t.Error("no error without sources")
	}
	sources := filepath.Join(toolchain(t).goroot, "src", "cmd", "internal")
	for _, test := range []struct{ file, old, new, want string }{
		{"goobj/objfile.go", "AuxPcline\n", "AuxLine\n", "no constant AuxPcline"},
		{"goobj/objfile.go", "go120ld", "go199ld", "magic"},
		{"goobj/objfile.go", "RelocSize = 4", "RelocSize = 5", "another size"},
		{"objabi/reloctype.go", "R_CALLIND\n", "R_INDIRECT\n", "no constant R_CALLIND"},
		{"objabi/symkind.go", "STEXT\n", "SCODE\n", "no constant STEXT"},
		{"goobj/builtinlist.go", `{"runtime.newobject", 1}`, `newobject`, "another form"},
		{"sys/arch.go", "MinLC:", "Unit:", "no descriptions"},
	} {
		goroot := t.TempDir()
		changed := false
		for _, name := range []string{"goobj/objfile.go", "goobj/builtinlist.go", "objabi/reloctype.go", "objabi/symkind.go", "sys/arch.go"} {
			data, err := os.ReadFile(filepath.Join(sources, name))
			if err != nil {
				t.Fatal(err)
			}
			text := string(data)
			if name == test.file {
				text = strings.ReplaceAll(text, test.old, test.new)
				changed = text != string(data)
			}
			file := filepath.Join(goroot, "src", "cmd", "internal", name)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if !changed {
			t.Errorf("%s has no %q", test.file, test.old)
		}
		if _, err := FormatOf(goroot); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s with %q: error %v", test.file, test.new, err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	format := toolchain(b)
	for _, pkg := range []string{"fmt", "net/http"} {
		b.Run(path.Base(pkg), func(b *testing.B) {
			archive := goList(b, "{{.Export}}", pkg)
			for b.Loop() {
				if _, err := Read(archive, format, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
