package explain

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zeroalloc/zeroalloc-lint/internal/prover"
)

func TestSplits(t *testing.T) {
	for name, want := range map[string]string{
		"F":                         "[{. F}]",
		"T.M":                       "[{T M} {. T.M}]",
		"(*T).M":                    "[{. (*T).M}]",
		"x.(*T).M":                  "[{x (*T).M} {. x.(*T).M}]",
		"./x.F":                     "[{./x F}]",
		"../x.T.M":                  "[{../x T.M} {../x.T M}]",
		"a/b.T.M":                   "[{a/b T.M} {a/b.T M}]",
		"gopkg.in/yaml.v3.Marshal":  "[{gopkg.in/yaml v3.Marshal} {gopkg.in/yaml.v3 Marshal}]",
		"example.com/m.(*T).M":      "[{example.com/m (*T).M}]",
		"x.F.func1.2":               "[{x F.func1.2} {x.F func1.2} {x.F.func1 2} {. x.F.func1.2}]",
		"example.com/m":             "[]", // the dot is not in the last part
		"fmt.":                      "[]",
		".":                         "[]",
		"./":                        "[]",
		"/abs/dir.v2/pkg.F":         "[{/abs/dir.v2/pkg F}]",
		"github.com/a/b.(*T).Close": "[{github.com/a/b (*T).Close}]",
	} {
		if got := fmt.Sprint(splits(name)); got != want {
			t.Errorf("splits(%q) = %s, want %s", name, got, want)
		}
	}
}

func TestFlags(t *testing.T) {
	for goflags, want := range map[string]string{
		"":                            "[] [] []",
		"-tags=a,b":                   "[a b] [] []",
		"  -race --tags=a  ":          "[a] [race] []",
		"'-tags=a b' -tags=c":         "[c] [] []",
		"-cover=false -asan=true":     "[] [asan] []",
		"-race -race=0":               "[] [] []",
		`"-gcflags=-l -N" -trimpath`:  "[] [] [-gcflags=-l -N]",
		"-pgo=off '-tags=unfinished":  "[unfinished] [] []",
		"-tags=a\n-race\t-pgo=/p.pgo": "[a] [race] []",
	} {
		var c Configuration
		c.Flags = splitFlags(goflags)
		gcflags := []string{}
		for _, f := range c.Flags {
			c.apply("/dir", f)
			if strings.HasPrefix(f, "-gcflags") {
				gcflags = append(gcflags, f)
			}
		}
		if got := fmt.Sprint(c.Tags, c.Instrumented, gcflags); got != want {
			t.Errorf("GOFLAGS=%q: %s, want %s", goflags, got, want)
		}
	}
}

func TestProfile(t *testing.T) {
	dir := t.TempDir()
	c := Configuration{PGO: "/default.pgo"}
	c.apply(dir, "-pgo=auto")
	if c.PGO != "/default.pgo" {
		t.Errorf("with auto: %q", c.PGO)
	}
	if text := c.String(); !strings.Contains(text, "without the profile /default.pgo") || strings.Contains(text, "PGO profile") {
		t.Errorf("the profile is not named: %s", text)
	}
	c.apply(dir, "-pgo=x.pgo")
	if want := filepath.Join(dir, "x.pgo"); c.PGO != want {
		t.Errorf("with a file: %q, want %q", c.PGO, want)
	}
	c.apply(dir, "-pgo=off")
	if c.PGO != "" {
		t.Errorf("with off: %q", c.PGO)
	}
}

// TestCut checks that of a tree that is too long the surest sites are shown, and that
// nothing that is left out is left out in silence.
func TestCut(t *testing.T) {
	leaf := func(text string, rank int) *item { return &item{text: text, sites: 1, rank: rank} }
	long := make([]*item, 10)
	for i := range long {
		long[i] = leaf(fmt.Sprintf("maybe%d", i), 2)
	}
	deep := newItem("c", []*item{newItem("d", []*item{leaf("sure", 0)})})
	cold := newItem("cold", []*item{leaf("shut", 5)})
	cold.folds = true
	list := []*item{newItem("a", long), deep, cold, newItem("known", []*item{newItem("x, listed elsewhere", nil)})}

	var b bytes.Buffer
	p := &Printer{w: &b}
	if !p.tree(list, 8) {
		t.Error("not cut")
	}
	want := `├─ a … 10 sites
├─ c
│  └─ d
│     └─ sure
├─ cold … 1 site
└─ known
   └─ x, listed elsewhere
`
	if b.String() != want {
		t.Errorf("got\n%s, want\n%s", &b, want)
	}
	b.Reset()
	if p.tree(list, lines(list)) || strings.Contains(b.String(), "…") {
		t.Errorf("cut though there is room:\n%s", &b)
	}
	b.Reset()
	if p.tree(list, 0) {
		t.Error("cut without a limit")
	}
}

// TestStandard asks about functions of the standard library.
func TestStandard(t *testing.T) {
	e := New(".")
	for _, test := range []struct {
		arg, verdict string
		class        string // that one of the sites has, if not ""
		in           string // the function that it is in
	}{
		{"strconv.Itoa", prover.Allocates, prover.Allocates, "internal/strconv."},
		{"bytes.(*Buffer).Write", Clean, prover.Growth, "bytes.growSlice"},
		{"bytes.(*Buffer).Len", None, "", ""},
		{"strings.Builder.WriteByte", prover.MayAllocate, prover.MayAllocate, "strings.(*Builder)."},
		{"sort.Slice", prover.MayAllocate, prover.Dynamic, "sort."},
	} {
		answers, err := e.Explain(test.arg)
		if err != nil {
			t.Error(err)
			continue
		}
		a := answers[0]
		if a.Verdict != test.verdict {
			t.Errorf("%s: %s, want %s", test.arg, a.Verdict, test.verdict)
		}
		if test.class != "" && !slices.ContainsFunc(a.Sites, func(s Site) bool {
			return s.Class == test.class && strings.HasPrefix(s.Chain[len(s.Chain)-1].Func, test.in)
		}) {
			t.Errorf("%s: no site of class %s in %s: %+v", test.arg, test.class, test.in, a.Sites)
		}
		for _, s := range a.Sites {
			if s.Chain[0].Func != a.Name {
				t.Errorf("%s: a chain begins in %s", a.Name, s.Chain[0].Func)
			}
		}
	}
}

// TestSprintf: a long answer is printed short, and the same each time.
func TestSprintf(t *testing.T) {
	var texts [2]string
	for i := range texts {
		answers, err := New(".").Explain("fmt.Sprintf")
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		const most = 40
		NewPrinter(&b, ".", most).Print(answers)
		texts[i] = b.String()
		if n := strings.Count(texts[i], "\n"); n > 2*most {
			t.Errorf("%d lines", n)
		}
		b.Reset()
		NewPrinter(&b, ".", 0).Print(answers)
		if strings.Contains(b.String(), "…") {
			t.Errorf("cut without a limit:\n%s", &b)
		}
	}
	if texts[0] != texts[1] {
		t.Errorf("two answers:\n%s\n%s", texts[0], texts[1])
	}
}
