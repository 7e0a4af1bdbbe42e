package program

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/goobj"
)

// Reading net/http as a whole takes 0.35 s of a processor, nine tenths of it to check
// and to build the bodies of functions. Most programs lead to few of them. Of a large
// dependency only those bodies are read at first that calls in the object code can
// lead to: a function is read with all that it calls in its package, or is left out.
// What is asked of the functions that are read does not depend on those that are not,
// so that it does not matter which ones they are. When another function is asked for,
// the package is read again, as a whole.

// large is how many bytes of source a package has that is not read as a whole at once:
// net/http has 900 kB, the next below it, crypto/tls, 450 kB.
const large = 512 << 10

// reached is what the object code leads to in a package, as far as it is known from
// the calls of functions.
type reached struct {
	pkg     *Package
	keys    map[string]bool  // of functions
	lines   map[string][]int // by base name of the file
	seen    map[*goobj.Func]bool
	callers map[*Package]bool // packages that can call pkg
	names   map[*Package][]string
	work    []reachedFunc
}

type reachedFunc struct {
	fn  *goobj.Func
	pkg *Package
}

// reach finds what the package that the program was loaded for, and functions asked
// for, lead to in pkg.
func (pkg *Package) reach(symbols ...string) *reached {
	r := &reached{
		pkg: pkg, keys: make(map[string]bool), lines: make(map[string][]int),
		seen: make(map[*goobj.Func]bool), callers: pkg.prog.importersOf(pkg), names: make(map[*Package][]string),
	}
	for _, own := range pkg.prog.roots {
		for _, symbol := range r.namesIn(own) {
			r.add(symbol, own)
		}
	}
	for _, symbol := range symbols {
		r.keys[Key(symbol)] = true
		r.add(symbol, pkg)
	}
	for len(r.work) > 0 {
		next := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		r.visit(next)
	}
	for file := range r.lines {
		slices.Sort(r.lines[file])
	}
	return r
}

// namesIn returns the symbols of the functions in the object code of a package.
func (r *reached) namesIn(pkg *Package) []string {
	names, ok := r.names[pkg]
	if !ok {
		if archive, err := pkg.built.Archive(pkg.prog.format); err == nil {
			names = archive.Names()
		}
		r.names[pkg] = names
	}
	return names
}

// add adds the function that code of from calls as symbol. Other packages than those
// that import pkg do not lead to it.
func (r *reached) add(symbol string, from *Package) {
	if owner := r.pkg.prog.pkgs[PackagePath(symbol)]; owner != nil && !r.callers[owner] && !strings.Contains(symbol, "[") {
		return
	}
	fn, pkg, err := r.pkg.prog.Lookup(symbol, from)
	if err != nil || r.seen[fn] {
		return // what cannot be read is found out where it is called
	}
	r.seen[fn] = true
	r.work = append(r.work, reachedFunc{fn, pkg})
}

func (r *reached) visit(at reachedFunc) {
	r.note(at.fn.Name, at.fn.File, at.fn.Line)
	for _, call := range at.fn.Calls {
		for _, frame := range call.Frames {
			r.note(frame.Func, frame.File, frame.Line)
		}
		if !call.Indirect() {
			r.add(call.Target, at.pkg)
		}
	}
	for _, symbol := range at.fn.Values {
		r.add(symbol, at.pkg)
	}
	// Func literals, and what go and defer statements were made to.
	names := r.namesIn(at.pkg)
	i, _ := slices.BinarySearch(names, at.fn.Name)
	for ; i < len(names) && strings.HasPrefix(names[i], at.fn.Name); i++ {
		if rest := names[i][len(at.fn.Name):]; strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "-range") {
			r.add(names[i], at.pkg)
		}
	}
}

// note notes that code of a function is reached, at a line.
func (r *reached) note(symbol, file string, line int) {
	if PackagePath(symbol) == r.pkg.Path {
		r.keys[Key(symbol)] = true
	}
	base := filepath.Base(file)
	r.lines[base] = append(r.lines[base], line)
}

// importersOf returns pkg and the packages that import it, directly or not.
func (p *Program) importersOf(pkg *Package) map[*Package]bool {
	known := map[*Package]bool{pkg: true}
	var leads func(from *Package) bool
	leads = func(from *Package) bool {
		if known, ok := known[from]; ok {
			return known
		}
		found := false
		for _, id := range from.built.Imports {
			if dep := from.built.Build().Package(id); dep != nil && leads(p.packageOf(dep)) {
				found = true
			}
		}
		known[from] = found
		return found
	}
	for _, root := range p.roots {
		leads(root)
	}
	return known
}
