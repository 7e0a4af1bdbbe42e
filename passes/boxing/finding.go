package boxing

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A finding is about one value, or about several arguments of one list.
type finding struct {
	why    string // the place counts
	values []*candidate
}

func (f *finding) diagnostic(pass *analysis.Pass) analysis.Diagnostic {
	first, last := f.values[0], f.values[len(f.values)-1]
	d := analysis.Diagnostic{
		Pos:      first.at.Node().Pos(),
		End:      last.at.Node().End(),
		Category: first.use.category,
	}
	if len(f.values) == 1 {
		d.Message = messageOne(pass, first)
	} else {
		d.Message = messageList(pass, f.values)
		for _, c := range f.values {
			node := c.at.Node()
			d.Related = append(d.Related, analysis.RelatedInformation{
				Pos: node.Pos(), End: node.End(), Message: valueOf(pass, c),
			})
		}
	}
	d.Message += ", " + f.why
	if isForDebugging(pass.TypesInfo, first.at) {
		d.Message += "; so it does while the level is off, unless an if statement asks first"
	}
	d.Related = append(d.Related, parameterOf(pass, first)...)
	return d
}

// messageOne says what allocates how much for what.
func messageOne(pass *analysis.Pass, c *candidate) string {
	var b strings.Builder
	b.WriteString(valueOf(pass, c))
	if c.layout.size < 0 {
		b.WriteString(",")
	}
	b.WriteString(" allocates")
	if c.layout.isSmall {
		b.WriteString(" (unless 0 to 255)")
	}
	b.WriteString(" when converted to " + typeName(pass.Pkg, c.to))
	if c.use.what != "" {
		b.WriteString(" for " + c.use.what)
	}
	return b.String()
}

// messageList says the same of several arguments of one call.
func messageList(pass *analysis.Pass, list []*candidate) string {
	names := make([]string, 0, len(list))
	var sum int64
	for _, c := range list {
		names = append(names, typeName(pass.Pkg, c.from))
		sum += c.layout.size
	}
	amount := fmt.Sprintf(" %d bytes", sum)
	switch {
	case slices.ContainsFunc(list, func(c *candidate) bool { return c.layout.size < 0 }):
		amount = ""
	case slices.ContainsFunc(list, func(c *candidate) bool { return c.layout.hasFreeValues() }):
		amount = " up to" + amount
	}
	return fmt.Sprintf("%d arguments of %s (%s) allocate%s when converted to %s",
		len(list), list[0].use.callee, strings.Join(names, ", "), amount, typeName(pass.Pkg, list[0].to))
}

// valueOf names a value by its type and size.
func valueOf(pass *analysis.Pass, c *candidate) string {
	name := typeName(pass.Pkg, c.from)
	if c.layout.size < 0 {
		return name + " value, as instantiated in this package"
	}
	return fmt.Sprintf("%s value of %d bytes", name, c.layout.size)
}

// parameterOf points to the declaration of the parameter that an argument is
// for, if it is at hand.
func parameterOf(pass *analysis.Pass, c *candidate) []analysis.RelatedInformation {
	param := c.use.param
	if param == nil || param.Pkg() != pass.Pkg || param.Name() == "" || !param.Pos().IsValid() {
		return nil
	}
	return []analysis.RelatedInformation{{
		Pos:     param.Pos(),
		End:     param.Pos() + token.Pos(len(param.Name())),
		Message: fmt.Sprintf("parameter %s has type %s", param.Name(), typeName(pass.Pkg, param.Type())),
	}}
}

// typeName names typ as a file of pkg does, that is by the names of packages and
// not by their paths. It is any, whether the source says so or interface{}.
func typeName(pkg *types.Package, typ types.Type) string {
	return strings.ReplaceAll(types.TypeString(typ, qualifier(pkg)), "interface{}", "any")
}

func qualifier(pkg *types.Package) types.Qualifier {
	return func(other *types.Package) string {
		if other == pkg {
			return ""
		}
		return other.Name()
	}
}
