// Package directive defines an Analyzer that finds mistakes in //zeroalloc:
// directives.
//
// # Analyzer directive
//
// directive: report //zeroalloc: directives that are not obeyed
//
// A directive with a mistake in it would be an ordinary comment: a check that
// nobody makes. Every such comment is reported here, in test files and generated
// files too, and by no other pass.
//
// # Grammar
//
// A directive is a line comment without a space behind the slashes, in lower
// case. What follows two slashes behind a space is a comment on it.
//
//	//zeroalloc:check
//	//zeroalloc:strict
//	//zeroalloc:hot
//	//zeroalloc:cold REASON
//	//zeroalloc:assume REASON
//	//zeroalloc:allow PASS[,PASS] REASON
//
// check, strict and hot take no argument. REASON is any text with a letter or a
// digit in it. PASS is one of boxing, capture, concat, escape, prealloc, tempbuf;
// findings of directive itself cannot be allowed.
//
// # Places
//
// "Above" is on a line of its own above the first line, with nothing but comments
// in between, other directives among them; a blank line separates. Above a func
// declaration that is any line of the doc comment; gofmt moves directives to its
// end. "Behind" is at the end of a line.
//
// check and strict stand above
//   - a func or method declaration;
//   - a for or range statement, labelled or not;
//   - a statement, package-level variable, or element of a composite literal on
//     a line of its own, that holds one func literal (literals within that one, or
//     in the blocks of a compound statement, do not count);
//   - a method of an interface type, or a named func type.
//
// hot stands above a func declaration or a loop.
//
// cold stands above a func declaration or a statement (a case of a switch is
// one), which it concerns with all its blocks.
//
// assume stands above a func declaration, or above or behind a statement that
// makes a call, not counting conversions or what func literals call. It concerns
// all calls of the statement but those in its blocks.
//
// allow stands above or behind a statement, a variable, a func declaration, or an
// element of a composite literal on a line of its own. It concerns that alone: of
// a compound statement or func declaration what is in the lines up to the opening
// brace; of any other statement all of it, func literals included.
//
// Above, assume and allow concern the outermost statement that begins there;
// behind, the last one that begins or ends on the line. Behind a middle line of a
// longer statement, they concern that line only.
//
// # Mistakes
//
// unknown: a name that is not in the list.
//
//	//zeroalloc:chekc is unknown (nearest is //zeroalloc:check)
//
// nearmiss: a comment that resembles a directive: a space behind the slashes or
// the colon, upper case, a slip in the word zeroalloc, another separator, a block
// comment, a place behind another directive in the same comment. Behind a space
// (where gofmt puts one, too), the line must otherwise be a whole directive, so
// that prose that begins with the name of one is none; where the directive takes a
// reason, or the colon is missing, it must also be at a place for it.
//
//	comment "// zeroalloc:check" is not the directive //zeroalloc:check
//
// argument: text behind check, strict or hot; a list of passes that is empty, has
// a space in it, or names one that is unknown or already named.
//
//	//zeroalloc:check takes no argument, but "fast path" follows it
//
// noreason: cold, assume or allow without a reason.
//
//	//zeroalloc:assume gives no reason
//
// misplaced: a directive above or behind something that it does not apply to, or
// detached from it.
//
//	//zeroalloc:check is detached: a blank line separates it from func encode
//	//zeroalloc:check means nothing on the if statement: it stands on a func, a loop, or what holds one func literal
//
// contradiction: a directive repeated on the same thing, check beside strict, cold
// beside check, strict or hot, assume beside check or strict on a func declaration.
// The one that asks for more is obeyed, the other one is reported.
//
//	//zeroalloc:cold contradicts //zeroalloc:check on func encode
//
// For a misspelled directive the correct one is offered as a fix, unless gofmt
// would move it elsewhere.
//
// # What it does not catch
//
// A comment behind a space with a name that resembles none of the list, or with
// further words behind check, strict or hot: that is prose. Whether a well-placed
// directive makes sense there is for the pass that obeys it to say.
package directive
