package pool

import "golang.org/x/tools/go/ssa"

// A search goes forward through a function, from an instruction.
type search struct {
	found func(ssa.Instruction) bool          // what is looked for
	stop  func(ssa.Instruction) bool          // where the way ends
	enter func(from, to *ssa.BasicBlock) bool // whether the way goes on to a block
}

// from returns the first instruction that is found behind instr on some way, or nil.
func (s search) from(instr ssa.Instruction) ssa.Instruction {
	b := instr.Block()
	for i, x := range b.Instrs {
		if x == instr {
			if hit, ended := s.scan(b.Instrs[i+1:]); hit != nil || ended {
				return hit
			}
		}
	}
	seen := make(map[*ssa.BasicBlock]bool)
	work := s.successors(b)
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		if seen[b] {
			continue
		}
		seen[b] = true
		hit, ended := s.scan(b.Instrs)
		if hit != nil {
			return hit
		}
		if !ended {
			work = append(work, s.successors(b)...)
		}
	}
	return nil
}

func (s search) successors(b *ssa.BasicBlock) []*ssa.BasicBlock {
	var list []*ssa.BasicBlock
	for _, succ := range b.Succs {
		if s.enter == nil || s.enter(b, succ) {
			list = append(list, succ)
		}
	}
	return list
}

func (s search) scan(instrs []ssa.Instruction) (hit ssa.Instruction, ended bool) {
	for _, instr := range instrs {
		if s.found(instr) {
			return instr, true
		}
		if s.stop != nil && s.stop(instr) {
			return nil, true
		}
	}
	return nil, false
}

// reaches reports whether there is a way from one instruction to another.
func reaches(from, to ssa.Instruction) bool {
	return search{found: func(i ssa.Instruction) bool { return i == to }}.from(from) != nil
}
