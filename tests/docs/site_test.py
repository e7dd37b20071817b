"""The site of the documents: it is built, its pages hold what they should, its search works in a browser, and the checks
of the builder notice what they are there to notice.

usage: GNOMON_SOURCE=. site_test.py [CLASS...]
With GNOMON_SCREENSHOTS=FOLDER the pages are also photographed.
"""
import functools
import http.server
import os
import pathlib
import shutil
import sys
import tempfile
import threading
import time
import unittest

SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"]).resolve()
sys.path[:0] = [str(SOURCE / "site"), str(SOURCE / "tests/page")]


class Site(unittest.TestCase):
    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return pathlib.Path(folder.name).resolve()


class SiteLinks(Site):
    def complaints(self, **pages):
        import links
        root = self.folder()
        for name, text in pages.items():
            (root / f"{name}.html").write_text(text)
        return links.complaints(root)

    def test_good_links(self):
        self.assertEqual(self.complaints(a='<a href="b.html#place">b</a> <a href="https://example.org">c</a>',
                                         b='<h1 id="place">B</h1> <a href="#place">here</a> <a href="/a.html">a</a>'), [])

    def test_bad_links(self):
        for text, complaint in [('<a href="none.html">', "leads nowhere"), ('<a href="#none">', "no such place"),
                                ('<a href="a.html#none">', "no such place"), ('<img src="none.svg">', "leads nowhere"),
                                ('<script src="https://example.org/x.js"></script>', "another host"),
                                ('<link href="//example.org/x.css">', "another host")]:
            with self.subTest(text):
                found = self.complaints(a=text)
                self.assertEqual(len(found), 1)
                self.assertIn(complaint, found[0])


class SiteReferences(Site):
    def test_declarations_of_headers(self):
        import reference
        text = ("// What it is.\n//\n//   example();\n#pragma once\n\nnamespace gnomon::api {\n\n// --- part ---\n\n"
                "// A thing <T>.\nstruct Thing {\n  int x;  // in {braces}\n};\n// Does it.\nint act(int a,\n        int b);\n"
                "using Number = int;\n\n}  // namespace gnomon::api\n")
        self.assertEqual(reference.header_page(text),
                         ["What it is.", "", "```text", "example();", "```", "", "### Thing", "", "A thing &lt;T&gt;.", "",
                          "```cpp", "struct Thing {", "  int x;  // in {braces}", "};", "```", "",
                          "### act", "", "Does it.", "", "```cpp", "int act(int a,", "        int b);", "```", "",
                          "### Number", "", "```cpp", "using Number = int;", "```", ""])

    def test_everything_that_is_public_is_there(self):
        import reference
        cpp = reference.of_cpp(SOURCE)
        for name in ("Run", "FormulaResult", "Simulation", "automaton"):
            self.assertIn(f"\n### {name}\n", cpp)
        python = reference.of_python(SOURCE)
        for name in ("## Model", "### Model.check", "### Simulation.step", "## JointAction", "## UsageError", "## warnings"):
            self.assertIn(f"\n{name}\n", python)
        self.assertIn("| `line` | `int` | from 1; 0: about the model as a whole |", python)


class SiteBuilt(Site):
    @classmethod
    def setUpClass(cls):
        try:
            import build
        except ImportError:  # yaml comes with MkDocs
            raise unittest.SkipTest("MkDocs is not installed") from None
        if (build.generator() or (0, 0)) < build.OLDEST:
            raise unittest.SkipTest("MkDocs is not installed, or too old")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.site = pathlib.Path(folder.name).resolve() / "site"
        cls.complaints = build.build(SOURCE, cls.site)

    def test_it_is_good(self):
        self.assertEqual(self.complaints, [])
        for name in ("index", "docs/tutorial", "docs/index", "examples/index", "reference/python", "reference/cpp"):
            self.assertTrue((self.site / f"{name}.html").is_file(), name)
        self.assertIn("<code>--finite-tests=finite|infinite</code>", (self.site / "docs/cli.html").read_text())

    def test_mistakes_are_noticed(self):
        import build
        source = self.folder()
        for name in ("docs", "examples", "bench", "include", "apps/python/gnomon"):
            shutil.copytree(SOURCE / name, source / name)
        for path in [*SOURCE.glob("*.md"), SOURCE / "LICENSE"]:
            shutil.copy(path, source)
        (source / "docs/extra.md").write_text("# Extra\n\n[heading](tutorial.md#none)\n")
        complaints = build.build(source, self.folder() / "site")
        self.assertEqual(len(complaints), 2, complaints)
        self.assertIn("docs/extra.md is missing in the navigation", complaints[0])
        self.assertIn("no such place", complaints[1])
        (source / "docs/extra.md").write_text("# Extra\n\n[page](none.md)\n")
        complaints = build.build(source, self.folder() / "site")
        self.assertIn("none.md", "".join(complaints))

    @unittest.skipUnless(shutil.which("chromedriver") and shutil.which("chromium"), "there is no browser")
    def test_the_search(self):
        from browser import Browser

        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *arguments):
                pass

        handler = functools.partial(Quiet, directory=str(self.site))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.addCleanup(server.server_close)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        browser = Browser()
        self.addCleanup(browser.close)
        address = f"http://127.0.0.1:{server.server_port}"
        browser.open(f"{address}/docs/tutorial.html")
        self.photograph(browser, "site_tutorial")
        browser.script("document.querySelector('[data-target=\"#mkdocs_search_modal\"]').click()")
        found = self.search(browser, "recall")
        self.assertTrue(any(f"{address}/docs/recall.html" in link for link in found), found)
        found = self.search(browser, "find_overflows")
        self.assertTrue(any(f"{address}/reference/" in link for link in found), found)
        self.photograph(browser, "site_search")
        self.assertEqual(browser.complaints(), [])

    def search(self, browser, words):
        """The addresses that the search offers, as soon as it offers some that belong to these words."""
        browser.script("document.querySelector('#mkdocs-search-results').innerHTML = ''")
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            browser.script("const field = document.querySelector('#mkdocs-search-query'); field.value = arguments[0];"
                           "field.dispatchEvent(new KeyboardEvent('keyup'))", words)
            time.sleep(0.2)
            found = browser.script("return [...document.querySelectorAll('#mkdocs-search-results a')].map(a => a.href)")
            if found:
                return found
        return []

    def photograph(self, browser, name):
        if os.environ.get("GNOMON_SCREENSHOTS"):
            time.sleep(1)
            browser.screenshot(pathlib.Path(os.environ["GNOMON_SCREENSHOTS"]) / f"{name}.png")


if __name__ == "__main__":
    unittest.main()
