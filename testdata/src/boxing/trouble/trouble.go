// Package trouble has conversions for what tells of trouble, and for the console.
package trouble

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
)

// A Logger is named for a log.
type Logger interface {
	Warnf(format string, vs ...any)
	ErrorContext(ctx context.Context, vs ...any)
	Printf(format string, vs ...any)
	Emit(severity int, vs ...interface{})
	Trace(vs ...any)
}

type journal struct{ lines []any }

//go:noinline
func (j *journal) Warn(key string, v any) { j.lines = append(j.lines, v) }

//go:noinline
func (j *journal) Debug(key string, v any) { j.lines = append(j.lines, v) }

type changeLog struct{ *journal }

type parser struct{ errs []error }

func (p *parser) addErrf(format string, vs ...any) {
	p.errs = append(p.errs, fmt.Errorf(format, vs...))
}

//go:noinline
func (p *parser) addErr(v any) { p.errs = append(p.errs, fmt.Errorf("got %v", v)) }

//go:noinline
func newWarningf(format string, vs ...any) string { return fmt.Sprintf(format, vs...) }

//go:noinline
func warnings(vs ...any) int { kept = vs; return len(vs) }

var kept []any

func logs(ctx context.Context, l Logger, s *slog.Logger, j *journal, c changeLog, ns []int) {
	for _, n := range ns {
		l.Warnf("got %d", n)                        // nope: a warning
		l.ErrorContext(ctx, n)                      // nope: an error
		s.Warn("got", "n", n)                       // nope: a warning
		s.Error("got", "n", fmt.Sprint(n))          // nope: within what goes into an error
		s.WarnContext(ctx, "got", slog.Any("n", n)) // nope: within what goes into a warning
		slog.Error("got", "n", n)                   // nope: a function of a package for logs
		c.Warn("n", n)                              // nope: changeLog is the type that is named
		j.Warn("n", n)                              // want `^int value of 8 bytes .* for an argument of journal.Warn, in a loop$`
		s.Info("got", "n", n)                       // nope: writes a line
		s.Debug("got", "n", n)                      // want `^int value of 8 bytes .* for an argument of slog.Logger.Debug, in a loop; so it does while the level is off, unless an if statement asks first$`
		l.Trace("got", n)                           // want `; so it does while the level is off`
		j.Debug("got", n)                           // want `for an argument of journal.Debug, in a loop$`
		s.With("n", n).Warn("got")                  // nope: makes a logger
		l.Printf("got %d", n)                       // nope: writes a line
		l.Emit(1, n)                                // want `^int value .* converted to any for`
		s.Log(ctx, slog.LevelError, "got", "n", n)  // want `^int value`
	}
}

func collects(p *parser, ns []int) (texts []string, failed error) {
	for _, n := range ns {
		p.addErrf("got %d", n)                          // nope: makes an error
		texts = append(texts, newWarningf("got %d", n)) // nope: makes a warning
		p.addErr(n)                                     // want `^int value of 8 bytes .* for an argument of parser.addErr, in a loop$`
		warnings(n)                                     // want `^int value of 8 bytes .* for an argument of warnings, in a loop$`
		err := fmt.Errorf("got %d", n)                  // nope: makes an error
		failed = errors.Join(failed, err)
		if failed != nil {
			err := fmt.Errorf("%w: got %d", failed, n) // nope: makes an error
			kept = append(kept, err)
		}
	}
	return texts, failed
}

// code is an error.
type code struct{ n int }

func (c code) Error() string { return "code" }

func assigns(ns []int) (last error, values []any) {
	for _, n := range ns {
		last = code{n}                   // nope: makes an error
		values = append(values, code{n}) // want `^code value of 8 bytes .* for an argument of append, in a loop$`
	}
	return last, values
}

func prints(w io.Writer, ns []int) {
	for _, n := range ns {
		fmt.Println(n)                      // nope: a system call each time
		fmt.Printf("got %s", fmt.Sprint(n)) // nope: a system call each time
		fmt.Fprintln(os.Stderr, n)          // nope: a system call each time
		fmt.Fprintln(w, n)                  // want `^int value`
		_ = fmt.Sprintln(n)                 // want `^int value`
	}
}

//zeroalloc:hot
func annotated(l Logger, p *parser, n int) error {
	l.Warnf("got %d", n)    // want `^int value of 8 bytes .* for an argument of Logger.Warnf, annotated //zeroalloc:hot$`
	p.addErrf("got %d", n)  // want `^int value`
	fmt.Println(n)          // want `^int value`
	var err error = code{n} // want `^code value of 8 bytes .* when converted to error for the declaration of err, annotated`
	kept = append(kept, err)
	_ = fmt.Errorf("got %d", n) // nope: makes an error
	return nil
}
