"""`gnomon check --witness=html` in a headless Chromium: what the page shows, and how it is used.

usage: GNOMON=path/to/gnomon page_test.py [CLASS...]
With GNOMON_SCREENSHOTS=FOLDER the pages are also photographed.
"""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from browser import Browser

GNOMON = os.environ["GNOMON"]

MODEL = """\
Agent Environment
  Vars: on : boolean; broken : boolean; end Vars
  Actions = {press, wait};
  Protocol: Other : {press, wait}; end Protocol
  Evolution: on = true if Action = press; broken = true if on = true and Action = press; end Evolution
end Agent
Agent Watcher
  Vars: steps : 0 .. 3; end Vars
  Actions = {look, rest};
  Protocol: Other : {look, rest}; end Protocol
  Evolution: steps = steps + 1 if steps < 3 and Action = look; end Evolution
end Agent
Evaluation
  lit if Environment.on = true;
  tired if Watcher.steps = 3;
end Evaluation
InitStates Environment.on = false and Environment.broken = false and Watcher.steps = 0; end InitStates
Groups both = {Environment, Watcher}; end Groups
Formulae
  AG (lit -> K(Watcher, lit));
  LTL F lit -> F tired;
  <both>F tired;
end Formulae
"""


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        (cls.path / "lamp.ispl").write_text(MODEL)
        done = subprocess.run([GNOMON, "check", "-q", "--engine=diagrams", "--witness=html", "--output", cls.folder.name,
                               str(cls.path / "lamp.ispl")], capture_output=True, text=True, timeout=120)
        assert done.returncode == 1, done.stderr
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def visit(self, number, place=""):
        self.browser.open("about:blank")
        self.browser.open(f"file://{self.path}/witness_{number}.html{place}")
        photographs = os.environ.get("GNOMON_SCREENSHOTS")
        if photographs:
            self.browser.screenshot(pathlib.Path(photographs) / f"page_{number}.png")

    def texts(self, selector):
        return self.browser.script("return [...document.querySelectorAll(arguments[0])].map(e => e.innerText)", selector)

    def chosen(self):
        return self.browser.script("return document.querySelector('.strip [aria-pressed=true]').id")


class Pages(PageTest):
    def test_nothing_comes_from_elsewhere(self):
        for page in self.path.glob("*.html"):
            with self.subTest(page.name):
                self.assertFalse(re.search(r"https?:|src=|href=|@import", page.read_text()))

    def test_verdict_path_and_text(self):
        self.visit(1)
        self.assertEqual(self.texts("h1"), ["FALSE AG (lit -> K(Watcher, lit))"])
        self.assertEqual(self.texts(".strip")[0].count("→"), 2, "a step, and a value that changes")
        self.assertIn("AG (lit -> K(Watcher, lit)) is false in s0",
                      self.browser.script("return document.querySelector('pre').textContent"))
        self.assertEqual(self.browser.complaints(), [])

    def test_arrow_keys_walk_along_the_path(self):
        self.visit(1)
        self.assertEqual(self.chosen(), "p1.s0")
        self.browser.press("right")
        self.assertEqual(self.chosen(), "p1.s1")
        self.browser.press("right")
        self.assertEqual(self.chosen(), "p1.s1", "the path ends here")
        self.browser.press("left")
        self.assertEqual(self.chosen(), "p1.s0")
        self.assertTrue(self.browser.script("return location.hash === '#p1.s0'"))

    def test_a_link_leads_to_a_position(self):
        self.visit(1, "#p1.s1")
        self.assertEqual(self.chosen(), "p1.s1")
        self.visit(1, "#p7.s1")
        self.assertEqual(self.chosen(), "p1.s0")

    def test_an_agent_and_what_it_cannot_tell_apart(self):
        self.visit(1, "#p1.s1")
        self.browser.click(".agents button:nth-of-type(2)")
        self.assertEqual(self.texts("#alike"), ["Watcher cannot tell s1 from s0."])
        self.assertIn("Environment.on (not seen)", self.texts("tr.unseen th"))
        self.assertEqual(self.browser.script("return document.querySelectorAll('.strip .alike').length"), 2)
        self.browser.click(".agents button:nth-of-type(2)")
        self.assertEqual(self.texts("#alike"), [])

    def test_where_the_parts_are_true(self):
        self.visit(2)
        rows = self.texts("main table:first-of-type tr")
        self.assertIn("F lit\t✓\t✓", rows)
        self.assertIn("F tired\t·\t·", rows)

    def test_strategies(self):
        self.visit(3)
        self.assertIn("What Environment and Watcher do: <both>F tired is true", self.texts("h2"))
        self.browser.click("tr:nth-of-type(2) td:nth-of-type(3) .mention")
        self.assertIn("State s1 {lit}", self.texts("h2"), "a state that the table mentions is shown")
        self.assertEqual(self.browser.complaints(), [])

    def test_a_small_screen(self):
        self.browser.call("POST", "/window/rect", {"width": 400, "height": 700})
        self.visit(1)
        wide = self.browser.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(wide, 0, "only the strips scroll")
        self.browser.call("POST", "/window/rect", {"width": 1200, "height": 1000})


if __name__ == "__main__":
    unittest.main()
