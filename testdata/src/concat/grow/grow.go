// Package grow has strings that grow in loops, and some that do not.
package grow

import (
	"fmt"
	"strconv"
	"strings"
)

type path string

type node struct {
	name string
	text string
	next *node
	list []string
}

var global string

// Prepend cannot be built from the front.
func Prepend(xs []string) string {
	s := ""
	for _, x := range xs {
		s = x + s // want `^s = x \+ s copies s into a new string each time, in a loop$`
	}
	return s
}

func Around(xs []string) string {
	s := ""
	for _, x := range xs {
		s = "(" + s + x + ")" // want `^s = "\(" \+ s \+ x \+ "\)" copies s into a new string each time, in a loop$`
	}
	return s
}

func Field(n *node, xs []string) {
	for _, x := range xs {
		n.text += x // want `^n.text \+= x copies n.text into a new string each time, in a loop$`
	}
}

func FieldOfEach(ns []*node) {
	for _, n := range ns {
		n.text += "." // nope: another node in each round
	}
}

func FieldOfList(n *node) {
	for n != nil {
		n.text += "." // nope: another node in each round
		n = n.next
	}
}

func FieldOfClauses(n *node) {
	for ; n != nil; n = n.next {
		n.text += "." // nope: another node in each round
	}
}

func FieldOfTree(n *node, left func(*node) bool) {
	for n != nil {
		n.text += "." // nope: another node in each round, whichever branch is taken
		if left(n) {
			n = n.next
		} else {
			n = n.next.next
		}
	}
}

func FieldOfCurrent(n *node, xs []string) {
	for _, x := range xs {
		if x == "" {
			n = n.next
		}
		n.text += x // want `n.text \+= x copies n.text into a new string each time, in a loop`
	}
}

func Prefix(n *node, xs []string) {
	for _, x := range xs {
		n.next = new(node)
		n.next.text += x // nope: a new node in each round
	}
}

func Pointer(p *string, xs []string) {
	for _, x := range xs {
		*p += x // want `\*p \+= x copies \*p into a new string each time, in a loop`
	}
}

func MapElement(m map[string]string, k string, xs []string) {
	for _, x := range xs {
		m[k] += x // want `m\[k\] \+= x copies m\[k\] into a new string each time, in a loop`
		m[x] += k // nope: the key differs
	}
}

func Element(a []string, i int, xs []string) {
	for j, x := range xs {
		a[i] += x        // want `a\[i\] \+= x copies a\[i\] into a new string each time, in a loop`
		a[0] += x        // want `a\[0\] \+= x copies a\[0\] into a new string each time, in a loop`
		a[len(a)-1] += x // want `copies a\[len\(a\) - 1\] into a new string each time, in a loop`
		a[j] += x        // nope: the element differs
		a[j+i] += x      // nope: the element differs
	}
}

func ElementByClauses(a []string) {
	for i := 0; i < len(a); i++ {
		a[i] += "." // nope: the element differs
	}
}

func ElementOfInnerLoop(a []string, xs []string) {
	for i := range a {
		for _, x := range xs {
			a[i] += x // want `a\[i\] \+= x copies a\[i\] into a new string each time, in a loop`
		}
	}
}

func at(n *node, i int) *node {
	for range i {
		n = n.next
	}
	return n
}

func Called(n *node, xs []string) {
	for i, x := range xs {
		at(n, i).text += x // nope: which node that is cannot be told
	}
}

func Global(xs []string) {
	for _, x := range xs {
		global += x // want `global \+= x copies global into a new string each time, in a loop`
	}
}

func Named(xs []path) path {
	var p path
	for _, x := range xs {
		p += "/" + x // want `p \+= "/" \+ x copies p into a new string each time, in a loop`
	}
	return p
}

func Generic[S ~string](xs []S) S {
	var s S
	for _, x := range xs {
		s += x // want `s \+= x copies s into a new string each time, in a loop`
	}
	return s
}

func Sum[T int | string](xs []T) T {
	var s T
	for _, x := range xs {
		s += x // nope: may as well be a number
	}
	return s
}

func Numbers(xs []int) (int, float64) {
	n, f := 0, 0.0
	for _, x := range xs {
		n += x // nope: a number
		f += 1
	}
	return n, f
}

func Several(xs []string) (string, int) {
	s, n := "", 0
	for _, x := range xs {
		s, n = s+x, n+1 // want `s = s \+ x copies s into a new string each time, in a loop`
	}
	return s, n
}

func Sprintf(xs []int) string {
	s := ""
	for _, x := range xs {
		s = fmt.Sprintf("%s%d,", s, x) // want `^s = fmt.Sprintf\(...\) copies s into a new string each time, in a loop$`
	}
	return s
}

func Sprint(xs []int) string {
	s := ""
	for _, x := range xs {
		s = fmt.Sprint(s, x) // want `s = fmt.Sprint\(...\) copies s into a new string each time, in a loop`
	}
	return s
}

func SprintfOfOther(xs []string) string {
	s := ""
	for _, x := range xs {
		s = fmt.Sprintf("%s%d", x, len(s)) // nope: s is not part of it
	}
	return s
}

func Join(xs []string) string {
	s := ""
	for _, x := range xs {
		s = strings.Join([]string{s, x}, ",") // want `s = strings.Join\(...\) copies s into a new string each time, in a loop`
	}
	return s
}

func Itoa(xs []int) string {
	s := ""
	for i, x := range xs {
		if i == len(xs)-1 {
			continue
		}
		f(s)
		s += strconv.Itoa(x) + "," // want `^s \+= strconv.Itoa\(x\) \+ "," copies s into a new string each time \(strconv.AppendInt into a reused buffer allocates nothing\), in a loop$`
	}
	return s
}

func f(string) {}

func Goto(xs []string) string {
	s := ""
	i := 0
again:
	if i < len(xs) {
		s += xs[i] // want `s \+= xs\[i\] copies s into a new string each time, in a loop`
		i++
		goto again
	}
	return s
}

func GotoReset(xs []string) string {
	var s string
	i := 0
again:
	s = xs[i]
	s += "." // nope: starts from xs[i] in each round
	i++
	if i < len(xs) {
		goto again
	}
	return s
}

func Closure(xs []string) string {
	s := ""
	add := func(x string) {
		s += x // want `s \+= x copies s into a new string each time, in a loop`
	}
	for _, x := range xs {
		add(x)
	}
	return s
}

func ClosureCalledTwice(xs []string) string {
	s := ""
	add := func(x string) {
		s += x // nope: no loop
	}
	add(xs[0])
	add(xs[1])
	return s
}

func ClosureOfEach(xs []string) string {
	n := 0
	for _, x := range xs {
		s := ""
		add := func(x string) {
			s += x // nope: a new s in each round
		}
		add(x)
		add(x)
		n += len(s)
	}
	return strconv.Itoa(n)
}

func ClosureReset(xs []string, use func(string)) {
	s := ""
	add := func(x string) {
		s += x // nope: reset in each round
	}
	for _, x := range xs {
		s = ""
		add(x)
		use(s)
	}
}

func LiteralInLoop(xs []string) string {
	s := ""
	for _, x := range xs {
		func() {
			s += x // want `s \+= x copies s into a new string each time, in a loop`
		}()
	}
	return s
}

func Three(xs [3]string) string {
	s := ""
	for _, x := range xs {
		s += x // nope: three times at most
	}
	for i := 0; i < 3; i++ {
		s += xs[i] // nope: three times
	}
	return s
}

func ThreeOfEach(xs []string) int {
	n := 0
	for _, x := range xs {
		s := ""
		for range 3 {
			s += x // nope: three times, then it starts again
		}
		n += len(s)
	}
	return n
}

func ThreeTimesMany(xs []string) string {
	s := ""
	for _, x := range xs {
		for range 3 {
			s += x // want `s \+= x copies s into a new string each time, in a loop`
		}
	}
	f(s)
	return s
}

func Reset(xs []string, use func(string)) {
	s := ""
	for _, x := range xs {
		s = x
		s += "." // nope: starts from x in each round
		use(s)
	}
	for _, x := range xs {
		s += x // nope: emptied in each round
		use(s)
		s = ""
	}
	for _, x := range xs {
		if x == "" {
			s = "a"
		} else {
			s = "b"
		}
		s += x // nope: both branches reset it
		use(s)
	}
	for _, x := range xs {
		switch x {
		case "":
			s = "a"
		default:
			s = "b"
		}
		s += x // nope: all cases reset it
		use(s)
	}
	for _, s = range xs {
		s += "." // nope: starts from an element in each round
		use(s)
	}
	for i := 0; i < len(xs); i, s = i+1, "" {
		s += xs[i] // nope: emptied behind each round
		use(s)
	}
}

func ResetSometimes(xs []string, use func(string)) {
	s := ""
	for _, x := range xs {
		if len(s) > 80 {
			use(s)
			s = ""
		}
		s += x // want `s \+= x copies s into a new string each time, in a loop`
	}
}

func ResetAfterContinue(xs []string, use func(string)) {
	s := ""
	for _, x := range xs {
		s += x // want `s \+= x copies s into a new string each time, in a loop`
		if len(s) < 80 {
			continue
		}
		use(s)
		s = ""
	}
}

func ResetAfterInnerContinue(xs []string, use func(string)) {
	s := ""
	for _, x := range xs {
		s += x // nope: the continue is another loop's
		for i := range x {
			if x[i] == '.' {
				continue
			}
			use(s)
		}
		s = ""
	}
}

func Declared(xs []string, use func(string)) {
	for _, x := range xs {
		s := x
		s += "." // nope: another s in each round
		use(s)
	}
}

func Clauses(xs []string, use func(string)) {
	i := 0
	for s := ""; i < len(xs); i++ {
		s += xs[i] // want `s \+= xs\[i\] copies s into a new string each time, in a loop`
		use(s)
	}
}

func Plain(xs []string, y string, use func(string)) {
	for _, x := range xs {
		use(x + y) // nope: does not grow
		t := x + y // nope: does not grow
		use(t)
	}
}

func Compared(xs []string, y, z string) bool {
	for _, x := range xs {
		if x+y == z { // nope: thrown away
			return true
		}
	}
	return false
}

func Nothing(xs []string) string {
	s := "x"
	for range xs {
		s += "" // nope: adds nothing
	}
	return s
}

func Once(xs []string) string {
	s := "x"
	s += xs[0] // nope: no loop
	return s
}

func Failing(xs []string) error {
	s := ""
	for _, x := range xs {
		if x == "" {
			s += "empty" // nope: on the way to an error
			return fmt.Errorf("%s", s)
		}
	}
	return nil
}

const debug = false

func Debug(xs []string) string {
	s := ""
	for _, x := range xs {
		if debug {
			s += x // nope: compiled away
		}
	}
	return s
}

func Allowed(xs []string) string {
	s := ""
	for _, x := range xs {
		s += x //zeroalloc:allow concat two elements in practice
	}
	f(s)
	return s
}

func init() {
	for i := range 10 {
		global += strconv.Itoa(i) // nope: at start-up
	}
}

func Filled(xs []string, fill func(*string) bool, use func(string)) {
	s := ""
	for range xs {
		fill(&s)
		s += "." // nope: starts from what fill stored
		use(s)
	}
	for fill(&s) {
		s += "." // nope: starts from what fill stored
		use(s)
	}
	for range xs {
		if !fill(&s) {
			break
		}
		s += "." // nope: starts from what fill stored
		use(s)
	}
}
