"""The document that the report writes, and its plots."""
import os
import pathlib
import sys
import unittest
import xml.dom.minidom

sys.path.insert(0, str(pathlib.Path(os.environ["GNOMON_SOURCE"]) / "bench"))
from common import plots  # noqa: E402
from report.run import blocks, filled  # noqa: E402


class Report(unittest.TestCase):
    def test_parts_are_replaced(self):
        text = "before\n<!-- a -->\nold\n<!-- end -->\nbetween\n<!-- b -->\n<!-- end -->\nafter\n"
        once = filled(text, {"a": ["x \\1", "y"], "b": ["z"]})
        self.assertEqual(once, "before\n<!-- a -->\n\nx \\1\ny\n\n<!-- end -->\n"
                               "between\n<!-- b -->\n\nz\n\n<!-- end -->\nafter\n")
        self.assertEqual(filled(once, {"a": ["x \\1", "y"], "b": ["z"]}), once)

    def test_places_and_parts_must_match(self):
        with self.assertRaises(ValueError):
            filled("<!-- a -->\n<!-- end -->\n", {"b": []})
        with self.assertRaises(ValueError):
            filled("<!-- a -->\n<!-- end -->\n", {})

    def test_families_without_results_say_so(self):
        rows = [{"family": "nesting", "parameters": ["10"], "seconds": None, "megabytes": 20.0, "exponent": None}]
        parts = blocks({"scale": {"date": "d", "version": "v", "program": "/old/gnomon", "commit": None, "machine": "m",
                                  "processors": 2, "rows": rows}})
        self.assertIn("Not measured yet", parts["regret"][0])
        self.assertIn("the program /old/gnomon", parts["scale"][0])
        self.assertIn("| nesting | 10 | - | 20 |  |", parts["scale"])

    def test_the_document_has_a_place_for_every_part(self):
        document = pathlib.Path(os.environ["GNOMON_SOURCE"]) / "docs/benchmarks.md"
        filled(document.read_text(encoding="utf-8"), blocks({}))

    def test_plots_are_well_formed(self):
        row = {"name": "a & b", "family": "a", "parameters": ["10"], "seconds": 2.0, "stopped_after": None, "best": 0.5,
               "regret": 4.0, "choice": "c", "peer": 3.0}
        for draw in (plots.regret_plot, plots.peer_plot, plots.scale_plot):
            drawn = xml.dom.minidom.parseString(draw([row, {**row, "name": "published x", "parameters": ["100"]}]))
            self.assertEqual(len(drawn.getElementsByTagName("title")) >= 2, True)
        self.assertIn("a &amp; b", plots.regret_plot([row]))


if __name__ == "__main__":
    unittest.main()
