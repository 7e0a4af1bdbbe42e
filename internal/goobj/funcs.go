package goobj

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// sourceFiles returns the table of source files.
func (o *object) sourceFiles() []string {
	files := make([]string, o.count(o.format.blocks.file, 8))
	for i := range files {
		files[i] = o.file(i)
		if rest, ok := strings.CutPrefix(files[i], "$GOROOT/"); ok {
			files[i] = filepath.ToSlash(o.format.goroot) + "/" + rest
		}
	}
	return files
}

// decode decodes the function that symbol i is. An error does not spoil what is
// decoded after it.
func (o *object) decode(i int) (*Func, error) {
	d := decoder{object: o, index: i, fn: &Func{Name: o.symName(i)}}
	d.decode()
	err := o.err
	o.err = nil
	if err != nil {
		return nil, fmt.Errorf("function %s: %w", d.fn.Name, err)
	}
	return d.fn, nil
}

// A decoder reads one function.
type decoder struct {
	*object
	index int
	fn    *Func

	code                     []byte
	pcfile, pcline, pcinline []pcRange
	tree                     []inlined
}

// inlined is a call that was inlined.
type inlined struct {
	parent int32 // index of the inlined call around it, or -1
	file   string
	line   int // of the call
	fn     symRef
}

func (d *decoder) decode() {
	var info []byte
	aux := &d.format.aux
	from, to := d.span(d.format.blocks.auxIdx, d.index)
	for i := from; i < to && d.err == nil; i++ {
		off := d.record(d.format.blocks.aux, d.format.sizes.aux, i)
		kind := d.bytes(off, 1)
		if kind == nil {
			return
		}
		switch ref := d.ref(off + 1); kind[0] {
		case aux.funcInfo:
			info = d.symData(ref)
		case aux.pcfile:
			d.pcfile = d.pcTable(d.symData(ref))
		case aux.pcline:
			d.pcline = d.pcTable(d.symData(ref))
		case aux.pcinline:
			d.pcinline = d.pcTable(d.symData(ref))
		}
	}
	d.decodeInfo(info)
	if len(d.pcfile) > 0 {
		d.fn.File = d.fileName(d.pcfile[0].value)
	}
	d.code = d.data(d.index)
	if d.err == nil {
		d.decodeCalls()
	}
}

// decodeInfo reads the line of the function and the calls inlined into it.
func (d *decoder) decodeInfo(info []byte) {
	if info == nil {
		return
	}
	// Two sizes, two bytes and two of padding, the line; then the lists of
	// files and of inlined calls, each behind its length.
	const lineAt, filesAt, nodeSize = 12, 16, 6 * 4
	if len(info) < filesAt+4 {
		d.fail(errTruncated)
		return
	}
	d.fn.Line = int(int32(binary.LittleEndian.Uint32(info[lineAt:])))
	nfile := int64(binary.LittleEndian.Uint32(info[filesAt:]))
	treeAt := filesAt + 4 + 4*nfile
	if treeAt+4 > int64(len(info)) {
		d.fail(errTruncated)
		return
	}
	n := int64(binary.LittleEndian.Uint32(info[treeAt:]))
	nodes := info[treeAt+4:]
	if n*nodeSize > int64(len(nodes)) {
		d.fail(errTruncated)
		return
	}
	d.tree = make([]inlined, n)
	for i := range d.tree {
		node := nodes[i*nodeSize:]
		word := func(k int) uint32 { return binary.LittleEndian.Uint32(node[4*k:]) }
		d.tree[i] = inlined{
			parent: int32(word(0)),
			file:   d.fileName(int32(word(1))),
			line:   int(int32(word(2))),
			fn:     symRef{word(3), word(4)},
		}
		if p := d.tree[i].parent; p < -1 || int(p) >= i {
			d.fail(errTruncated) // an inlined call comes after the one around it
			return
		}
	}
}

func (d *decoder) decodeCalls() {
	from, to := d.span(d.format.blocks.relocIdx, d.index)
	var loads []Load
	last := 0 // where the instruction behind the last call starts
	for i := from; i < to && d.err == nil; i++ {
		off := d.record(d.format.blocks.reloc, d.format.sizes.reloc, i)
		rel := d.bytes(off, d.format.sizes.reloc)
		if rel == nil {
			return
		}
		at := int32(binary.LittleEndian.Uint32(rel))
		size, kind := rel[4], binary.LittleEndian.Uint16(rel[5:])
		ref := symRef{binary.LittleEndian.Uint32(rel[15:]), binary.LittleEndian.Uint32(rel[19:])}
		if kind != d.format.indirect && !d.format.calls[kind] {
			// What is not in the code has no size: marks for the linker.
			if size == 0 {
				continue
			}
			name, _ := d.nameOf(ref)
			if value, ok := strings.CutSuffix(name, funcValue); ok {
				d.fn.Values = append(d.fn.Values, value)
			} else if strings.HasPrefix(name, "type:") {
				loads = append(loads, Load{name[len("type:"):], d.register(int(at))})
			}
			continue
		}
		call := Call{Offset: int(at)}
		if kind != d.format.indirect {
			call.Target, _ = d.nameOf(ref)
			if call.Target == "" {
				d.fail(fmt.Errorf("call of a symbol without a name at offset %d", at))
				return
			}
		}
		if isBarrier(call.Target) {
			call.Frames = d.frames(at)
			d.fn.Calls = append(d.fn.Calls, call)
			last = int(at) + int(size)
			continue // keeps the registers
		}
		if strings.HasPrefix(call.Target, "runtime.") {
			call.Loads = slices.Clone(loads)
		}
		if takesBuffer(call.Target) {
			call.Buffer = d.buffer(last, d.callStart(int(at)))
		}
		last = int(at) + int(size)
		loads = loads[:0]
		call.Frames = d.frames(at)
		d.fn.Calls = append(d.fn.Calls, call)
	}
}

// funcValue is what the linker symbol of a func value that captures nothing has behind
// that of the function.
const funcValue = "·f"

// callStart returns the offset of the call instruction whose target is relocated
// at an offset.
func (d *decoder) callStart(at int) int {
	if d.arch == "amd64" {
		return at - 1 // E8 rel32
	}
	return at
}

// frames returns the stack of inlined calls at an offset.
func (d *decoder) frames(at int32) []Frame {
	if len(d.pcline) == 0 { // code without positions: some assembly
		return []Frame{{Func: d.fn.Name, File: d.fn.File, Line: d.fn.Line}}
	}
	if at < 0 || int(at) > len(d.code) {
		d.fail(errTruncated)
		return nil
	}
	f := Frame{File: d.fileName(valueAt(d.pcfile, at)), Line: int(valueAt(d.pcline, at))}
	node := valueAt(d.pcinline, at)
	var frames []Frame
	for node >= 0 {
		if int(node) >= len(d.tree) {
			d.fail(errTruncated)
			return nil
		}
		call := d.tree[node]
		f.Func, f.Pkg = d.nameOf(call.fn)
		frames = append(frames, f)
		f = Frame{File: call.file, Line: call.line}
		node = call.parent
	}
	f.Func = d.fn.Name
	return append(frames, f)
}

func (d *decoder) fileName(i int32) string {
	if i < 0 || int(i) >= len(d.files) {
		d.fail(errTruncated)
		return ""
	}
	return d.files[i]
}

// register returns which argument the address relocated at an offset of the
// code is loaded for, or -1.
//
//	amd64: REX.W 8D /r with disp32       LEAQ sym(SB), reg
//	arm64: ADRP, ADD                     MOVD $sym, reg
func (d *decoder) register(at int) int {
	switch d.arch {
	case "amd64":
		if at < 3 || at > len(d.code) {
			return -1
		}
		rex, op, modrm := d.code[at-3], d.code[at-2], d.code[at-1]
		if rex&0xFB != 0x48 || op != 0x8D || modrm&0xC7 != 0x05 {
			return -1
		}
		return slices.Index(amd64Args, rex>>2&1<<3|modrm>>3&7)
	case "arm64":
		if at < 0 || at+8 > len(d.code) {
			return -1
		}
		if reg := int(d.code[at+4] & 31); reg < arm64Args {
			return reg
		}
	}
	return -1
}

// The registers of integer arguments, as the instructions number them:
// AX, BX, CX, DI, SI, R8, R9, R10, R11.
var amd64Args = []byte{0, 3, 1, 7, 6, 8, 9, 10, 11}

// R0 to R15.
const arm64Args = 16

// isBarrier reports whether a call is one of a write barrier, which has a
// calling convention of its own.
func isBarrier(target string) bool { return strings.HasPrefix(target, "runtime.gcWriteBarrier") }

// A pcRange tells the value up to an offset of the code, from the end of the
// range before.
type pcRange struct {
	end   int32
	value int32
}

// pcTable decodes a table of values: pairs of zigzag deltas of the value and
// deltas of the offset, in units of the shortest instruction, up to a zero.
func (d *decoder) pcTable(b []byte) []pcRange {
	var table []pcRange
	var pc int64
	value := int32(-1)
	for len(b) > 0 {
		delta, n := binary.Uvarint(b)
		if n <= 0 {
			d.fail(errTruncated)
			return nil
		}
		b = b[n:]
		if delta == 0 && len(table) > 0 {
			return table
		}
		step, n := binary.Uvarint(b)
		if n <= 0 || step > 1<<31 {
			d.fail(errTruncated)
			return nil
		}
		b = b[n:]
		zigzag := uint32(delta)
		value += int32(zigzag>>1) ^ -int32(zigzag&1)
		pc += int64(step) * int64(d.minLC)
		if pc > 1<<31-1 {
			d.fail(errTruncated)
			return nil
		}
		table = append(table, pcRange{int32(pc), value})
	}
	if len(table) > 0 {
		d.fail(errTruncated) // no zero at the end
	}
	return table
}

// valueAt returns the value at an offset of the code, or -1.
func valueAt(table []pcRange, at int32) int32 {
	i, _ := slices.BinarySearchFunc(table, at, func(r pcRange, at int32) int {
		if r.end <= at {
			return -1
		}
		return 1
	})
	if i == len(table) {
		return -1
	}
	return table[i].value
}
