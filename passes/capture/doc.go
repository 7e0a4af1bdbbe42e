// Package capture reports func values that allocate what they capture.
//
// # Analyzer capture
//
// capture: report func literals and method values that allocate what they capture
package capture
