"""The studio in a headless Chromium, from the first mistake in a model to the last step of its counterexample.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=. studio_test.py [CLASS...]
With GNOMON_SCREENSHOTS=FOLDER the page is also photographed.
"""
import time
import unittest

from page import Page
from studio import LONG, Studio, example, until

# A lamp that the watcher does not see. The type of `on` is misspelt.
WRONG = """\
Agent Environment
  Vars: on : boolen; end Vars
  Actions = {press, wait};
  Protocol: Other : {press, wait}; end Protocol
  Evolution: on = true if Action = press; end Evolution
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
InitStates Environment.on = false and Watcher.steps = 0; end InitStates
Groups both = {Environment, Watcher}; end Groups
Formulae
  AG (lit -> K(Watcher, lit));
  LTL F lit -> F tired;
  <both>F tired;
end Formulae
"""
RIGHT = WRONG.replace("boolen", "boolean")


class Story(Page):
    def test_from_a_mistake_to_its_reason(self):
        browser = self.browser
        self.open_model(WRONG)
        self.assertEqual(browser.script("return document.querySelector('.cm-lintRange-error').textContent"), "boolen")
        self.assertTrue(browser.script("return document.getElementById('check-all').disabled"), "there is nothing to check")
        self.accessible("mistake")
        self.open_model(RIGHT)
        self.assertFalse(browser.script("return document.querySelector('.cm-lintRange-error')"))
        self.check(3)
        self.assertEqual(self.verdicts(), ["false", "false", "true"])
        self.accessible("verdicts")
        browser.click(".formula[data-verdict=false] .why")
        browser.wait("document.querySelector('#panel-explanation .strip')")
        chosen = "return document.querySelector('.strip [aria-pressed=true] .mark').textContent"
        self.assertEqual(browser.script(chosen), "s0")
        browser.click("#step")
        self.assertEqual(browser.script(chosen), "s1")
        self.assertIn("Environment.on: false → true", self.texts(".strip [aria-pressed=true] .changed"))
        browser.click("[data-agent=Watcher]")
        self.assertEqual(self.texts("#alike"), ["Watcher cannot tell s1 from s2."])
        self.assertEqual(self.texts(".fan .differs")[0], "Environment.on: true → false")
        self.assertIn("Environment.on (not seen)", self.texts("tr.unseen th"))
        self.accessible("explanation")
        browser.click("#continue")
        browser.wait("document.querySelector('#choices')")
        self.assertEqual(browser.script("return document.querySelectorAll('#panel-walk .strip button').length"), 2)
        browser.click("#choices button")
        browser.wait("document.querySelectorAll('#panel-walk .strip button').length === 3")
        self.accessible("simulation")
        # A reload loses nothing of the model.
        self.visit()
        browser.wait("document.querySelectorAll('.formula').length === 3")
        self.assertEqual(browser.script("return localStorage.getItem('gnomon-model')"), RIGHT)
        self.assertEqual(browser.complaints(), [])

    def test_lasso_truth_and_strategy(self):
        browser = self.browser
        self.open_model(RIGHT)
        self.check(3)
        browser.click(".formula:nth-of-type(2) .why")
        browser.wait("document.querySelector('svg.lasso')")
        self.assertTrue(any("F tired" in row for row in self.texts("table.truth tbody tr")))
        steps = browser.script("return document.querySelectorAll('#panel-explanation section:first-of-type .strip button').length")
        for _ in range(steps):
            browser.click("#step")
        self.assertIn("⟲", browser.script("return document.querySelector('.strip [aria-pressed=true]').textContent"), "the loop returns")
        self.accessible("lasso")
        browser.click("#tab-formulas")
        browser.click(".formula:nth-of-type(3) .why")
        browser.wait("/What Environment and Watcher do/.test(document.querySelector('#panel-explanation').textContent)")
        browser.script("document.querySelector('.tree').closest('details').open = true")
        self.assertGreater(len(self.texts(".tree summary")), 0)
        self.accessible("strategy")
        self.assertEqual(browser.complaints(), [])

    def test_cancelling_a_long_check(self):
        browser = self.browser
        self.open_model(LONG["text"])
        browser.type("input[name=N]", LONG["parameters"]["N"])
        browser.script("document.querySelector('.choices').open = true")
        browser.script("""const list = document.querySelector('.choices select');
            list.value = 'explicit'; list.dispatchEvent(new Event('change'));""")
        self.settle()
        browser.click("#check-all")
        browser.wait("/depth|states|encoding/.test(document.querySelector('.progress').textContent)")
        until(lambda: self.own.children(), "a process is at work")
        self.photograph("long")
        browser.click("#cancel")
        browser.wait("document.getElementById('status').textContent === 'the check was cancelled'")
        until(lambda: not self.own.children(), "the process has ended")
        # Leaving the page ends the work as well.
        browser.click("#check-all")
        until(lambda: self.own.children(), "a process is at work")
        browser.open("about:blank")
        until(lambda: not self.own.children(), "the process has ended")

    def test_examples_parameters_and_sweep(self):
        browser = self.browser
        browser.click("#examples")
        browser.wait("document.querySelectorAll('.examples button').length > 20")
        self.accessible("examples")
        browser.type("dialog input", "ring election")
        browser.wait("document.querySelectorAll('.examples button').length === 1")
        browser.click(".examples button")
        browser.wait("document.querySelector('input[name=N]')")
        browser.type("input[name=N]", "4")
        self.settle()
        browser.click("#tab-sweep")
        browser.click("#sweep")
        browser.wait("document.querySelectorAll('table.sweep tbody tr').length >= 3 && document.querySelector('.plot')")
        browser.wait("document.querySelector('#panel-sweep .progress').textContent === ''")
        self.assertNotIn("", self.texts("table.sweep tbody td:nth-of-type(1)"), "every value has its number of states")
        self.accessible("sweep")
        browser.click("#elaborate")
        browser.wait("document.querySelector('dialog .plain')")
        self.assertNotIn("Constants", self.texts("dialog .plain")[0])
        self.assertEqual(browser.complaints(), [])

    def test_a_link_carries_the_model(self):
        browser = self.browser
        self.open_model(RIGHT)
        browser.click("#share")
        browser.wait("document.querySelector('dialog input')")
        link = browser.script("return document.querySelector('dialog input').value")
        self.assertNotIn(self.own.token, link)
        browser.press("escape")
        self.write("Agent A")
        self.visit(link)
        browser.wait("document.querySelectorAll('.formula').length === 3")
        self.visit(link.split("#")[0] + "#model=nonsense")
        browser.wait("/no model that can be read/.test(document.querySelector('.banner').textContent)")

    def test_the_graph(self):
        browser = self.browser
        self.open_model(example("tutorial"))
        browser.click("#tab-graph")
        browser.wait("document.querySelector('svg.graph .node')")
        browser.script("""const list = document.querySelector('#panel-graph select');
            list.value = 'Guest'; list.dispatchEvent(new Event('change'));""")
        browser.wait("document.querySelectorAll('svg.graph .node.coloured').length > 1")
        letters = [text for text in self.texts("svg.graph .class") if text]
        alike = [states for one in self.own.events("graph", {"text": example("tutorial")})[-1]["epistemic"]
                 if one["agent"] == "Guest" for states in one["classes"] if len(states) > 1]
        self.assertEqual(len(letters), sum(map(len, alike)))
        self.assertEqual(len(set(letters)), len(alike))
        browser.script("document.querySelectorAll('svg.graph .node')[3].dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        browser.wait("document.querySelectorAll('svg.graph .node.chosen').length > 1")
        self.accessible("graph")
        browser.type("#panel-graph input", "hot")
        browser.wait("document.querySelectorAll('svg.graph .node.dimmed').length > 0")
        browser.click("#walk-path")
        browser.wait("document.querySelectorAll('#panel-walk .strip button').length > 1")
        self.assertEqual(browser.complaints(), [])


class Editing(Page):
    def test_hover_completion_rename_and_fix(self):
        browser = self.browser
        self.write(RIGHT.replace("lit if Environment.on", "lit if Enviroment.on"))
        browser.wait("document.querySelector('.cm-lintRange-error')")
        browser.hover(".cm-lintRange-error")
        browser.wait("document.querySelector('.cm-diagnosticAction')")
        self.photograph("fix")
        browser.script("""document.querySelector('.cm-diagnosticAction').dispatchEvent(
            new MouseEvent('mousedown', { bubbles: true, cancelable: true }))""")
        browser.wait("localStorage.getItem('gnomon-model') === arguments[0]", RIGHT)
        browser.wait("document.querySelectorAll('.formula').length === 3")
        # What is known about a name.
        browser.point(5, 5)
        browser.wait("!document.querySelector('.cm-tooltip')")
        x, y = browser.script("""const line = document.querySelectorAll('.cm-line')[7];
            const range = document.createRange();
            const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
              const at = walker.currentNode.data.indexOf('steps');
              if (at >= 0) { range.setStart(walker.currentNode, at); range.setEnd(walker.currentNode, at + 5); break; }
            }
            const box = range.getBoundingClientRect();
            return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];""")
        browser.point(x, y)
        browser.wait("/0 .. 3/.test(document.querySelector('.cm-tooltip .hover')?.textContent)")
        self.photograph("hover")
        # Completion, in the middle of a formula, at the end of the text.
        begun = RIGHT[:RIGHT.index("  <both>")] + "  AG (li"
        self.write(begun)
        browser.press("control", "end")
        browser.press("control", " ")
        browser.wait("document.querySelector('.cm-tooltip-autocomplete li')")
        self.assertIn("lit", " ".join(self.texts(".cm-tooltip-autocomplete li")))
        time.sleep(0.3)  # the editor takes no key for a choice in a list that has just opened
        browser.press("enter")
        browser.wait("localStorage.getItem('gnomon-model') === arguments[0]", begun + "t")
        browser.press("f2")
        browser.wait("document.querySelector('dialog input')")
        self.assertEqual(browser.script("return document.querySelector('dialog input').value"), "lit")
        browser.type("dialog input", "shining")
        browser.press("enter")
        browser.wait("(localStorage.getItem('gnomon-model').match(/shining/g) ?? []).length === 5")
        self.assertEqual(browser.complaints(), [])

    def test_a_name_that_looks_like_markup(self):
        self.write("Agent <img src=x onerror=alert(1)>")
        self.browser.wait("document.querySelector('.cm-lintRange-error')")
        self.assertEqual(self.browser.script("return document.querySelectorAll('img[src=x]').length"), 0)


class Screens(Page):
    def overflow(self):
        return self.browser.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def test_a_phone(self):
        browser = self.browser
        self.open_model(RIGHT)
        browser.call("POST", "/window/rect", {"width": 500, "height": 900})
        browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": 390, "height": 800, "deviceScaleFactor": 2, "mobile": True}})
        try:
            self.visit()
            browser.wait("document.querySelector('#tab-model').offsetParent !== null")
            self.assertLessEqual(self.overflow(), 0)
            self.photograph("phone-model")
            browser.click("#tab-formulas")
            self.check(3)
            self.assertLessEqual(self.overflow(), 0)
            self.accessible("phone-formulas")
            browser.click(".formula[data-verdict=false] .why")
            browser.wait("document.querySelector('#panel-explanation .strip')")
            self.assertLessEqual(self.overflow(), 0)
            self.accessible("phone-explanation")
            browser.click("#tab-graph")
            browser.wait("document.querySelector('svg.graph .node')")
            self.assertLessEqual(self.overflow(), 0)
            self.photograph("phone-graph")
        finally:
            browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.clearDeviceMetricsOverride", "params": {}})

    def test_dark(self):
        browser = self.browser
        self.open_model(RIGHT)
        ground = "return getComputedStyle(document.body).backgroundColor"
        light = browser.script(ground)
        browser.click("#theme")
        self.assertNotEqual(browser.script(ground), light)
        self.check(3)
        self.accessible("dark-formulas")
        browser.click(".formula[data-verdict=false] .why")
        browser.wait("document.querySelector('#panel-explanation .strip')")
        browser.click("[data-agent=Watcher]")
        self.accessible("dark-explanation")
        self.visit()
        self.assertNotEqual(browser.script(ground), light, "it stays dark")

    def test_the_system_prefers_dark(self):
        browser = self.browser
        browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {
            "features": [{"name": "prefers-color-scheme", "value": "dark"}]}})
        try:
            self.visit()
            self.assertEqual(browser.script("return getComputedStyle(document.documentElement).colorScheme"), "dark")
        finally:
            browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"features": []}})

    def test_the_keyboard_alone(self):
        browser = self.browser
        self.open_model(RIGHT)
        browser.press("control", "enter")
        browser.wait("document.querySelectorAll('.formula[data-verdict]').length === 3")
        focus = "return document.activeElement.id || document.activeElement.className || document.activeElement.textContent"
        browser.script("document.activeElement.blur(); document.body.focus()")

        def tab_to(condition):
            for _ in range(60):
                browser.press("tab")
                if browser.script(f"return {condition}"):
                    return
            self.fail(f"the tabulator does not lead to {condition}; it is at {browser.script(focus)}")

        tab_to("document.activeElement.id === 'check-all'")
        browser.press("enter")
        browser.wait("document.querySelectorAll('.formula[data-verdict]').length === 3")
        tab_to("document.activeElement.classList.contains('why')")
        browser.press("enter")
        browser.wait("document.querySelector('#panel-explanation .strip')")
        tab_to("document.activeElement.closest('.strip') !== null")
        browser.press("right")
        browser.wait("document.querySelector('.strip [aria-pressed=true] .mark').textContent === 's1'")
        self.assertTrue(browser.script("return document.activeElement.closest('.strip') !== null"), "the focus stays")
        tab_to("document.activeElement.getAttribute('role') === 'tab'")
        browser.press("right")
        browser.wait("document.querySelector('[role=tab][aria-selected=true]').id === 'tab-walk'")
        browser.wait("document.querySelector('#choices button')")
        tab_to("document.activeElement.closest('#choices') !== null")
        browser.press("enter")
        browser.wait("document.querySelectorAll('#panel-walk .strip button').length === 2")


class Token(Page):
    def test_without_it(self):
        browser = self.browser
        browser.script("localStorage.clear()")
        self.visit(self.own.link.split("#")[0])
        browser.wait("document.querySelector('dialog[open] input')")
        self.accessible("token")
        browser.type("dialog input", self.own.link)
        browser.press("enter")
        browser.wait("document.querySelectorAll('.formula').length > 3")
        self.assertNotIn("token", browser.script("return location.href"))

    def test_the_server_has_gone(self):
        other = Studio()
        self.addCleanup(other.close)
        self.visit(other.link)
        self.browser.wait("document.querySelectorAll('.formula').length > 3")
        other.terminate()
        other.wait()
        self.browser.click("#check-all")
        self.browser.wait("/cannot be reached/.test(document.querySelector('#panel-formulas').textContent)")


if __name__ == "__main__":
    unittest.main()
