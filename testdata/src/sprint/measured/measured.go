// Package measured holds what is left alone against the toolchain.
package measured

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

var (
	number = 123456
	octet  = byte(200)
	short  = "short"
	long   = strings.Repeat("long ", 12)
	raw    = []byte(strings.Repeat("r", 30))

	result string
	failed error
)

func prefixed()      { result = fmt.Sprintf("user-%d", number) }
func prefixedItoa()  { result = "user-" + strconv.Itoa(number) }
func twoNumbers()    { result = fmt.Sprintf("%d-%d", number, number) }
func twoItoa()       { result = strconv.Itoa(number) + "-" + strconv.Itoa(number) }
func octets()        { result = fmt.Sprintf("%d", octet) }
func octetsItoa()    { result = strconv.Itoa(int(octet)) }
func quoted()        { result = fmt.Sprintf("%q", long) }
func quotedStrconv() { result = strconv.Quote(long) }
func hexed()         { result = fmt.Sprintf("%x", raw) }
func hexedEncode()   { result = hex.EncodeToString(raw) }
func static()        { failed = fmt.Errorf("static") }
func staticNew()     { failed = errors.New("static") }

func local() {
	var sb strings.Builder
	sb.WriteString(fmt.Sprintf("%s=%d", short, number))
	result = sb.String()
}

func localFprintf() {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%s=%d", short, number)
	result = sb.String()
}
