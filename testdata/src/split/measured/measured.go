// Package measured holds what the pass says of allocations against the toolchain.
package measured

import (
	"bytes"
	"slices"
	"strings"
)

const text = "alpha,beta,gamma,delta, epsilon"

var (
	list  = strings.Repeat(text, 3)
	raw   = []byte(list)
	comma = []byte(",")

	number int
	result string
	memory []byte
)

func split() {
	n := 0
	for _, part := range strings.Split(list, ",") {
		n += len(part)
	}
	number = n
}

func splitSeq() {
	n := 0
	for part := range strings.SplitSeq(list, ",") {
		n += len(part)
	}
	number = n
}

func splitSeqVar() {
	n := 0
	parts := strings.SplitSeq(list, ",")
	for part := range parts {
		n += len(part)
	}
	number = n
}

func splitAfter() {
	for _, part := range strings.SplitAfter(list, ",") {
		number += len(part)
	}
}

func splitAfterSeq() {
	for part := range strings.SplitAfterSeq(list, ",") {
		number += len(part)
	}
}

func fields() {
	for _, part := range strings.Fields(list) {
		number += len(part)
	}
}

func fieldsSeq() {
	for part := range strings.FieldsSeq(list) {
		number += len(part)
	}
}

func isComma(r rune) bool { return r == ',' }

func fieldsFunc() {
	for _, part := range strings.FieldsFunc(list, isComma) {
		number += len(part)
	}
}

func fieldsFuncSeq() {
	for part := range strings.FieldsFuncSeq(list, isComma) {
		number += len(part)
	}
}

func splitBytes() {
	for _, part := range bytes.Split(raw, comma) {
		number += len(part)
	}
}

func splitBytesSeq() {
	for part := range bytes.SplitSeq(raw, comma) {
		number += len(part)
	}
}

func fieldsBytes() {
	for _, part := range bytes.Fields(raw) {
		number += len(part)
	}
}

func fieldsBytesSeq() {
	for part := range bytes.FieldsSeq(raw) {
		number += len(part)
	}
}

func counted()      { number = len(strings.Split(list, ",")) }
func count()        { number = strings.Count(list, ",") + 1 }
func countedBytes() { number = len(bytes.Split(raw, comma)) }
func countBytes()   { number = bytes.Count(raw, comma) + 1 }

func joined()     { result = strings.Join(strings.Split(list, ","), ";") }
func replaceAll() { result = strings.ReplaceAll(list, ",", ";") }

func joinedBytes()     { memory = bytes.Join(bytes.Split(raw, comma), comma) }
func replaceAllBytes() { memory = bytes.ReplaceAll(raw, comma, comma) }

func first()    { result = strings.Split(list, ",")[0] }
func cutFirst() { result, _, _ = strings.Cut(list, ",") }

func pair() {
	if kv := strings.SplitN(list, ",", 2); len(kv) == 2 {
		result = kv[1]
	}
}

func cutPair() {
	if _, after, found := strings.Cut(list, ","); found {
		result = after
	}
}

func last() {
	parts := strings.Split(list, ",")
	result = parts[len(parts)-1]
}

func lastIndex() { result = list[strings.LastIndex(list, ",")+1:] }

func searched() {
	if slices.Contains(strings.Split(list, ","), "delta") {
		number++
	}
}

func loop() {
	for part := range strings.SplitSeq(list, ",") {
		if part == "delta" {
			number++
			break
		}
	}
}
