// Package driver runs analyzers over packages and prints what they find, for the command
// line and for continuous integration.
//
// Findings are in the order of files and lines, not of analyzers and packages, each of them
// once: a file of a package with tests is part of two. File names are relative to the
// working directory, for people and for tools that match them with a diff.
package driver

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// A Finding is a diagnostic of an analyzer.
type Finding struct {
	Analyzer *analysis.Analyzer
	Category string
	Package  string // ID, as go list has it
	Message  string
	Position Position
	Related  []Related
	Fixes    []Fix
}

// A Position is a range of a file. Lines and columns are from 1, columns in bytes.
type Position struct {
	File      string // absolute
	Line, Col int
	EndLine   int // the same as Line, and EndCol as Col, if the range is empty
	EndCol    int
}

// Related is another place that a finding has to do with.
type Related struct {
	Position Position
	Message  string
}

// A Fix is a change that mends what was found.
type Fix struct {
	Message string
	Edits   []Edit
}

// An Edit replaces a range of a file, in bytes from 0.
type Edit struct {
	File       string // absolute
	Start, End int
	At         Position
	New        string
}

// Results are what a run has to say.
type Results struct {
	Findings []Finding // sorted
	Errors   []error   // why packages were not analysed, each once
}

// Run loads the packages that patterns name, with their tests if asked for, and runs the
// analyzers over them. The error is one that leaves nothing to analyse.
func Run(analyzers []*analysis.Analyzer, tests bool, patterns []string) (*Results, error) {
	// Without facts nothing but the packages named is read as source.
	mode := packages.LoadSyntax | packages.NeedModule
	facts := hasFacts(analyzers)
	if facts {
		mode |= packages.LoadAllSyntax
	}
	pkgs, err := packages.Load(&packages.Config{Mode: mode, Tests: tests}, patterns...)
	if err != nil {
		return nil, loadError(err)
	}
	if len(pkgs) == 0 {
		return nil, fmt.Errorf("%s matched no packages; run it in the directory of a module", strings.Join(patterns, " "))
	}
	r := &Results{}
	var sound []*packages.Package
	for _, pkg := range pkgs {
		if errs := errorsOf(pkg); len(errs) > 0 {
			r.Errors = append(r.Errors, errs...)
			continue
		}
		if pkg.IllTyped { // never clean without a reason
			r.Errors = append(r.Errors, fmt.Errorf("%s: not analysed: it, or what it imports, does not compile", pkg.PkgPath))
			continue
		}
		sound = append(sound, pkg)
	}
	if facts {
		err = r.analyzeAll(analyzers, sound)
	} else {
		err = r.analyze(analyzers, sound)
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(r.Errors, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	r.Errors = onceEach(r.Errors)
	r.Findings = sorted(r.Findings)
	return r, nil
}

// analyze runs the analyzers over packages, some at a time, and lets go of each when it is
// done: of all packages of a large module the SSA form alone takes more memory than the
// rest.
func (r *Results) analyze(analyzers []*analysis.Analyzer, pkgs []*packages.Package) error {
	var (
		group errgroup.Group
		mu    sync.Mutex
	)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, pkg := range pkgs {
		pkgs[i] = nil
		group.Go(func() error {
			graph, err := checker.Analyze(analyzers, []*packages.Package{pkg}, &checker.Options{Sequential: true})
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			for _, act := range graph.Roots {
				r.add(act)
			}
			pkg.Syntax, pkg.TypesInfo = nil, nil
			return nil
		})
	}
	return group.Wait()
}

// analyzeAll runs analyzers over packages and all that they depend on, at once.
func (r *Results) analyzeAll(analyzers []*analysis.Analyzer, pkgs []*packages.Package) error {
	graph, err := checker.Analyze(analyzers, pkgs, nil)
	if err != nil {
		return err
	}
	for _, act := range graph.Roots {
		r.add(act)
	}
	return nil
}

// hasFacts reports whether one of the analyzers, or one that they require, has facts.
func hasFacts(analyzers []*analysis.Analyzer) bool {
	for _, a := range analyzers {
		if len(a.FactTypes) > 0 || hasFacts(a.Requires) {
			return true
		}
	}
	return false
}

// add adds what an analyzer found in a package.
func (r *Results) add(act *checker.Action) {
	if act.Err != nil {
		r.Errors = append(r.Errors, fmt.Errorf("%s: %s: %w", act.Package.PkgPath, act.Analyzer.Name, act.Err))
		return
	}
	for _, d := range act.Diagnostics {
		r.Findings = append(r.Findings, newFinding(act, d))
	}
}

// loadError makes an error of the go command one of ours.
func loadError(err error) error {
	text := strings.TrimSpace(err.Error())
	text = strings.TrimPrefix(text, "err: exit status 1: stderr: ")
	if strings.Contains(text, "go.mod file not found") || strings.Contains(text, "outside main module") || strings.Contains(text, "cannot find main module") {
		return fmt.Errorf("%s (run it in the directory of a module)", text)
	}
	return errors.New(text)
}

// errorsOf returns why a package, or one that it imports, could not be loaded.
func errorsOf(pkg *packages.Package) []error {
	var all []packages.Error
	var errs []error
	packages.Visit([]*packages.Package{pkg}, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			e.Msg = strings.TrimSpace(strings.TrimPrefix(e.Msg, "# "+p.PkgPath+"\n"))
			all = append(all, e)
		}
		if p.Module != nil && p.Module.Error != nil {
			errs = append(errs, errors.New(p.Module.Error.Err))
		}
	})
	for _, e := range all {
		if isRepeated(e, all) {
			continue
		}
		text := e.Msg
		if e.Pos != "" && e.Pos != "-" {
			text = relative(e.Pos) + ": " + text
		}
		errs = append(errs, errors.New(text))
	}
	return errs
}

// isRepeated reports whether an error says in other words, or of an importer, what the go
// command has said.
func isRepeated(e packages.Error, all []packages.Error) bool {
	file, _, _ := strings.Cut(filepath.Base(e.Pos), ":")
	return slices.ContainsFunc(all, func(other packages.Error) bool {
		switch {
		case e.Kind == packages.TypeError:
			return other.Kind != packages.TypeError && strings.HasPrefix(e.Msg, "could not import ")
		case e.Kind == packages.ParseError:
			// That of a compiler has the positions in its text.
			return other.Kind == packages.ListError && strings.Contains(other.Msg, file+":")
		}
		return false
	})
}

// onceEach removes errors that say the same, as those of the variants of a package do, and
// as the go command and the type checker do.
func onceEach(errs []error) []error {
	seen := make(map[string]bool)
	return slices.DeleteFunc(errs, func(err error) bool {
		known := seen[err.Error()]
		seen[err.Error()] = true
		return known
	})
}

func newFinding(act *checker.Action, d analysis.Diagnostic) Finding {
	fset := act.Package.Fset
	f := Finding{
		Analyzer: act.Analyzer,
		Category: d.Category,
		Package:  act.Package.ID,
		Message:  d.Message,
		Position: position(fset, d.Pos, d.End),
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, Related{position(fset, r.Pos, r.End), r.Message})
	}
	for _, fix := range d.SuggestedFixes {
		converted := Fix{Message: fix.Message}
		for _, e := range fix.TextEdits {
			end := e.End
			if !end.IsValid() {
				end = e.Pos
			}
			file := fset.File(e.Pos)
			converted.Edits = append(converted.Edits, Edit{
				File: file.Name(), Start: file.Offset(e.Pos), End: file.Offset(end),
				At: position(fset, e.Pos, end), New: string(e.NewText),
			})
		}
		f.Fixes = append(f.Fixes, converted)
	}
	return f
}

func position(fset *token.FileSet, pos, end token.Pos) Position {
	start := fset.Position(pos)
	p := Position{start.Filename, start.Line, start.Column, start.Line, start.Column}
	if end.IsValid() {
		if e := fset.Position(end); e.Filename == start.Filename && e.Offset >= start.Offset {
			p.EndLine, p.EndCol = e.Line, e.Column
		}
	}
	return p
}

// sorted returns the findings in the order of files and lines, each once.
func sorted(list []Finding) []Finding {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(
			strings.Compare(a.Position.File, b.Position.File),
			a.Position.Line-b.Position.Line, a.Position.Col-b.Position.Col,
			strings.Compare(a.Message, b.Message),
			strings.Compare(a.Analyzer.Name, b.Analyzer.Name),
			strings.Compare(a.Package, b.Package),
		)
	})
	return slices.CompactFunc(list, func(a, b Finding) bool {
		return a.Position == b.Position && a.Message == b.Message
	})
}

// relative returns a file name, maybe with a position behind it, relative to the working
// directory if it is below that.
func relative(name string) string {
	wd, err := filepath.Abs(".")
	if err != nil {
		return name
	}
	rel, err := filepath.Rel(wd, name)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return name
	}
	return rel
}
