package tempbuf

import (
	"go/types"
	"strings"
)

// borrows reports whether fn, a function without source here, does not keep what
// it is given, other than in its results.
func borrows(fn *types.Func, asReceiver bool) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Pkg() != nil && borrowing[fn.Pkg().Path()] && !isKeeper(fn.Name()) || borrowers[fn.FullName()]
	}
	if asReceiver {
		return isStandard(fn.Pkg())
	}
	return isReadWrite(fn) || isStandard(fn.Pkg()) && borrowingMethods[fn.Name()] && !keepingMethods[fn.FullName()]
}

// isStandard reports whether pkg is of the standard library: the first element of
// its path has no dot. Methods declared by the language have no package.
func isStandard(pkg *types.Package) bool {
	if pkg == nil {
		return true
	}
	first, _, _ := strings.Cut(pkg.Path(), "/")
	return !strings.Contains(first, ".") && standard[first]
}

// isKeeper reports whether a function of this name makes something that holds on to
// what it is given to a degree that its results do not show.
func isKeeper(name string) bool {
	return strings.HasPrefix(name, "Set") || strings.HasPrefix(name, "Register") || strings.HasPrefix(name, "Go")
}

// isReadWrite reports whether fn has the form of a method for which package io
// demands that it does not retain the slice.
func isReadWrite(fn *types.Func) bool {
	switch fn.Name() {
	case "Read", "Write", "ReadAt", "WriteAt":
	default:
		return false
	}
	sig := fn.Signature()
	return sig.Params().Len() > 0 && isBytes(sig.Params().At(0).Type()) &&
		sig.Results().Len() == 2 && types.Identical(sig.Results().At(0).Type(), types.Typ[types.Int])
}

func isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

// standard lists the first elements of the paths of the standard library that
// have what is of interest here. A module may have a path without a dot.
var standard = set("bufio", "bytes", "compress", "crypto", "encoding", "fmt", "hash", "html", "io", "log", "maps", "math",
	"net", "os", "regexp", "slices", "sort", "strconv", "strings", "text", "time", "unicode", "database")

// borrowing lists packages whose functions keep nothing of their arguments but in
// their results.
var borrowing = set("bufio", "bytes", "strings", "strconv", "unicode/utf8", "unicode/utf16", "encoding/binary", "encoding/hex",
	"encoding/base64", "encoding/base32", "encoding/json", "encoding/csv", "encoding/xml", "encoding/ascii85", "io", "sort",
	"slices", "maps", "hash", "hash/crc32", "hash/crc64", "hash/adler32", "hash/fnv", "hash/maphash", "crypto/sha256",
	"crypto/sha512", "crypto/sha1", "crypto/md5", "crypto/sha3", "crypto/hmac", "crypto/subtle", "crypto/rand", "crypto/aes",
	"crypto/cipher", "math/bits", "math/rand", "math/rand/v2", "compress/gzip", "compress/zlib", "compress/flate",
	"compress/lzw", "compress/bzip2", "text/tabwriter", "html", "fmt", "regexp")

// borrowers lists other functions of that kind.
var borrowers = set("runtime.KeepAlive", "os.WriteFile", "syscall.Read", "syscall.Write", "syscall.Pread", "syscall.Pwrite",
	"log.Print", "log.Printf", "log.Println")

// borrowingMethods lists methods of the standard library that keep nothing of their
// arguments.
var borrowingMethods = set(
	"Read", "Write", "WriteString", "ReadAt", "WriteAt", "ReadFrom", "WriteTo", "ReadFromUDP", "ReadFromUDPAddrPort",
	"WriteToUDP", "WriteToUDPAddrPort", "ReadMsgUDP", "WriteMsgUDP", "ReadFromIP", "WriteToIP",
	"Encode", "EncodeToString", "AppendEncode", "Decode", "DecodeString", "AppendDecode", "DecodeElement", "EncodeElement",
	"EncodeToken", "Execute", "ExecuteTemplate", "Scan", "Sum", "XORKeyStream", "CryptBlocks", "Encrypt", "Decrypt", "Seal",
	"Open", "PutUint16", "PutUint32", "PutUint64", "Uint16", "Uint32", "Uint64", "AppendUint16", "AppendUint32",
	"AppendUint64", "SetBytes", "FillBytes", "Append", "AppendFormat", "Match", "Find", "FindIndex", "FindAll",
	"FindSubmatch", "FindSubmatchIndex", "FindAllIndex", "FindAllSubmatch", "FindAllSubmatchIndex", "ReplaceAll",
	"ReplaceAllLiteral", "ReplaceAllFunc", "Expand", "MatchReader", "Print", "Printf", "Println", "Replace",
	"Add", "Sub", "Mul", "Div", "Mod", "Quo", "Rem", "DivMod", "QuoRem", "Exp", "ModInverse", "GCD", "Cmp", "CmpAbs", "Lsh",
	"Rsh", "And", "Or", "Xor", "Sqrt", "Neg", "Abs", "Not")

// keepingMethods lists exceptions.
var keepingMethods = set("(encoding/gob.Encoder).Append")

// returnsNew lists functions whose results have nothing in common with their
// arguments.
var returnsNew = set("(*bufio.Reader).ReadBytes", "(*bufio.ReadWriter).ReadBytes", "(*bytes.Buffer).ReadBytes",
	"(*encoding/csv.Reader).Read", "(*encoding/csv.Reader).ReadAll", "io.ReadAll", "bytes.Clone", "bytes.Join", "bytes.Repeat",
	"slices.Clone", "maps.Clone", "encoding/json.Marshal", "encoding/json.MarshalIndent", "encoding/xml.Marshal",
	"slices.Concat", "(*encoding/base64.Encoding).DecodeString", "encoding/hex.DecodeString")

// heavy lists packages that work by reflection or with the operating system: beside that,
// one small allocation does not count.
var heavy = set("encoding/json", "encoding/xml", "encoding/gob", "encoding/asn1", "database/sql", "reflect", "fmt",
	"text/template", "html/template", "net", "net/http", "os", "os/exec")

// returnsArgument lists methods whose results have nothing in common with their receiver.
var returnsArgument = set("Sum", "AppendEncode", "AppendDecode", "Seal", "Open", "AppendFormat", "AppendUint16", "AppendUint32", "AppendUint64")

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, name := range names {
		m[name] = true
	}
	return m
}
