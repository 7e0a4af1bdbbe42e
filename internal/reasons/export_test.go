package reasons

// Flags exports gcflags.
var Flags = gcflags
