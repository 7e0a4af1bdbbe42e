package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func finding(t *testing.T, pass, file string, line int, message string) Finding {
	t.Helper()
	abs, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	a := &analysis.Analyzer{Name: pass, Doc: "report " + pass + "\n\nMore of it.", URL: "https://example.com/" + pass}
	return Finding{Analyzer: a, Package: "p", Message: message, Position: Position{abs, line, 2, line, 9}}
}

func TestSorted(t *testing.T) {
	list := sorted([]Finding{
		finding(t, "b", "b.go", 1, "m"), finding(t, "b", "a.go", 10, "m"), finding(t, "a", "a.go", 9, "m"),
		finding(t, "a", "a.go", 9, "m"), finding(t, "c", "a.go", 9, "m"), finding(t, "c", "a.go", 9, "n"),
	})
	var got []string
	for _, f := range list {
		got = append(got, fmt.Sprint(f.Position, f.Message))
	}
	if want := "a.go:9:2m a.go:9:2n a.go:10:2m b.go:1:2m"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

// What a fingerprint is made of does not change with lines, and tells twins apart.
func TestFingerprints(t *testing.T) {
	prints := func(lines ...int) (list []string) {
		known := make(map[string]int)
		for _, line := range lines {
			list = append(list, fingerprint(finding(t, "a", "a.go", line, "m"), known))
		}
		return list
	}
	was, is := prints(1, 5), prints(11, 50)
	if was[0] != is[0] || was[1] != is[1] || was[0] == was[1] {
		t.Errorf("%q, after lines have moved %q", was, is)
	}
	if other := fingerprint(finding(t, "a", "b.go", 1, "m"), map[string]int{}); other == was[0] {
		t.Error("the file does not matter")
	}
}

func TestGitHub(t *testing.T) {
	list := []Finding{
		finding(t, "boxing", "a,b.go", 1, "50% more\nor less"),
		finding(t, "escape", "z.go", 2, "m"), finding(t, "directive", "z.go", 3, "m"),
	}
	var out bytes.Buffer
	if err := Print(&out, "github", -1, list); err != nil {
		t.Fatal(err)
	}
	const want = `::warning file=z.go,line=3,col=2,endLine=3,endColumn=9,title=zeroalloc directive::m
::warning file=z.go,line=2,col=2,endLine=2,endColumn=9,title=zeroalloc escape::m
::warning file=a%2Cb.go,line=1,col=2,endLine=1,endColumn=9,title=zeroalloc boxing::50%25 more%0Aor less
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", &out, want)
	}
}

func TestSARIF(t *testing.T) {
	f := finding(t, "escape", "dir with space/é.go", 3, "x allocates")
	f.Related = []Related{{f.Position, "calls f"}, {f.Position, "calls f"}}
	f.Fixes = []Fix{{"Mend", []Edit{{f.Position.File, 1, 2, f.Position, "y"}}}}
	var out bytes.Buffer
	if err := Print(&out, "sarif", -1, []Finding{f}); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	r := log.Runs[0].Results[0]
	if uri := r.Locations[0].PhysicalLocation.ArtifactLocation; uri.URI != "dir%20with%20space/%C3%A9.go" || uri.URIBaseID != "%SRCROOT%" {
		t.Errorf("location %+v", uri)
	}
	if len(r.CodeFlows) != 1 || len(r.CodeFlows[0].ThreadFlows[0].Locations) != 3 || len(r.RelatedLocations) != 1 || len(r.Fixes) != 1 {
		t.Errorf("%+v", r)
	}
	if rule := log.Runs[0].Tool.Driver.Rules[r.RuleIndex]; rule.ID != "escape" || rule.Help.Text != "More of it." || rule.HelpURI == "" {
		t.Errorf("%+v", rule)
	}
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, errors.New("closed") }

// TestLost: what could not be printed is an error.
func TestLost(t *testing.T) {
	for _, format := range Formats {
		if err := Print(closedPipe{}, format, -1, []Finding{finding(t, "a", "a.go", 1, "m")}); err == nil {
			t.Errorf("%s: no error", format)
		}
	}
	if err := Print(new(bytes.Buffer), "xml", -1, nil); err == nil || !strings.Contains(err.Error(), "checkstyle") {
		t.Errorf("error %v", err)
	}
}
