// Package doc holds the examples of the analyzer's documentation.
package doc

import (
	"fmt"
	"strconv"
	"strings"
)

type Node struct {
	Name   string
	Parent *Node
}

type Pair struct {
	Key   string
	Value int
}

func List(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x + "\n" // want `^s \+= x \+ "\\n" copies s into a new string each time, in a loop$`
	}
	return s
}

func BuiltList(xs []string) string {
	var sb strings.Builder
	for _, x := range xs {
		sb.WriteString(x) // nope: a builder
		sb.WriteString("\n")
	}
	return sb.String()
}

func Numbers(xs []int) string {
	s := ""
	for _, x := range xs {
		s += strconv.Itoa(x) + "," // want `^s \+= strconv.Itoa\(x\) \+ "," copies s into a new string each time \(strconv.AppendInt into a reused buffer allocates nothing\), in a loop$`
	}
	return s
}

func AppendNumbers(buf []byte, xs []int) []byte {
	for _, x := range xs {
		buf = strconv.AppendInt(buf, int64(x), 10) // nope: a buffer
		buf = append(buf, ',')
	}
	return buf
}

func Path(n *Node) string {
	s := ""
	for ; n != nil; n = n.Parent {
		s = "/" + n.Name + s // want `^s = "/" \+ n.Name \+ s copies s into a new string each time, in a loop$`
	}
	return s
}

func Pairs(xs []Pair) string {
	s := ""
	for _, x := range xs {
		s = fmt.Sprintf("%s%s=%d ", s, x.Key, x.Value) // want `^s = fmt.Sprintf\(...\) copies s into a new string each time, in a loop$`
	}
	return s
}
