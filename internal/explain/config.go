package explain

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A Configuration is what decides how the go command compiles.
type Configuration struct {
	GoVersion    string   `json:"go"`
	GOOS         string   `json:"goos"`
	GOARCH       string   `json:"goarch"`
	Architecture string   `json:"architecture"` // "GOAMD64=v1"; "" if there is no such variable
	Experiment   string   `json:"experiment"`   // GOEXPERIMENT
	Cgo          bool     `json:"cgo"`
	Tags         []string `json:"tags"`

	// PGO is the profile that go build uses for the package, or "". The answer does not
	// know of it: go list -export, which makes the object code that is read, compiles without one (measured
	// with go1.26.8).
	PGO string `json:"pgo"`

	Instrumented []string `json:"instrumented"` // of race, msan, asan, cover
	Flags        []string `json:"flags"`        // all of GOFLAGS
}

// configuration returns how the go command compiles pkg when it works in dir.
func configuration(dir string, pkg *listed) (Configuration, error) {
	arch := archVariables()
	env := make(map[string]string)
	out, err := run(dir, append([]string{"env", "-json", "GOVERSION", "GOOS", "GOARCH", "GOEXPERIMENT", "CGO_ENABLED", "GOFLAGS"}, arch...)...)
	if err != nil {
		return Configuration{}, err
	}
	if err := json.Unmarshal(out, &env); err != nil {
		return Configuration{}, fmt.Errorf("go env: %w", err)
	}
	c := Configuration{
		GoVersion: env["GOVERSION"], GOOS: env["GOOS"], GOARCH: env["GOARCH"], Experiment: env["GOEXPERIMENT"],
		Cgo: env["CGO_ENABLED"] == "1", Tags: []string{}, Instrumented: []string{}, Flags: splitFlags(env["GOFLAGS"]),
	}
	for _, name := range arch {
		if strings.HasPrefix("GO"+strings.ToUpper(c.GOARCH), name) && env[name] != "" {
			c.Architecture = name + "=" + env[name]
		}
	}
	if file := filepath.Join(pkg.Dir, "default.pgo"); pkg.Name == "main" && isFile(file) {
		c.PGO = file
	}
	for _, flag := range c.Flags {
		c.apply(dir, flag)
	}
	return c, nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func archVariables() []string {
	return []string{"GO386", "GOAMD64", "GOARM", "GOARM64", "GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64", "GOWASM"}
}

// apply notes what a flag of GOFLAGS changes.
func (c *Configuration) apply(dir, flag string) {
	name, value, hasValue := strings.Cut(strings.TrimLeft(flag, "-"), "=")
	switch name {
	case "tags":
		c.Tags = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
	case "pgo":
		switch value {
		case "auto":
		case "off":
			c.PGO = ""
		default:
			c.PGO = value
			if !filepath.IsAbs(value) {
				c.PGO = filepath.Join(dir, value)
			}
		}
	case "race", "msan", "asan", "cover":
		c.Instrumented = slices.DeleteFunc(c.Instrumented, func(s string) bool { return s == name })
		if !hasValue || value == "true" || value == "1" {
			c.Instrumented = append(c.Instrumented, name)
		}
	}
}

// splitFlags splits GOFLAGS at spaces that are not within quotes.
func splitFlags(s string) []string {
	list := []string{}
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		end, next := strings.IndexAny(s, " \t\r\n"), 0
		if quote := s[0]; quote == '\'' || quote == '"' {
			s = s[1:]
			end, next = strings.IndexByte(s, quote), 1
		}
		if end < 0 {
			end, next = len(s), 0
		}
		list = append(list, s[:end])
		s = s[end+next:]
	}
	return list
}

// run returns what the go command prints when it works in dir.
func run(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir)
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		return nil, fmt.Errorf("go %s: %w: %s", args[0], err, strings.TrimSpace(string(exit.Stderr)))
	} else if err != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	return out, nil
}
