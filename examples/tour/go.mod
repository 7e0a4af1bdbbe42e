module example.com/tour

go 1.26.0

tool github.com/zeroalloc/zeroalloc-lint/cmd/zeroalloc-lint

replace github.com/zeroalloc/zeroalloc-lint => ../..

require (
	github.com/rogpeppe/go-internal v1.16.0 // indirect
	github.com/sourcegraph/jsonrpc2 v0.2.3 // indirect
	github.com/zeroalloc/zeroalloc-lint v0.0.0-00010101000000-000000000000 // indirect
	golang.org/x/arch v0.33.0 // indirect
	golang.org/x/exp/typeparams v0.0.0-20231108232855-2478ac86f678 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	honnef.co/go/tools v0.8.2 // indirect
)
