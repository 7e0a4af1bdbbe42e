module github.com/zeroalloc/zeroalloc-lint/e2e/benchloops

go 1.26.0
