package prover

import (
	"fmt"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/zeroalloc/zeroalloc-lint/internal/program"
)

// resultBounds are the greatest lengths of strings that functions return.
var resultBounds = map[string]int{"strconv.Itoa": 20}

// result says what a function, by its symbol, allocates with the site that it returns.
func result(symbol string, site ssa.Instruction) string {
	if n, ok := resultBounds[symbol]; ok {
		return fmt.Sprintf("its result (up to %d B)", n)
	}
	var t types.Type
	switch site := site.(type) {
	case *ssa.Alloc:
		t = site.Type()
	case *ssa.MakeInterface:
		return "its result" + sizeOf(site.X.Type())
	default:
		return "its result"
	}
	if isErrorType(t) {
		return "its error" + sizeOf(deref(t))
	}
	return "its result" + sizeOf(deref(t))
}

func isErrorType(t types.Type) bool {
	return types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

func isReturn(instr ssa.Instruction) bool {
	_, ok := instr.(*ssa.Return)
	return ok
}

// Remedy returns a few words on what does the same and does not allocate: "a map that is
// kept and cleared does not". It returns "" where nothing is known that can always
// be done.
func (f *Finding) Remedy() string {
	switch f.Class {
	case Allocates, MayAllocate:
	default:
		return "" // what is exempt in check, or cannot be followed
	}
	first, site := f.first(), f.site()
	what := ""
	switch {
	case first != "" && !f.isOwn(first):
		what = f.alternative(program.Key(first))
	case isInlined(site.site) || site.src.Types != f.prover.ownTypes():
	case site.failing && isVariable(site.site):
		return "a copy made on the failing path is moved there only"
	case site.returned:
		what = returnedRemedy(site.site)
	default:
		what = f.localRemedy(site.site)
	}
	if what == "" {
		return ""
	}
	return what + " does not"
}

// returnedRemedy returns what a function can do instead of returning what instr makes.
func returnedRemedy(instr ssa.Instruction) string {
	switch instr := instr.(type) {
	case *ssa.MakeSlice, *ssa.BinOp, *ssa.Convert, *ssa.Call:
		return "appending to a slice of the caller"
	case *ssa.MakeClosure:
		if results := instr.Parent().Signature.Results(); results.Len() == 1 && isUnnamedFunc(results.At(0).Type()) {
			return "a struct with a method"
		}
	case *ssa.Alloc:
		// An interface would take the value to the heap again.
		isObject := isVariable(instr) || instr.Comment == "new" || instr.Comment == "complit"
		if isObject && slices.ContainsFunc(*instr.Referrers(), isReturn) && !isErrorType(instr.Type()) {
			return "a result by value"
		}
	}
	return ""
}

// isUnnamedFunc reports whether t is a func type that no declaration asks for by its
// name.
func isUnnamedFunc(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Signature)
	return ok
}

// localRemedy returns what can be done instead of making what instr makes, where it
// is not kept.
func (f *Finding) localRemedy(instr ssa.Instruction) string {
	escapes := f.reason() != nil
	switch instr := instr.(type) {
	case *ssa.Alloc:
		r := f.reason()
		if !isVariable(instr) || r == nil || len(r.Flow) == 0 {
			return ""
		}
		last := r.Flow[len(r.Flow)-1]
		if last.How != "call parameter" {
			return ""
		}
		switch to := f.passedTo(last); {
		case to == "sync.(*Pool).Put":
			return "a pointer that came from the pool"
		case strings.HasPrefix(to, interfaceMethod), strings.HasPrefix(to, funcValue):
			return "one in a struct that is reused" // others are known to keep it
		}
	case *ssa.MakeClosure:
		if strings.HasSuffix(instr.Fn.Name(), "$bound") {
			return "one that is made once and kept"
		}
	case *ssa.MakeInterface:
		return boxingRemedy(instr)
	case *ssa.MakeSlice:
		if !escapes {
			return "a slice that is kept, cut to [:0],"
		}
	case *ssa.MakeMap, *ssa.MapUpdate:
		if f.Class == MayAllocate {
			return "a map that is kept and cleared"
		}
	case *ssa.BinOp:
		if f.Class == MayAllocate {
			return "appending the parts to a kept []byte"
		}
	case *ssa.Convert:
		return f.conversionRemedy(instr)
	case *ssa.Defer:
		return "a function of its own for the body of the loop"
	case *ssa.Call:
		if isAppend(instr) {
			return "append to a slice that is kept, cut to [:0],"
		}
	}
	return ""
}

// boxingRemedy returns what can be given to a callee instead of the interface that m
// makes.
func boxingRemedy(m *ssa.MakeInterface) string {
	for _, ref := range *m.Referrers() {
		call := callOf(ref)
		if call == nil || call.StaticCallee() == nil {
			continue
		}
		switch callee := call.StaticCallee(); {
		case callee.String() == "(*sync.Pool).Put":
			return "a pointer that came from the pool"
		case callee.Pkg != nil && callee.Pkg == m.Parent().Pkg && !call.Signature().Variadic():
			return "a parameter of that type"
		}
	}
	return ""
}

// conversionRemedy returns what can be done instead of a conversion to a slice. What
// needs a string cannot do with less.
func (f *Finding) conversionRemedy(c *ssa.Convert) string {
	to, ok := c.Type().Underlying().(*types.Slice)
	if !ok || f.Class != MayAllocate {
		return ""
	}
	if b, ok := to.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Int32 {
		return "range over the string"
	}
	return "append(buf[:0], s...) to a kept []byte"
}

// alternative returns what does the work of a function of another package, or "".
func (f *Finding) alternative(symbol string) string {
	a, ok := alternatives[symbol]
	if !ok {
		return ""
	}
	if goVersion := f.prover.ownTypes().GoVersion(); a.since != "" && goVersion != "" && version.Compare(goVersion, a.since) < 0 {
		return ""
	}
	return a.text
}

// An alternative is what helps instead of calling a function.
type alternative struct {
	text  string
	since string // language version that it needs, if it is a newer one
}

const rangeOverFunc = "go1.23"

var alternatives = map[string]alternative{
	"fmt.Sprintf":  {text: "strconv.Append* to a kept []byte"},
	"fmt.Sprint":   {text: "strconv.Append* to a kept []byte"},
	"fmt.Sprintln": {text: "strconv.Append* to a kept []byte"},
	"fmt.Errorf":   {text: "an error made once, in a package variable,"},
	"errors.New":   {text: "an error made once, in a package variable,"},

	"strconv.Itoa":        {text: "strconv.AppendInt to a kept []byte"},
	"strconv.FormatInt":   {text: "strconv.AppendInt to a kept []byte"},
	"strconv.FormatUint":  {text: "strconv.AppendUint to a kept []byte"},
	"strconv.FormatFloat": {text: "strconv.AppendFloat to a kept []byte"},
	"strconv.Quote":       {text: "strconv.AppendQuote to a kept []byte"},

	"time.Time.Format":          {text: "AppendFormat to a kept []byte"},
	"time.Time.String":          {text: "AppendFormat to a kept []byte"},
	"time.After":                {text: "one time.Timer, with Reset,"},
	"time.NewTimer":             {text: "one time.Timer, with Reset,"},
	"time.NewTicker":            {text: "one time.Ticker, with Reset,"},
	"net/netip.Addr.String":     {text: "AppendTo a kept []byte"},
	"net/netip.AddrPort.String": {text: "AppendTo a kept []byte"},
	"net/netip.Prefix.String":   {text: "AppendTo a kept []byte"},
	"math/big.(*Int).String":    {text: "Append to a kept []byte"},

	"encoding/hex.EncodeToString":                {text: "hex.AppendEncode to a kept []byte"},
	"encoding/hex.DecodeString":                  {text: "hex.AppendDecode to a kept []byte"},
	"encoding/base64.(*Encoding).EncodeToString": {text: "AppendEncode to a kept []byte"},
	"encoding/base64.(*Encoding).DecodeString":   {text: "AppendDecode to a kept []byte"},
	"encoding/binary.Write":                      {text: "binary.LittleEndian.AppendUint32 or its kin"},
	"encoding/binary.Read":                       {text: "binary.LittleEndian.Uint32 or its kin"},
	"bytes.(*Buffer).String":                     {text: "Bytes, good until the buffer changes,"},
	"bufio.(*Scanner).Text":                      {text: "Bytes, good until the next Scan,"},
	"strings.(*Builder).WriteString":             {text: "a bytes.Buffer that is kept, which a strings.Builder cannot be,"},
	"strings.(*Builder).WriteByte":               {text: "a bytes.Buffer that is kept, which a strings.Builder cannot be,"},
	"strings.(*Builder).WriteRune":               {text: "a bytes.Buffer that is kept, which a strings.Builder cannot be,"},
	"strings.(*Builder).Write":                   {text: "a bytes.Buffer that is kept, which a strings.Builder cannot be,"},
	"strings.(*Builder).Grow":                    {text: "a bytes.Buffer that is kept, which a strings.Builder cannot be,"},
	"strings.NewReader":                          {text: "one strings.Reader, with Reset,"},
	"strings.NewReplacer":                        {text: "one made once, in a package variable,"},
	"strings.Join":                               {text: "appending the parts to a kept []byte"},
	"strings.Split":                              {text: "a range over strings.SplitSeq", since: rangeOverFunc},
	"strings.Fields":                             {text: "a range over strings.FieldsSeq", since: rangeOverFunc},
	"strings.Clone":                              {text: "appending to a kept []byte"},
	"bytes.Split":                                {text: "a range over bytes.SplitSeq", since: rangeOverFunc},
	"bytes.Fields":                               {text: "a range over bytes.FieldsSeq", since: rangeOverFunc},
	"bytes.Clone":                                {text: "append(dst[:0], b...) to a kept []byte"},
	"bytes.NewBuffer":                            {text: "one bytes.Buffer, with Reset,"},
	"bytes.NewReader":                            {text: "one bytes.Reader, with Reset,"},
	"bufio.NewReader":                            {text: "one bufio.Reader, with Reset,"},
	"bufio.NewReaderSize":                        {text: "one bufio.Reader, with Reset,"},
	"bufio.NewWriter":                            {text: "one bufio.Writer, with Reset,"},
	"bufio.NewWriterSize":                        {text: "one bufio.Writer, with Reset,"},
	"slices.Clone":                               {text: "append(dst[:0], s...) to a kept slice"},
	"slices.Collect":                             {text: "slices.AppendSeq to a kept slice", since: rangeOverFunc},
	"maps.Clone":                                 {text: "maps.Copy into a map that is kept and cleared"},
	"sort.Slice":                                 {text: "slices.SortFunc"},
	"sort.SliceStable":                           {text: "slices.SortStableFunc"},
	"regexp.MustCompile":                         {text: "one compiled once, in a package variable,"},
	"regexp.Compile":                             {text: "one compiled once, in a package variable,"},
	"regexp.MatchString":                         {text: "one compiled once, in a package variable,"},
	"io.ReadAll":                                 {text: "reading into a kept []byte or bytes.Buffer"},
	"crypto/sha256.New":                          {text: "sha256.Sum256"},
	"crypto/sha1.New":                            {text: "sha1.Sum"},
	"crypto/md5.New":                             {text: "md5.Sum"},
}
