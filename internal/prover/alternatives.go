package prover

import "go/version"

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
