package tempbuf

// A maker is a function of the standard library that makes something worth keeping.
type maker struct {
	class class

	// what it makes, for the message
	what string

	// certain tells that it allocates in code of its own, wherever what it returns
	// may be: the object code of the caller need not show it.
	certain bool

	// renewed is how many of the first arguments Reset takes, or can be others each
	// time for another reason.
	renewed int
}

// A class is how what a maker makes can be used again.
type class int

const (
	// Nothing changes it: one that is made once does for all.
	classFixed class = iota + 1

	// It has a method Reset.
	classReset

	// It belongs to the reader or writer that it was made for.
	classBound

	// A bufio.Scanner: it has no Reset, but can be given a buffer.
	classScanner

	// A source of random numbers.
	classSource

	// A json.Decoder.
	classDecoder

	// Like classFixed, but for the owner: it could be changed.
	classConstant
)

const regularExpression = "regular expression"

// makers are what is looked for, by full name.
var makers = map[string]maker{
	"regexp.Compile":              {classFixed, regularExpression, true, 0},
	"regexp.CompilePOSIX":         {classFixed, regularExpression, true, 0},
	"regexp.MustCompile":          {classFixed, regularExpression, true, 0},
	"regexp.MustCompilePOSIX":     {classFixed, regularExpression, true, 0},
	"regexp.Match":                {classFixed, regularExpression, true, 0},
	"regexp.MatchString":          {classFixed, regularExpression, true, 0},
	"regexp.MatchReader":          {classFixed, regularExpression, true, 0},
	"strings.NewReplacer":         {classFixed, "replacer", true, 0},
	"time.LoadLocation":           {classFixed, "location", true, 0},
	"encoding/base64.NewEncoding": {classFixed, "encoding", false, 0},
	"encoding/base32.NewEncoding": {classFixed, "encoding", false, 0},
	"hash/crc32.MakeTable":        {classFixed, "table", true, 0},
	"hash/crc64.MakeTable":        {classFixed, "table", true, 0},

	"bufio.NewReader":              {classReset, "reader", false, 1},
	"bufio.NewReaderSize":          {classReset, "reader", false, 1},
	"bufio.NewWriter":              {classReset, "writer", false, 1},
	"bufio.NewWriterSize":          {classReset, "writer", false, 1},
	"compress/flate.NewWriter":     {classReset, "writer", true, 1},
	"compress/gzip.NewReader":      {classReset, "reader", true, 1},
	"compress/gzip.NewWriter":      {classReset, "writer", true, 1},
	"compress/gzip.NewWriterLevel": {classReset, "writer", true, 1},
	"compress/zlib.NewWriter":      {classReset, "writer", true, 1},
	"compress/zlib.NewWriterLevel": {classReset, "writer", true, 1},
	"compress/flate.NewReader":     {classReset, "reader", true, 1},
	"compress/zlib.NewReader":      {classReset, "reader", true, 1},
	"strings.NewReader":            {classReset, "reader", false, 1},
	"bytes.NewReader":              {classReset, "reader", false, 1},
	"crypto/hmac.New":              {classReset, "hash", true, 0},
	"crypto/md5.New":               {classReset, "hash", false, 0},
	"crypto/sha1.New":              {classReset, "hash", false, 0},
	"crypto/sha256.New":            {classReset, "hash", false, 0},
	"crypto/sha256.New224":         {classReset, "hash", false, 0},
	"crypto/sha3.New224":           {classReset, "hash", false, 0},
	"crypto/sha3.New256":           {classReset, "hash", false, 0},
	"crypto/sha3.New384":           {classReset, "hash", false, 0},
	"crypto/sha3.New512":           {classReset, "hash", false, 0},
	"crypto/sha512.New":            {classReset, "hash", false, 0},
	"crypto/sha512.New384":         {classReset, "hash", false, 0},
	"crypto/sha512.New512_224":     {classReset, "hash", false, 0},
	"crypto/sha512.New512_256":     {classReset, "hash", false, 0},
	"hash/adler32.New":             {classReset, "hash", false, 0},
	"hash/crc32.New":               {classReset, "hash", false, 0},
	"hash/crc32.NewIEEE":           {classReset, "hash", false, 0},
	"hash/crc64.New":               {classReset, "hash", false, 0},
	"hash/fnv.New32":               {classReset, "hash", false, 0},
	"hash/fnv.New32a":              {classReset, "hash", false, 0},
	"hash/fnv.New64":               {classReset, "hash", false, 0},
	"hash/fnv.New64a":              {classReset, "hash", false, 0},
	"hash/fnv.New128":              {classReset, "hash", false, 0},
	"hash/fnv.New128a":             {classReset, "hash", false, 0},

	"encoding/json.NewEncoder": {classBound, "encoder", false, 0},
	"encoding/xml.NewEncoder":  {classBound, "encoder", true, 0},
	"encoding/csv.NewWriter":   {classBound, "writer", false, 0},

	"(*text/template.Template).Parse": {classFixed, "template", true, 0},
	"(*html/template.Template).Parse": {classFixed, "template", true, 0},

	"crypto/aes.NewCipher": {classFixed, "cipher", true, 0},
	"net.ParseCIDR":        {classConstant, "network", true, 0},
	"strings.Split":        {classConstant, "slice", true, 0},
	"strings.Fields":       {classConstant, "slice", true, 0},

	"encoding/json.NewDecoder": {classDecoder, "decoder", true, 0},

	"math/rand.NewSource": {classSource, "source", false, 0},

	"bufio.NewScanner": {classScanner, "scanner", true, 1},
}
