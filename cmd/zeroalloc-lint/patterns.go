package main

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/packages"
)

// checkPatterns returns an error if one of several package patterns among args
// matches nothing. About a single one the driver complains itself; of
// several it ignores those in which "..." matches nothing, so that a
// misspelt one looks clean. Any other package that does not exist is an error
// of the go command.
func checkPatterns(args []string) error {
	var all, wild []string
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") {
			continue
		}
		all = append(all, arg)
		if strings.Contains(arg, "...") {
			wild = append(wild, arg)
		}
	}
	if len(all) < 2 {
		return nil
	}
	for _, pattern := range wild {
		pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName}, pattern)
		if err != nil {
			return err
		}
		if len(pkgs) == 0 {
			return fmt.Errorf("%s matched no packages", pattern)
		}
	}
	return nil
}
