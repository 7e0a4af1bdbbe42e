package golangci_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	zeroalloc "github.com/zeroalloc/zeroalloc-lint"
	"github.com/zeroalloc/zeroalloc-lint/golangci"
)

// build returns the analyzers that the registered plugin makes of settings.
func build(t *testing.T, settings map[string]any) ([]*analysis.Analyzer, error) {
	t.Helper()
	newPlugin, err := register.GetPlugin(golangci.Name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(settings)
	if err != nil {
		return nil, err
	}
	if mode := p.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("load mode %q: the passes need types", mode)
	}
	return p.BuildAnalyzers()
}

func names(analyzers []*analysis.Analyzer) []string {
	var list []string
	for _, a := range analyzers {
		list = append(list, a.Name)
	}
	return list
}

func TestPasses(t *testing.T) {
	all := names(zeroalloc.Suite)
	for _, test := range []struct {
		settings map[string]any
		want     []string
	}{
		{nil, all},
		{map[string]any{"enable": []string{"boxing", "capture"}}, []string{"boxing", "capture"}},
		{map[string]any{"enable": []string{"boxing", "capture"}, "disable": []string{"boxing"}}, []string{"capture"}},
		{map[string]any{"disable": all[1:]}, all[:1]},
	} {
		analyzers, err := build(t, test.settings)
		if got := names(analyzers); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%v: %q, error %v, want %q", test.settings, got, err, test.want)
		}
		if err := analysis.Validate(analyzers); err != nil {
			t.Error(err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		settings map[string]any
		want     string
	}{
		{map[string]any{"level": "strict"}, `unknown field "level"`},
		{map[string]any{"enable": "boxing"}, "enable"},
		{map[string]any{"enable": []string{"boxings"}}, `no pass "boxings"`},
		{map[string]any{"disable": []string{"prealoc"}}, `no pass "prealoc"`},
		{map[string]any{"disable": names(zeroalloc.Suite)}, "no pass is left"},
		{map[string]any{"scope": "everywhere"}, `setting scope: "everywhere": want loops, annotated or all`},
		{map[string]any{"compiler": "yes"}, `setting compiler: "yes": want auto, on or off`},
	} {
		if _, err := build(t, test.settings); err == nil || !strings.HasPrefix(err.Error(), "zeroalloc: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: error %v, want one with %q", test.settings, err, test.want)
		}
	}
}

// TestWithoutRelated runs a pass whose findings have related information elsewhere.
func TestWithoutRelated(t *testing.T) {
	analyzers, err := build(t, map[string]any{"enable": []string{"boxing"}})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, result := range analysistest.Run(t, "../testdata/src", analyzers[0], "./boxing/doc") {
		for _, d := range result.Action.Diagnostics {
			found++
			if len(d.Related) > 0 {
				t.Errorf("%s: related %v", d.Message, d.Related)
			}
		}
	}
	if found == 0 {
		t.Error("nothing found")
	}
}
