package prover

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// shapes returns the type arguments of an instance of a generic function, as
// the compiler writes their shapes: "F[go.shape.int]" has "int".
func shapes(symbol string) []string {
	from := strings.IndexByte(symbol, '[')
	if from < 0 {
		return nil
	}
	var list []string
	depth, start := 0, from+1
	for i := from; i < len(symbol); i++ {
		switch symbol[i] {
		case '[', '{', '(':
			depth++
		case ']', '}', ')':
			depth--
		}
		if depth == 0 || depth == 1 && symbol[i] == ',' {
			list = append(list, strings.TrimPrefix(symbol[start:i], "go.shape."))
			start = i + 1
		}
		if depth == 0 {
			break
		}
	}
	return list
}

// isInstance reports whether symbol may be of the instance for args. Without
// args, that is true of any.
func isInstance(symbol string, args []types.Type) bool {
	list := shapes(symbol)
	if len(list) != len(args) {
		return true
	}
	for i, arg := range args {
		if !hasShape(arg, list[i]) {
			return false
		}
	}
	return true
}

// hasShape reports whether the compiler may give t the shape. Types that are told
// apart by more than their kind may count as the same.
func hasShape(t types.Type, shape string) bool {
	if hasTypeParam(t) {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return shape == types.Typ[t.Kind()].Name()
	case *types.Pointer:
		return strings.HasPrefix(shape, "*")
	case *types.Slice:
		return strings.HasPrefix(shape, "[]")
	case *types.Map:
		return strings.HasPrefix(shape, "map[")
	case *types.Struct:
		return strings.HasPrefix(shape, "struct")
	case *types.Signature:
		return strings.HasPrefix(shape, "func")
	case *types.Interface:
		return strings.HasPrefix(shape, "interface")
	}
	return true
}

// instanceText returns the type arguments of an instance for a message: "int,
// pointer". It returns "" if symbol has none. All pointers have the same code.
func instanceText(symbol string) string {
	list := shapes(symbol)
	for i, shape := range list {
		list[i] = shapeText(shape)
	}
	return strings.Join(list, ", ")
}

func shapeText(shape string) string {
	const most = 24 // that can be read in passing
	shape = strings.ReplaceAll(shape, "go.shape.", "")
	kind, _, _ := strings.Cut(shape, " ")
	switch {
	case strings.HasPrefix(shape, "*"):
		return "pointer"
	case kind == "struct" || kind == "interface" || strings.HasPrefix(kind, "func("):
		return strings.TrimSuffix(strings.SplitN(kind, "(", 2)[0], "(")
	case len(shape) <= most:
		return shape
	case strings.HasPrefix(shape, "[]"):
		return "slice"
	case strings.HasPrefix(shape, "map["):
		return "map"
	}
	return "…"
}

// nameInstances notes on findings which instances of a generic function they are of,
// where that is not all of them.
func (p *Prover) nameInstances(r Region, roots []Step, findings []Finding, strict bool) {
	code, err := p.code()
	if err != nil {
		return
	}
	byInstance := make(map[string][]Step)
	for _, host := range code.hosts[r.Fn] {
		if text := instanceText(host.Name); text != "" {
			byInstance[text] = nil
		}
	}
	if len(byInstance) < 2 {
		return
	}
	for _, s := range roots {
		text := instanceText(s.node.fn.Name)
		byInstance[text] = append(byInstance[text], s)
	}
	found := make(map[token.Pos][]string)
	for _, text := range slices.Sorted(maps.Keys(byInstance)) {
		for _, f := range p.findings(byInstance[text], strict) {
			found[f.Pos] = append(found[f.Pos], text)
		}
	}
	for i := range findings {
		if f := &findings[i]; len(found[f.Pos]) < len(byInstance) {
			f.instances = found[f.Pos]
		}
	}
}

// instantiated says which instances the finding is of, if not of all.
func (f *Finding) instantiated() string {
	const most = 3 // that can be read in passing
	switch n := len(f.instances); {
	case n == 0:
		return ""
	case n > most:
		return fmt.Sprintf(", instantiated with %s and %d others", strings.Join(f.instances[:most], "; "), n-most)
	}
	return ", instantiated with " + strings.Join(f.instances, "; ")
}

// withInstance returns the name of a function with the type arguments that its symbol
// has.
func withInstance(symbol string) string {
	from := strings.Index(symbol, "[go.shape.")
	if from < 0 {
		return symbolName(symbol)
	}
	to := closing(symbol, from)
	return symbolName(symbol[:from]) + "[" + instanceText(symbol) + "]" + program.Key(symbol[to:])
}

// closing returns the index behind the bracket that closes the one at from.
func closing(symbol string, from int) int {
	depth := 0
	for i := from; i < len(symbol); i++ {
		switch symbol[i] {
		case '[':
			depth++
		case ']':
			depth--
		}
		if depth == 0 {
			return i + 1
		}
	}
	return len(symbol)
}
