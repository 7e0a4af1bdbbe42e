package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	// The test binary is the tool as well, so that no test runs one that
	// was built before.
	testscript.Main(m, map[string]func(){"zeroalloc-lint": main})
}

// TestScript runs the scenarios in testdata/script. $TOOL is the path of the
// tool; "exits 3 zeroalloc-lint ./..." demands an exit code.
func TestScript(t *testing.T) {
	tool, err := exec.LookPath("zeroalloc-lint")
	if err != nil {
		t.Fatal(err)
	}
	env, err := goEnv()
	if err != nil {
		t.Fatal(err)
	}

	var ran atomic.Int32
	t.Run("scripts", func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Dir:                 "testdata/script",
			RequireExplicitExec: true,
			RequireUniqueNames:  true,
			Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
			Setup: func(e *testscript.Env) error {
				ran.Add(1)
				e.Vars = append(e.Vars, env...)
				e.Setenv("TOOL", tool)
				return nil
			},
		})
	})

	// With -run for one of them the count says nothing.
	if flag.Lookup("test.run").Value.String() != "" {
		return
	}
	scripts, err := filepath.Glob("testdata/script/*")
	if err != nil {
		t.Fatal(err)
	}
	if int(ran.Load()) != len(scripts) || len(scripts) == 0 {
		t.Errorf("%d scenarios ran of %d files in testdata/script", ran.Load(), len(scripts))
	}
}

// goEnv returns the environment that the go command needs in a scenario. The
// build cache is shared, for speed; no result of go vet is, since the
// directory of a scenario is new each time.
func goEnv() ([]string, error) {
	env := []string{"GOPROXY=off", "GOFLAGS=", "GOTOOLCHAIN=local", "GOWORK="}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			return nil, err
		}
		env = append(env, name+"="+string(out[:len(out)-1]))
	}
	return append(env, "HOME="+os.Getenv("HOME")), nil
}

// exits runs a command and fails unless it exits with the given code:
//
//	exits code command [args...]
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d\n%s%s", got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}
