// Package editors drives editors, set up as docs/editors.md says, without a screen.
package editors

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// setup returns the configuration in docs/editors.md that has a line of its own in it.
func setup(t *testing.T, language, line string) string {
	t.Helper()
	doc, err := os.ReadFile("../../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(string(doc), "```"+language+"\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		if strings.Contains(block, line) {
			return block
		}
	}
	t.Fatalf("docs/editors.md has no configuration in %s with %s", language, line)
	return ""
}

// workplace makes a directory with the tour and the files given, and puts the tool of
// this repository first in PATH.
func workplace(t *testing.T, files map[string]string) string {
	t.Helper()
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(bin, "zeroalloc-lint"), "./cmd/zeroalloc-lint")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../examples/tour")); err != nil {
		t.Fatal(err)
	}
	files["go.mod"] = "module example.com/tour\n\ngo 1.26\n"
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// shows runs an editor in dir, and checks that it shows the findings of report.go.
func shows(t *testing.T, dir string, editor ...string) {
	t.Helper()
	cmd := exec.Command(editor[0], editor[1:]...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	for _, want := range []string{"25: list += ", "32: slice names grows", "51: func literal capturing t"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%s does not show %q but\n%s", editor[0], want, out)
		}
	}
}

// needs skips a test where an editor is not installed.
func needs(t *testing.T, editor string) {
	t.Helper()
	if _, err := exec.LookPath(editor); err != nil {
		t.Skipf("%s is not installed", editor)
	}
}

func TestNeovim(t *testing.T) {
	needs(t, "nvim")
	dir := workplace(t, map[string]string{
		"init.lua": setup(t, "lua", "start_client"),
		"drive.lua": `
vim.wait(120000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, d in ipairs(vim.diagnostic.get(0)) do
  io.stdout:write(string.format("%d: %s\n", d.lnum + 1, d.message))
end
vim.cmd("qall!")
`})
	shows(t, dir, "nvim", "--headless", "-u", "init.lua", "report.go", "-c", "luafile drive.lua")
}

// packaged loads what the packages of Emacs bring.
const packaged = "(package-initialize)\n(require 'go-mode)\n"

// needsPackage skips a test where Emacs has not got a package.
func needsPackage(t *testing.T, name string) {
	t.Helper()
	needs(t, "emacs")
	if err := exec.Command("emacs", "--batch", "--eval", "(package-initialize)", "--eval", "(progn (require 'go-mode) (require '"+name+"))").Run(); err != nil {
		t.Skipf("Emacs has no %s or go-mode", name)
	}
}

func TestEglot(t *testing.T) {
	needsPackage(t, "eglot")
	dir := workplace(t, map[string]string{
		"init.el": packaged + setup(t, "elisp", "eglot-ensure"),
		"drive.el": `
(setq eglot-sync-connect 60)
(find-file "report.go")
(unless (eglot-current-server) (call-interactively #'eglot))
(flymake-mode 1)
(let ((end (+ (float-time) 120)))
  (while (and (< (float-time) end) (null (flymake-diagnostics)))
    (accept-process-output nil 0.1)))
(dolist (d (flymake-diagnostics))
  (princ (format "%d: %s\n" (line-number-at-pos (flymake-diagnostic-beg d))
                 (replace-regexp-in-string "^zeroalloc.*?\\]: " "" (flymake-diagnostic-text d)))))
`})
	shows(t, dir, "emacs", "--batch", "-l", "init.el", "-l", "drive.el")
}

func TestLSPMode(t *testing.T) {
	needsPackage(t, "lsp-mode")
	dir := workplace(t, map[string]string{
		"init.el": packaged + setup(t, "elisp", ":add-on? t"),
		"drive.el": `
(setq lsp-session-file (make-temp-file "session") lsp-auto-guess-root t lsp-enable-snippet nil
      lsp-enable-suggest-server-download nil lsp-enable-file-watchers nil)
(remove-hook 'go-mode-hook #'lsp)
(find-file "report.go")
(lsp-workspace-folders-add default-directory)
(lsp)
(let ((end (+ (float-time) 120)))
  (while (and (< (float-time) end) (= 0 (hash-table-count (lsp-diagnostics t))))
    (accept-process-output nil 0.1)))
(maphash (lambda (file list)
           (when (string-suffix-p "report.go" file)
             (dolist (d list)
               (princ (format "%d: %s\n" (1+ (gethash "line" (gethash "start" (gethash "range" d)))) (gethash "message" d))))))
         (lsp-diagnostics t))
`})
	shows(t, dir, "emacs", "--batch", "-l", "init.el", "-l", "drive.el")
}
