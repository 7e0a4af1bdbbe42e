package main

import "strings"

// A module is one whose benchmarks are measured.
type module struct {
	path, version string
	dirs          []string // directories looked at; all if there are none
}

func (m module) String() string { return m.path + "@" + m.version }

// modules are pinned, so that two runs count the same loops.
var modules = []module{
	{path: "go.uber.org/zap", version: "v1.28.0"},
	{path: "github.com/rs/zerolog", version: "v1.35.1"},
	{path: "github.com/valyala/fasthttp", version: "v1.78.0"},
	{path: "github.com/valyala/fastjson", version: "v1.6.10"},
	{path: "github.com/tidwall/gjson", version: "v1.20.3"},
	{path: "github.com/julienschmidt/httprouter", version: "v1.3.0"},
	{path: "github.com/cespare/xxhash/v2", version: "v2.3.0"},
	{path: "github.com/RoaringBitmap/roaring/v2", version: "v2.30.0"},
	{path: "github.com/buger/jsonparser", version: "v1.6.1"},
	{path: "github.com/valyala/bytebufferpool", version: "v1.0.0"},
	{path: "github.com/valyala/quicktemplate", version: "v1.8.0"},
	{path: "github.com/klauspost/compress", version: "v1.20.4", dirs: []string{"huff0", "fse", "s2", "zstd"}},
	{path: "github.com/json-iterator/go", version: "v1.1.12"},
	{path: "github.com/segmentio/encoding", version: "v0.5.4"},
	{path: "github.com/puzpuzpuz/xsync/v4", version: "v4.5.0"},
	{path: "github.com/go-chi/chi/v5", version: "v5.5.0"},
	{path: "github.com/prometheus/client_golang", version: "v1.25.0", dirs: []string{"prometheus"}},
	{path: "github.com/bits-and-blooms/bitset", version: "v1.29.0"},
	{path: "github.com/google/btree", version: "v1.1.3"},
	{path: "golang.org/x/text", version: "v0.44.0", dirs: []string{
		"cases", "language", "number", "runes", "transform", "unicode/norm", "encoding/unicode", "width",
	}},
}

// chosen returns the modules whose path contains one of the names in list, all
// of them if list is empty.
func chosen(list string) []module {
	if list == "" {
		return modules
	}
	var some []module
	for _, m := range modules {
		for name := range strings.SplitSeq(list, ",") {
			if strings.Contains(m.path, name) {
				some = append(some, m)
				break
			}
		}
	}
	return some
}
