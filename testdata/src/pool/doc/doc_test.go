package doc

import (
	"io"
	"testing"
)

func TestAllocs(t *testing.T) {
	if n := testing.AllocsPerRun(1000, func() { Render("you") }); n < 1 {
		t.Errorf("Render allocates %v times", n)
	}
	if n := testing.AllocsPerRun(1000, func() { RenderBetter(io.Discard, "you") }); n >= 1 {
		t.Errorf("RenderBetter allocates %v times", n)
	}
}
