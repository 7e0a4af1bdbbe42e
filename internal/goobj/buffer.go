package goobj

import (
	"strings"

	"golang.org/x/arch/arm64/arm64asm"
	"golang.org/x/arch/x86/x86asm"
)

// A Buffer is what a call hands to the runtime for its result.
type Buffer int

const (
	UnknownBuffer Buffer = iota
	NoBuffer             // nil: the result is put on the heap
	StackBuffer          // of 32 bytes or runes: what fits stays on the stack
)

// takesBuffer reports whether the first argument of the runtime function is a
// buffer for a small result that does not escape. See runtime/string.go.
func takesBuffer(target string) bool {
	name, ok := strings.CutPrefix(target, "runtime.")
	if !ok {
		return false
	}
	switch name {
	case "slicebytetostring", "stringtoslicebyte", "stringtoslicerune", "slicerunetostring", "intstring":
		return true
	}
	return strings.HasPrefix(name, "concatstring") || strings.HasPrefix(name, "concatbyte")
}

// buffer returns what the first argument of a call is, by the last instruction
// between two offsets of the code that sets its register.
func (d *decoder) buffer(from, to int) Buffer {
	if from < 0 || from > to || to > len(d.code) {
		return UnknownBuffer
	}
	code := d.code[from:to]
	switch d.arch {
	case "amd64":
		return bufferAMD64(code)
	case "arm64":
		return bufferARM64(code)
	}
	return UnknownBuffer
}

func bufferAMD64(code []byte) Buffer {
	last := UnknownBuffer
	for len(code) > 0 {
		inst, err := x86asm.Decode(code, 64)
		if err != nil {
			return UnknownBuffer
		}
		code = code[inst.Len:]
		dst, ok := inst.Args[0].(x86asm.Reg)
		if !ok || dst != x86asm.RAX && dst != x86asm.EAX {
			continue
		}
		switch mem, isMem := inst.Args[1].(x86asm.Mem); {
		case inst.Op == x86asm.CMP, inst.Op == x86asm.TEST:
		case inst.Op == x86asm.XOR && inst.Args[1] == inst.Args[0]:
			last = NoBuffer
		case inst.Op == x86asm.LEA && isMem && mem.Base == x86asm.RSP:
			last = StackBuffer
		default:
			last = UnknownBuffer
		}
	}
	return last
}

func bufferARM64(code []byte) Buffer {
	last := UnknownBuffer
	for ; len(code) >= 4; code = code[4:] {
		inst, err := arm64asm.Decode(code)
		if err != nil {
			last = UnknownBuffer
			continue
		}
		switch inst.Args[0] {
		case arm64asm.X0, arm64asm.W0, arm64asm.RegSP(arm64asm.X0):
		default:
			continue
		}
		text := inst.String()
		switch {
		case strings.HasPrefix(text, "MOV X0, XZR"):
			last = NoBuffer
		case inst.Op == arm64asm.ADD && inst.Args[1] == arm64asm.RegSP(arm64asm.SP):
			last = StackBuffer
		default:
			last = UnknownBuffer
		}
	}
	return last
}
