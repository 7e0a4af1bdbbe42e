module github.com/zeroalloc/zeroalloc-lint/e2e/editors

go 1.26.0
