package escape_test

import "testing"

// TestSites has lines with more than one thing on them.
func TestSites(t *testing.T) { testTruth(t, "sites") }

// TestEntries has a function for each entry of the runtime that allocates.
func TestEntries(t *testing.T) { testTruth(t, "entries") }
