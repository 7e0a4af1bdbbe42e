// Package sinks writes and appends text that fmt makes.
package sinks

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
)

// A Row holds values to format.
type Row struct {
	Key string
	N   int
	F   float64
	OK  bool
	Any any
}

// Fixed lists functions that do the same as they are and as they are fixed.
var Fixed = map[string]func([]Row) []string{
	"builder": builder, "pointer": pointer, "buffered": buffered, "field": field, "ioWriteString": ioWriteString, "writer": writer, "converted": converted,
	"line": line, "list": list, "appended": appended, "appendedNumber": appendedNumber, "appendedBool": appendedBool, "appendedFloat": appendedFloat,
	"appendedQuote": appendedQuote, "toBytes": toBytes, "inner": inner, "appendedBytes": appendedBytes,
}

func builder(rows []Row) []string {
	var sb strings.Builder
	for _, r := range rows {
		sb.WriteString(fmt.Sprintf("%d: %v;", r.N, r.Any)) // want `^fmt\.Sprintf allocates up to twice, in a loop; fmt\.Fprintf writes the same with 1$`
	}
	return []string{sb.String()}
}

func pointer(rows []Row) []string {
	buf := new(bytes.Buffer)
	for _, r := range rows {
		buf.WriteString(fmt.Sprintf("%5d", r.N)) // want `; fmt\.Fprintf writes the same with 1$`
	}
	return []string{buf.String()}
}

func buffered(rows []Row) []string {
	var sb strings.Builder
	w := bufio.NewWriter(&sb)
	for _, r := range rows {
		if _, err := w.WriteString(fmt.Sprintf("%5d\n", r.N)); err != nil { // want `; fmt\.Fprintf writes the same with 1$`
			return nil
		}
	}
	w.Flush()
	return []string{sb.String()}
}

type page struct {
	buf bytes.Buffer
}

func field(rows []Row) []string {
	p := &page{}
	for _, r := range rows {
		p.buf.WriteString(fmt.Sprintf("%5d", r.N)) // want `; fmt\.Fprintf writes the same with 1$`
	}
	return []string{p.buf.String()}
}

func ioWriteString(rows []Row) []string {
	var sb strings.Builder
	for _, r := range rows {
		io.WriteString(&sb, fmt.Sprintf("%5d", r.N)) // want `; fmt\.Fprintf writes the same with 1$`
	}
	return []string{sb.String()}
}

func writer(rows []Row) []string {
	var sb strings.Builder
	var w io.Writer = &sb
	for _, r := range rows {
		w.Write([]byte(fmt.Sprintf("%d:%v", r.N, r.Any))) // want `; fmt\.Fprintf writes the same with 1$`
	}
	return []string{sb.String()}
}

func converted(rows []Row) []string {
	var sb strings.Builder
	for _, r := range rows {
		sb.Write([]byte(fmt.Sprintf("%5d", r.N))) // want `; fmt\.Fprintf writes the same with 1$`
	}
	return []string{sb.String()}
}

func line(rows []Row) []string {
	var sb strings.Builder
	for _, r := range rows {
		sb.WriteString(fmt.Sprintln(r.Any, r.N)) // want `; fmt\.Fprintln writes the same with 1$`
	}
	return []string{sb.String()}
}

func list(rows []Row) []string {
	var sb strings.Builder
	for _, r := range rows {
		sb.WriteString(fmt.Sprint(r.N, r.Any)) // want `; fmt\.Fprint writes the same with 1$`
	}
	return []string{sb.String()}
}

func appended(rows []Row) []string {
	var b []byte
	for _, r := range rows {
		b = append(b, fmt.Sprintf("%d=%v", r.N, r.Any)...) // want `^fmt\.Sprintf allocates up to twice, in a loop; fmt\.Appendf appends the same with 1$`
	}
	return []string{string(b)}
}

func appendedNumber(rows []Row) []string {
	var b []byte
	for _, r := range rows {
		b = append(b, fmt.Sprintf("%d", r.N)...) // want `^fmt\.Sprintf allocates up to twice, in a loop; strconv\.AppendInt\(b, int64\(r\.N\), 10\) appends the same without$`
	}
	return []string{string(b)}
}

func appendedBool(rows []Row) []string {
	var b []byte
	for _, r := range rows {
		b = append(b, fmt.Sprint(r.OK)...) // want `; strconv\.FormatBool\(r\.OK\) makes the same without$`
	}
	return []string{string(b)}
}

func appendedFloat(rows []Row) []string {
	var b []byte
	for _, r := range rows {
		b = append(b, fmt.Sprintf("%.1f", r.F)...) // want `; strconv\.AppendFloat\(b, r\.F, 'f', 1, 64\) appends the same without$`
	}
	return []string{string(b)}
}

func appendedQuote(rows []Row) []string {
	var b []byte
	for _, r := range rows {
		b = append(b, fmt.Sprintf("%q", r.Key)...) // want `; strconv\.AppendQuote\(b, r\.Key\) appends the same without$`
	}
	return []string{string(b)}
}

func toBytes(rows []Row) (out []string) {
	for _, r := range rows {
		b := []byte(fmt.Sprintf("n=%5d, and so on, to more than %v bytes", r.N, r.Any)) // want `^fmt\.Sprintf allocates up to 3 times, in a loop; fmt\.Appendf appends the same with 2$`
		out = append(out, kept(b))
	}
	return out
}

var last []byte

//go:noinline
func kept(b []byte) string { last = b; return string(b) }

func inner(rows []Row) []string {
	var sb strings.Builder
	for _, r := range rows {
		sb.WriteString(fmt.Sprintf("%s=%d", r.Key, r.N)) // want `; fmt\.Fprintf writes the same|strconv\.Itoa`
	}
	return []string{sb.String()}
}

func appendedBytes(rows []Row) []string {
	var b []byte
	for _, r := range rows {
		b = append(b, []byte(fmt.Sprintf("%5d", r.N))...) // want `; fmt\.Appendf appends the same with 1$`
	}
	return []string{string(b)}
}
