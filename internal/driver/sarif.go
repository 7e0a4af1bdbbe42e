package driver

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
)

// What is used of the Static Analysis Results Interchange Format 2.1.0:
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
		FullDescription  sarifText `json:"fullDescription"`
		Help             sarifText `json:"help"`
		HelpURI          string    `json:"helpUri"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		RuleIndex           int               `json:"ruleIndex"`
		Level               string            `json:"level"`
		Message             sarifText         `json:"message"`
		Locations           []sarifLocation   `json:"locations"`
		RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
		CodeFlows           []sarifCodeFlow   `json:"codeFlows,omitempty"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		Fixes               []sarifFix        `json:"fixes,omitempty"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPhysical `json:"physicalLocation"`
		Message          *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI       string `json:"uri"`
		URIBaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndLine     int `json:"endLine"`
		EndColumn   int `json:"endColumn"`
	}
	sarifCodeFlow struct {
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		Locations []sarifFlowLocation `json:"locations"`
	}
	sarifFlowLocation struct {
		Location sarifLocation `json:"location"`
	}
	sarifFix struct {
		Description     sarifText     `json:"description"`
		ArtifactChanges []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		ArtifactLocation sarifArtifact      `json:"artifactLocation"`
		Replacements     []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		DeletedRegion   sarifRegion `json:"deletedRegion"`
		InsertedContent sarifText   `json:"insertedContent"`
	}
)

func printSARIF(w io.Writer, findings []Finding) error {
	var run sarifRun
	run.Tool.Driver = sarifDriver{Name: "zeroalloc-lint", InformationURI: "https://github.com/zeroalloc/zeroalloc-lint", Rules: []sarifRule{}}
	run.ColumnKind = "unicodeCodePoints"
	run.Results = []sarifResult{}
	rules := make(map[string]int)
	known := make(map[string]int)
	for _, f := range findings {
		i, ok := rules[f.Analyzer.Name]
		if !ok {
			i = len(run.Tool.Driver.Rules)
			rules[f.Analyzer.Name] = i
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, ruleOf(f))
		}
		result := sarifResult{
			RuleID: f.Analyzer.Name, RuleIndex: i, Level: "warning", Message: sarifText{f.Message},
			Locations: []sarifLocation{locationOf(f.Position, "")},
		}
		for i, r := range f.Related {
			if !slices.Contains(f.Related[:i], r) { // the schema wants them to differ
				result.RelatedLocations = append(result.RelatedLocations, locationOf(r.Position, r.Message))
			}
		}
		if len(f.Related) > 0 && f.Analyzer.Name == "escape" {
			result.CodeFlows = []sarifCodeFlow{flowOf(f)}
		}
		result.PartialFingerprints = map[string]string{"zeroalloc/v1": fingerprint(f, known)}
		for _, fix := range f.Fixes {
			result.Fixes = append(result.Fixes, sarifFixOf(fix))
		}
		run.Results = append(run.Results, result)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func ruleOf(f Finding) sarifRule {
	summary, rest, _ := strings.Cut(f.Analyzer.Doc, "\n\n")
	if rest == "" {
		rest = summary
	}
	return sarifRule{f.Analyzer.Name, sarifText{summary}, sarifText{summary}, sarifText{rest}, f.Analyzer.URL}
}

func locationOf(p Position, message string) sarifLocation {
	l := sarifLocation{PhysicalLocation: sarifPhysical{artifactOf(p.File), regionOf(p)}}
	if message != "" {
		l.Message = &sarifText{message}
	}
	return l
}

// artifactOf names a file relative to the root of the sources, or absolutely if it is not
// below the working directory.
func artifactOf(file string) sarifArtifact {
	rel := relative(file)
	if filepath.IsAbs(rel) {
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: filepath.ToSlash(rel)}).String()}
	}
	return sarifArtifact{(&url.URL{Path: filepath.ToSlash(rel)}).String(), "%SRCROOT%"}
}

func regionOf(p Position) sarifRegion {
	return sarifRegion{max(p.Line, 1), max(p.Col, 1), max(p.EndLine, 1), max(p.EndCol, 1)}
}

// flowOf returns the chain from the finding to what allocates.
func flowOf(f Finding) sarifCodeFlow {
	locations := []sarifFlowLocation{{locationOf(f.Position, f.Message)}}
	for _, r := range f.Related {
		locations = append(locations, sarifFlowLocation{locationOf(r.Position, r.Message)})
	}
	return sarifCodeFlow{[]sarifThreadFlow{{locations}}}
}

// fingerprint returns what tells a finding from others of the file wherever its lines go.
// Several that look alike are told apart by their order.
func fingerprint(f Finding, known map[string]int) string {
	key := strings.Join([]string{f.Analyzer.Name, f.Category, filepath.ToSlash(relative(f.Position.File)), f.Message}, "\x00")
	known[key]++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, known[key]))
	return hex.EncodeToString(sum[:16])
}

func sarifFixOf(fix Fix) sarifFix {
	out := sarifFix{Description: sarifText{fix.Message}}
	var files []string
	for _, e := range fix.Edits {
		if !slices.Contains(files, e.File) {
			files = append(files, e.File)
		}
	}
	for _, file := range files {
		change := sarifChange{ArtifactLocation: artifactOf(file)}
		for _, e := range fix.Edits {
			if e.File == file {
				change.Replacements = append(change.Replacements, sarifReplacement{regionOf(e.At), sarifText{e.New}})
			}
		}
		out.ArtifactChanges = append(out.ArtifactChanges, change)
	}
	return out
}
