// Package guard has conversions for output that is mostly switched off.
package guard

import (
	"context"
	"log"
	"log/slog"
)

var (
	debug   bool
	sinks   []any
	options struct{ Verbose bool }
)

type level int

func (l level) Enabled() bool             { return l > 0 }
func (l level) Infof(s string, vs ...any) { log.Printf(s, vs...) }
func (l level) V(n int) level             { return l - level(n) }

func guarded(ctx context.Context, l *slog.Logger, v level, ns []int) {
	for _, n := range ns {
		if l.Enabled(ctx, slog.LevelDebug) {
			l.Debug("got", "n", n) // nope: mostly switched off
		}
		if debug {
			log.Println(n) // nope: mostly switched off
		}
		if n > 0 && options.Verbose {
			log.Println(n) // nope: mostly switched off
		}
		if debug {
			l.Debug("got", slog.Any("n", n)) // nope: mostly switched off
		}
		if v.V(2).Enabled() {
			for range n {
				log.Println(n) // nope: mostly switched off
			}
		}
	}
}

func open(ctx context.Context, l *slog.Logger, v level, ns []int) {
	for _, n := range ns {
		l.Debug("got", "n", n)    // want `^int value of 8 bytes .* for an argument of slog.Logger.Debug, in a loop; so it does while the level is off, unless an if statement asks first$`
		v.V(2).Infof("got %d", n) // want `^int value of 8 bytes .* for an argument of level.Infof, in a loop$`
		if !debug {
			l.Debug("got", "n", n) // want `^int value`
		}
		if debug || n > 0 {
			l.Debug("got", "n", n) // want `^int value`
		}
		if debug {
			continue
		} else {
			l.Debug("got", "n", n) // want `^int value`
		}
		if v.Enabled() {
			sink = n                 // want `^int value`
			store("n", n)            // want `^int value`
			sinks = append(sinks, n) // want `^int value`
		}
		if n > 0 {
			l.Debug("got", "n", n) // want `^int value`
		}
	}
}
