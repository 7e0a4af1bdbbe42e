// Package golangci is the plugin of zeroalloc-lint for golangci-lint: a module plugin
// named zeroalloc, which runs the passes of the suite as one linter.
//
// docs/golangci.md says how to build golangci-lint with it, and how to configure it.
package golangci

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	zeroalloc "github.com/zeroalloc/zeroalloc-lint"
	"github.com/zeroalloc/zeroalloc-lint/internal/compiled"
	"github.com/zeroalloc/zeroalloc-lint/internal/scope"
)

// Name is the name of the linter, in configurations and in //nolint comments.
const Name = "zeroalloc"

func init() { register.Plugin(Name, New) }

// Settings are what a configuration may have under linters.settings.custom.zeroalloc.settings.
type Settings struct {
	Scope    string   `json:"scope"`    // the flag -scope: loops (the default), annotated or all
	Compiler string   `json:"compiler"` // the flag -compiler: auto (the default), on or off
	Enable   []string `json:"enable"`   // run these passes alone, optional ones too
	Disable  []string `json:"disable"`  // run all passes but these
	Tags     []string `json:"tags"`     // run.build-tags once more: golangci-lint does not tell them
}

// New makes the plugin of a configuration. A setting that does not exist is an error.
func New(conf any) (register.LinterPlugin, error) {
	settings, err := register.DecodeSettings[Settings](conf)
	if err != nil {
		return nil, fmt.Errorf("%s: %w (there are scope, compiler, enable, disable and tags)", Name, err)
	}
	return &plugin{settings}, nil
}

type plugin struct{ settings Settings }

// GetLoadMode returns how much of a package the passes need.
func (*plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the passes that the settings ask for.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	if err := p.settings.apply(); err != nil {
		return nil, fmt.Errorf("%s: %w", Name, err)
	}
	passes, err := p.settings.passes()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Name, err)
	}
	compiled.Preload(func() []string { return patterns(os.Args[1:]) })
	analyzers := make([]*analysis.Analyzer, len(passes))
	for i, a := range passes {
		analyzers[i] = withoutRelated(a)
	}
	return analyzers, nil
}

// apply sets the flags that all passes share, and the build tags.
func (s *Settings) apply() error {
	for _, f := range []struct {
		set         *flag.FlagSet
		name, value string
	}{
		{&scope.Analyzer.Flags, "scope", s.Scope},
		{&compiled.Analyzer.Flags, "compiler", s.Compiler},
	} {
		if f.value == "" {
			continue
		}
		if err := f.set.Set(f.name, f.value); err != nil {
			return fmt.Errorf("setting %s: %q: %w", f.name, f.value, err)
		}
	}
	if len(s.Tags) > 0 {
		// For the go commands that the passes run; the last -tags wins.
		flags := os.Getenv("GOFLAGS") + " -tags=" + strings.Join(s.Tags, ",")
		return os.Setenv("GOFLAGS", strings.TrimSpace(flags))
	}
	return nil
}

func (s *Settings) passes() ([]*analysis.Analyzer, error) {
	for _, name := range slices.Concat(s.Enable, s.Disable) {
		if !slices.ContainsFunc(slices.Concat(zeroalloc.Suite, zeroalloc.Optional), func(a *analysis.Analyzer) bool { return a.Name == name }) {
			return nil, fmt.Errorf("there is no pass %q to enable or disable: 'zeroalloc-lint help' lists them", name)
		}
	}
	var passes []*analysis.Analyzer
	for _, a := range zeroalloc.Suite {
		if (len(s.Enable) == 0 || slices.Contains(s.Enable, a.Name)) && !slices.Contains(s.Disable, a.Name) {
			passes = append(passes, a)
		}
	}
	for _, a := range zeroalloc.Optional {
		if slices.Contains(s.Enable, a.Name) && !slices.Contains(s.Disable, a.Name) {
			passes = append(passes, a)
		}
	}
	if len(passes) == 0 {
		return nil, fmt.Errorf("no pass is left to run")
	}
	return passes, nil
}

// patterns returns the packages that golangci-lint is run for with args, so that one run
// of the go command builds them all: it does not tell its plugins. An argument too many,
// the value of a flag, does no harm, and a package that is missed is built when it is
// asked for.
func patterns(args []string) []string {
	var list []string
	for _, arg := range args {
		dir := strings.TrimSuffix(arg, "...")
		if strings.HasSuffix(dir, ".go") {
			dir = filepath.Dir(dir)
			arg = dir
		}
		if info, err := os.Stat(dir); dir == "" || strings.HasPrefix(dir, "-") || err != nil || !info.IsDir() {
			continue
		}
		if !filepath.IsAbs(arg) && !strings.HasPrefix(arg, ".") {
			arg = "." + string(filepath.Separator) + arg
		}
		list = append(list, arg)
	}
	if len(list) == 0 {
		return []string{"./..."}
	}
	return list
}

// withoutRelated returns an analyzer that reports what a does, without related
// information. golangci-lint makes an issue of its own of each piece of that, which is
// counted, is not covered by //nolint, and may take the place of the finding itself.
func withoutRelated(a *analysis.Analyzer) *analysis.Analyzer {
	bare := *a
	bare.Run = func(pass *analysis.Pass) (any, error) {
		barePass := *pass
		barePass.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			pass.Report(d)
		}
		return a.Run(&barePass)
	}
	return &bare
}
