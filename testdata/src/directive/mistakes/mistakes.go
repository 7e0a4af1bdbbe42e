//zeroalloc:check // want `//zeroalloc:check stands on nothing: no statement or declaration begins on the line below`
package mistakes

import "os"

//zeroalloc:chekc // want `//zeroalloc:chekc is unknown \(nearest is //zeroalloc:check\)`
func unknown() {}

//zeroalloc:ignore // want `//zeroalloc:ignore is unknown \(known are allow, assume, check, cold, hot, strict\)`
func unknownAlso() {}

// zeroalloc:check // want `comment "// zeroalloc:check" is not the directive //zeroalloc:check`
func space() {}

// zeroalloc check // want `comment "// zeroalloc check" is not the directive //zeroalloc:check`
func spaceForColon() {}

//zeroaloc:check // want `comment "//zeroaloc:check" is not the directive //zeroalloc:check`
func slip() {}

//nolint:all //zeroalloc:check // want `//zeroalloc:check shares its comment with another directive, and is a part of that`
func shared() {}

//zeroalloc:check fast path // want `//zeroalloc:check takes no argument, but "fast path" follows it`
func argument() {}

//zeroalloc:assume // want `//zeroalloc:assume gives no reason`
func noReason() {}

//zeroalloc:cold // want `//zeroalloc:cold gives no reason`
func noReasonAlso() {}

//zeroalloc:check // want `//zeroalloc:check is detached: a blank line separates it from func encode`

func encode() {}

//zeroalloc:check // want `//zeroalloc:check means nothing on the declaration of c: it stands on a func, a loop, or what holds one func literal`
const c = 1

//zeroalloc:check // want `//zeroalloc:check means nothing on type t: a contract stands on a named func type or on a method of an interface type`
type t struct {
	//zeroalloc:check // want `//zeroalloc:check means nothing on member f: a contract stands on a method of an interface type or a named func type`
	f func()
}

//zeroalloc:check
//zeroalloc:cold never called // want `//zeroalloc:cold contradicts //zeroalloc:check on func contradiction`
func contradiction() {}

//zeroalloc:check // want `//zeroalloc:check is redundant: //zeroalloc:strict on func redundant says more`
//zeroalloc:strict
func redundant() {}

//zeroalloc:hot
//zeroalloc:hot // want `//zeroalloc:hot is repeated on func repeated`
func repeated() {}

func statements(x any) {
	/*zeroalloc:check*/ // want `comment "/\*zeroalloc:check" is not the directive //zeroalloc:check`
	for range 3 {
	}
	//zeroalloc check // want `comment "//zeroalloc check" is not the directive //zeroalloc:check`
	for range 3 {
	}
	//zeroalloc: check // want `comment "//zeroalloc: check" is not the directive //zeroalloc:check`
	for range 3 {
	}
	//Zeroalloc:check // want `comment "//Zeroalloc:check" is not the directive //zeroalloc:check`
	for range 3 {
	}
	//zeroalloc: // want `//zeroalloc: names no directive`
	for range 3 {
	}
	//zeroalloc // want `//zeroalloc names no directive`
	for range 3 {
	}
	//zeroalloc:check // want `//zeroalloc:check means nothing on the if statement: it stands on a func, a loop, or what holds one func literal`
	if x == nil {
		//zeroalloc:allow boxing // want `//zeroalloc:allow gives no reason`
		x = 1
	}
	//zeroalloc:check // want `//zeroalloc:check means nothing on the assignment: of the 2 func literals there it concerns none, since it concerns exactly one`
	_ = []func(){func() {}, func() {}}

	x = 1 //zeroalloc:assume nothing // want `//zeroalloc:assume means nothing on the assignment: it stands on a func declaration or the line of a call`
	x = 2 //zeroalloc:allow boxng slip // want `//zeroalloc:allow names unknown pass "boxng" \(nearest is boxing\)`
	x = 3 //zeroalloc:allow directive cannot be // want `findings of pass directive cannot be allowed`
	x = 4 //zeroalloc:allow boxing, concat space // want `//zeroalloc:allow has an empty name in its list of passes, which takes commas without spaces`

	for x == nil { //zeroalloc:check // want `//zeroalloc:check stands behind code, but concerns only what begins on the line below it`
		os.Exit(1)
	}
	//zeroalloc:cold never // want `//zeroalloc:cold stands on nothing: no statement or declaration begins on the line below`
}

// zeroalloc:allow boxing,concat known // want `comment "// zeroalloc:allow" is not the directive //zeroalloc:allow`
var _ any = statements
