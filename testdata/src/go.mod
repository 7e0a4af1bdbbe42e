module zeroalloc.test

go 1.26
