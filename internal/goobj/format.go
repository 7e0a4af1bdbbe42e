package goobj

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// A Format holds the numbers of the object file format that differ between
// releases of Go, as the sources of one toolchain define them.
type Format struct {
	goroot   string
	version  string // first line of GOROOT/VERSION; "" in a development tree
	magic    string
	blocks   blockNumbers
	aux      auxNumbers
	pkg      packageNumbers
	sizes    recordSizes
	calls    map[uint16]bool // relocation types of direct calls and jumps
	indirect uint16          // the relocation type of an indirect call
	text     map[uint8]bool  // symbol kinds that are code
	builtins []string        // names of the symbols that are referred to by number alone
	minLC    map[string]int  // unit of a pc delta, by GOARCH
}

// The names of these fields are, in lower case, those of the toolchain's constants.
type (
	blockNumbers struct {
		pkgIdx, file, symdef, hashed64def, hasheddef, nonpkgdef, nonpkgref int
		refFlags, relocIdx, auxIdx, dataIdx, reloc, aux, data, refName     int
		end, count                                                         int
	}
	auxNumbers     struct{ funcInfo, pcfile, pcline, pcinline uint8 }
	packageNumbers struct{ none, hashed64, hashed, builtin, self uint32 }
	recordSizes    struct{ sym, reloc, aux, refName int }
)

// formats holds a func() (*Format, error) for each GOROOT asked about.
var formats sync.Map

// FormatOf reads the numbers of the toolchain in goroot from its sources,
// once per process.
func FormatOf(goroot string) (*Format, error) {
	load, ok := formats.Load(goroot)
	if !ok {
		load, _ = formats.LoadOrStore(goroot, sync.OnceValues(func() (*Format, error) {
			f, err := readFormat(goroot)
			if err != nil {
				return nil, fmt.Errorf("the object file format of the toolchain in %s: %w", goroot, err)
			}
			return f, nil
		}))
	}
	return load.(func() (*Format, error))()
}

func readFormat(goroot string) (*Format, error) {
	if goroot == "" {
		return nil, errors.New("GOROOT is not known")
	}
	internal := filepath.Join(goroot, "src", "cmd", "internal")
	layout, err := readConstants(filepath.Join(internal, "goobj", "objfile.go"))
	if err != nil {
		return nil, err
	}
	relocs, err := readConstants(filepath.Join(internal, "objabi", "reloctype.go"))
	if err != nil {
		return nil, err
	}
	kinds, err := readConstants(filepath.Join(internal, "objabi", "symkind.go"))
	if err != nil {
		return nil, err
	}
	f := &Format{goroot: goroot, version: readVersion(goroot)}
	if f.builtins, err = readBuiltins(filepath.Join(internal, "goobj", "builtinlist.go")); err != nil {
		return nil, err
	}
	if f.minLC, err = readMinLC(filepath.Join(internal, "sys", "arch.go")); err != nil {
		return nil, err
	}
	f.setLayout(layout)
	f.setRelocs(relocs)
	f.text = map[uint8]bool{uint8(kinds.number("STEXT")): true}
	if kinds.has("STEXTFIPS") { // since Go 1.24
		f.text[uint8(kinds.number("STEXTFIPS"))] = true
	}
	return f, errors.Join(layout.err, relocs.err, kinds.err)
}

func (f *Format) setLayout(c *constants) {
	f.magic = c.text("Magic")
	f.blocks = blockNumbers{
		pkgIdx: c.number("BlkPkgIdx"), file: c.number("BlkFile"), symdef: c.number("BlkSymdef"),
		hashed64def: c.number("BlkHashed64def"), hasheddef: c.number("BlkHasheddef"),
		nonpkgdef: c.number("BlkNonpkgdef"), nonpkgref: c.number("BlkNonpkgref"),
		refFlags: c.number("BlkRefFlags"), relocIdx: c.number("BlkRelocIdx"),
		auxIdx: c.number("BlkAuxIdx"), dataIdx: c.number("BlkDataIdx"), reloc: c.number("BlkReloc"),
		aux: c.number("BlkAux"), data: c.number("BlkData"), refName: c.number("BlkRefName"),
		end: c.number("BlkEnd"), count: c.number("NBlk"),
	}
	f.aux = auxNumbers{
		funcInfo: uint8(c.number("AuxFuncInfo")), pcfile: uint8(c.number("AuxPcfile")),
		pcline: uint8(c.number("AuxPcline")), pcinline: uint8(c.number("AuxPcinline")),
	}
	f.pkg = packageNumbers{
		none: uint32(c.number("PkgIdxNone")), hashed64: uint32(c.number("PkgIdxHashed64")),
		hashed: uint32(c.number("PkgIdxHashed")), builtin: uint32(c.number("PkgIdxBuiltin")),
		self: uint32(c.number("PkgIdxSelf")),
	}
	f.sizes = recordSizes{
		sym: c.number("SymSize"), reloc: c.number("RelocSize"),
		aux: c.number("AuxSize"), refName: c.number("RefNameSize"),
	}
	// The fields of the records are read at fixed places.
	if f.sizes != (recordSizes{sym: 21, reloc: 23, aux: 9, refName: 16}) {
		c.fail("the records have another size than this reader knows")
	}
	if f.magic != "\x00go120ld" {
		c.fail(fmt.Sprintf("magic %q instead of the one this reader knows", f.magic))
	}
}

// setRelocs takes every relocation that is a call by its name, so that the
// names a new architecture brings along are found too.
func (f *Format) setRelocs(c *constants) {
	f.indirect = uint16(c.number("R_CALLIND"))
	f.calls = map[uint16]bool{uint16(c.number("R_CALL")): true}
	for _, name := range c.scope.Names() {
		isCall := strings.HasPrefix(name, "R_CALL") || strings.HasPrefix(name, "R_JMP") ||
			name == "R_RISCV_CALL" || name == "R_RISCV_JAL"
		if isCall && name != "R_CALLIND" {
			f.calls[uint16(c.number(name))] = true
		}
	}
}

func readVersion(goroot string) string {
	data, err := os.ReadFile(filepath.Join(goroot, "VERSION"))
	if err != nil {
		return ""
	}
	version, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(version)
}

// constants are the constants of one source file. The first one missed is
// remembered in err.
type constants struct {
	file  string
	scope *types.Scope
	err   error
}

// readConstants evaluates the constants of a file. The type checker does the
// arithmetic of iota; it is let down on everything the file imports, which
// none of these constants needs.
func readConstants(file string) (*constants, error) {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	config := types.Config{
		IgnoreFuncBodies: true,
		Importer:         nowhere{},
		Error:            func(error) {},
	}
	pkg, _ := config.Check(syntax.Name.Name, fset, []*ast.File{syntax}, nil)
	if pkg == nil {
		return nil, fmt.Errorf("%s: no constants", file)
	}
	return &constants{file: file, scope: pkg.Scope()}, nil
}

type nowhere struct{}

func (nowhere) Import(path string) (*types.Package, error) {
	return nil, fmt.Errorf("%s is not loaded", path)
}

func (c *constants) fail(why string) {
	if c.err == nil {
		c.err = fmt.Errorf("%s: %s", c.file, why)
	}
}

func (c *constants) has(name string) bool {
	_, ok := c.scope.Lookup(name).(*types.Const)
	return ok
}

func (c *constants) value(name string, kind constant.Kind) constant.Value {
	obj, ok := c.scope.Lookup(name).(*types.Const)
	if !ok || obj.Val().Kind() != kind {
		c.fail("no constant " + name)
		return constant.MakeUnknown()
	}
	return obj.Val()
}

func (c *constants) number(name string) int {
	n, _ := constant.Int64Val(constant.ToInt(c.value(name, constant.Int)))
	return int(n)
}

func (c *constants) text(name string) string {
	v := c.value(name, constant.String)
	if v.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(v)
}

// readBuiltins reads the names in
//
//	var builtins = [...]struct{ name string; abi int }{{"runtime.newobject", 1}, ...}
func readBuiltins(file string) ([]string, error) {
	syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var names []string
	for n := range ast.Preorder(syntax) {
		list, ok := n.(*ast.CompositeLit)
		if !ok || list.Type == nil {
			continue
		}
		for _, elt := range list.Elts {
			entry, ok := elt.(*ast.CompositeLit)
			if !ok || len(entry.Elts) == 0 {
				return nil, fmt.Errorf("%s: the list of builtins has another form than this reader knows", file)
			}
			name, err := stringLit(entry.Elts[0])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no list of builtins", file)
	}
	return names, nil
}

// readMinLC reads the fields Name and MinLC of the descriptions of
// architectures.
func readMinLC(file string) (map[string]int, error) {
	syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	units := make(map[string]int)
	for n := range ast.Preorder(syntax) {
		arch, ok := n.(*ast.CompositeLit)
		if !ok {
			continue
		}
		if name, unit := archFields(arch); name != "" && unit > 0 {
			units[name] = unit
		}
	}
	if len(units) == 0 {
		return nil, fmt.Errorf("%s: no descriptions of architectures", file)
	}
	return units, nil
}

func archFields(arch *ast.CompositeLit) (name string, unit int) {
	for _, elt := range arch.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok {
			continue
		}
		switch key.Name {
		case "Name":
			name, _ = stringLit(kv.Value)
		case "MinLC":
			if lit, ok := kv.Value.(*ast.BasicLit); ok {
				unit, _ = strconv.Atoi(lit.Value)
			}
		}
	}
	return name, unit
}

func stringLit(e ast.Expr) (string, error) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", errors.New("no string where a name was expected")
	}
	return strconv.Unquote(lit.Value)
}
