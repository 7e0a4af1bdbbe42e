//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	zeroalloc "github.com/zeroalloc/zeroalloc-lint"
)

const served = `package served

import (
	"fmt"
	"net/http"
)

DIRECTIVE
func Serve(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "hello %d", len(r.URL.Path))
}

DIRECTIVE
func Get(c *http.Client) {
	c.Get("http://localhost")
}
`

// BenchmarkVet measures go vet for a package that reaches fmt and net/http, whose
// dependencies are built and analysed: with all passes for annotated functions (check), for
// the same ones without directives (plain), and with no pass at all (none). The three
// take turns, so that the load of the machine counts for all of them. Wall time is
// what go vet takes; MB is the largest process.
func BenchmarkVet(b *testing.B) {
	tool, err := exec.LookPath("zeroalloc-lint")
	if err != nil {
		b.Fatal(err)
	}
	all := []string{"vet", "-vettool=" + tool}
	none := slices.Clone(all)
	for _, a := range zeroalloc.Suite {
		none = append(none, "-"+a.Name+"=false")
	}
	v := vetter{b, b.TempDir(), 0}
	v.write("go.mod", "module served.test\n\ngo 1.26\n")
	check := strings.ReplaceAll(served, "DIRECTIVE", "//zeroalloc:check")
	plain := strings.ReplaceAll(served, "DIRECTIVE", "//")
	run := func() (c, p, n cost) {
		return v.vet(check, 1, all...), v.vet(plain, 0, all...), v.vet(plain, 0, none...)
	}
	run() // fills the caches
	var c, p, n cost
	for b.Loop() {
		c1, p1, n1 := run()
		c.add(c1)
		p.add(p1)
		n.add(n1)
	}
	runs := float64(b.N)
	b.ReportMetric((c.wall-n.wall).Seconds()/runs, "s-check-over-none")
	b.ReportMetric((p.wall-n.wall).Seconds()/runs, "s-plain-over-none")
	b.ReportMetric((c.cpu-n.cpu).Seconds()/runs, "cpu-s-check-over-none")
	b.ReportMetric(float64(c.wall)/float64(n.wall), "check/none")
	b.ReportMetric(float64(p.wall)/float64(n.wall), "plain/none")
	b.ReportMetric(float64(c.memory)/1e6, "MB-check")
}

// A cost is what runs of a command took.
type cost struct {
	wall, cpu time.Duration
	memory    int64 // bytes of the largest process
}

func (c *cost) add(other cost) {
	c.wall += other.wall
	c.cpu += other.cpu
	c.memory = max(c.memory, other.memory)
}

// A vetter runs go vet in a module of one package, each time for another text.
type vetter struct {
	b    *testing.B
	dir  string
	runs int
}

func (v *vetter) write(name, text string) {
	if err := os.WriteFile(filepath.Join(v.dir, name), []byte(text), 0o666); err != nil {
		v.b.Fatal(err)
	}
}

// vet measures go vet for the package with a text, which it has built before.
func (v *vetter) vet(text string, exit int, args ...string) cost {
	v.runs++
	v.write("served.go", fmt.Sprintf("%s\n// %d %d\n", text, time.Now().UnixNano(), v.runs))
	v.run(0, "list", "-export", ".")
	return v.run(exit, append(slices.Clone(args), ".")...)
}

func (v *vetter) run(exit int, args ...string) cost {
	cmd := exec.Command("go", args...)
	cmd.Dir = v.dir
	start := time.Now()
	out, _ := cmd.CombinedOutput()
	wall := time.Since(start)
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != exit {
		v.b.Fatalf("go %q: want exit code %d\n%s", args, exit, out)
	}
	const kB = 1024 // the unit of Linux
	return cost{
		wall:   wall,
		cpu:    cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		memory: cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * kB,
	}
}
