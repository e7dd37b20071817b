"""The page of a studio in a headless Chromium: what the tests of the page have in common."""
import os
import pathlib
import sys

from studio import MISSING, SOURCE, ServeTest, Studio

sys.path.insert(0, str(SOURCE / "tests/page"))
from browser import Browser  # noqa: E402

AXE = SOURCE / "build/studio/source/node_modules/axe-core/axe.min.js"


class Page(ServeTest):
    @classmethod
    def setUpClass(cls):
        if MISSING:
            return
        cls.own = Studio("--timeout", "300")
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        if MISSING:
            return
        cls.browser.close()
        cls.own.close()

    def setUp(self):
        self.browser.call("POST", "/window/rect", {"width": 1400, "height": 1000})
        self.browser.open("about:blank")
        self.browser.open(self.own.link)
        self.browser.script("localStorage.removeItem('gnomon-model'); localStorage.removeItem('gnomon-settings')")
        self.browser.script("localStorage.removeItem('gnomon-theme')")
        self.visit()
        self.browser.wait("document.querySelectorAll('.formula').length > 3")  # a new page begins with an example
        self.settle()
        self.browser.complaints()  # of the test before; from here on they are this test's own

    def visit(self, link=None):
        self.browser.open("about:blank")
        self.browser.open(link or self.own.link)
        self.browser.wait("document.querySelector('.cm-content')")

    def write(self, text):
        """Into the editor, in place of what is there, as by pasting."""
        self.browser.script("""
            const content = document.querySelector('.cm-content');
            content.focus();
            getSelection().selectAllChildren(content);""")
        self.browser.press("control", "a")
        self.browser.script("""
            const data = new DataTransfer();
            data.setData('text/plain', arguments[0]);
            document.querySelector('.cm-content').dispatchEvent(
              new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));""", text)

    def open_model(self, text):
        self.write(text)
        self.browser.wait("localStorage.getItem('gnomon-model') === arguments[0]", text)
        self.settle()

    def settle(self):
        """Until the server has read what was written and chosen, and the page has shown it."""
        self.browser.wait("document.querySelector('.cm-editor') && !document.querySelector('.cm-editor').dataset.reading")

    def check(self, count):
        self.settle()
        self.assertFalse(self.browser.script("return document.getElementById('check-all').disabled"))
        self.browser.click("#check-all")
        self.browser.wait("document.querySelectorAll('.formula[data-verdict]').length === arguments[0]", count)
        self.browser.wait("document.getElementById('cancel').disabled")

    def texts(self, selector):
        return self.browser.script("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector)

    def verdicts(self):
        return self.browser.script("return [...document.querySelectorAll('.formula')].map(e => e.dataset.verdict ?? '')")

    def photograph(self, name):
        folder = os.environ.get("GNOMON_SCREENSHOTS")
        if folder:
            self.browser.screenshot(pathlib.Path(folder) / f"{name}.png")

    def obstacles(self):
        """What axe calls serious or worse."""
        self.browser.script(AXE.read_text(encoding="utf-8"))
        found = self.browser.script_async("const done = arguments[0]; axe.run().then(result => done(result.violations))")
        return [(one["id"], [node["html"][:200] for node in one["nodes"]][:3]) for one in found
                if one["impact"] in ("serious", "critical")]

    def accessible(self, name):
        self.photograph(name)
        self.assertEqual(self.obstacles(), [], name)
