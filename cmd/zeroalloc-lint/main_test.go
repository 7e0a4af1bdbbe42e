package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

func TestTagsFlag(t *testing.T) {
	for _, test := range []struct {
		args []string
		tags string
		ok   bool
	}{
		{[]string{"./..."}, "", false},
		{[]string{"-tags", "a,b", "./..."}, "a,b", true},
		{[]string{"-json", "--tags", "a", "./..."}, "a", true},
		{[]string{"-tags=a", "./..."}, "a", true},
		{[]string{"--tags=a", "-tags=b", "./..."}, "b", true},
		{[]string{"-tags=", "./..."}, "", true},
		{[]string{"-tagset=a", "./..."}, "", false},
		{[]string{"--", "-tags=a"}, "", false},
		{[]string{"-tags"}, "", false},
	} {
		tags, ok := tagsFlag(test.args)
		if tags != test.tags || ok != test.ok {
			t.Errorf("tagsFlag(%q) = %q, %t; want %q, %t", test.args, tags, ok, test.tags, test.ok)
		}
	}
}

func TestSetTags(t *testing.T) {
	t.Setenv("GOFLAGS", "-mod=mod")
	setTags([]string{"./..."})
	if got, want := os.Getenv("GOFLAGS"), "-mod=mod"; got != want {
		t.Errorf("without -tags: GOFLAGS %q, want %q", got, want)
	}
	setTags([]string{"-tags=a,b", "./..."})
	if got, want := os.Getenv("GOFLAGS"), "-mod=mod '-tags=a,b'"; got != want {
		t.Errorf("with -tags: GOFLAGS %q, want %q", got, want)
	}
}

func TestReportDependency(t *testing.T) {
	const (
		dependency = `{"ID":"m/p","VetxOnly":true,"ModulePath":"m","ModuleVersion":"","GoFiles":["p.go"]}`
		named      = `{"ID":"m/p","VetxOnly":false,"ModulePath":"m","ModuleVersion":""}`
		versioned  = `{"ID":"m/p","VetxOnly":true,"ModulePath":"m","ModuleVersion":"v1.0.0"}`
		standard   = `{"ID":"fmt","VetxOnly":true,"ModulePath":"","ModuleVersion":""}`
		noModule   = `{"ID":"m/p","VetxOnly":true}`
	)
	for _, test := range []struct {
		what, cfg string
		flags     []string
		changed   bool
	}{
		{"dependency in a main module", dependency, []string{"-json"}, true},
		{"the same, showing fixes", dependency, []string{"-fix", "-diff"}, true},
		{"the same, applying fixes", dependency, []string{"-fix"}, false},
		{"package that was named", named, nil, false},
		{"package of another module", versioned, nil, false},
		{"package of the standard library", standard, nil, false},
		{"package without a module", noModule, nil, false},
		{"bad file", "{", nil, false},
	} {
		name := filepath.Join(t.TempDir(), "vet.cfg")
		if err := os.WriteFile(name, []byte(test.cfg), 0o666); err != nil {
			t.Fatal(err)
		}
		got := reportDependency(append(test.flags, name))
		if changed := got != name; changed != test.changed {
			t.Errorf("%s: changed %t, want %t", test.what, changed, test.changed)
			continue
		}
		if !test.changed {
			continue
		}
		data, err := os.ReadFile(got)
		if err != nil {
			t.Fatal(err)
		}
		var cfg struct {
			ID       string
			VetxOnly bool
			GoFiles  []string
		}
		if err := json.Unmarshal(data, &cfg); err != nil {
			t.Fatal(err)
		}
		if cfg.VetxOnly || cfg.ID != "m/p" || len(cfg.GoFiles) != 1 || !isVetUnit([]string{got}) {
			t.Errorf("%s: wrote %s to %s", test.what, data, got)
		}
	}
	if got := reportDependency([]string{"/nonexistent/vet.cfg"}); got != "/nonexistent/vet.cfg" {
		t.Errorf("no file: %s", got)
	}
}
