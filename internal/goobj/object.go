package goobj

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

const objectHeader = "go object "

var errTruncated = errors.New("the file is truncated or damaged")

// An object is the part of an archive that one run of the compiler or the
// assembler wrote. All reads are checked; the first one that fails is
// remembered in err, and gives zeros.
type object struct {
	format  *Format
	b       []byte // from the magic on; offsets in the file count from here
	start   int    // of b in the archive member
	offsets []uint32
	arch    string
	minLC   int
	err     error

	ndef     int // symbols defined
	nsym     int // symbols defined or referred to by name
	refNames map[symRef]string
	names    map[int]string // of symbols, by index
	pkgPaths map[uint32]string
	files    []string
	foreign  Names
}

// A symRef is how a symbol is referred to: by a package and a number in it.
type symRef struct{ pkg, sym uint32 }

// newObjectHeader reads the header of an object, of which only the front need
// be there.
func newObjectHeader(body []byte, format *Format) (*object, error) {
	line, _, ok := bytes.Cut(body, []byte("\n"))
	words := strings.Fields(string(line))
	if !ok || len(words) < 5 || !strings.HasPrefix(string(line), objectHeader) {
		return nil, errors.New("not a Go object")
	}
	arch, version := words[3], words[4]
	minLC, ok := format.minLC[arch]
	if !ok {
		return nil, fmt.Errorf("object code for the unknown architecture %q", arch)
	}
	if format.version != "" && version != format.version {
		return nil, fmt.Errorf("object code by %s, but the toolchain in %s is %s", version, format.goroot, format.version)
	}
	end := []byte("\n!\n")
	at := bytes.Index(body, append(end, format.magic...))
	if at < 0 {
		return nil, errors.New("no object code in a format this reader knows")
	}
	o := &object{format: format, start: at + len(end), arch: arch, minLC: minLC}
	o.b = body[o.start:]
	const fingerprint, flags = 8, 4
	off := len(format.magic) + fingerprint + flags
	o.offsets = make([]uint32, format.blocks.count)
	for i := range o.offsets {
		o.offsets[i] = o.uint32(off + 4*i)
		if i > 0 && o.offsets[i] < o.offsets[i-1] {
			return nil, errTruncated
		}
	}
	return o, o.err
}

func newObject(body []byte, format *Format) (*object, error) {
	o, err := newObjectHeader(body, format)
	if err != nil {
		return nil, err
	}
	if int64(o.offsets[format.blocks.end]) > int64(len(o.b)) {
		return nil, errTruncated
	}
	blocks, size := &format.blocks, format.sizes.sym
	o.ndef = o.count(blocks.symdef, size) + o.count(blocks.hashed64def, size) +
		o.count(blocks.hasheddef, size) + o.count(blocks.nonpkgdef, size)
	o.nsym = o.ndef + o.count(blocks.nonpkgref, size)
	if o.count(blocks.relocIdx, 4) != o.ndef+1 || o.count(blocks.auxIdx, 4) != o.ndef+1 || o.count(blocks.dataIdx, 4) != o.ndef+1 {
		return nil, errTruncated
	}
	o.names = make(map[int]string)
	o.refNames = make(map[symRef]string)
	o.pkgPaths = make(map[uint32]string)
	for i := range o.count(blocks.refName, format.sizes.refName) {
		off := int(o.offsets[blocks.refName]) + i*format.sizes.refName
		o.refNames[o.ref(off)] = o.stringRef(off + 8)
	}
	return o, o.err
}

func (o *object) fail(err error) {
	if o.err == nil {
		o.err = err
	}
}

// bytes returns n bytes at an offset, or nil.
func (o *object) bytes(off, n int) []byte {
	if off < 0 || n < 0 || off > len(o.b) || n > len(o.b)-off {
		o.fail(errTruncated)
		return nil
	}
	return o.b[off : off+n]
}

func (o *object) uint32(off int) uint32 {
	b := o.bytes(off, 4)
	if b == nil {
		return 0
	}
	return binary.LittleEndian.Uint32(b)
}

func (o *object) ref(off int) symRef { return symRef{o.uint32(off), o.uint32(off + 4)} }

// stringRef returns the string whose length and offset stand at off.
func (o *object) stringRef(off int) string {
	return string(o.bytes(int(o.uint32(off+4)), int(o.uint32(off))))
}

// count returns how many records of a size a block has.
func (o *object) count(block, size int) int {
	return int(o.offsets[block+1]-o.offsets[block]) / size
}

// record returns the offset of the i-th record of a block.
func (o *object) record(block, size, i int) int {
	if i < 0 || i >= o.count(block, size) {
		o.fail(errTruncated)
		return 0
	}
	return int(o.offsets[block]) + size*i
}

// sym returns the offset of a symbol's record. The blocks of symbols follow
// each other, and so do their numbers.
func (o *object) sym(i int) int { return int(o.offsets[o.format.blocks.symdef]) + i*o.format.sizes.sym }

func (o *object) symName(i int) string {
	name, ok := o.names[i]
	if !ok {
		name = o.stringRef(o.sym(i))
		o.names[i] = name
	}
	return name
}

// definedNames returns the names of the symbols that have a number in the
// package.
func (o *object) definedNames() ([]string, error) {
	names := make([]string, o.count(o.format.blocks.symdef, o.format.sizes.sym))
	for i := range names {
		names[i] = o.stringRef(o.sym(i))
	}
	return names, o.err
}

// local returns the index of a symbol that this object defines or refers to by
// name.
func (o *object) local(ref symRef) (int, bool) {
	blocks, size, pkg := &o.format.blocks, o.format.sizes.sym, &o.format.pkg
	i, base := int(ref.sym), 0
	switch ref.pkg {
	case pkg.self:
	case pkg.hashed64:
		base = o.count(blocks.symdef, size)
	case pkg.hashed:
		base = o.count(blocks.symdef, size) + o.count(blocks.hashed64def, size)
	case pkg.none:
		base = o.count(blocks.symdef, size) + o.count(blocks.hashed64def, size) + o.count(blocks.hasheddef, size)
	default:
		return 0, false
	}
	if i += base; i >= o.nsym {
		o.fail(errTruncated)
		return 0, false
	}
	return i, true
}

// nameOf returns the name of a symbol referred to, "" if it cannot be had; and
// the path of the package that gave the symbol its number, if that is another.
func (o *object) nameOf(ref symRef) (name, pkg string) {
	if ref == (symRef{}) {
		return "", ""
	}
	if i, ok := o.local(ref); ok {
		return o.symName(i), ""
	}
	if ref.pkg == o.format.pkg.builtin {
		if int64(ref.sym) >= int64(len(o.format.builtins)) {
			o.fail(errTruncated)
			return "", ""
		}
		return o.format.builtins[ref.sym], ""
	}
	pkg = o.pkgPath(ref.pkg)
	name, ok := o.refNames[ref]
	if !ok && o.foreign != nil && o.err == nil {
		name = o.foreign(pkg, ref.sym)
		o.refNames[ref] = name
	}
	return name, pkg
}

// pkgPath returns the path of a package that is referred to by number.
func (o *object) pkgPath(i uint32) string {
	path, ok := o.pkgPaths[i]
	if !ok {
		const stringRefSize = 8
		path = o.stringRef(o.record(o.format.blocks.pkgIdx, stringRefSize, int(i)))
		o.pkgPaths[i] = path
	}
	return path
}

// span returns the range of the records of symbol i in the block that an
// index block points into.
func (o *object) span(index, i int) (from, to int) {
	off := o.record(index, 4, i)
	from, to = int(o.uint32(off)), int(o.uint32(off+4))
	if from > to {
		o.fail(errTruncated)
		return 0, 0
	}
	return from, to
}

// symData returns the contents of a symbol, or nil for none.
func (o *object) symData(ref symRef) []byte {
	if ref == (symRef{}) {
		return nil
	}
	i, ok := o.local(ref)
	if !ok || i >= o.ndef {
		o.fail(errTruncated)
		return nil
	}
	return o.data(i)
}

func (o *object) data(i int) []byte {
	from, to := o.span(o.format.blocks.dataIdx, i)
	return o.bytes(int(o.offsets[o.format.blocks.data])+from, to-from)
}

// file returns a name of the table of source files.
func (o *object) file(i int) string {
	const stringRefSize = 8
	off := o.record(o.format.blocks.file, stringRefSize, i)
	if o.err != nil {
		return ""
	}
	return o.stringRef(off)
}
