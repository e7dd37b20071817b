"""The page of benchmarks, made of results."""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["GNOMON_SOURCE"]) / "bench"))
from page.run import page  # noqa: E402

HEADING = {"date": "2020-01-02", "commit": "abc", "machine": "a machine", "processors": 2}
ROW = {"name": "dining 10", "states": "45056", "seconds": 0.012, "megabytes": 7.0, "goal": 1.5, "peer": 4.8, "paper": 6.6}


class Page(unittest.TestCase):
    def test_scenarios(self):
        late = {**ROW, "name": "dining 300", "seconds": 2.0, "peer": None, "paper": None}
        text = page({"published": {**HEADING, "rows": [ROW, late]}})
        self.assertIn("| dining 10 | 45056 | 0.012 | 7 | 1.5 yes | 4.8 | 400x | 6.6 |", text)
        self.assertIn("| dining 300 | 45056 | 2.000 | 7 | 1.5 NO |  |  |  |", text)
        self.assertIn("Goals: 1 of 2 are reached.", text)
        self.assertIn("`./dev bench published`, 2020-01-02, commit abc, a machine, 2 processors.", text)
        self.assertNotIn("BuDDy", text)

    def test_regrets(self):
        rows = [{"name": "a*b", "states": None, "seconds": None, "best": 0.1, "regret": 3.0, "choice": "span"},
                {"name": "c", "states": "5", "seconds": 0.05, "best": 0.05, "regret": 1.0, "choice": "span"}]
        text = page({"regret": {**HEADING, "rows": rows}})
        self.assertIn("| a\\*b | - | - | 0.100 | 3.00 | span |", text)
        self.assertIn("2 models: geometric mean 1.73, largest 3.00, 1 above the goal of 1.5.", text)


if __name__ == "__main__":
    unittest.main()
