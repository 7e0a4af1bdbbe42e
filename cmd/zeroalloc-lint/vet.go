package main

import (
	"encoding/json"
	"go/build"
	"os"
	"slices"
	"strings"
)

// isVetUnit reports whether args are those with which go vet has one package
// analysed.
func isVetUnit(args []string) bool {
	return len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg")
}

// isVetQuery reports whether args are those with which go vet asks for the
// flags of a tool or for its identity.
func isVetQuery(args []string) bool {
	return len(args) == 1 && (args[0] == "-flags" || args[0] == "-V=full")
}

// reportDependency returns the name of the configuration file to use instead
// of the one that go vet has written, the last one of args.
//
// Packages that are only imported by those named on its command line go vet has
// analysed for their facts alone. It keeps the (empty) output, and prints that
// again when such a package is named later: its findings are lost. This is a
// fault of go vet, which forgets in the key of its cache what it asked for, and
// afflicts each vet tool. The new file asks for the findings of packages of
// the main modules in any case. They are then reported too often rather than
// never.
//
// If anything is amiss, the file is left to the driver, which will complain.
func reportDependency(args []string) string {
	name := args[len(args)-1]
	// Fixes are for the packages that were named, unless only shown.
	if hasFlag(args, "fix") && !hasFlag(args, "diff") {
		return name
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return name
	}
	var cfg map[string]json.RawMessage
	if err := json.Unmarshal(data, &cfg); err != nil || !isMainDependency(cfg) || hasTests(cfg, args) {
		return name
	}
	cfg["VetxOnly"] = json.RawMessage("false")
	data, err = json.Marshal(cfg)
	if err != nil {
		return name
	}
	// The directory is one of go vet's, which it removes in the end.
	changed := strings.TrimSuffix(name, ".cfg") + ".findings.cfg"
	if err := os.WriteFile(changed, data, 0o666); err != nil {
		return name
	}
	return changed
}

// isMainDependency reports whether cfg is that of a package of a main module
// of which only facts are asked for. Main modules have no version.
func isMainDependency(cfg map[string]json.RawMessage) bool {
	return string(cfg["VetxOnly"]) == "true" &&
		len(cfg["ModulePath"]) > 0 && string(cfg["ModulePath"]) != `""` &&
		string(cfg["ModuleVersion"]) == `""`
}

// hasTests reports whether the package of cfg has test files of its own. When it
// is named, go vet has the variant with these files analysed, of which it
// remembers nothing wrong; to report here would be to report twice.
func hasTests(cfg map[string]json.RawMessage, args []string) bool {
	var dir string
	if err := json.Unmarshal(cfg["Dir"], &dir); err != nil {
		return false
	}
	ctxt := build.Default
	if tags, ok := tagsFlag(args); ok { // those in GOFLAGS too
		ctxt.BuildTags = strings.FieldsFunc(tags, func(r rune) bool { return r == ',' || r == ' ' })
	}
	pkg, err := ctxt.ImportDir(dir, 0)
	return err == nil && len(pkg.TestGoFiles) > 0
}

// hasFlag reports whether args set the boolean flag name.
func hasFlag(args []string, name string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		arg = strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-")
		return arg == name || arg == name+"=true"
	})
}
